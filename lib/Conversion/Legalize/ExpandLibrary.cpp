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

LogicalResult layout::expandLibrary(Operation *root) {
  if (failed(clearCalledNames(root)))
    return failure();
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  populateMathToLibmConversionPatterns(patterns);
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return !isCalled(root, op); });
  return applyPartialConversion(root, target, std::move(patterns));
}
