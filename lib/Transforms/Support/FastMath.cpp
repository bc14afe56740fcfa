//===- FastMath.cpp - Fast-math flags of ops ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastMath.h"

using namespace mlir;
using namespace mlir::layout;

/// A conversion has the interface, and need not have the attribute.
arith::FastMathFlags layout::getFastMathFlags(Operation *op) {
  auto flagged = dyn_cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlagsAttr flags;
  if (flagged)
    flags = flagged.getFastMathFlagsAttr();
  return flags ? flags.getValue() : arith::FastMathFlags::none;
}

bool layout::hasFastMathFlags(Operation *op, arith::FastMathFlags flags) {
  return bitEnumContainsAll(getFastMathFlags(op), flags);
}

bool layout::isReassociable(Operation *op) {
  return op->getResult(0).getType().isIntOrIndex() ||
         isa<arith::MaximumFOp, arith::MinimumFOp>(op) ||
         hasFastMathFlags(op, arith::FastMathFlags::reassoc);
}

bool layout::isReductionCombiner(Operation *op, bool reassociate) {
  // Upstream knows neutral elements of numbers only.
  return op->getNumResults() == 1 &&
         op->getResult(0).getType().isIntOrFloat() &&
         (reassociate || isReassociable(op)) && arith::getNeutralElement(op);
}

void layout::addFastMathFlags(arith::ArithFastMathInterface op,
                              arith::FastMathFlags flags) {
  op->setAttr(op.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op.getContext(),
                                            flags | getFastMathFlags(op)));
}
