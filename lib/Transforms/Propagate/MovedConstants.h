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

namespace mlir::layout {

/// The elements of `data` in another order or shape: what an op that only moves
/// elements yields for another one.
struct MovedConstant {
  Value value;
  ElementsAttr data;
  ElementOrder order;
};

/// What can be a constant of its own, and is wanted as one: a contraction reads
/// it, or it takes the place of the constant that it comes from. A constant
/// that has other uses as well would be there twice for nothing else.
class MovedConstants {
public:
  /// Cost: linear in the ops.
  explicit MovedConstants(ModuleOp module);

  /// In the order of the constants that they come from.
  ArrayRef<MovedConstant> getAll() const { return wanted; }
  bool contains(Value value) const { return values.contains(value); }

private:
  void add(MovedConstant moved);

  SmallVector<MovedConstant> wanted;
  DenseSet<Value> values;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_MOVEDCONSTANTS_H
