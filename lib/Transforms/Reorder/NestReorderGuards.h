//===- NestReorderGuards.h - Guards for the original iterations -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_NESTREORDERGUARDS_H
#define LIB_TRANSFORMS_REORDER_NESTREORDERGUARDS_H

#include "NestReorderLoops.h"

namespace mlir::layout {

/// Finds the conditions under which a place and the inner loops are an
/// iteration of the nest, and to what values from around it are clamped there
/// and in the bounds of new loops. `newExprs`: variables of the facts by those
/// of the plan, whose loops are known. Refuses what might not fit 64 bits.
LogicalResult
planNestReorderGuards(const NestReorderRequest &request,
                      const NestReorderLoops &nest, IntegerFacts &facts,
                      const DenseMap<AffineExpr, AffineExpr> &newExprs,
                      NestReorderPlan &plan, NestReorderRefusal &refusal);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_NESTREORDERGUARDS_H
