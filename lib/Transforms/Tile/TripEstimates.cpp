//===- TripEstimates.cpp - About how often loops run ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TripEstimates.h"

#include "Layout/IR/LoopCounters.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

using Numbers = ArrayRef<std::optional<double>>;

/// Of dimensions and symbols in one row; divisions as of reals, but for
/// remainders, which are taken to be half of what they may be at most.
static std::optional<double> estimate(AffineExpr expr, Numbers operands,
                                      unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return double(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<double> a = estimate(binary.getLHS(), operands, numDims);
  std::optional<double> b = estimate(binary.getRHS(), operands, numDims);
  if (!a || !b)
    return std::nullopt;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return *a + *b;
  case AffineExprKind::Mul:
    return *a * *b;
  case AffineExprKind::Mod:
    return *b / 2;
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return *b == 0 ? std::nullopt : std::optional(*a / *b);
  default:
    return std::nullopt;
  }
}

/// The greatest, or least, result of a map whose results are known; in a bound
/// of both kinds those that are known bound the loop, too.
static std::optional<double>
estimateBound(const CounterBound &its, bool isLower,
              const llvm::DenseMap<Value, double> &middles,
              std::optional<double> unknown) {
  AffineMap map = its.map;
  SmallVector<Value> values(its.operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  auto numbers = llvm::map_to_vector(values, [&](Value value) {
    APInt constant;
    if (matchPattern(value, m_ConstantInt(&constant)))
      return std::optional<double>(constant.getSExtValue());
    auto middle = middles.find(value);
    return middle == middles.end() ? unknown : std::optional(middle->second);
  });
  std::optional<double> bound;
  for (AffineExpr result : map.getResults())
    if (std::optional<double> value =
            estimate(result, numbers, map.getNumDims()))
      bound = !bound    ? *value
              : isLower ? std::max(*bound, *value)
                        : std::min(*bound, *value);
  return bound;
}

std::optional<double> TripEstimates::get(affine::AffineForOp loop) {
  LoopCounter counter = getLoopCounters(loop).front();
  // Between two values of which nothing is known there is as much as one.
  std::optional<double> none = unknown ? std::optional(0.0) : std::nullopt,
                        low = estimateBound(counter.lower, true, middles, none),
                        high = estimateBound(counter.upper, false, middles,
                                             unknown);
  if (!low || !high)
    return std::nullopt;
  middles[counter.variable] = (*low + *high) / 2;
  return std::max(0.0, (*high - *low) / *counter.step);
}

double layout::estimateIterations(affine::AffineForOp loop) {
  constexpr double unknown = 100;
  SmallVector<affine::AffineForOp> loops;
  affine::getAffineForIVs(*loop, &loops);
  loops.push_back(loop);
  TripEstimates estimates(unknown);
  double count = 1;
  for (affine::AffineForOp its : loops)
    count *= std::max(1.0, estimates.get(its).value_or(unknown));
  return count;
}
