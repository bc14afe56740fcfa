//===- IndexMapTest.cpp - Maps from logical to physical indices -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/IndexMap.h"
#include "TestSupport.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;
using testing::ElementsAre;

static std::string extents(StringRef text, ArrayRef<int64_t> shape) {
  std::string why;
  FailureOr<Box> image = IndexMap(map(text)).imageBox(box(shape), &why);
  if (failed(image))
    return why;
  std::string result;
  llvm::raw_string_ostream stream(result);
  llvm::interleaveComma(image->getExtents(), stream);
  return result;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

TEST(Box, CountsElements) {
  EXPECT_EQ(box({3, 4}).getNumElements(), 12);
  EXPECT_EQ(box({}).getNumElements(), 1);
  EXPECT_EQ(box({int64_t(1) << 40, int64_t(1) << 40}).getNumElements(),
            std::nullopt);
  EXPECT_EQ(box({int64_t(1) << 40, int64_t(1) << 40, 0}).getNumElements(), 0);
  EXPECT_EQ(box({3, dynamic}).getNumElements(), std::nullopt);
}

TEST(Box, NumbersDynamicExtents) {
  Box domain = box({dynamic, 31, dynamic});
  EXPECT_EQ(domain.getNumParams(), 2u);
  EXPECT_THAT(domain.getShape(), ElementsAre(dynamic, 31, dynamic));
  EXPECT_THAT(domain.evaluate({5, 7}), ElementsAre(5, 31, 7));
  EXPECT_FALSE(domain.isStatic());
  // The image of (i) -> (2 * i) is 2 N - 1 long, which means none for N = 0.
  Box image = *IndexMap(map("(i) -> (2 * i)")).imageBox(box({dynamic}));
  EXPECT_THAT(image.evaluate({3}), ElementsAre(5));
  EXPECT_THAT(image.evaluate({0}), ElementsAre(0));
}

TEST(Box, IsAPolyhedronOverIndexAndParameters) {
  auto set = box({dynamic, 2}).toPolyhedron();
  EXPECT_EQ(set.getNumDimVars(), 2u);
  EXPECT_EQ(set.getNumSymbolVars(), 1u);
  EXPECT_TRUE(set.containsPoint({4, 1, 5}));
  EXPECT_FALSE(set.containsPoint({5, 1, 5}));
  EXPECT_FALSE(set.containsPoint({4, 2, 5}));
  EXPECT_FALSE(set.containsPoint({-1, 0, 5}));
}

TEST(ForEachIndex, VisitsRowMajorAndStopsWhenTold) {
  std::vector<Index> visited;
  forEachIndex({2, 3}, [&](ArrayRef<int64_t> index) {
    visited.push_back(index.vec());
    return visited.size() < 5;
  });
  EXPECT_EQ(printSet(visited), "(0, 0)(0, 1)(0, 2)(1, 0)(1, 1)");
  unsigned count = 0;
  auto counter = [&](ArrayRef<int64_t>) { return ++count, true; };
  forEachIndex({2, 0, 3}, counter);
  EXPECT_EQ(count, 0u);
  forEachIndex({}, counter);
  EXPECT_EQ(count, 1u);
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

TEST(IndexMap, ComposesInReadingOrder) {
  IndexMap tile(map("(i) -> (i floordiv 4, i mod 4)"));
  IndexMap swap(map("(a, b) -> (b, a)"));
  for (int64_t i = 0; i < 16; ++i)
    EXPECT_EQ(tile.compose(swap).evaluate({i}),
              swap.evaluate(tile.evaluate({i})));
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

TEST(ImageBox, KeepsTilesWhole) {
  EXPECT_EQ(
      extents("(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)", {2, 5, 5, 3}),
      "2, 1, 5, 5, 4");
  EXPECT_EQ(extents("(i) -> (i mod 4)", {3}), "4");
}

TEST(ImageBox, EmptyDomainsFollowTheFormula) {
  EXPECT_EQ(extents("(i) -> (i floordiv 4, i mod 4)", {0}), "0, 4");
  EXPECT_EQ(extents("(i) -> (i * 2)", {0}), "0"); // 2 (0 - 1) + 1 = -1
  EXPECT_EQ(extents("(i) -> (i floordiv 4, i mod 4)", {dynamic}),
            "s0 ceildiv 4, 4");
}

TEST(ImageBox, DynamicExtentsAreExpressions) {
  EXPECT_EQ(extents("(i, j) -> (i floordiv 32, j, i mod 32)", {dynamic, 31}),
            "s0 ceildiv 32, 31, 32");
  EXPECT_EQ(extents("(i, j) -> (j, i)", {dynamic, dynamic}), "s1, s0");
  EXPECT_EQ(extents("(i, j) -> (i * 31 + j)", {dynamic, 31}), "s0 * 31");
  EXPECT_EQ(extents("(i) -> ((i + 2) floordiv 8)", {dynamic}),
            "(s0 + 2) ceildiv 8");
  EXPECT_EQ(extents("(i) -> (9 - i)", {dynamic}), "10");
}

TEST(ImageBox, EqualSubexpressionsAreOneVariable) {
  // With v for i mod 4: v + (3 - v) is 3 whatever v is.
  EXPECT_EQ(extents("(i) -> ((i mod 4) * 2 + (3 - i mod 4) * 2)", {9}), "7");
  // i mod 4 and i mod 8 are two variables, though i ties them together.
  EXPECT_EQ(extents("(i) -> (i mod 4 + i mod 8)", {3}), "11");
}

TEST(ImageBox, FindsMaximaInside) {
  // i - 2 (i floordiv 4) peaks at i = 31 or wherever i mod 4 = 3 comes last.
  EXPECT_EQ(extents("(i) -> (i - (i floordiv 4) * 2)", {33}), "18");
  EXPECT_EQ(extents("(i) -> ((i floordiv 4) * 5 - i)", {34}), "9");
}

TEST(ImageBox, SaysWhichResultIsNotKnown) {
  EXPECT_EQ(extents("(i) -> (0, i - (i floordiv 4) * 2)", {dynamic}),
            "result 1 of the map: its maximum over a dynamic extent is not "
            "known");
  EXPECT_EQ(extents("(i, j) -> (i * 4611686018427387904 + j)", {4, 4}),
            "result 0 of the map: its extent is beyond 64 bits");
}

//===----------------------------------------------------------------------===//
// Verdicts and their witnesses
//===----------------------------------------------------------------------===//

TEST(IsNonNegative, NamesTheFirstIndex) {
  Decision decision =
      IndexMap(map("(i) -> (2 * i - 3)")).isNonNegative(box({16}));
  EXPECT_TRUE(decision.isNo());
  EXPECT_EQ(decision.witness, "maps (0) to (-3)");
  EXPECT_EQ(IndexMap(map("(i, j) -> (i, j * 2 - i)"))
                .isNonNegative(box({8, 3}))
                .witness,
            "maps (1, 0) to (1, -1)");
  EXPECT_EQ(IndexMap(map("(i) -> (9 - i)")).isNonNegative(box({20})).witness,
            "maps (10) to (-1)");
}

TEST(IsNonNegative, NamesTheSmallestExtent) {
  EXPECT_EQ(
      IndexMap(map("(i) -> (9 - i)")).isNonNegative(box({dynamic})).witness,
      "maps (10) to (-1) for N = 11");
  EXPECT_EQ(IndexMap(map("(i, j) -> (4 - i - j)"))
                .isNonNegative(box({dynamic, dynamic}))
                .witness,
            "maps (0, 5) to (-1) for N0 = 1, N1 = 6");
}

TEST(IsNonNegative, HoldsOnEmptyAndExactDomains) {
  EXPECT_TRUE(IndexMap(map("(i) -> (-5)")).isNonNegative(box({0})).isYes());
  EXPECT_TRUE(IndexMap(map("(i) -> (9 - i)")).isNonNegative(box({10})).isYes());
  // i mod 4 is 4 (i floordiv 4) less than i; intervals alone cannot tell.
  EXPECT_TRUE(IndexMap(map("(i) -> (i - (i floordiv 4) * 3)"))
                  .isNonNegative(box({100}))
                  .isYes());
}

TEST(IsInjective, NamesTheFirstPair) {
  EXPECT_EQ(
      IndexMap(map("(i, j) -> (i mod 2, j)")).isInjective(box({4, 4})).witness,
      "(0, 0) and (2, 0) both map to (0, 0)");
  EXPECT_EQ(
      IndexMap(map("(i) -> (i mod 5)")).isInjective(box({dynamic})).witness,
      "(0) and (5) both map to (0) for N = 6");
}

TEST(IsInjective, DecidesWhatHasNoStructuralInverse) {
  EXPECT_TRUE(IndexMap(map("(i) -> ((i * 3) floordiv 2)"))
                  .isInjective(box({50}))
                  .isYes());
  EXPECT_TRUE(IndexMap(map("(i, j) -> (i * 3 + j * 5)"))
                  .isInjective(box({5, 3}))
                  .isYes());
  EXPECT_EQ(IndexMap(map("(i, j) -> (i * 3 + j * 5)"))
                .isInjective(box({6, 4}))
                .witness,
            "(0, 3) and (5, 0) both map to (15)");
}

TEST(IsInjective, HoldsWhereThereIsNoPair) {
  EXPECT_TRUE(IndexMap(map("(i) -> (0)")).isInjective(box({1})).isYes());
  EXPECT_TRUE(IndexMap(map("(i) -> (0)")).isInjective(box({0})).isYes());
  EXPECT_TRUE(IndexMap(map("(i, j) -> (0)")).isInjective(box({0, 9})).isYes());
  EXPECT_TRUE(IndexMap(map("() -> (0)")).isInjective(box({})).isYes());
  EXPECT_TRUE(IndexMap(map("() -> ()")).isInjective(box({})).isYes());
  EXPECT_TRUE(IndexMap(map("(i) -> ()")).isInjective(box({1})).isYes());
  EXPECT_EQ(IndexMap(map("(i) -> ()")).isInjective(box({2})).witness,
            "(0) and (1) both map to ()");
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

static void expectInverse(StringRef text, ArrayRef<int64_t> shape,
                          StringRef expected) {
  FailureOr<AffineMap> inverse = IndexMap(map(text)).inverse(box(shape));
  ASSERT_TRUE(succeeded(inverse)) << text.str();
  EXPECT_EQ(*inverse, map(expected));
}

TEST(Inverse, IsTidy) {
  expectInverse("(i) -> (i floordiv 4, i mod 4)", {14},
                "(a, b) -> (a * 4 + b)");
  expectInverse("(i) -> (i floordiv 32, (i floordiv 4) mod 8, i mod 4)", {116},
                "(a, b, c) -> (a * 32 + b * 4 + c)");
  expectInverse("(i) -> (i floordiv 32, (i mod 32) floordiv 4, i mod 4)", {116},
                "(a, b, c) -> (a * 32 + b * 4 + c)");
  expectInverse("(i) -> (7 - i)", {8}, "(a) -> (-a + 7)");
  expectInverse("(i) -> (i * 3 + 5)", {8}, "(a) -> ((a + 1) floordiv 3 - 2)");
  expectInverse("(i, j) -> (i, j + i)", {4, 4}, "(a, b) -> (a, b - a)");
}

TEST(Inverse, UndoesFusionFollowedBySplit) {
  // The image of this map defeats symbolic methods; its digits do not.
  expectInverse(
      "(n, h, w, c) -> (n * 3477 + h * 57 + w, c floordiv 4, c mod 4)",
      {8, 61, 57, 14},
      "(a, b, c) -> (a floordiv 3477, (a floordiv 57) mod 61, a mod 57, "
      "b * 4 + c)");
}

TEST(Inverse, UndoesSkewsAndRotations) {
  expectInverse("(i, j) -> (i, (j + i) mod 8)", {16, 8},
                "(a, b) -> (a, (b - a) mod 8)");
  expectInverse("(i) -> ((i + 3) mod 8)", {8}, "(a) -> ((a + 5) mod 8)");
  for (StringRef text :
       {"(i) -> (i floordiv 8, (i mod 8 + i floordiv 8) mod 8)",
        "(i, j) -> (i floordiv 4, (j + i floordiv 4) mod 16, i mod 4)",
        "(i, j) -> ((i + j * 2) mod 32, j)"})
    EXPECT_TRUE(succeeded(IndexMap(map(text)).inverse(
        map(text).getNumDims() == 1 ? box({60}) : box({30, 16}))))
        << text.str();
}

TEST(Inverse, WorksWithDynamicExtents) {
  expectInverse("(i) -> (i floordiv 4, i mod 4)", {dynamic},
                "(a, b) -> (a * 4 + b)");
  expectInverse("(i, j) -> (i * 31 + j)", {dynamic, 31},
                "(a) -> (a floordiv 31, a mod 31)");
  // An inner dynamic extent would have to be divided by.
  EXPECT_TRUE(failed(
      IndexMap(map("(i, j) -> (i * 31 + j)")).inverse(box({31, dynamic}))));
}

TEST(Inverse, IsRefusedWhereThereIsNone) {
  EXPECT_TRUE(failed(IndexMap(map("(i) -> (i mod 4)")).inverse(box({5}))));
  EXPECT_TRUE(failed(IndexMap(map("(i, j) -> (i + j)")).inverse(box({2, 2}))));
}

TEST(IsInverse, NamesTheFirstIndexThatDiffers) {
  IndexMap tile(map("(i) -> (i floordiv 4, i mod 4)"));
  EXPECT_TRUE(tile.isInverse(map("(a, b) -> (4 * a + b)"), box({14})).isYes());
  EXPECT_EQ(tile.isInverse(map("(a, b) -> (3 * a + b)"), box({14})).witness,
            "maps (4) to (1, 0), which the inverse takes to (3)");
  EXPECT_TRUE(tile.isInverse(map("(a, b) -> (3 * a + b)"), box({4})).isYes());
  EXPECT_EQ(tile.isInverse(map("(a, b) -> (a * 4 + b mod 2)"), box({dynamic}))
                .witness,
            "maps (2) to (0, 2), which the inverse takes to (0) for N = 3");
}

//===----------------------------------------------------------------------===//
// Hostile maps: an answer or a reason, never a crash
//===----------------------------------------------------------------------===//

static void expectUnknown(AffineMap affine, ArrayRef<int64_t> shape,
                          StringRef why) {
  IndexMap index(affine);
  for (const Decision &decision :
       {index.isNonNegative(box(shape)), index.isInjective(box(shape))}) {
    EXPECT_TRUE(decision.isUnknown());
    EXPECT_EQ(decision.witness, why);
  }
  std::string reason;
  EXPECT_TRUE(failed(index.imageBox(box(shape), &reason)));
  EXPECT_EQ(reason, why);
  EXPECT_TRUE(failed(index.inverse(box(shape))));
}

TEST(HostileMaps, FaultsAreNamed) {
  expectUnknown(map("(i) -> (i floordiv 0)"), {8}, "division by 0");
  expectUnknown(map("(i) -> (i mod 0)"), {8}, "mod by 0");
  expectUnknown(map("(i) -> (i mod -4)"), {8}, "mod by -4");
  expectUnknown(map("(i) -> (i ceildiv -2 + 1)"), {8}, "division by -2");
  expectUnknown(map("(i)[s] -> (i floordiv s)"), {8},
                "an index map takes no symbols");
  expectUnknown(map("(i)[s] -> (i + s)"), {8}, "an index map takes no symbols");
}

TEST(HostileMaps, HugeConstantsAreUnknownOrExact) {
  AffineExpr i = getAffineDimExpr(0, getContext());
  int64_t largest = std::numeric_limits<int64_t>::max();
  int64_t least = std::numeric_limits<int64_t>::min();
  auto constant = [](int64_t value) {
    return getAffineConstantExpr(value, getContext());
  };
  AffineExpr exprs[] = {
      i * largest,
      i * least,
      i + least,
      (i * (largest / 2)).floorDiv(3) - i,
      i % constant(largest),
      i.floorDiv(constant(largest)),
      i.ceilDiv(constant(largest)) * 2,
      i * -largest + largest,
      (i + largest) % 7,
      (i + least) % 7,
      (i.floorDiv(constant(largest / 2)) + least).floorDiv(constant(largest)),
  };
  for (AffineExpr expr : exprs)
    for (int64_t size :
         {int64_t(0), int64_t(1), int64_t(2), largest, dynamic}) {
      IndexMap index(AffineMap::get(1, 0, expr));
      SCOPED_TRACE(print(index.getAffineMap()) + " on " + std::to_string(size));
      Decision injective = index.isInjective(box({size}));
      Decision sign = index.isNonNegative(box({size}));
      EXPECT_EQ(injective.isYes(), injective.witness.empty());
      EXPECT_EQ(sign.isYes(), sign.witness.empty());
      EXPECT_FALSE(injective.isNo() && (size == 0 || size == 1));
      EXPECT_FALSE(sign.isNo() && size == 0);
      std::string why;
      EXPECT_NE(succeeded(index.imageBox(box({size}), &why)), !why.empty());
      if (succeeded(index.inverse(box({size}))))
        EXPECT_TRUE(injective.isYes());
      EXPECT_EQ(derive(index.getAffineMap(), {size}).getNumSteps(), 1u);
    }
}

TEST(HostileMaps, TooManyDivisionsAreUnknown) {
  AffineExpr i = getAffineDimExpr(0, getContext());
  AffineExpr sum = i * 0;
  for (int64_t k = 2; k < 60; ++k)
    sum = sum + (i * (2 * k + 1)).floorDiv(k) * (k % 2 ? 1 : -1);
  AffineMap affine = AffineMap::get(1, 0, {sum}, getContext());
  Decision decision = IndexMap(affine).isInjective(box({1000}));
  EXPECT_TRUE(decision.isUnknown());
  EXPECT_EQ(decision.witness, "more than 40 divisions");
}

TEST(HostileMaps, PlacesBeyond64BitsAreSaidToBe) {
  // 1 goes to -1, by way of 2^63.
  IndexMap negative(map("(i) -> ((i + 9223372036854775807) floordiv 2 * -1 "
                        "+ 4611686018427387903)"));
  EXPECT_TRUE(negative.isNonNegative(box({4})).isNo());
  EXPECT_EQ(negative.isNonNegative(box({4})).witness,
            "maps (1) to a place that does not fit 64 bits");
  // i goes to i, likewise: where the inverse fails is not computed.
  IndexMap far(map("(i) -> ((2 * i + 9223372036854775807) ceildiv 2 "
                   "- 4611686018427387904)"));
  Decision inverse = far.isInverse(map("(a) -> (a - a floordiv 2)"), box({4}));
  EXPECT_TRUE(inverse.isUnknown());
  EXPECT_EQ(inverse.witness, "a witness is beyond 64 bits");
}

TEST(HostileMaps, ExtentsBeyond64BitsAreNotSearchedFor) {
  std::string why;
  IndexMap index(
      map("(i) -> (4611686018427387904 * i - 4611686018427387904 * (i floordiv "
          "2))"));
  EXPECT_TRUE(failed(index.imageBox(box({4}), &why)));
  EXPECT_EQ(why, "result 0 of the map: its extent is beyond 64 bits");
}

TEST(HostileMaps, AnInverseTimesASymbolIsNotAsked) {
  IndexMap index(map("(i) -> (i)"));
  Decision decision = index.isInverse(map("(a)[s] -> (a * s)"), box({dynamic}));
  EXPECT_TRUE(decision.isUnknown());
  EXPECT_EQ(decision.witness, "symbolic factor");
}

TEST(ImageBox, TakesAnExtentThatIsNotKnownForWhatItIs) {
  std::string why;
  IndexMap index(map("(i) -> (i + 1)"));
  Box unknown({AffineExpr()}, 0, getContext());
  EXPECT_TRUE(failed(index.imageBox(unknown, &why)));
  EXPECT_EQ(why, "result 0 of the map: its domain is not known");
}
