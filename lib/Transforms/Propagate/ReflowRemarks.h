//===- ReflowRemarks.h - Remarks of layout-reflow ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_REFLOWREMARKS_H
#define LIB_TRANSFORMS_PROPAGATE_REFLOWREMARKS_H

#include "ReflowPlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::layout {

/// A node works in another order.
void remarkReordered(Operation *op);
/// An op that moves elements does what a conversion did.
void remarkAbsorbed(Operation *op);
/// What the padding of a value of another type must hold, and whether the op
/// computes that.
void remarkPadding(const ReflowPlan &plan, Value value);
void remarkConstant(arith::ConstantOp constant);
void remarkCancelled(ConvertOp convert);
void remarkMoved(ConvertOp convert);
/// Why there is a conversion of `value`: who needs another layout, or what its
/// padding must hold, for whom, and what it holds.
void remarkKept(const TensorValue &value, ConvertOp convert, Operation *user);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_REFLOWREMARKS_H
