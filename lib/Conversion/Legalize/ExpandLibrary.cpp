//===- ExpandLibrary.cpp - Functions near 0 as calls of the C library -----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %r = math.expm1 %x : f32
// ->  %r = call @expm1f(%x) : (f32) -> f32
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

/// Returns true for an op of `root` that upstream has a function of C for.
/// Modules in `root`, such as those of kernels, have libraries of their own.
static bool isCalled(Operation *root, Operation *op) {
  if (!isa<math::ExpM1Op, math::Log1pOp>(op) ||
      SymbolTable::getNearestSymbolTable(op) != root)
    return false;
  Type type = op->getResult(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  Type element = getElementTypeOrSelf(type);
  return !isa<TensorType>(type) && (!vector || !vector.isScalable()) &&
         (element.isF16() || element.isBF16() || element.isF32() ||
          element.isF64());
}

/// Fails, with an error, if `op` is one that LLVM has no intrinsic for, on
/// numbers that upstream has no function of C for, such as those of `f80`.
static LogicalResult checkHasFunction(Operation *root, Operation *op) {
  if (!isa<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
           math::ErfOp, math::ErfcOp>(op) ||
      SymbolTable::getNearestSymbolTable(op) != root)
    return success();
  auto element = cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  if (element.getWidth() <= 16 || element.isF32() || element.isF64())
    return success();
  return op->emitOpError("has no function of a library for numbers of type ")
         << element
         << "; convert to f32 or f64 by arith.truncf or arith.extf, and back";
}

LogicalResult layout::expandLibrary(Operation *root) {
  WalkResult check = root->walk(
      [&](Operation *op) { return WalkResult(checkHasFunction(root, op)); });
  if (check.wasInterrupted() || failed(clearCalledNames(root)))
    return failure();
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  populateMathToLibmConversionPatterns(patterns);
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return !isCalled(root, op); });
  return applyPartialConversion(root, target, std::move(patterns));
}
