//===- NestReorderMap.cpp - Re-indexing maps of loop nests ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestReorderMap.h"

#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/IndexMap.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// NestReorderMap
//===----------------------------------------------------------------------===//

void NestReorderMap::addInput(AffineExpr variable, Interval range,
                              int64_t step) {
  Input input{variable, *range.low, step, std::nullopt};
  if (range.high)
    input.count =
        *range.high < *range.low ? 0 : (*range.high - *range.low) / step + 1;
  inputs.push_back(input);
}

void NestReorderMap::addResult(AffineExpr expr, Interval range) {
  DenseMap<AffineExpr, AffineExpr> counters;
  for (auto [number, input] : llvm::enumerate(inputs))
    counters[input.variable] =
        getAffineDimExpr(number, context) * input.step + input.low;
  // Index maps are not negative.
  int64_t offset = range.low && *range.low < 0 ? *range.low : 0;
  results.push_back({expr.replace(counters) - offset, offset, 1});
}

void NestReorderMap::addKept(AffineExpr variable) {
  for (auto [number, input] : llvm::enumerate(inputs))
    if (input.variable == variable)
      results.push_back(
          {getAffineDimExpr(number, context), input.low, input.step});
}

AffineMap NestReorderMap::getMap() const {
  SmallVector<AffineExpr> exprs;
  for (const Result &result : results)
    exprs.push_back(result.expr);
  return AffineMap::get(inputs.size(), 0, exprs, context);
}

Box NestReorderMap::getBox() const {
  SmallVector<AffineExpr> extents;
  unsigned numParams = 0;
  for (const Input &input : inputs)
    extents.push_back(input.count ? getAffineConstantExpr(*input.count, context)
                                  : getAffineSymbolExpr(numParams++, context));
  return Box(extents, numParams, context);
}

FailureOr<AffineMap> NestReorderMap::inverse() const {
  IndexMap map(getMap());
  if (!map.getFault().empty())
    return failure();
  return map.inverse(getBox());
}

Decision NestReorderMap::isInjective() const {
  IndexMap map(getMap());
  if (std::string fault = map.getFault(); !fault.empty())
    return Decision::unknown(fault);
  return map.isInjective(getBox());
}

AffineExpr NestReorderMap::solve(AffineMap inverse, unsigned input,
                                 ArrayRef<AffineExpr> values) const {
  SmallVector<AffineExpr> places;
  for (auto [result, value] : llvm::zip_equal(results, values)) {
    AffineExpr place = value - result.offset;
    places.push_back(result.step == 1 ? place : place.floorDiv(result.step));
  }
  return inverse.getResult(input).replaceDims(places) * inputs[input].step +
         inputs[input].low;
}

//===----------------------------------------------------------------------===//
// GuardFinder
//===----------------------------------------------------------------------===//

static void add(ConstraintSystem &system, const IndexConstraint &constraint) {
  LinearForm form = system.express(constraint.expr, system.getDims(), {});
  if (constraint.isEq)
    system.addZero(form);
  else
    system.addNonNegative(form);
}

bool GuardFinder::isImplied(const IndexConstraint &guard,
                            ArrayRef<IndexConstraint> rest) {
  SmallVector<IndexConstraint, 2> violations{{-guard.expr - 1}};
  if (guard.isEq)
    violations.push_back({guard.expr - 1});
  return llvm::all_of(violations, [&](const IndexConstraint &violation) {
    ConstraintSystem system(ranges.size(), 0);
    for (auto [column, range] : llvm::enumerate(ranges)) {
      LinearForm variable = system.getColumn(column);
      if (range.low)
        system.addNonNegative(variable + -*range.low);
      if (range.high)
        system.addNonNegative(-variable + *range.high);
    }
    for (const IndexConstraint &constraint : known)
      add(system, constraint);
    for (const IndexConstraint &constraint : rest)
      add(system, constraint);
    add(system, violation);
    return system.isEmpty() == Truth::Yes;
  });
}

SmallVector<IndexConstraint> GuardFinder::find() {
  for (size_t i = 0; i < guards.size();) {
    SmallVector<IndexConstraint> rest(guards);
    rest.erase(rest.begin() + i);
    if (isImplied(guards[i], rest))
      guards.erase(guards.begin() + i);
    else
      ++i;
  }
  for (IndexConstraint &guard : guards) {
    AffineMap map = AffineMap::get(ranges.size(), 0, guard.expr);
    map = untangleDigits(simplifyUnderRanges(map, ranges, {}), ranges, {});
    guard.expr = simplifyAffineExpr(map.getResult(0), ranges.size(), 0);
  }
  return guards;
}
