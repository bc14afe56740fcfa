//===- Transpose.cpp - Blocks transposed in registers ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transpose.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

int64_t layout::getLanesOfPart(Type element) {
  constexpr int64_t partBits = 128;
  return std::max<int64_t>(2, partBits / element.getIntOrFloatBitWidth());
}

static int64_t countLanes(Value vector) {
  return cast<VectorType>(vector.getType()).getNumElements();
}

Value layout::concatVectors(OpBuilder &builder, Location loc,
                            ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts.front();
  Value left = concatVectors(builder, loc, parts.take_front(parts.size() / 2)),
        right = concatVectors(builder, loc, parts.drop_front(parts.size() / 2));
  auto lanes = llvm::to_vector(llvm::seq<int64_t>(2 * countLanes(left)));
  return vector::ShuffleOp::create(builder, loc, left, right, lanes);
}

/// The lanes of the lower or upper halves of the parts of two vectors, in
/// turns.
static Value interleaveHalves(OpBuilder &builder, Location loc, Value a,
                              Value b, int64_t part, bool isUpper) {
  int64_t numLanes = countLanes(a);
  SmallVector<int64_t> lanes;
  for (int64_t first = 0; first < numLanes; first += part)
    for (int64_t i = 0; i < part / 2; ++i) {
      int64_t lane = first + i + (isUpper ? part / 2 : 0);
      lanes.append({lane, numLanes + lane});
    }
  return vector::ShuffleOp::create(builder, loc, a, b, lanes);
}

SmallVector<Value> layout::transposeParts(OpBuilder &builder, Location loc,
                                          SmallVector<Value> vectors) {
  // Each round moves one bit of the number of the vector into the lowest bit of
  // the lane, and the highest bit of the lane into that of the vector.
  int64_t part = vectors.size();
  for (int64_t round = 1; round < part; round *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < part / 2; ++i)
      for (bool isUpper : {false, true})
        next.push_back(interleaveHalves(builder, loc, vectors[i],
                                        vectors[i + part / 2], part, isUpper));
    vectors = std::move(next);
  }
  return vectors;
}

/// Every second part of two vectors, from the first on or from the second.
static Value takeEverySecond(OpBuilder &builder, Location loc, Value a, Value b,
                             int64_t part, bool isOdd) {
  SmallVector<int64_t> lanes;
  for (int64_t first = isOdd ? part : 0; first < 2 * countLanes(a);
       first += 2 * part)
    llvm::append_range(lanes, llvm::seq(first, first + part));
  return vector::ShuffleOp::create(builder, loc, a, b, lanes);
}

/// Returns, as result n, part n of all vectors in a row. There are as many
/// vectors as parts.
static SmallVector<Value> gatherParts(OpBuilder &builder, Location loc,
                                      ArrayRef<Value> vectors, int64_t part) {
  if (vectors.size() == 1)
    return {vectors.front()};
  // The lowest bit of n; the other bits are found among those taken.
  SmallVector<Value> results(vectors.size());
  for (bool isOdd : {false, true}) {
    SmallVector<Value> taken;
    for (size_t i = 0; i < vectors.size(); i += 2)
      taken.push_back(takeEverySecond(builder, loc, vectors[i], vectors[i + 1],
                                      part, isOdd));
    for (auto [i, value] :
         llvm::enumerate(gatherParts(builder, loc, taken, part)))
      results[2 * i + isOdd] = value;
  }
  return results;
}

SmallVector<Value> layout::transposeWhole(OpBuilder &builder, Location loc,
                                          ArrayRef<Value> vectors,
                                          int64_t part) {
  // Part p of result c of group g has column p * part + c of its rows.
  SmallVector<SmallVector<Value>> groups;
  for (size_t first = 0; first < vectors.size(); first += part)
    groups.push_back(transposeParts(
        builder, loc, SmallVector<Value>(vectors.slice(first, part))));
  SmallVector<Value> results(vectors.size());
  for (int64_t column = 0; column < part; ++column) {
    auto ofColumn = llvm::map_to_vector(
        groups, [&](ArrayRef<Value> group) { return group[column]; });
    for (auto [p, value] :
         llvm::enumerate(gatherParts(builder, loc, ofColumn, part)))
      results[p * part + column] = value;
  }
  return results;
}
