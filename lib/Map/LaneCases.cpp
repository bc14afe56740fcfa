//===- LaneCases.cpp - Runs of lanes by tile offset -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/LaneCases.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

AffineMap LaneCases::specialize(AffineMap base, int64_t number) const {
  AffineExpr value = dividend.replaceDims(base.getResults());
  AffineExpr asCase = value.floorDiv(modulus) * modulus + number;
  SmallVector<AffineExpr> index(base.getResults());
  index[dim] = simplifyAffineExpr(index[dim] - value * coefficient,
                                  base.getNumDims(), 0) +
               asCase * coefficient;
  return AffineMap::get(base.getNumDims(), 0, index, base.getContext());
}

size_t LaneCases::getMaxNumRuns() const {
  size_t count = 0;
  for (const LaneRuns &each : cases)
    count = std::max(count, each.runs.size());
  return count;
}

namespace {

/// The linear expressions that a layout divides, each with the least number of
/// which all its divisors are factors, in the order in which they are found.
class DividendCollector {
public:
  void collect(AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return;
    bool divides =
        llvm::is_contained({AffineExprKind::FloorDiv, AffineExprKind::CeilDiv,
                            AffineExprKind::Mod},
                           binary.getKind());
    if (divides)
      if (auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS()))
        note(binary.getLHS(), divisor.getValue());
    collect(binary.getRHS());
    collect(binary.getLHS());
  }

  ArrayRef<std::pair<AffineExpr, int64_t>> get() const { return found; }

private:
  /// A digit of a digit tells of the number below.
  void note(AffineExpr dividend, int64_t divisor) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(dividend);
    if (binary && binary.getKind() == AffineExprKind::FloorDiv) {
      auto below = dyn_cast<AffineConstantExpr>(binary.getRHS());
      int64_t product;
      if (below && !llvm::MulOverflow(below.getValue(), divisor, product))
        note(binary.getLHS(), product);
      return;
    }
    if (divisor < 2 || divisor > maxLaneCases)
      return;
    auto *known = llvm::find_if(
        found, [&](auto &each) { return each.first == dividend; });
    if (known == found.end())
      found.emplace_back(dividend, divisor);
    else
      known->second = std::lcm(known->second, divisor);
  }

  SmallVector<std::pair<AffineExpr, int64_t>> found;
};

} // namespace

/// A dimension of coefficient 1 or -1 in a linear expression.
static std::optional<std::pair<unsigned, int64_t>> findUnit(AffineExpr expr,
                                                            unsigned numDims) {
  SimpleAffineExprFlattener flattener(numDims, 0);
  if (failed(flattener.walkPostOrder(expr)) || flattener.numLocals != 0)
    return std::nullopt;
  ArrayRef<int64_t> row = flattener.operandExprStack.back();
  for (unsigned dim = numDims; dim-- > 0;)
    if (row[dim] == 1 || row[dim] == -1)
      return std::make_pair(dim, row[dim]);
  return std::nullopt;
}

/// Returns true if the runs of all cases are found, and are few enough.
static bool findRunsOfCases(LaneCases &result, const LaneAccess &access,
                            size_t numRuns) {
  size_t sum = 0;
  for (int64_t number = 0; number < result.modulus; ++number) {
    LaneAccess special = access;
    special.base = result.specialize(access.base, number);
    std::optional<LaneRuns> runs = findLaneRuns(special);
    if (!runs || runs->runs.size() >= numRuns)
      return false;
    sum += runs->runs.size();
    if (sum > maxRunsOfAllCases)
      return false;
    result.cases.push_back(std::move(*runs));
  }
  return true;
}

std::optional<LaneCases> layout::findLaneCases(const LaneAccess &access,
                                               size_t numRuns) {
  unsigned numDims = access.layout.getNumDims();
  DividendCollector dividends;
  for (AffineExpr coordinate : llvm::reverse(access.layout.getResults()))
    dividends.collect(coordinate);
  for (auto [dividend, modulus] : dividends.get()) {
    auto unit = findUnit(dividend, numDims);
    if (!unit || modulus > maxLaneCases)
      continue;
    LaneCases result{dividend, modulus, unit->first, unit->second, {}};
    if (findRunsOfCases(result, access, numRuns))
      return result;
  }
  return std::nullopt;
}
