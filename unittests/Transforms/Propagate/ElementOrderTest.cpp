//===- ElementOrderTest.cpp - Comparison of element orders ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagate/ElementOrder.h"
#include "Layout/Map/Tabulate.h"
#include "mlir/IR/AffineExpr.h"
#include "gtest/gtest.h"
#include <numeric>
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

using Elements = std::vector<int64_t>;

/// The offsets of the elements of a shape whose dimension i has `strides[i]`.
Elements getOffsets(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  Elements offsets{0};
  for (auto [extent, stride] : llvm::zip_equal(shape, strides)) {
    Elements inner;
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < extent; ++i)
        inner.push_back(offset + i * stride);
    offsets = inner;
  }
  return offsets;
}

/// One by one: the reference.
Elements transpose(const Elements &elements, ArrayRef<int64_t> shape,
                   ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> strides(shape.size(), 1), extents, moved;
  for (size_t d = shape.size(); d-- > 1;)
    strides[d - 1] = strides[d] * shape[d];
  for (int64_t d : permutation) {
    extents.push_back(shape[d]);
    moved.push_back(strides[d]);
  }
  Elements result;
  for (int64_t offset : getOffsets(extents, moved))
    result.push_back(elements[offset]);
  return result;
}

/// What `order` says, by its map from the old shape to the new one.
Elements read(const ElementOrder &order, MLIRContext *context) {
  SmallVector<int64_t> before = order.getShapeBefore();
  AffineMap map = order.getMap(context);
  AffineExpr offset = getAffineConstantExpr(0, context);
  for (auto [digit, index] :
       llvm::zip_equal(order.getDigits(), map.getResults()))
    offset = offset * digit.extent + index;
  int64_t next = 0;
  Elements result(std::accumulate(before.begin(), before.end(), int64_t(1),
                                  std::multiplies<int64_t>()));
  tabulate(offset, before, [&](TabulatedRows rows) {
    for (int64_t place : rows[0])
      result[place] = next++;
  });
  return result;
}

TEST(ElementOrderTest, ChainsAgreeWithMovesOneByOne) {
  MLIRContext context;
  std::mt19937 random(1);
  SmallVector<SmallVector<int64_t>> shapes{
      {24}, {4, 6}, {6, 4}, {2, 3, 4}, {3, 8}, {2, 2, 6}, {1, 24, 1}, {8, 3}};
  unsigned numRefused = 0;
  for (unsigned chain = 0; chain < 2000; ++chain) {
    ElementOrder order(24);
    Elements expected(24);
    std::iota(expected.begin(), expected.end(), 0);
    for (unsigned step = 0; step < 4; ++step) {
      ArrayRef<int64_t> shape = shapes[random() % shapes.size()];
      SmallVector<int64_t> permutation =
          llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
      std::shuffle(permutation.begin(), permutation.end(), random);
      if (order.transpose(shape, permutation))
        expected = transpose(expected, shape, permutation);
      else
        ++numRefused;
      ASSERT_EQ(read(order, &context), expected);
      ASSERT_EQ(order.isIdentity(),
                std::is_sorted(expected.begin(), expected.end()));
    }
  }
  EXPECT_GT(numRefused, 0u);
}

TEST(ElementOrderTest, ThereAndBackIsNothing) {
  ElementOrder order(48);
  EXPECT_TRUE(order.transpose({6, 8}, {1, 0}));
  EXPECT_FALSE(order.isIdentity());
  // 6 is no part of 16.
  EXPECT_FALSE(order.transpose({3, 16}, {1, 0}));
  EXPECT_TRUE(order.transpose({8, 2, 3}, {1, 2, 0}));
  EXPECT_TRUE(order.isIdentity());
}

TEST(ElementOrderTest, OneElement) {
  ElementOrder order(1);
  EXPECT_TRUE(order.transpose({1, 1}, {1, 0}));
  EXPECT_TRUE(order.isIdentity());
}

} // namespace
