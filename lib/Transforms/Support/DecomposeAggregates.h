//===- DecomposeAggregates.h - Decomposition of aggregate ops ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_DECOMPOSEAGGREGATES_H
#define LIB_TRANSFORMS_SUPPORT_DECOMPOSEAGGREGATES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Replaces each `AggregatedOpInterface` op on plain tensors in `root`, such as
/// `linalg.softmax`, by the structured ops that it stands for, since upstream
/// lowers only these; likewise each softmax on buffers, plain or laid out.
/// Returns true if there was one.
bool decomposeAggregates(Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_DECOMPOSEAGGREGATES_H
