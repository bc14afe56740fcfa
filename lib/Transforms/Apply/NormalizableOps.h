//===- NormalizableOps.h - Ops of trait MemRefsNormalizable -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_APPLY_NORMALIZABLEOPS_H
#define LIB_TRANSFORMS_APPLY_NORMALIZABLEOPS_H

#include "Layout/Transforms/Storage/AppliedTypes.h"

namespace mlir::layout {

/// Returns true if the only thing known of `op` is upstream's trait
/// `MemRefsNormalizable`: that it means the same on all of the normalized
/// memref, padding included.
bool isNormalizableOp(Operation *op);

/// Checks that `op` can take, and yield, the physical forms of its memrefs of
/// `types`. Explains a refusal by an error at `op`: where it does not verify on
/// them, or where there is padding that must hold something. Plain maps
/// guarantee nothing about their padding, so `guaranteesPadding` is false where
/// only they are applied.
LogicalResult planNormalizableOp(Operation *op, const AppliedTypes &types,
                                 bool guaranteesPadding);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_APPLY_NORMALIZABLEOPS_H
