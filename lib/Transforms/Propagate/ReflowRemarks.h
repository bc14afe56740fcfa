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

/// Remarks that an op works in another element order.
void remarkReordered(Operation *op);
/// Remarks that a data movement op does what a conversion did.
void remarkAbsorbed(Operation *op);
/// Remarks on what the padding of a value of another type must hold, and
/// whether the op computes that.
void remarkPadding(const ReflowPlan &plan, Value value);
void remarkConstant(arith::ConstantOp constant);
void remarkCancelled(ConvertOp convert);
void remarkMoved(ConvertOp convert);
/// Remarks on a conversion that is left: names the op that needs another
/// layout, or what that op needs the padding to hold and what the padding
/// holds.
void remarkKept(const TensorValue &value, ConvertOp convert, Operation *user);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_REFLOWREMARKS_H
