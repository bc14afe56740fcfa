//===- PhysicalLayoutTest.cpp - Physical shape, padding, inverse ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/PhysicalLayout.h"
#include "TestSupport.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;
using testing::ElementsAre;

/// One letter per place in row-major order: "." for data, then "a" for padding
/// of step 1, "b" of step 2; rows of the given width.
static std::string draw(const PhysicalLayout &layout, unsigned width) {
  std::string text;
  unsigned column = 0;
  for (const Index &place : allIndices(layout.getPhysicalShape())) {
    unsigned step = *layout.getStepOfPlace(place);
    text += step == 0 ? '.' : char('a' + step - 1);
    if (++column % width == 0)
      text += '|';
  }
  return text;
}

static std::string faultOf(StringRef text, ArrayRef<int64_t> shape) {
  return derive(text, shape).getFault();
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST(PhysicalLayout, OneStepOf14InTilesOf4) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {14});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(layout.getUnknown(), "");
  EXPECT_EQ(draw(layout, 4), "....|....|....|..aa|");
  EXPECT_EQ(print(layout.getDataCondition(1)),
            "(d0, d1) : (d0 * -4 - d1 + 13 >= 0)");
  EXPECT_EQ(layout.hasPadding(), Truth::Yes);
  EXPECT_EQ(layout.getNumPadding(), 2);
}

TEST(PhysicalLayout, NoPaddingIsTheTrivialCondition) {
  PhysicalLayout layout = derive("(i) -> (i floordiv 4, i mod 4)", {16});
  EXPECT_EQ(print(layout.getDataCondition(1)), "(d0, d1) : (0 == 0)");
  EXPECT_EQ(layout.hasPadding(), Truth::No);
  EXPECT_TRUE(layout.isBijective());
}

TEST(PhysicalLayout, TheExampleOfItsHeader) {
  PhysicalLayout layout = derive(spec({"(i) -> (i floordiv 2, i mod 2)",
                                       "(a, b) -> (a floordiv 2, a mod 2, b)"}),
                                 {5});
  EXPECT_EQ(draw(layout, 4), "....|.abb|");
  EXPECT_EQ(layout.getNumPadding(1), 1);
  EXPECT_EQ(layout.getNumPadding(2), 2);
  EXPECT_EQ(layout.getNumPadding(), 3);
  EXPECT_THAT(*layout.getFirstPadding(1), ElementsAre(1, 0, 1));
  EXPECT_THAT(*layout.getFirstPadding(2), ElementsAre(1, 1, 0));
  EXPECT_THAT(layout.getBox(1).getShape(), ElementsAre(3, 2));
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(2, 2, 2));
  EXPECT_THAT(layout.getLogicalShape(), ElementsAre(5));
}

TEST(PhysicalLayout, SeveralPaddingsAsInRFC0077) {
  // A[14, 60]: rows padded to 16 with step 1, columns to 64 with step 2.
  PhysicalLayout layout =
      derive(spec({"(i, j) -> (i floordiv 4, i mod 4, j)",
                   "(a, b, j) -> (a, b, j floordiv 8, j mod 8)"}),
             {14, 60});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(4, 4, 8, 8));
  EXPECT_EQ(layout.getNumPadding(1), 2 * 60);
  EXPECT_EQ(layout.getNumPadding(2), 16 * 4);
  // Where neither would hold the later step owns the place.
  EXPECT_EQ(layout.getStepOfPlace({3, 3, 7, 7}), 2u);
  EXPECT_EQ(layout.getStepOfPlace({3, 3, 0, 0}), 1u);
  EXPECT_EQ(layout.getStepOfPlace({0, 0, 7, 7}), 2u);
  EXPECT_EQ(layout.getStepOfPlace({3, 1, 7, 3}), 0u);
  EXPECT_EQ(print(layout.getDataCondition(2)),
            "(d0, d1, d2, d3) : (d2 * -8 - d3 + 59 >= 0)");
  EXPECT_EQ(print(layout.getDataCondition(1)),
            "(d0, d1, d2, d3) : (d0 * -4 - d1 + 13 >= 0)");
}

TEST(PhysicalLayout, ComposedMapsAreTidy) {
  PhysicalLayout layout = derive(
      spec({"(i) -> (i floordiv 4, i mod 4)", "(a, b) -> (a * 4 + b)"}), {14});
  EXPECT_EQ(layout.getMap(), map("(i) -> (i)"));
  EXPECT_EQ(layout.getInverse(), map("(i) -> (i)"));
  EXPECT_EQ(layout.getMapFromStep(1), map("(a, b) -> (a * 4 + b)"));
  EXPECT_EQ(layout.getMapToStep(1), map("(p) -> (p floordiv 4, p mod 4)"));
  EXPECT_EQ(layout.getMapToStep(2), map("(p) -> (p)"));
}

TEST(PhysicalLayout, ConditionsOnBothSidesAsInRFC0077) {
  PhysicalLayout layout =
      derive("(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)", {16});
  EXPECT_EQ(draw(layout, 8), "aa......|........|..aaaaaa|");
  EXPECT_EQ(print(layout.getDataCondition(1)),
            "(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)");
}

TEST(PhysicalLayout, GapsBetweenElements) {
  PhysicalLayout layout = derive("(i) -> (i * 3)", {4});
  EXPECT_EQ(draw(layout, 10), ".aa.aa.aa.|");
  EXPECT_EQ(print(layout.getDataCondition(1)), "(d0) : (-(d0 mod 3) == 0)");
}

TEST(PhysicalLayout, RankZeroAndEmpty) {
  PhysicalLayout scalar = derive("() -> (0)", {});
  EXPECT_EQ(scalar.getFault(), "");
  EXPECT_THAT(scalar.getPhysicalShape(), ElementsAre(1));
  EXPECT_TRUE(scalar.isBijective());
  PhysicalLayout empty = derive("(i) -> (i floordiv 4, i mod 4)", {0});
  EXPECT_EQ(empty.getFault(), "");
  EXPECT_THAT(empty.getPhysicalShape(), ElementsAre(0, 4));
  EXPECT_TRUE(empty.isBijective());
  PhysicalLayout none = derive("() -> ()", {});
  EXPECT_EQ(none.getFault(), "");
  EXPECT_THAT(none.getFlattenedShape(), ElementsAre(1));
  EXPECT_THAT(IndexMap(none.getLinearOffset()).evaluate({}), ElementsAre(0));
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

TEST(Extents, MayBeLargerThanDerived) {
  LayoutSpec aligned = spec({"(i, j) -> (i, j)"});
  aligned.steps[0].extents = {dynamic, 5};
  PhysicalLayout layout = derive(aligned, {2, 3});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(draw(layout, 5), "...aa|...aa|");
  EXPECT_EQ(layout.getInverse(), map("(a, b) -> (a, b)"));
}

TEST(Extents, MayNotBeSmaller) {
  LayoutSpec tight = spec({"(i) -> (i floordiv 4, i mod 4)"});
  tight.steps[0].extents = {3, 4};
  EXPECT_EQ(
      derive(tight, {14}).getFault(),
      "extent 3 of dimension 0 is less than 4, which the index map needs");
  EXPECT_EQ(
      derive(tight, {dynamic}).getFault(),
      "extent 3 of dimension 0 is less than 4, which the index map needs for "
      "N = 13");
  tight.steps[0].extents = {3};
  EXPECT_EQ(derive(tight, {12}).getFault(),
            "the extent names 1 dimension, but the index map gives 2");
  tight.steps[0].extents = {3, -1};
  EXPECT_EQ(
      derive(tight, {12}).getFault(),
      "extent -1 of dimension 1 is less than 4, which the index map needs");
}

static LayoutSpec withExtents(StringRef map, ArrayRef<StatedExtent> extents) {
  LayoutSpec stated = spec({map});
  stated.steps[0].extents.assign(extents.begin(), extents.end());
  return stated;
}

TEST(Extents, ABorderOfAStaticExtent) {
  LayoutSpec border = withExtents(
      "(i, j) -> (j, i)", {StatedExtent::derived(1), StatedExtent::derived()});
  EXPECT_EQ(draw(derive(border, {3, 2}), 3), "...|...|aaa|");
  // An empty buffer has one, too.
  EXPECT_THAT(derive(border, {3, 0}).getPhysicalShape(), ElementsAre(1, 3));
  // The formula gives -1, which counts as 0.
  LayoutSpec stretched =
      withExtents("(i) -> (2 * i)", {StatedExtent::derived(2)});
  EXPECT_THAT(derive(stretched, {0}).getPhysicalShape(), ElementsAre(2));
  EXPECT_THAT(derive(stretched, {3}).getPhysicalShape(), ElementsAre(7));
}

TEST(Extents, ABorderOfADynamicExtent) {
  LayoutSpec border = withExtents(
      "(i, j) -> (i, j)", {StatedExtent::derived(1), StatedExtent::derived()});
  PhysicalLayout layout = derive(border, {dynamic, dynamic});
  EXPECT_EQ(layout.getFault() + layout.getUnknown(), "");
  EXPECT_EQ(print(layout.getDataCondition(1)),
            "(d0, d1)[s0, s1] : (-d0 + s0 - 1 >= 0)");
  // Without a column, there is no place.
  EXPECT_EQ(layout.hasPadding(), Truth::Unknown);
  EXPECT_THAT(layout.getPhysicalBox().evaluate({0, 3}), ElementsAre(1, 3));
  // The physical shape tells the logical one.
  auto source = layout.getExtentSource(0);
  ASSERT_TRUE(source);
  EXPECT_EQ(source->axis, 0u);
  EXPECT_EQ(source->factor, 1);
  EXPECT_EQ(source->offset, 1);
  EXPECT_EQ(
      derive(withExtents("(i) -> (i)", {StatedExtent::derived(1)}), {dynamic})
          .hasPadding(),
      Truth::Yes);
}

TEST(Extents, ABorderOfTilesAndOfALaterStep) {
  LayoutSpec border =
      withExtents("(i) -> (i floordiv 4, i mod 4)",
                  {StatedExtent::derived(1), StatedExtent::derived(1)});
  border.steps.push_back(spec({"(a, b) -> (b, a)"}).steps.front());
  border.steps[1].extents = {StatedExtent::derived(2), dynamic};
  PhysicalLayout layout = derive(border, {dynamic});
  for (int64_t n : {0, 1, 4, 5}) {
    EXPECT_THAT(layout.getPhysicalBox().evaluate({n}),
                ElementsAre(7, (n + 3) / 4 + 1));
    PhysicalLayout one = derive(border, {n});
    forEachIndex(one.getPhysicalShape(), [&](ArrayRef<int64_t> place) {
      EXPECT_EQ(layout.getStepOfPlace(place, {n}), one.getStepOfPlace(place));
      return true;
    });
  }
  EXPECT_EQ(layout.getExtentSource(0), std::nullopt);
}

TEST(Extents, ABorderThatIsRefused) {
  EXPECT_EQ(derive(withExtents("(i) -> (i)", {StatedExtent::derived(-1)}), {4})
                .getFault(),
            "extent ? + -1 of dimension 0 has a negative border");
  EXPECT_EQ(derive(withExtents("(i, j) -> (i + j, j)",
                               {StatedExtent::derived(1), dynamic}),
                   {dynamic, dynamic})
                .getFault(),
            "extent ? + 1 of dimension 0 expects a derived extent that is "
            "never negative, but it is -1 for N0 = 0, N1 = 0");
  // The gap between rows is after the last one, too, if that is stated.
  EXPECT_EQ(derive(withExtents("(i, j) -> (i * 8 + j + 1)",
                               {StatedExtent::derived(1)}),
                   {dynamic, 7})
                .getFault(),
            "");
}

TEST(Extents, ABorderBeyond64Bits) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  LayoutSpec border = withExtents("(i) -> (i)", {StatedExtent::derived(most)});
  std::string fault = "extent ? + 9223372036854775807 of dimension 0 is beyond "
                      "64 bits";
  for (int64_t size : {int64_t(1), dynamic}) {
    EXPECT_EQ(derive(border, {size}).getFault(), "");
    EXPECT_EQ(derive(border, {size}).getUnknown(), fault);
  }
  EXPECT_EQ(derive(border, {0}).getUnknown(), "");
  // Rows that are few, but too long.
  border = withExtents(
      "(i, j) -> (i, j)",
      {StatedExtent::derived(2), StatedExtent::derived(int64_t(1) << 62)});
  EXPECT_EQ(derive(border, {dynamic, dynamic}).getUnknown(),
            "the shape has more elements than 64 bits count");
}

//===----------------------------------------------------------------------===//
// Dynamic shapes
//===----------------------------------------------------------------------===//

TEST(DynamicShapes, PaddingThatNeverIsOrAlwaysIs) {
  EXPECT_EQ(derive("(i, j) -> (j, i)", {dynamic, dynamic}).hasPadding(),
            Truth::No);
  EXPECT_EQ(derive("(i) -> (i + 2)", {dynamic}).hasPadding(), Truth::Yes);
  EXPECT_EQ(derive("(i) -> (i floordiv 4, i mod 4)", {dynamic}).hasPadding(),
            Truth::Unknown);
  EXPECT_EQ(derive("(i, j) -> (i * 31 + j)", {dynamic, 31}).hasPadding(),
            Truth::No);
}

TEST(DynamicShapes, NoRowsHaveNoPadding) {
  LayoutSpec rows = withExtents("(i, j) -> (i, j)", {dynamic, 8});
  EXPECT_EQ(derive(rows, {dynamic, 5}).hasPadding(), Truth::Unknown);
  rows = withExtents("(i, j) -> (i, j)", {StatedExtent::derived(1), 8});
  EXPECT_EQ(derive(rows, {dynamic, 5}).hasPadding(), Truth::Yes);
}

TEST(DynamicShapes, ConditionsNameParameters) {
  PhysicalLayout layout =
      derive("(i, j) -> (i floordiv 4, j, i mod 4)", {dynamic, 31});
  EXPECT_EQ(print(layout.getDataCondition(1)),
            "(d0, d1, d2)[s0] : (d0 * -4 + s0 - d2 - 1 >= 0)");
  EXPECT_EQ(layout.getNumPadding(), std::nullopt);
  EXPECT_EQ(layout.getFirstPadding(1), std::nullopt);
}

TEST(DynamicShapes, FaultsNameTheExtent) {
  EXPECT_EQ(faultOf("(i) -> (9 - i)", {dynamic}),
            "places must not be negative, but the index map maps (10) to (-1) "
            "for N = 11");
  EXPECT_EQ(faultOf("(i, j) -> (i * 4 + j)", {dynamic, dynamic}),
            "the index map must be one-to-one, but (0, 4) and (1, 0) both map "
            "to (4) for N0 = 2, N1 = 5");
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

TEST(Faults, OfTheMap) {
  EXPECT_EQ(faultOf("(i) -> (2 * i - 3)", {16}),
            "places must not be negative, but the index map maps (0) to (-3)");
  EXPECT_EQ(faultOf("(i, j) -> (i mod 2, j)", {4, 4}),
            "the index map must be one-to-one, but (0, 0) and (2, 0) both map "
            "to (0, 0)");
  EXPECT_EQ(faultOf("(i, j) -> (i, j)", {4}),
            "the index map takes 2 indices, but the shape has rank 1");
  EXPECT_EQ(faultOf("(i)[s] -> (i floordiv s)", {4}),
            "the index map: an index map takes no symbols");
  EXPECT_EQ(faultOf("(i) -> (i floordiv 0)", {4}),
            "the index map: division by 0");
  EXPECT_EQ(derive(LayoutSpec(), {4}).getFault(),
            "a layout needs at least one step");
}

TEST(Faults, NameTheStep) {
  EXPECT_EQ(derive(spec({"(i) -> (i floordiv 4, i mod 4)", "(a) -> (a)"}), {14})
                .getFault(),
            "step 2: the index map takes 1 index, but the step before gives 2");
  // The second map is applied to the padding of the first, too: (3, 2), (3, 3).
  EXPECT_EQ(derive(spec({"(i) -> (i floordiv 4, i mod 4)",
                         "(a, b) -> ((a * 4 + b) mod 14)"}),
                   {14})
                .getFault(),
            "step 2: the index map must be one-to-one, but (0, 0) and (3, 2) "
            "both map to (0)");
}

TEST(Faults, OfAGivenInverse) {
  LayoutSpec given = spec({"(i) -> (i floordiv 4, i mod 4)"});
  given.steps[0].givenInverse = map("(a) -> (a)");
  EXPECT_EQ(derive(given, {8}).getFault(),
            "the inverse takes 1 index, but expects 2");
  given.steps[0].givenInverse = map("(a, b) -> (a, b)");
  EXPECT_EQ(derive(given, {8}).getFault(),
            "the inverse gives 2 results, but expects 1");
  given.steps[0].givenInverse = map("(a, b) -> (a mod 0)");
  EXPECT_EQ(derive(given, {8}).getFault(), "the inverse: mod by 0");
}

TEST(Faults, AnInverseThatIsOnlyGivenServes) {
  // No structure to read off, yet 3 i floordiv 2 has an inverse.
  LayoutSpec given = spec({"(i) -> ((i * 3) floordiv 2)"});
  PhysicalLayout without = derive(given, {50});
  EXPECT_EQ(without.getFault() + without.getUnknown(), "");
  EXPECT_FALSE(without.getInverse());
  EXPECT_EQ(
      without.getWhyNoInverse(),
      "no inverse was found for the index map (d0) -> ((d0 * 3) floordiv 2)");
  EXPECT_FALSE(without.getDataCondition(1));
  EXPECT_EQ(without.getStepOfPlace({0}), std::nullopt);
  EXPECT_TRUE(failed(without.getPaddingSet()));
  EXPECT_EQ(without.getNumPadding(), 74 - 50);
  EXPECT_EQ(without.hasPadding(), Truth::Yes);
  given.steps[0].givenInverse = map("(a) -> ((a * 2) ceildiv 3)");
  PhysicalLayout with = derive(given, {50});
  EXPECT_EQ(with.getFault(), "");
  ASSERT_TRUE(with.getInverse());
  EXPECT_EQ(with.getStepOfPlace({1}), 0u);
  EXPECT_EQ(with.getStepOfPlace({2}), 1u);
}

//===----------------------------------------------------------------------===//
// Pads
//===----------------------------------------------------------------------===//

static LayoutSpec withPad(StringRef text, PadKind pad, StringRef padMap) {
  LayoutSpec result = spec({text}, pad);
  result.steps[0].padMap = map(padMap);
  return result;
}

TEST(Pads, ValueSpeaksOfItsPlace) {
  StringRef tile = "(i) -> (i floordiv 4, i mod 4)";
  EXPECT_EQ(derive(withPad(tile, PadKind::Value, "(a, b) -> (4 * a + b)"), {14})
                .getFault(),
            "");
  EXPECT_EQ(derive(withPad(tile, PadKind::Value, "(a, b) -> (a, b)"), {14})
                .getFault(),
            "the pad gives 2 results, but expects 1");
  EXPECT_EQ(
      derive(withPad(tile, PadKind::Value, "(a) -> (a)"), {14}).getFault(),
      "the pad takes 1 index, but expects 2");
}

TEST(Pads, CopiesPointAtData) {
  StringRef tile = "(i) -> (i floordiv 4, i mod 4)";
  auto faultOfCopy = [&](StringRef padMap, ArrayRef<int64_t> shape) {
    PhysicalLayout layout = derive(withPad(tile, PadKind::Copy, padMap), shape);
    EXPECT_EQ(layout.getUnknown(), "");
    return layout.getFault();
  };
  EXPECT_EQ(faultOfCopy("(a, b) -> (0, (4 * a + b - 14) mod 4)", {14}), "");
  EXPECT_EQ(faultOfCopy("(a, b) -> (3, 1)", {14}), "");
  EXPECT_EQ(faultOfCopy("(a, b) -> (3, 3)", {14}),
            "a pad must copy data, but padding (3, 2) copies (3, 3), which is "
            "padding");
  EXPECT_EQ(faultOfCopy("(a, b) -> (a, b)", {14}),
            "a pad must copy data, but padding (3, 2) copies (3, 2), which is "
            "padding");
  EXPECT_EQ(faultOfCopy("(a, b) -> (b + 1, 0)", {14}),
            "a pad must copy data, but padding (3, 3) copies (4, 0), which is "
            "outside the buffer");
  EXPECT_EQ(faultOfCopy("(a, b) -> (a, b - 3)", {14}),
            "a pad must copy data, but padding (3, 2) copies (3, -1), which is "
            "outside the buffer");
  EXPECT_EQ(faultOfCopy("(a, b) -> (3, 3)", {16}), ""); // there is no padding
  EXPECT_EQ(faultOfCopy("(a, b) -> (0, 0)", {dynamic}),
            "a pad that copies needs a static shape");
  EXPECT_EQ(faultOfCopy("(a, b) -> (0)", {14}),
            "the pad gives 1 result, but expects 2");
}

TEST(Pads, CopiesSpeakInTheSpaceOfTheirStep) {
  // [5] -> [3, 2] -> [2, 2, 2]; data is (0, 0) to (2, 0) in Box_1.
  LayoutSpec two = spec({"(i) -> (i floordiv 2, i mod 2)",
                         "(a, b) -> (a floordiv 2, a mod 2, b)"},
                        PadKind::Copy);
  two.steps[0].padMap = map("(a, b) -> (a, 0)");
  two.steps[1].padMap = map("(a, b, c) -> (0, 0, c)");
  EXPECT_EQ(derive(two, {5}).getFault(), "");
  // (1, 0, 1) is where (2, 1) lies, the padding of step 1.
  two.steps[1].padMap = map("(a, b, c) -> (1, 0, c)");
  EXPECT_EQ(derive(two, {5}).getFault(),
            "step 2: a pad must copy data, but padding (1, 1, 1) copies (1, 0, "
            "1), which is padding");
  two.steps[0].padMap = map("(a, b) -> (a, 1)");
  EXPECT_EQ(derive(two, {5}).getFault(),
            "step 1: a pad must copy data, but padding (2, 1) copies (2, 1), "
            "which is padding");
}

TEST(Pads, CopiesWithoutInverseAreUnknown) {
  PhysicalLayout layout = derive(
      withPad("(i) -> ((i * 3) floordiv 2)", PadKind::Copy, "(a) -> (0)"),
      {50});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(
      layout.getUnknown(),
      "whether the pad copies data: no inverse was found for the index map "
      "(d0) -> ((d0 * 3) floordiv 2)");
}

//===----------------------------------------------------------------------===//
// Axis separators
//===----------------------------------------------------------------------===//

static LayoutSpec withSeparators(StringRef text, ArrayRef<int64_t> separators) {
  LayoutSpec result = spec({text});
  result.separators.assign(separators.begin(), separators.end());
  return result;
}

TEST(Separators, GroupAxes) {
  // RFC 0039's example: A[2, 3, 5, 7, 11, 13] with a separator after 3 axes.
  PhysicalLayout layout =
      derive(withSeparators("(a, b, c, d, e, f) -> (a, b, c, d, e, f)", {3}),
             {2, 3, 5, 7, 11, 13});
  EXPECT_THAT(layout.getFlattenedShape(), ElementsAre(30, 1001));
  EXPECT_EQ(layout.getLinearOffset(),
            map("(a, b, c, d, e, f) -> (a * 15 + b * 5 + c, "
                "d * 143 + e * 13 + f)"));
}

TEST(Separators, AreOptional) {
  PhysicalLayout layout = derive("(i, j) -> (j, i)", {64, 128});
  EXPECT_THAT(layout.getFlattenedShape(), ElementsAre(128 * 64));
  EXPECT_EQ(layout.getLinearOffset(), map("(i, j) -> (j * 64 + i)"));
  EXPECT_THAT(IndexMap(layout.getLinearOffset()).evaluate({10, 15}),
              ElementsAre(15 * 64 + 10));
}

TEST(Separators, OffsetsNeedInnerExtentsOnly) {
  PhysicalLayout outer = derive("(i, j) -> (i, j)", {dynamic, 8});
  EXPECT_EQ(outer.getLinearOffset(), map("(i, j) -> (i * 8 + j)"));
  EXPECT_THAT(outer.getFlattenedShape(), ElementsAre(dynamic));
  EXPECT_FALSE(derive("(i, j) -> (i, j)", {8, dynamic}).getLinearOffset());
  PhysicalLayout apart =
      derive(withSeparators("(i, j) -> (i, j)", {1}), {8, dynamic});
  EXPECT_EQ(apart.getLinearOffset(), map("(i, j) -> (i, j)"));
  EXPECT_THAT(apart.getFlattenedShape(), ElementsAre(8, dynamic));
}

TEST(Separators, AscendInsideTheRank) {
  StringRef same = "(i, j, k) -> (i, j, k)";
  auto faultOfSeparators = [&](ArrayRef<int64_t> separators) {
    return derive(withSeparators(same, separators), {2, 2, 2}).getFault();
  };
  EXPECT_EQ(faultOfSeparators({1, 2}), "");
  EXPECT_EQ(faultOfSeparators({0}),
            "axis separator 0 is not inside the physical rank 3");
  EXPECT_EQ(faultOfSeparators({3}),
            "axis separator 3 is not inside the physical rank 3");
  EXPECT_EQ(faultOfSeparators({2, 1}),
            "axis separators must ascend, but 1 follows 2");
  EXPECT_EQ(faultOfSeparators({1, 1}),
            "axis separators must ascend, but 1 follows 1");
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST(Bounds, TooManyElementsAreUnknown) {
  int64_t side = int64_t(1) << 40;
  PhysicalLayout layout = derive("(i, j) -> (i, j)", {side, side});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(layout.getUnknown(),
            "the shape has more elements than 64 bits count");
}

TEST(Bounds, ValuesBeyond64BitsOnTheWayAreUnknown) {
  for (int64_t size : {int64_t(8), dynamic}) {
    PhysicalLayout layout =
        derive("(i) -> ((i * 4611686018427387905) mod 1000003)", {size});
    EXPECT_EQ(layout.getFault(), "");
    EXPECT_EQ(layout.getUnknown(),
              "computing an index takes more than 64 bits");
  }
}

TEST(Bounds, AGivenInverseIsComputedIn64BitsOrNotAtAll) {
  LayoutSpec far = spec({"(i) -> (i floordiv 4, i mod 4)"});
  // 4 a + b, by way of 2^63.
  far.steps[0].givenInverse =
      map("(a, b) -> ((8 * a + 2 * b + 9223372036854775807) ceildiv 2 "
          "- 4611686018427387904)");
  for (int64_t size : {int64_t(16), dynamic}) {
    EXPECT_EQ(derive(far, {size}).getFault(), "");
    EXPECT_EQ(derive(far, {size}).getUnknown(),
              "computing the given inverse takes more than 64 bits; leave it "
              "out, or state one with smaller numbers");
  }
}

TEST(Bounds, ExtentsThatAreNotKnownCountAsDynamic) {
  PhysicalLayout layout =
      derive(spec({"(i) -> (i - (i floordiv 4) * 2, i)", "(a, b) -> (b, a)"}),
             {dynamic});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(layout.getUnknown(),
            "step 1: result 0 of the map: its maximum over a dynamic extent is "
            "not known");
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(dynamic, dynamic));
  EXPECT_EQ(layout.hasPadding(), Truth::Unknown);
  EXPECT_FALSE(layout.getInverse());
  EXPECT_EQ(layout.getFlattenedShape(), SmallVector<int64_t>{dynamic});
}

TEST(Bounds, StepsThatDoubleTheExpressionEnd) {
  LayoutSpec doubling;
  for (unsigned i = 0; i < 60; ++i) {
    LayoutStep step;
    step.map = map("(i) -> ((i * 3) floordiv 5 + (i * 2) ceildiv 5)"); // i
    doubling.steps.push_back(step);
  }
  PhysicalLayout layout = derive(doubling, {1000});
  EXPECT_EQ(layout.getFault(), "");
  EXPECT_EQ(layout.getUnknown(),
            "step 50: the index map composed with those after it is too long");
}

/// A sum that takes more divisions than are looked at, and its remainder.
static AffineExpr sumOfDivisions() {
  AffineExpr i = getAffineDimExpr(0, getContext()), sum = i * 0;
  for (int64_t k = 2; k < 60; ++k)
    sum = sum + (i * (2 * k + 1)).floorDiv(k) * (k % 2 ? 1 : -1);
  return sum;
}

TEST(Bounds, WhatIsNotDecidedIsNamed) {
  LayoutSpec extent = spec({"(i) -> (i)"});
  extent.steps[0].map = AffineMap::get(1, 0, sumOfDivisions());
  EXPECT_EQ(derive(extent, {1000}).getFault(), "");
  EXPECT_EQ(derive(extent, {1000}).getUnknown(),
            "result 0 of the map: more than 40 divisions");

  LayoutSpec injective = spec({"(i) -> (i)"});
  injective.steps[0].map = AffineMap::get(1, 0, sumOfDivisions() % 1000);
  EXPECT_EQ(derive(injective, {1000}).getFault(), "");
  EXPECT_EQ(derive(injective, {1000}).getUnknown(),
            "whether the index map is injective: more than 40 divisions");

  EXPECT_EQ(
      derive("(i, j) -> (2199023255552 * i - j + 2)", {4, 4}).getUnknown(),
      "whether the index map is negative: a coefficient is beyond 2^40");

  LayoutSpec copy = spec({"(i) -> (i floordiv 4, i mod 4)"});
  copy.steps[0].pad = PadKind::Copy;
  copy.steps[0].padMap =
      map("(a, b) -> (0, ((a + b) floordiv 7) * 2199023255552)");
  EXPECT_EQ(derive(copy, {14}).getFault(), "");
  EXPECT_EQ(derive(copy, {14}).getUnknown(),
            "whether the pad copies data: a coefficient is beyond 2^40");

  // N = 2^63 would take more.
  LayoutSpec stated = spec({"(i) -> (i)"});
  stated.steps[0].extents = {std::numeric_limits<int64_t>::max()};
  EXPECT_EQ(derive(stated, {dynamic}).getFault(), "");
  EXPECT_EQ(derive(stated, {dynamic}).getUnknown(),
            "extent 9223372036854775807 of dimension 0: a witness is beyond 64 "
            "bits");

  injective.steps[0].givenInverse = map("(a) -> (a)");
  EXPECT_EQ(derive(injective, {1000}).getFault(), "");
  EXPECT_EQ(derive(injective, {1000}).getUnknown(),
            "whether the given inverse is the inverse: more than 40 divisions");
}

TEST(Faults, APadThatSpeaksOfPlacesHasAMap) {
  LayoutSpec pad = spec({"(i) -> (i)"});
  pad.steps[0].pad = PadKind::Value;
  EXPECT_EQ(derive(pad, {4}).getFault(), "the pad has no map");
}

/// A sum of multiples of indices, whose values can only be found by trying.
static AffineExpr sumOfMultiples(ArrayRef<int64_t> factors) {
  AffineExpr sum = getAffineConstantExpr(0, getContext());
  for (auto [position, factor] : llvm::enumerate(factors))
    sum = sum + getAffineDimExpr(position, getContext()) * factor;
  return sum;
}

TEST(Bounds, SearchesEnd) {
  SmallVector<int64_t> some{810213, 719377, 623109, 999331, 887123,
                            641573, 731297, 900107, 555557, 678901,
                            765432, 876543, 987654, 543210};
  SmallVector<int64_t> others{910213, 319377, 423109, 799331, 687123,
                              741573, 631297, 700107, 655557, 778901,
                              865432, 976543, 887654, 443210};
  LayoutSpec hard = spec({"(i) -> (i)"});
  // More indices than are tried one by one.
  SmallVector<int64_t> many(some);
  many.append({81021303, 71937707, 62310901, 99933103, 88712309});
  hard.steps[0].map = AffineMap::get(19, 0, sumOfMultiples(many));
  EXPECT_EQ(derive(hard, SmallVector<int64_t>(19, 2)).getUnknown(),
            "whether the index map is injective: it takes too long to decide");

  hard.steps[0].map =
      AffineMap::get(14, 0,
                     sumOfMultiples(some).floorDiv(1000003) -
                         sumOfMultiples(others).floorDiv(1000033) + 100);
  EXPECT_EQ(derive(hard, SmallVector<int64_t>(14, 20)).getUnknown(),
            "result 0 of the map: its maximum takes too long to find");
}
