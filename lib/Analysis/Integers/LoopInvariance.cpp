//===- LoopInvariance.cpp - Values that a loop does not change ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/LoopInvariance.h"

#include "Execution.h"
#include "Layout/IR/Trapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isLoopInvariant(Operation *loop, Value value) {
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!isBornIn(next, loop))
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions() != 0 || !isPureAndTotal(op))
      return false;
    if (!seen.insert(op).second)
      continue;
    if (seen.size() > maxInvariantOps)
      return false;
    llvm::append_range(worklist, op->getOperands());
  }
  return true;
}
