//===- MovedConstants.h - Constants under data movement ops -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends transpose and reshape weights by ops before their uses. The
// operand is then a constant as well.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_MOVEDCONSTANTS_H
#define LIB_TRANSFORMS_PROPAGATE_MOVEDCONSTANTS_H

#include "ElementOrder.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {

/// The elements of `data` in another order or shape: what an op that only moves
/// elements yields for another one.
struct MovedConstant {
  Value value;
  ElementsAttr data;
  ElementOrder order;
};

/// A tensor, or what ops that only move its elements make of it, with the uses
/// that do something else.
struct MovedForm {
  Value value;
  ElementOrder order;
  SmallVector<OpOperand *> uses;

  bool hasSameElements(const MovedForm &other) const {
    return value.getType() == other.value.getType() &&
           order.getDigits() == other.order.getDigits();
  }
};

/// The forms in which a tensor of static shape, which has elements, is used. A
/// form without such uses is left out.
SmallVector<MovedForm> findMovedForms(Value tensor);

/// What can be a constant of its own, and is wanted as one: a contraction reads
/// it, or it takes the place of the constant that it comes from. A constant
/// that has other uses as well would be there twice for nothing else.
class MovedConstants {
public:
  /// Cost: linear in the ops.
  explicit MovedConstants(ModuleOp module);

  /// In the order of the constants that they come from.
  ArrayRef<MovedConstant> getAll() const { return wanted; }
  /// Returns true for arguments that are weights, and what is made of them by
  /// moves alone, as well: they are laid out before the function is called.
  bool contains(Value value) const { return values.contains(value); }

private:
  void add(MovedConstant moved);
  void addWeights(FunctionOpInterface function);

  SmallVector<MovedConstant> wanted;
  DenseSet<Value> values;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_MOVEDCONSTANTS_H
