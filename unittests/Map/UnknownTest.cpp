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
    SmallVector<Constraint> constraints{{i, false}, {-i + 3, false}};
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
  EXPECT_TRUE(isScattered((int64_t(1) << 41) + 3));
}

TEST(Unknown, PaddingIsExcludedOnlyByAnInjectiveMap) {
  PhysicalLayout rotated = derive("(i) -> ((i + 3) mod 16)", {16});
  EXPECT_EQ(rotated.hasPadding(1), Truth::No);
  PhysicalLayout scaled = derive("(i) -> ((i * 2199023255555) mod 16)", {16});
  EXPECT_EQ(scaled.getUnknown(),
            "whether the index map is injective: a coefficient is beyond 2^40");
  EXPECT_EQ(scaled.hasPadding(1), Truth::Unknown);
}

TEST(Unknown, PaddingIsThereOnlyIfProven) {
  PhysicalLayout huge = derive(
      "(i) -> (i floordiv 2199023255555, i mod 2199023255555)", {dynamic});
  EXPECT_EQ(huge.hasPadding(1), Truth::Unknown);
}
