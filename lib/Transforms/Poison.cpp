//===- Poison.cpp - Values that break a promise ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Poison.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::layout;

/// Is the shift by less than the width, for sure?
static bool isShiftInRange(Operation *shift) {
  APInt amount;
  return matchPattern(shift->getOperand(1), m_ConstantInt(&amount)) &&
         amount.ult(amount.getBitWidth());
}

/// May the op make poison of operands that are none?
static bool mayMakePoison(Operation *op) {
  auto overflow = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (overflow && (overflow.hasNoSignedWrap() || overflow.hasNoUnsignedWrap()))
    return true;
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op)) {
    arith::FastMathFlags flags = fast.getFastMathFlagsAttr().getValue();
    if (bitEnumContainsAny(flags, arith::FastMathFlags::nnan |
                                      arith::FastMathFlags::ninf))
      return true;
  }
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return op->hasAttr("isExact") || !isShiftInRange(op);
  return isa<arith::FPToSIOp, arith::FPToUIOp, ub::PoisonOp>(op) ||
         op->hasAttr("isExact") || op->hasAttr("nonNeg");
}

bool layout::mayBePoison(Value value) {
  constexpr size_t maxOps = 64;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    if (seen.size() > maxOps || mayMakePoison(op))
      return true;
    if (isPure(op) && op->getNumRegions() == 0)
      llvm::append_range(worklist, op->getOperands());
  }
  return false;
}
