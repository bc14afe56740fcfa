//===- NestReorderLegality.h - Dependences of reordered nests ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_NESTREORDERLEGALITY_H
#define LIB_TRANSFORMS_REORDER_NESTREORDERLEGALITY_H

#include "NestReorderLoops.h"

namespace mlir::layout {

/// Splits off the statements between the loops, and checks that all executions
/// that depend on each other keep their order. Fills in the pieces of the plan.
LogicalResult checkNestReorder(const NestReorderRequest &request,
                               const NestReorderLoops &nest,
                               IntegerFacts &facts, Dependences &dependences,
                               NestReorderPlan &plan,
                               NestReorderRefusal &refusal);

/// Returns true if the loops visit places in lexicographic order already.
/// Exact, but false if a limit was reached. True for tiles that follow each
/// other:
///
///     for %t < 14 step 4 { for %i = %t to min(%t + 4, 14) { A[%i] } }
bool isVisitedInOrder(const NestReorderRequest &request,
                      const NestReorderLoops &nest, IntegerFacts &facts,
                      Dependences &dependences);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_NESTREORDERLEGALITY_H
