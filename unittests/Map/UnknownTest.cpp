//===- UnknownTest.cpp - What is not decided proves nothing ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataCondition.h"
#include "Layout/Map/LaneRuns.h"
#include "RandomLanes.h"
#include "TestSupport.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

TEST(Unknown, AnInverseIsTakenOnlyIfProven) {
  IndexMap wrapped(map("(i) -> ((i * 3) mod 2199023255555)"));
  EXPECT_TRUE(succeeded(wrapped.inverse(box({50}))));
  // That there is nothing to invert is not seen.
  EXPECT_TRUE(
      wrapped.isInverse(map("(i) -> (i floordiv 3)"), box({0})).isUnknown());
  EXPECT_TRUE(failed(wrapped.inverse(box({0}))));
}

TEST(Unknown, AConstraintIsDroppedOnlyIfImplied) {
  auto drop = [](int64_t coefficient) {
    ConstraintSystem context(2, 0);
    context.addNonNegative(context.getColumn(0) *
                               llvm::DynamicAPInt(coefficient) -
                           context.getColumn(1));
    context.addNonNegative(context.getColumn(1) + -1);
    AffineExpr i = getAffineDimExpr(0, getContext());
    SmallVector<IndexConstraint> constraints{{i, false}, {-i + 3, false}};
    dropImplied(constraints, context);
    return constraints.size();
  };
  EXPECT_EQ(drop(5), 1u);
  EXPECT_EQ(drop(int64_t(1) << 41), 2u);
}

TEST(Unknown, LanesAreNeighboursOnlyIfProven) {
  auto isScattered = [](int64_t factor) {
    LaneAccess access{
        mapOf(1, (x() * factor) % 16), mapOf(1, x()), {{0, 12}}, {4}, {0}};
    std::optional<LaneRuns> runs = findLaneRuns(access);
    return runs && runs->isScattered();
  };
  EXPECT_FALSE(isScattered(1));
  // Contiguous too, for each value of x.
  EXPECT_TRUE(isScattered((int64_t(1) << 41) + 1));
}

TEST(Unknown, PaddingIsExcludedOnlyByAnInjectiveMap) {
  PhysicalLayout rotated = derive("(i) -> ((i + 3) mod 16)", {16});
  EXPECT_EQ(rotated.hasPadding(1), Truth::No);
  PhysicalLayout scaled = derive("(i) -> ((i * 2199023255555) mod 16)", {16});
  EXPECT_EQ(scaled.getUnknown(),
            "whether the index map is injective: a coefficient is beyond 2^40");
  EXPECT_EQ(scaled.hasPadding(1), Truth::Unknown);
}

/// The greatest index is looked for by ever closer bounds. A search that is
/// given up ends at one that is too small.
TEST(Unknown, AnExtentIsTakenOnlyIfNoIndexIsBeyondIt) {
  AffineMap wrapped = map(
      "(a, b, c, d, e, f, g, h, i, j) -> ((a * 50945 + b * 41605 + c * 66767 + "
      "d * 48789 + e * 98271 + f * 92249 + g * 95233 + h * 83091 + i * 60853 + "
      "j * 45637) floordiv 3 - ((a * 50945 + b * 41605 + c * 66767 + d * 48789 "
      "+ e * 98271 + f * 92249 + g * 95233 + h * 83091 + i * 60853 + j * "
      "45637) "
      "floordiv 100003) * 33334)");
  for (unsigned rank : {1, 2, 4, 10}) {
    SmallVector<int64_t> shape(10, 1);
    std::fill_n(shape.begin(), rank, 2);
    std::string why;
    FailureOr<Box> image = IndexMap(wrapped).imageBox(box(shape), &why);
    if (succeeded(image))
      EXPECT_EQ(image->getShape().front(), extentsOf(wrapped, shape)->front());
    else
      EXPECT_EQ(why, "result 0 of the map: its maximum takes too long to find");
    EXPECT_EQ(failed(image), rank == 10);
  }
}

TEST(Unknown, PaddingIsThereOnlyIfProven) {
  PhysicalLayout huge = derive(
      "(i) -> (i floordiv 2199023255555, i mod 2199023255555)", {dynamic});
  EXPECT_EQ(huge.hasPadding(1), Truth::Unknown);
}
