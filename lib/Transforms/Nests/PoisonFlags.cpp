//===- PoisonFlags.cpp - Dropping poison flags ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoisonFlags.h"

#include "Layout/Analysis/Values/Poison.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

using Flags = arith::FastMathFlags;

void layout::dropPoisonFlags(Operation *op) {
  if (!hasPoisonFlags(op))
    return;
  MLIRContext *context = op->getContext();
  if (auto overflow = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(overflow.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    context, arith::IntegerOverflowFlags::none));
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (auto flags = fast.getFastMathFlagsAttr())
      op->setAttr(
          fast.getFastMathAttrName(),
          arith::FastMathFlagsAttr::get(
              context, flags.getValue() & ~(Flags::nnan | Flags::ninf)));
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [](auto exact) { exact.setIsExact(false); })
      .Case<affine::AffineLinearizeIndexOp>(
          [](auto digits) { digits.setDisjoint(false); });
}
