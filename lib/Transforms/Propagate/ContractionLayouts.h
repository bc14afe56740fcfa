//===- ContractionLayouts.h - Layout rules for contractions -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one rule that says what is chosen for what. It was found by measuring,
// and is measured by benchmarks/contraction, which states the same layouts.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CONTRACTIONLAYOUTS_H
#define LIB_TRANSFORMS_PROPAGATE_CONTRACTIONLAYOUTS_H

#include "Estimate.h"
#include "Layout/Analysis/Target/Target.h"
#include "Layout/IR/Layout.h"
#include "MovedConstants.h"

namespace mlir::layout {

/// A layout for each operand of an op, in order; null for none.
using OperandLayouts = SmallVector<BufferAttr>;

/// Layouts for a contraction, and what it does in them and without them.
struct ContractionLayouts {
  OperandLayouts layouts;
  ContractionWork work;
  /// Operands that are packed when the program is compiled.
  SmallVector<unsigned> constants;
  /// Of the result, of unknown extents: those of `work.withRows`.
  SmallVector<unsigned> unknownRows;
};

/// The layouts for a contraction (ContractionDims.h) on tensors without
/// layouts; nullopt if none are known to make it faster, even if nothing has to
/// be converted, and then `why` says what is missing. Where an extent is not
/// known, the dimension is not split, and counts as large. What is `moved` is a
/// constant. With `reassociate`, plain loops add up in any order.
std::optional<ContractionLayouts>
findContractionLayouts(Operation *op, const Target &target,
                       const MovedConstants &moved, bool reassociate,
                       std::string &why);

/// The loops of a convolution in the order of its weights in memory, those of
/// the window around those of the input channels; empty if they are in that
/// order, or it is no convolution. That reorders the reduction: empty, too, if
/// this may change the result, unless `reassociate`.
SmallVector<unsigned> findWindowFirstOrder(Operation *op, bool reassociate);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CONTRACTIONLAYOUTS_H
