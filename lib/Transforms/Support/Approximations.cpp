//===- Approximations.cpp - Polynomial approximations ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Approximations.h"

#include "FastMath.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isApproximated(StringRef opName) {
  // Not `log` and `log2`, which are wrong for the least numbers, nor `sin` and
  // `cos`, which are for large ones.
  static const StringRef names[] = {
      math::ErfOp::getOperationName(),  math::ErfcOp::getOperationName(),
      math::ExpOp::getOperationName(),  math::ExpM1Op::getOperationName(),
      math::TanhOp::getOperationName(), math::Log1pOp::getOperationName()};
  return llvm::is_contained(names, opName);
}

bool layout::hasApproximation(Operation *op) {
  if (!isApproximated(op->getName().getStringRef()))
    return false;
  Type type = op->getResult(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  return getElementTypeOrSelf(type).isF32() &&
         (type.isF32() || (vector && !vector.isScalable()));
}

bool layout::mayBeApproximated(Operation *op) {
  return hasApproximation(op) &&
         hasFastMathFlags(op, arith::FastMathFlags::afn);
}

bool layout::isLibraryFunction(Operation *op) {
  return isa_and_present<math::MathDialect>(op->getDialect()) &&
         !isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::RsqrtOp,
              math::SqrtOp, math::TruncOp>(op);
}
