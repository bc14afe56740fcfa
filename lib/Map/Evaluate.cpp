//===- Evaluate.cpp - Values of affine expressions ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Evaluate.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

std::string mlir::layout::whyNotAffine(AffineExpr expr) {
  std::string why;
  llvm::SmallPtrSet<const void *, 16> seen;
  SmallVector<AffineExpr> worklist{expr};
  while (!worklist.empty() && why.empty()) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(worklist.pop_back_val());
    if (!binary || !seen.insert(binary.getAsOpaquePointer()).second)
      continue;
    auto rhs = dyn_cast<AffineConstantExpr>(binary.getRHS());
    bool divides = binary.getKind() != AffineExprKind::Add &&
                   binary.getKind() != AffineExprKind::Mul;
    if (divides && !rhs)
      why = "symbolic divisor";
    else if (divides && rhs.getValue() <= 0)
      why = (binary.getKind() == AffineExprKind::Mod ? "mod by "
                                                     : "division by ") +
            std::to_string(rhs.getValue());
    else if (binary.getKind() == AffineExprKind::Mul && !rhs &&
             !isa<AffineConstantExpr>(binary.getLHS()))
      why = "symbolic factor";
    worklist.push_back(binary.getLHS());
    worklist.push_back(binary.getRHS());
  }
  return why;
}

std::string mlir::layout::whyNotAffine(AffineMap map) {
  for (AffineExpr result : map.getResults())
    if (std::string why = whyNotAffine(result); !why.empty())
      return why;
  return {};
}

static std::optional<int64_t> evaluateBinary(AffineExprKind kind, int64_t lhs,
                                             int64_t rhs) {
  int64_t result;
  switch (kind) {
  case AffineExprKind::Add:
    if (llvm::AddOverflow(lhs, rhs, result))
      return std::nullopt;
    return result;
  case AffineExprKind::Mul:
    if (llvm::MulOverflow(lhs, rhs, result))
      return std::nullopt;
    return result;
  default:
    if (rhs <= 0)
      return std::nullopt;
    if (kind == AffineExprKind::FloorDiv)
      return llvm::divideFloorSigned(lhs, rhs);
    if (kind == AffineExprKind::CeilDiv)
      return llvm::divideCeilSigned(lhs, rhs);
    return llvm::mod(lhs, rhs);
  }
}

std::optional<int64_t> mlir::layout::evaluate(AffineExpr expr,
                                              ArrayRef<int64_t> dims,
                                              ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = evaluate(binary.getLHS(), dims, symbols);
  std::optional<int64_t> rhs = evaluate(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  return evaluateBinary(expr.getKind(), *lhs, *rhs);
}

std::optional<SmallVector<int64_t>>
mlir::layout::evaluate(AffineMap map, ArrayRef<int64_t> dims,
                       ArrayRef<int64_t> symbols) {
  SmallVector<int64_t> values;
  for (AffineExpr result : map.getResults()) {
    std::optional<int64_t> value = evaluate(result, dims, symbols);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return values;
}
