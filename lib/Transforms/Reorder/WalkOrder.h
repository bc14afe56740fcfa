//===- WalkOrder.h - What is split off, and the order of all ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_WALKORDER_H
#define LIB_TRANSFORMS_REORDER_WALKORDER_H

#include "WalkLoops.h"

namespace mlir::layout {

/// Splits off what stands between the loops, and checks that all executions
/// that depend on each other keep their order. Fills in the pieces of the plan.
LogicalResult checkWalkOrder(const WalkRequest &request, const WalkLoops &nest,
                             IntegerFacts &facts, Dependences &dependences,
                             WalkPlan &plan, WalkRefusal &refusal);

/// Do the loops visit places in lexicographic order as they are? Exact; false
/// also where a bound was hit. So do tiles that lie one behind the other:
///
///     for %t < 14 step 4 { for %i = %t to min(%t + 4, 14) { A[%i] } }
bool isVisitedInOrder(const WalkRequest &request, const WalkLoops &nest,
                      IntegerFacts &facts, Dependences &dependences);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_WALKORDER_H
