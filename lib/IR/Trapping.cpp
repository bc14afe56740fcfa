//===- Trapping.cpp - Arithmetic that may end the program -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Trapping.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if every number can be divided by every lane of the divisor.
static bool isSafeDivisor(Value divisor, bool isSigned) {
  APInt number;
  return matchPattern(divisor, m_ConstantInt(&number)) && !number.isZero() &&
         !(isSigned && number.isAllOnes());
}

bool layout::mayTrapThoughPure(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](arith::RemSIOp rem) {
        return !isSafeDivisor(rem.getRhs(), /*isSigned=*/true);
      })
      // Total upstream, and yet expanded to a division.
      .Case([](arith::FloorDivSIOp division) {
        return !isSafeDivisor(division.getRhs(), /*isSigned=*/true);
      })
      .Case([](arith::RemUIOp rem) {
        return !isSafeDivisor(rem.getRhs(), /*isSigned=*/false);
      })
      // 0 to a negative power is 1 / 0.
      .Case([](math::IPowIOp) { return true; })
      .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
          [](auto apply) {
            return llvm::any_of(
                apply.getMap().getResults(),
                [](AffineExpr expr) { return !expr.isPureAffine(); });
          })
      .Case([](affine::AffineDelinearizeIndexOp delinearize) {
        return !delinearize.getDynamicBasis().empty();
      })
      .Default(false);
}

bool layout::isPureAndTotal(Operation *op) {
  return isPure(op) && !mayTrapThoughPure(op);
}
