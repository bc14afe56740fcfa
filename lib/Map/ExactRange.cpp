//===- ExactRange.cpp - Ranges within 64 bits -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactRange.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;

bool ExactRange::fits() const { return low >= least && high <= most; }

namespace {

class Evaluator {
public:
  Evaluator(GetExactRange getRange, NarrowRange narrow)
      : getRange(getRange), narrow(narrow) {}

  /// Nullopt if it does not fit.
  std::optional<ExactRange> evaluate(AffineExpr expr) {
    std::optional<ExactRange> range = evaluatePart(expr);
    if (range && !range->fits() && narrow)
      narrow(expr, *range);
    return range && range->fits() ? range : std::nullopt;
  }

private:
  std::optional<ExactRange> evaluatePart(AffineExpr expr) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return ExactRange{DynamicAPInt(constant.getValue()),
                        DynamicAPInt(constant.getValue())};
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return getRange(dim.getPosition());
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return std::nullopt;
    if (expr.getKind() != AffineExprKind::Add)
      return evaluateByConstant(binary);
    auto lhs = evaluatePart(binary.getLHS()),
         rhs = evaluatePart(binary.getRHS());
    if (!lhs || !rhs)
      return std::nullopt;
    return ExactRange{lhs->low + rhs->low, lhs->high + rhs->high};
  }

  std::optional<ExactRange> evaluateByConstant(AffineBinaryOpExpr expr) {
    auto lhs = evaluate(expr.getLHS());
    auto constant = dyn_cast<AffineConstantExpr>(expr.getRHS());
    // The ceiling of the least dividend is computed with the wrong sign.
    if (!constant || !lhs ||
        (expr.getKind() == AffineExprKind::CeilDiv &&
         lhs->low == ExactRange::least))
      return std::nullopt;
    DynamicAPInt factor(constant.getValue());
    if (expr.getKind() == AffineExprKind::Mul) {
      ExactRange product{lhs->low * factor, lhs->high * factor};
      if (factor < 0)
        std::swap(product.low, product.high);
      return product.fits() ? std::optional(product) : std::nullopt;
    }
    if (factor < 1)
      return std::nullopt;
    if (expr.getKind() == AffineExprKind::Mod)
      return ExactRange{DynamicAPInt(0), factor - 1};
    if (expr.getKind() == AffineExprKind::FloorDiv)
      return ExactRange{floorDiv(lhs->low, factor),
                        floorDiv(lhs->high, factor)};
    return ExactRange{ceilDiv(lhs->low, factor), ceilDiv(lhs->high, factor)};
  }

  GetExactRange getRange;
  NarrowRange narrow;
};

} // namespace

std::optional<ExactRange> layout::evaluateExactly(AffineExpr expr,
                                                  GetExactRange getRange,
                                                  NarrowRange narrow) {
  return Evaluator(getRange, narrow).evaluate(expr);
}

std::optional<int> layout::getDirection(AffineExpr expr, unsigned dim) {
  if (!expr.isFunctionOfDim(dim))
    return 0;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  auto lhs = getDirection(binary.getLHS(), dim),
       rhs = getDirection(binary.getRHS(), dim);
  // A remainder goes up and falls back.
  if (!lhs || !rhs || expr.getKind() == AffineExprKind::Mod)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return *lhs * *rhs < 0 ? std::nullopt
                           : std::optional(*lhs != 0 ? *lhs : *rhs);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant || *rhs != 0)
    return std::nullopt;
  return constant.getValue() < 0 ? -*lhs : *lhs;
}
