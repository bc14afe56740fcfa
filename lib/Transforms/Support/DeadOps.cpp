//===- DeadOps.cpp - Ops without uses and effects -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"

#include "Layout/IR/ControlFlow.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::doesNothing(Region &region) {
  if (region.empty())
    return true;
  if (!region.hasOneBlock() || !llvm::hasSingleElement(region.front()))
    return false;
  return llvm::all_of(
      region.front().getTerminator()->getRegions(), [](Region &inner) {
        return inner.empty() || (inner.hasOneBlock() &&
                                 llvm::all_of(inner.front(), [](Operation &op) {
                                   return op.hasTrait<OpTrait::IsTerminator>();
                                 }));
      });
}

bool layout::isDeadOp(Operation *op) {
  if (!op->use_empty())
    return false;
  if (!isFiniteControlFlow(op))
    return op->getNumRegions() == 0 && isOpTriviallyDead(op);
  return llvm::all_of(op->getRegions(), doesNothing) ||
         (op->getNumResults() != 0 && isOpTriviallyDead(op));
}
