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

/// Replaces each op on plain tensors that is an aggregate of structured ops, as
/// `linalg.softmax` does, by these: upstream lowers only them. So does it with
/// a softmax on buffers, plain or laid out, in `root`. Returns true if there
/// was one.
bool decomposeAggregates(Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_DECOMPOSEAGGREGATES_H
