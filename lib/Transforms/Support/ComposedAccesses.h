//===- ComposedAccesses.h - Accesses composed with their loops --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_COMPOSEDACCESSES_H
#define LIB_TRANSFORMS_SUPPORT_COMPOSEDACCESSES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// Affine loads, stores and branches in `nest` get maps of loop variables
/// directly, simplified under the ranges of these, and digits untangled.
void composeAccesses(Operation *nest);

/// Symbols of affine ops in `root` that are dimensions only become dimensions:
/// what was a symbol, or neither, before loops became affine.
void demoteSymbols(Operation *root);

/// A load or store, affine or not, goes to the element that `map` says.
void setAccessedPlace(OpBuilder &builder, Operation *access, AffineMap map,
                      ValueRange operands);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_COMPOSEDACCESSES_H
