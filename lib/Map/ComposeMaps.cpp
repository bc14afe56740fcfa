//===- ComposeMaps.cpp - Composition of maps, bounded in size -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComposeMaps.h"
#include "DigitSum.h"
#include "Layout/Map/Simplify.h"

using namespace mlir;
using namespace mlir::layout;

/// Limit of nodes of a composed map. Composition can double a map with each
/// step: a result that mentions its index twice, applied 40 times, mentions it
/// 2^40 times. No layout that a person wrote comes near this limit.
static constexpr uint64_t maxExpressionSize = 20000;

/// Returns the number of nodes of `expr` once dimension i is replaced by an
/// expression of `dims[i]` nodes. `sizes` caches the sizes of subexpressions,
/// which MLIR shares, so that each is visited once.
static uint64_t measure(AffineExpr expr, ArrayRef<uint64_t> dims,
                        DenseMap<AffineExpr, uint64_t> &sizes) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  auto known = sizes.find(expr);
  if (known != sizes.end())
    return known->second;
  uint64_t size =
      llvm::SaturatingAdd(measure(binary.getLHS(), dims, sizes),
                          measure(binary.getRHS(), dims, sizes), uint64_t(1));
  sizes[expr] = size;
  return size;
}

/// The number of nodes of `outer` after `inner`, which need not be built.
static uint64_t measureComposed(AffineMap outer, AffineMap inner) {
  SmallVector<uint64_t> ones(inner.getNumDims(), 1), innerSizes;
  DenseMap<AffineExpr, uint64_t> sizes;
  uint64_t total = 0;
  for (AffineExpr result : inner.getResults())
    innerSizes.push_back(measure(result, ones, sizes));
  sizes.clear();
  for (AffineExpr result : outer.getResults())
    total = llvm::SaturatingAdd(total, measure(result, innerSizes, sizes));
  return total;
}

AffineMap mlir::layout::composeShort(AffineMap outer, AffineMap inner) {
  constexpr uint64_t maxInOps = 1024;
  return measureComposed(outer, inner) <= maxInOps ? outer.compose(inner)
                                                   : AffineMap();
}

AffineMap mlir::layout::composeBounded(AffineMap outer, AffineMap inner,
                                       const Box &domain) {
  if (measureComposed(outer, inner) > maxExpressionSize)
    return {};
  // Coefficients multiply with each step, too. Reading the composition as sums
  // finds out whether one of them exceeds 64 bits.
  SmallVector<Interval> ranges = getIndexRanges(domain);
  SumContext sums(ranges, {}, outer.getContext());
  SmallVector<Sum> values;
  for (AffineExpr result : inner.getResults())
    values.push_back(sums.read(result));
  sums.substituteDims(values);
  for (AffineExpr result : outer.getResults())
    sums.read(result);
  if (sums.hasFailed())
    return {};
  return simplifyUnderRanges(outer.compose(inner), ranges, {});
}
