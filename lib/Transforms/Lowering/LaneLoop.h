//===- LaneLoop.h - Lanes of a vector, one by one ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_LANELOOP_H
#define LAYOUT_LIB_TRANSFORMS_LANELOOP_H

#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// The element that belongs to a lane; not touched where `guard` is false. A
/// null guard is always true.
struct LaneElement {
  SmallVector<Value> index;
  Value guard;
};
using LaneElementBuilder =
    llvm::function_ref<LaneElement(OpBuilder &, Value lane)>;

/// A loop over the lanes of the flat vector `init` that replaces each lane by
/// the element of `base` that `describe` gives. Returns the result.
Value buildLaneReadLoop(OpBuilder &builder, Location loc, Value base,
                        Value init, LaneElementBuilder describe);

/// A loop that stores each lane of `flat` into the element.
void buildLaneWriteLoop(OpBuilder &builder, Location loc, Value base,
                        Value flat, LaneElementBuilder describe);

/// What `build` returns where `guard` is true, and `otherwise` where it is not;
/// `otherwise` null: no value.
Value buildGuarded(OpBuilder &builder, Location loc, Value guard,
                   llvm::function_ref<Value(OpBuilder &)> build,
                   Value otherwise);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_LANELOOP_H
