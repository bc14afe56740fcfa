//===- RandomMaps.cpp - Maps as people write them, and not ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomMaps.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::layout::test;

Index RandomMaps::shape(unsigned rank, int64_t maxElements) {
  Index shape;
  int64_t total = 1;
  for (unsigned d = 0; d < rank; ++d) {
    int64_t limit = std::max<int64_t>(1, maxElements / total);
    shape.push_back(pick(1, std::min<int64_t>(limit, rank == 1 ? 40 : 12)));
    total *= shape.back();
  }
  std::shuffle(shape.begin(), shape.end(), random);
  return shape;
}

void RandomMaps::tile(std::vector<Result> &results) {
  unsigned position = pick(0, results.size() - 1);
  Result whole = results[position];
  int64_t size = pick(2, 8);
  results[position] = {whole.expr.floorDiv(size),
                       (whole.size + size - 1) / size};
  Result inner{whole.expr % size, size};
  results.insert(results.begin() + pick(0, results.size()), inner);
}

void RandomMaps::fuse(std::vector<Result> &results) {
  if (results.size() < 2)
    return;
  std::shuffle(results.begin(), results.end(), random);
  Result inner = results.back();
  results.pop_back();
  Result &outer = results.back();
  // Sometimes with room between rows, and sometimes, wrongly, overlapping.
  int64_t stride = inner.size;
  if (pick(0, 5) == 0)
    stride += pick(-1, 3);
  outer.expr = outer.expr * stride + inner.expr;
  outer.size = (outer.size - 1) * stride + inner.size;
}

void RandomMaps::skew(std::vector<Result> &results) {
  Result &result = any(results), &other = any(results);
  if (result.expr == other.expr)
    return;
  int64_t factor = pick(0, 3) == 0 ? 2 : 1;
  AffineExpr sum = result.expr + other.expr * factor;
  if (pick(0, 1)) {
    int64_t modulus = result.size + pick(0, 2);
    result = {sum % modulus, modulus};
  } else {
    result = {sum, result.size + (other.size - 1) * factor};
  }
}

/// What a careless author writes.
void RandomMaps::spoil(std::vector<Result> &results) {
  Result &result = any(results);
  switch (pick(0, 4)) {
  case 0:
    result = {result.expr % pick(2, 6), 6};
    break;
  case 1:
    result = {result.expr.floorDiv(pick(2, 5)), result.size};
    break;
  case 2:
    result = {result.expr - pick(1, 4), result.size};
    break;
  case 3:
    result = {result.expr * pick(-2, 2) + any(results).expr, 3 * result.size};
    break;
  case 4:
    if (results.size() > 1)
      results.pop_back();
    break;
  }
}

void RandomMaps::rewrite(std::vector<Result> &results) {
  Result &result = any(results);
  MLIRContext *context = getContext();
  switch (pick(0, 11)) {
  case 0:
  case 1:
  case 2:
    if (results.size() < 6)
      tile(results);
    break;
  case 3:
    std::shuffle(results.begin(), results.end(), random);
    break;
  case 4: {
    int64_t offset = pick(1, 9);
    result = {result.expr + offset, result.size + offset};
    break;
  }
  case 5:
    result.expr = getAffineConstantExpr(result.size - 1, context) - result.expr;
    break;
  case 6:
    skew(results);
    break;
  case 7:
  case 8:
    fuse(results);
    break;
  case 9: {
    int64_t value = pick(0, 3);
    results.push_back({getAffineConstantExpr(value, context), value + 1});
    break;
  }
  case 10: {
    int64_t factor = pick(2, 3);
    result = {result.expr * factor, (result.size - 1) * factor + 1};
    break;
  }
  case 11: // A rotation, which a modulus of the size allows.
    result.expr = (result.expr + pick(1, 5)) % result.size;
    break;
  }
}

AffineMap RandomMaps::map(ArrayRef<int64_t> shape) {
  std::vector<Result> results;
  for (unsigned d = 0; d < shape.size(); ++d)
    results.push_back({getAffineDimExpr(d, getContext()), shape[d]});
  for (int64_t n = pick(1, 5); n > 0; --n)
    rewrite(results);
  if (pick(0, 3) == 0)
    spoil(results);
  SmallVector<AffineExpr> exprs;
  for (const Result &result : results)
    exprs.push_back(result.expr);
  return AffineMap::get(shape.size(), 0, exprs, getContext());
}
