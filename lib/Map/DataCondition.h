//===- DataCondition.h - Conditions for data and padding --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_DATACONDITION_H
#define LAYOUT_LIB_MAP_DATACONDITION_H

#include "Layout/Map/Condition.h"
#include "Layout/Map/ConstraintSystem.h"
#include "mlir/IR/IntegerSet.h"
#include <vector>

namespace mlir::layout {

/// Returns the condition over a physical index q of `to` that q is the image of
/// an index of `from` under `map`. With an inverse g: g(q) is in `from`, and
/// map(g(q)) = q. For q outside the image both cannot hold, whatever g(q) is.
/// Constraints that the ranges of `to` decide are left out. Fails beyond 64
/// bits.
FailureOr<SmallVector<IndexConstraint>> deriveDataCondition(AffineMap map,
                                                            AffineMap inverse,
                                                            const Box &from,
                                                            const Box &to);

/// The same constraints with `map` applied first, tidied under the ranges of
/// `box`, in which the inputs of `map` lie.
FailureOr<SmallVector<IndexConstraint>>
composeConstraints(ArrayRef<IndexConstraint> constraints, AffineMap map,
                   const Box &box);

/// Removes constraints that follow from `context`, over its dimensions and
/// symbols, and the other constraints.
void dropImplied(SmallVectorImpl<IndexConstraint> &constraints,
                 const ConstraintSystem &context);

/// As an IntegerSet, `0 == 0` if there is no constraint; and back.
IntegerSet toIntegerSet(ArrayRef<IndexConstraint> constraints, unsigned numDims,
                        unsigned numSymbols, MLIRContext *context);
SmallVector<IndexConstraint> fromIntegerSet(IntegerSet set);

/// Adds the constraints, with the given forms for dimensions.
void addConstraints(ConstraintSystem &system,
                    ArrayRef<IndexConstraint> constraints,
                    ArrayRef<LinearForm> dims);

/// The complement of the constraints within `context`, as disjoint parts: the
/// first constraint is violated, or it holds and the second is violated, ...
std::vector<ConstraintSystem> negate(ArrayRef<IndexConstraint> constraints,
                                     ArrayRef<LinearForm> dims,
                                     const ConstraintSystem &context);

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_DATACONDITION_H
