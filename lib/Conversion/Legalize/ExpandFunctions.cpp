//===- ExpandFunctions.cpp - Polynomial approximations --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     math.exp %x fastmath<afn> : vector<8xf32>
// ->  a polynomial of multiplications and additions, after a range reduction
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Transforms/Support/Approximations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::layout;

/// Upstream makes an integer of its argument, which a NaN has none of: the
/// function gets 0 instead, and the result is the NaN. Functions that are 0 at
/// 0 return a zero as it comes: some lose its sign.
static void keepNaNsAndZeros(Operation *function) {
  ImplicitLocOpBuilder builder(function->getLoc(), function);
  Value argument = function->getOperand(0);
  Value zero = arith::ConstantOp::create(
      builder, builder.getZeroAttr(argument.getType()));
  bool keepsZeros = !isa<math::ExpOp, math::ErfcOp>(function);
  using Predicate = arith::CmpFPredicate;
  Predicate predicate = keepsZeros ? Predicate::UEQ : Predicate::UNO;
  Value isKept = arith::CmpFOp::create(builder, predicate, argument,
                                       keepsZeros ? zero : argument);
  function->setOperand(
      0, arith::SelectOp::create(builder, isKept, zero, argument));
  builder.setInsertionPointAfter(function);
  Value result = function->getResult(0);
  auto kept = arith::SelectOp::create(builder, isKept, argument, result);
  result.replaceAllUsesExcept(kept, kept);
}

void layout::expandFunctions(Operation *root) {
  SmallVector<Operation *> functions = collectOps(root, mayBeApproximated);
  llvm::for_each(functions, keepNaNsAndZeros);
  RewritePatternSet patterns(root->getContext());
  // Some make others, such as `expm1` a logarithm of what is near to 1.
  populateMathPolynomialApproximationPatterns(patterns,
                                              [](StringRef) { return true; });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  config.enableFolding(false);
  (void)applyOpPatternsGreedily(functions, std::move(patterns), config);
}
