//===- AvoidOvercompute.h - Skipping iterations in padding ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PADDING_AVOIDOVERCOMPUTE_H
#define LAYOUT_TRANSFORMS_PADDING_AVOIDOVERCOMPUTE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IntegerSet.h"

namespace mlir::layout {

/// A body that is to be executed only where an access in it touches data.
struct DataGuard {
  Block *body = nullptr;
  IntegerSet condition; ///< over `operands`
  SmallVector<Value> operands;
};

/// Bodies of loops that access a buffer with `layout.padding`, and of which all
/// that they store while they touch padding is dead or there already. All
/// guards hold at once. With `explains`, remarks say why the others are not.
///
/// Source: RFC 0077, RemoveOvercomputeThroughBranching.
SmallVector<DataGuard> planAvoidOvercompute(ModuleOp module, bool explains);

/// Cannot fail.
void applyAvoidOvercompute(ArrayRef<DataGuard> guards);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PADDING_AVOIDOVERCOMPUTE_H
