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
