//===- ContractionLayouts.h - Which layouts make what fast ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of what is chosen for what. It was found by measuring, and is
// measured by benchmarks/contraction, which states the same layouts.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CONTRACTIONLAYOUTS_H
#define LIB_TRANSFORMS_PROPAGATE_CONTRACTIONLAYOUTS_H

#include "Layout/Analysis/Target/Target.h"
#include "Layout/IR/Layout.h"

namespace mlir::layout {

/// A layout for each operand of an op, in order; null for none.
using OperandLayouts = SmallVector<BufferAttr>;

/// Is this an op for which there are layouts in the table?
bool isContraction(Operation *op);

/// Of a contraction or a convolution that is not in the table: which ones are,
/// and how it may become one. Empty for all other ops.
std::string explainOtherContraction(Operation *op);

/// The layouts for a contraction on tensors; nullopt if none are known to make
/// it faster, conversions included, and then `why` says what is missing.
std::optional<OperandLayouts>
findContractionLayouts(Operation *op, const Target &target, std::string &why);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CONTRACTIONLAYOUTS_H
