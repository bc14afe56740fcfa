//===- ConformanceTest.cpp - What TVM's tests expect of index maps --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts that the tests of Apache TVM (Apache-2.0, January 2024) state about
// index maps (tir-base/test_tir_index_map.py and others, IM) and about iterator
// maps (arith/test_arith_iter_affine_map.py, IA). The numbers are rows of our
// list of such facts. Expected values are TVM's or counted by hand.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {
using Places = std::set<Index>;
}

/// The padding of a one-step layout, by the padding set of the layout.
static Places paddingOf(const PhysicalLayout &layout) {
  Places places;
  auto set = layout.getPaddingSet();
  EXPECT_TRUE(succeeded(set));
  for (const Index &place : allIndices(layout.getPhysicalShape()))
    if (set->containsPoint(place))
      places.insert(place);
  return places;
}

/// The places of a shape for which `isPadding` holds.
static Places placesWhere(ArrayRef<int64_t> shape,
                          function_ref<bool(const Index &)> isPadding) {
  Places places;
  for (const Index &place : allIndices(shape))
    if (isPadding(place))
      places.insert(place);
  return places;
}

/// Expects that the inverse equals `expected` on all of the physical box.
static void expectInverse(const PhysicalLayout &layout, StringRef expected) {
  ASSERT_TRUE(layout.getInverse());
  for (const Index &place : allIndices(layout.getPhysicalShape()))
    EXPECT_EQ(placeOf(layout.getInverse(), place),
              placeOf(map(expected), place));
}

//===----------------------------------------------------------------------===//
// Index maps
//===----------------------------------------------------------------------===//

TEST(IndexMapConformance, IM_01_ApplyToConstants) {
  IndexMap tile(map("(i) -> (i floordiv 4, i mod 4)"));
  EXPECT_THAT(tile.evaluate({0}), ElementsAre(0, 0));
  EXPECT_THAT(tile.evaluate({3}), ElementsAre(0, 3));
  EXPECT_THAT(tile.evaluate({4}), ElementsAre(1, 0));
  EXPECT_THAT(tile.evaluate({42}), ElementsAre(10, 2));
}

TEST(IndexMapConformance, IM_02_ApplyTo64BitConstants) {
  IndexMap tile(map("(i) -> (i floordiv 4, i mod 4)"));
  int64_t large = (int64_t(1) << 40) + 42;
  EXPECT_THAT(tile.evaluate({large}), ElementsAre((int64_t(1) << 38) + 10, 2));
}

TEST(IndexMapConformance, IM_03_ShapeOfImage) {
  IndexMap tile(map("(i) -> (i floordiv 4, i mod 4)"));
  EXPECT_THAT(tile.imageBox(box({4}))->getShape(), ElementsAre(1, 4));
  EXPECT_THAT(tile.imageBox(box({16}))->getShape(), ElementsAre(4, 4));
  EXPECT_THAT(tile.imageBox(box({14}))->getShape(), ElementsAre(4, 4));
}

TEST(IndexMapConformance, IM_05_Inverse) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {16});
  EXPECT_TRUE(layout.isBijective());
  EXPECT_EQ(layout.getInverse(), map("(a, b) -> (a * 4 + b)"));
}

TEST(IndexMapConformance, IM_06_NotBijective) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {14});
  EXPECT_FALSE(layout.isBijective());
  EXPECT_EQ(layout.getNumPadding(), 2);
  EXPECT_THAT(*layout.getFirstPadding(1), ElementsAre(3, 2));
  EXPECT_EQ(paddingOf(layout), (Places{{3, 2}, {3, 3}}));
}

TEST(IndexMapConformance, IM_07_NoPadding) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {16});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(4, 4));
  expectInverse(layout, "(i, j) -> (4 * i + j)");
  EXPECT_THAT(paddingOf(layout), IsEmpty());
  EXPECT_EQ(layout.getFirstPadding(1), std::nullopt);
}

TEST(IndexMapConformance, IM_08_RightPadding) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {15});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(4, 4));
  expectInverse(layout, "(i, j) -> (4 * i + j)");
  EXPECT_EQ(paddingOf(layout), (Places{{3, 3}}));
}

TEST(IndexMapConformance, IM_11_DynamicSize) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {dynamic});
  ASSERT_EQ(layout.getFault(), "");
  ASSERT_EQ(layout.getUnknown(), "");
  EXPECT_EQ(layout.getInverse(), map("(a, b) -> (a * 4 + b)"));
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(dynamic, 4));
  auto set = layout.getPaddingSet();
  ASSERT_TRUE(succeeded(set));
  for (int64_t n = 0; n <= 40; ++n) {
    SmallVector<int64_t> shape = layout.getPhysicalBox().evaluate({n});
    EXPECT_THAT(shape, ElementsAre((n + 3) / 4, 4));
    for (const Index &p : allIndices(shape)) {
      bool isPadding = n % 4 != 0 && p[0] == n / 4 && p[1] >= n % 4;
      EXPECT_EQ(set->containsPoint({p[0], p[1], n}), isPadding);
      EXPECT_EQ(!holds(layout.getDataCondition(1), p, {n}), isPadding);
      EXPECT_EQ(layout.getStepOfPlace(p, {n}), unsigned(isPadding));
    }
  }
}

TEST(IndexMapConformance, IM_12_PaddingOnBothSidesIn2D) {
  PhysicalLayout layout =
      derive("(i, j) -> ((i + 1) floordiv 4, (j + 5) floordiv 8, (i + 1) mod 4,"
             " (j + 5) mod 8)",
             {14, 31});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(4, 5, 4, 8));
  expectInverse(layout, "(a, b, c, d) -> (4 * a + c - 1, 8 * b + d - 5)");
  Places expected = placesWhere({4, 5, 4, 8}, [](const Index &p) {
    int64_t a = p[0], b = p[1], c = p[2], d = p[3];
    return (a == 0 && c < 1) || (a == 3 && c == 3) || (b == 0 && d < 5) ||
           (b == 4 && d >= 4);
  });
  EXPECT_EQ(expected.size(), 206u);
  EXPECT_EQ(layout.getNumPadding(), 206);
  // The parts of the set do not overlap.
  unsigned covered = 0;
  presburger::PresburgerSet padding = *layout.getPaddingSet();
  for (const Index &place : allIndices({4, 5, 4, 8}))
    for (const presburger::IntegerRelation &part : padding.getAllDisjuncts())
      covered += part.containsPointNoLocal(place).has_value();
  EXPECT_EQ(covered, 206u);
  EXPECT_EQ(paddingOf(layout), expected);
}

TEST(IndexMapConformance, IM_13_MultipleRightPadding) {
  PhysicalLayout layout =
      derive("(i) -> (i floordiv 32, (i floordiv 4) mod 8, i mod 4)", {116});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(4, 8, 4));
  expectInverse(layout, "(i, j, k) -> (32 * i + 4 * j + k)");
  EXPECT_EQ(layout.getNumPadding(), 12);
  EXPECT_EQ(paddingOf(layout), placesWhere({4, 8, 4}, [](const Index &p) {
              return p[0] == 3 && 4 * p[1] + p[2] >= 20;
            }));
}

TEST(IndexMapConformance, IM_17_OuterLoopOfExtentOne) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {3});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(1, 4));
  expectInverse(layout, "(i, j) -> (4 * i + j)");
  EXPECT_EQ(paddingOf(layout), (Places{{0, 3}}));
}

TEST(IndexMapConformance, IM_18_UnitAxesBecomeConstants) {
  PhysicalLayout layout =
      derive("(a, b, c, d) -> (d floordiv 32, c floordiv 2, c mod 2, d mod 32)",
             {1, 1, 64, 64});
  EXPECT_TRUE(layout.isBijective());
  EXPECT_EQ(layout.getInverse(),
            map("(p, q, r, s) -> (0, 0, q * 2 + r, p * 32 + s)"));
}

/// Moves each element of `data` to its place, as constant folding of a change
/// of layout does.
template <typename T>
static std::vector<T> rearrange(ArrayRef<T> data, AffineMap affine,
                                ArrayRef<int64_t> shape) {
  PhysicalLayout layout = derive(affine, shape);
  AffineMap offset = layout.getLinearOffset();
  std::vector<T> result(*layout.getPhysicalBox().getNumElements());
  size_t next = 0;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    result[IndexMap(offset).evaluate(index)[0]] = data[next++];
    return true;
  });
  return result;
}

TEST(IndexMapConformance, IM_19_RearrangeDenseData) {
  std::vector<int8_t> data;
  for (int8_t i = 0; i < 16; ++i)
    data.push_back(i);
  EXPECT_EQ(
      rearrange<int8_t>(data, map("(i) -> (i floordiv 4, i mod 4)"), {16}),
      data);
  // The same with the tile outside: element (i mod 4, i floordiv 4) is i.
  EXPECT_THAT(
      rearrange<int8_t>(data, map("(i) -> (i mod 4, i floordiv 4)"), {16}),
      ElementsAre(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
}

TEST(IndexMapConformance, IM_20_TransposeDenseData) {
  std::mt19937_64 random(getSeed());
  std::vector<uint16_t> data(10000);
  for (uint16_t &value : data)
    value = random();
  std::vector<uint16_t> moved = rearrange<uint16_t>(
      data, map("(a, b, c, d) -> (d, a, b, c)"), {10, 10, 10, 10});
  for (unsigned d = 0; d < 10; ++d)
    for (unsigned abc = 0; abc < 1000; ++abc)
      ASSERT_EQ(moved[1000 * d + abc], data[10 * abc + d]);
}

TEST(IndexMapConformance, IM_22_GivenInverseIsVerified) {
  LayoutSpec good = spec({"(a, b) -> (a floordiv 64, b, a mod 64)"});
  good.steps[0].givenInverse = map("(x, y, z) -> (64 * x + z, y)");
  PhysicalLayout layout = derive(good, {128, 32});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(layout.getInverse(), good.steps[0].givenInverse);
  EXPECT_TRUE(layout.isBijective());
  LayoutSpec wrong = good;
  wrong.steps[0].givenInverse = map("(x, y, z) -> (32 * x + z, y)");
  EXPECT_EQ(
      derive(wrong, {128, 32}).getFault(),
      "the given inverse is wrong: the index map maps (64, 0) to (1, 0, 0), "
      "which the inverse takes to (32, 0)");
}

TEST(IndexMapConformance, IM_24_58ElementsInTilesOf8) {
  PhysicalLayout layout = derive("(h) -> (h floordiv 8, h mod 8)", {58});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(8, 8));
  EXPECT_EQ(layout.getNumPadding(), 6);
}

TEST(IndexMapConformance, IM_27_InverseOfAnIteratorMap) {
  FailureOr<AffineMap> inverse =
      IndexMap(map("(a, b) -> ((a mod 16) * 4 + b mod 4, a floordiv 16, "
                   "b floordiv 4)"))
          .inverse(box({64, 64}));
  ASSERT_TRUE(succeeded(inverse));
  AffineMap expected =
      map("(x, y, z) -> (x floordiv 4 + 16 * y, x mod 4 + 4 * z)");
  for (const Index &place : allIndices({64, 4, 16}))
    ASSERT_EQ(placeOf(*inverse, place), placeOf(expected, place));
}

TEST(IndexMapConformance, IM_30_ConstantResults) {
  EXPECT_EQ(*IndexMap(map("(a, b) -> (0, a, b)")).inverse(box({8, 8})),
            map("(x, y, z) -> (y, z)"));
}

//===----------------------------------------------------------------------===//
// Iterator maps: which places are hit
//===----------------------------------------------------------------------===//

/// The image of a map that is non-negative and injective, by its inverse.
static void expectOnto(StringRef text, ArrayRef<int64_t> domain,
                       ArrayRef<int64_t> image) {
  PhysicalLayout layout = derive(text, domain);
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(ArrayRef<int64_t>(layout.getPhysicalShape()), image);
  EXPECT_TRUE(layout.isBijective());
}

static void expectNotInjective(StringRef text, ArrayRef<int64_t> domain,
                               StringRef witness) {
  Decision decision = IndexMap(map(text)).isInjective(box(domain));
  EXPECT_TRUE(decision.isNo());
  EXPECT_EQ(decision.witness, witness);
}

TEST(IndexMapConformance, IM_31_BijectiveWithOffsetRemoved) {
  // TVM says [2, 8) x [0, 32) for (64 + y); with 64 taken off, [0, 6) x [0,
  // 32).
  expectOnto("(y) -> (y floordiv 32, y mod 32)", {192}, {6, 32});
  PhysicalLayout shifted =
      derive("(y) -> ((64 + y) floordiv 32, (64 + y) mod 32)", {192});
  EXPECT_THAT(shifted.getPhysicalShape(), ElementsAre(8, 32));
  EXPECT_EQ(paddingOf(shifted),
            placesWhere({8, 32}, [](const Index &p) { return p[0] < 2; }));
}

/// The values of a one-result map are exactly [low, high): none is left out.
static void expectOntoInterval(StringRef text, ArrayRef<int64_t> shape,
                               int64_t low, int64_t high) {
  IndexMap onto(map(text));
  std::set<int64_t> values;
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    values.insert(onto.evaluate(index).front());
    return true;
  });
  EXPECT_EQ(values.size(), size_t(high - low));
  EXPECT_EQ(*values.begin(), low);
  EXPECT_EQ(*values.rbegin(), high - 1);
}

TEST(IndexMapConformance, IM_32_ImageIsAnInterval) {
  expectOntoInterval("(y) -> ((80 + y) floordiv 32)", {176}, 2, 8);
  IndexMap outer(map("(y) -> ((80 + y) floordiv 32)"));
  EXPECT_THAT(outer.imageBox(box({176}))->getShape(), ElementsAre(8));
  EXPECT_TRUE(IndexMap(map("(y) -> ((80 + y) floordiv 32 - 2)"))
                  .isNonNegative(box({176}))
                  .isYes());
  EXPECT_TRUE(IndexMap(map("(y) -> ((80 + y) floordiv 32 - 3)"))
                  .isNonNegative(box({176}))
                  .isNo());
}

TEST(IndexMapConformance, IM_33_OntoButNotInjective) {
  IndexMap inner(map("(y) -> (((80 + y) floordiv 2) mod 16, (80 + y) mod 2)"));
  EXPECT_THAT(inner.imageBox(box({176}))->getShape(), ElementsAre(16, 2));
  // The first 32 indices already fill 16 x 2, the next one collides.
  EXPECT_TRUE(inner.isInjective(box({32})).isYes());
  expectNotInjective("(y) -> (((80 + y) floordiv 2) mod 16, (80 + y) mod 2)",
                     {176}, "(0) and (32) both map to (8, 0)");
}

TEST(IndexMapConformance, IM_35_PaddedFusion) {
  EXPECT_THAT(
      IndexMap(map("(x) -> (x floordiv 15)")).imageBox(box({26}))->getShape(),
      ElementsAre(2));
  IndexMap inner(map("(x) -> ((x floordiv 3) mod 5, x mod 3)"));
  EXPECT_THAT(inner.imageBox(box({26}))->getShape(), ElementsAre(5, 3));
  EXPECT_TRUE(inner.isInjective(box({15})).isYes()); // 15 places: onto
  expectNotInjective("(x) -> ((x floordiv 3) mod 5, x mod 3)", {26},
                     "(0) and (15) both map to (0, 0)");
}

TEST(IndexMapConformance, IM_36_PaddedFusionWithOffset) {
  expectOntoInterval("(x) -> ((x + 71) floordiv 32)", {45}, 2, 4);
  EXPECT_THAT(IndexMap(map("(x) -> ((x + 71) floordiv 32)"))
                  .imageBox(box({45}))
                  ->getShape(),
              ElementsAre(4));
  EXPECT_TRUE(IndexMap(map("(x) -> ((x + 71) floordiv 32 - 2)"))
                  .isNonNegative(box({45}))
                  .isYes());
  IndexMap inner(map("(x) -> ((x floordiv 4) mod 8, x mod 4)"));
  EXPECT_THAT(inner.imageBox(box({45}))->getShape(), ElementsAre(8, 4));
  EXPECT_TRUE(inner.isInjective(box({32})).isYes()); // 32 places: onto
}

TEST(IndexMapConformance, IM_38_ThreeDigitsThatWrap) {
  StringRef text = "(x) -> ((x + 10) mod 3, ((x + 10) floordiv 3) mod 4, "
                   "((x + 10) floordiv 12) mod 5)";
  EXPECT_THAT(IndexMap(map(text)).imageBox(box({240}))->getShape(),
              ElementsAre(3, 4, 5));
  expectOnto(text, {60}, {3, 4, 5});
  expectNotInjective(text, {240}, "(0) and (60) both map to (1, 3, 0)");
}

TEST(IndexMapConformance, IM_40_NotOnto) {
  PhysicalLayout layout =
      derive("(y) -> ((80 + y) floordiv 32, (80 + y) mod 32)", {176});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(8, 32));
  // 176 of the 192 places from row 2 on hold data.
  EXPECT_EQ(layout.getNumPadding(), 2 * 32 + 192 - 176);
}

TEST(IndexMapConformance, IM_42_ImageWithGaps) {
  PhysicalLayout layout =
      derive("(x, y) -> ((32 * x + 8 * y) floordiv 5)", {5, 4});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(layout.getUnknown(), "");
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(31));
  EXPECT_EQ(layout.getNumPadding(), 11);
}

TEST(IndexMapConformance, IM_44_NotOntoTheModulus) {
  PhysicalLayout layout = derive("(x) -> (x mod 16)", {3});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(16));
  EXPECT_EQ(layout.getNumPadding(), 13);
}

TEST(IndexMapConformance, IM_46_OverlappingFusion) {
  expectOntoInterval("(x, y) -> (7 * x + y)", {3, 8}, 0, 22);
  expectNotInjective("(x, y) -> (7 * x + y)", {3, 8},
                     "(0, 7) and (1, 0) both map to (7)");
  EXPECT_THAT(
      IndexMap(map("(x, y) -> (7 * x + y)")).imageBox(box({3, 8}))->getShape(),
      ElementsAre(22));
}

TEST(IndexMapConformance, IM_47_OverlappingFusionOfThree) {
  expectOntoInterval("(x, y, z) -> (18 * x + 7 * y + z)", {2, 3, 8}, 0, 40);
  expectNotInjective("(x, y, z) -> (18 * x + 7 * y + z)", {2, 3, 8},
                     "(0, 0, 7) and (0, 1, 0) both map to (7)");
  EXPECT_THAT(IndexMap(map("(x, y, z) -> (18 * x + 7 * y + z)"))
                  .imageBox(box({2, 3, 8}))
                  ->getShape(),
              ElementsAre(40));
}

TEST(IndexMapConformance, IM_49_NegativeCoefficient) {
  expectOntoInterval("(x, y) -> (7 * x - y)", {3, 8}, -7, 15);
  expectNotInjective("(x, y) -> (7 * x - y)", {3, 8},
                     "(0, 0) and (1, 7) both map to (0)");
  EXPECT_EQ(
      IndexMap(map("(x, y) -> (7 * x - y)")).isNonNegative(box({3, 8})).witness,
      "maps (0, 1) to (-1)");
  EXPECT_THAT(IndexMap(map("(x, y) -> (7 * x - y + 7)"))
                  .imageBox(box({3, 8}))
                  ->getShape(),
              ElementsAre(22));
}

TEST(IndexMapConformance, IM_51_LongOverlap) {
  expectOntoInterval("(x, a) -> (x + a)", {224, 7}, 0, 230);
  expectNotInjective("(x, a) -> (x + a)", {224, 7},
                     "(0, 1) and (1, 0) both map to (1)");
  EXPECT_THAT(
      IndexMap(map("(x, a) -> (x + a)")).imageBox(box({224, 7}))->getShape(),
      ElementsAre(230));
}
