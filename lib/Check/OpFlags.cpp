//===- OpFlags.cpp - Poison flags in LLVM IR ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpFlags.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static void readFloatFlags(Operation *op, OpFlags &flags) {
  if (auto flagged = dyn_cast<arith::ArithFastMathInterface>(op)) {
    if (arith::FastMathFlagsAttr attr = flagged.getFastMathFlagsAttr()) {
      auto has = [&](arith::FastMathFlags flag) {
        return bitEnumContainsAll(attr.getValue(), flag);
      };
      flags.nnan = has(arith::FastMathFlags::nnan);
      flags.ninf = has(arith::FastMathFlags::ninf);
    }
  } else if (auto flagged = dyn_cast<LLVM::FastmathFlagsInterface>(op)) {
    auto has = [&](LLVM::FastmathFlags flag) {
      return bitEnumContainsAll(flagged.getFastmathAttr().getValue(), flag);
    };
    flags.nnan = has(LLVM::FastmathFlags::nnan);
    flags.ninf = has(LLVM::FastmathFlags::ninf);
  }
}

static void readIntegerFlags(Operation *op, OpFlags &flags) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::ArithIntegerOverflowFlagsInterface,
            LLVM::IntegerOverflowFlagsInterface>([&](auto flagged) {
        flags.nsw = flagged.hasNoSignedWrap();
        flags.nuw = flagged.hasNoUnsignedWrap();
      })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::ShRUIOp, arith::ShRSIOp,
            LLVM::ExactFlagInterface>(
          [&](auto flagged) { flags.exact = flagged.getIsExact(); })
      .Case([&](LLVM::DisjointFlagInterface flagged) {
        flags.disjoint = flagged.getIsDisjoint();
      })
      .Case([&](LLVM::NonNegFlagInterface flagged) {
        flags.nneg = flagged.getNonNeg();
      });
}

OpFlags OpFlags::read(Operation *op) {
  OpFlags flags;
  readFloatFlags(op, flags);
  readIntegerFlags(op, flags);
  return flags;
}
