//===- DecomposeAggregates.h - Ops that stand for others --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_DECOMPOSEAGGREGATES_H
#define LIB_TRANSFORMS_SUPPORT_DECOMPOSEAGGREGATES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Puts structured ops for each op on plain tensors that stands for some, as
/// `linalg.softmax` does: upstream lowers only these. True if there was one.
bool decomposeAggregates(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_DECOMPOSEAGGREGATES_H
