//===- ScalarAccess.h - Loads and stores of one element ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op touches, `LayoutAccessOpInterface` says of any op. That its result
// is the very element, or one of its operands what the element becomes, is
// known of these only.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_SCALARACCESS_H
#define LAYOUT_IR_SCALARACCESS_H

#include "Layout/IR/LayoutAccess.h"

namespace mlir::layout {

/// Returns true for `affine.load` and `memref.load`, whose result is one
/// element.
bool isScalarLoad(Operation *op);

/// Returns true for `affine.store` and `memref.store`, whose first operand is
/// stored to one element.
bool isScalarStore(Operation *op);

/// The memref that such an op accesses; null for other ops.
OpOperand *getScalarAccess(Operation *op);

/// The only memref of an op that touches one element of it, of any dialect and
/// whatever it does there; null for other ops.
OpOperand *getElementAccess(Operation *op);

/// The same, or of a vector of elements that are all there, along the last
/// dimensions.
bool isElementLoad(Operation *op);
bool isElementStore(Operation *op);

/// The value that the elements become which `op` writes: that of all of them,
/// or a vector of one lane for each. Null unless `op` is a store of an element
/// or of a vector, or a `linalg.fill`.
Value getStoredValue(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_IR_SCALARACCESS_H
