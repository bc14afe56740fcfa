//===- LayoutStringTest.cpp - Layouts written as axis names ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DL rows restate facts of Apache TVM's tir-base/test_tir_data_layout.py and
// of its data_layout.cc (Apache-2.0, January 2024).
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/LayoutString.h"
#include "TestSupport.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;
using testing::ElementsAre;

static LayoutString parse(StringRef text) {
  std::string why;
  FailureOr<LayoutString> layout = LayoutString::parse(text, why);
  EXPECT_TRUE(succeeded(layout)) << text.str() << ": " << why;
  return succeeded(layout) ? *layout : LayoutString();
}

static std::string errorOf(StringRef text) {
  std::string why;
  EXPECT_TRUE(failed(LayoutString::parse(text, why))) << text.str();
  return why;
}

static AffineMap convert(StringRef from, StringRef to) {
  std::string why;
  FailureOr<AffineMap> result =
      convertLayout(parse(from), parse(to), getContext(), why);
  EXPECT_TRUE(succeeded(result)) << why;
  return succeeded(result) ? *result : AffineMap();
}

static std::string whyNotConvertible(StringRef from, StringRef to) {
  std::string why;
  EXPECT_TRUE(failed(convertLayout(parse(from), parse(to), getContext(), why)));
  return why;
}

//===----------------------------------------------------------------------===//
// Conformance
//===----------------------------------------------------------------------===//

TEST(LayoutStringConformance, DL_01_Axes) {
  LayoutString layout = parse("NCHW16c");
  std::string names;
  for (const LayoutString::Axis &axis : layout.getAxes())
    names += axis.name;
  EXPECT_EQ(names, "NCHWc");
  EXPECT_EQ(layout.positionOf('N'), 0u);
  EXPECT_EQ(layout.positionOf('C'), 1u);
  EXPECT_EQ(layout.positionOf('H'), 2u);
  EXPECT_EQ(layout.positionOf('W'), 3u);
  EXPECT_EQ(layout.positionOf('c'), 4u);
  EXPECT_EQ(layout.positionOf('O'), std::nullopt);
  EXPECT_EQ(layout.getAxes().back().name, 'c');
}

TEST(LayoutStringConformance, DL_02_Factors) {
  LayoutString layout = parse("NCHW16c");
  EXPECT_EQ(layout.factorOf('c'), 16);
  EXPECT_EQ(layout.factorOf('C'), 16);
  EXPECT_EQ(layout.factorOf('N'), std::nullopt);
}

TEST(LayoutStringConformance, DL_03_Membership) {
  LayoutString layout = parse("NCHW16c");
  for (char name : {'N', 'C', 'H', 'W', 'c'})
    EXPECT_TRUE(layout.contains(name));
  EXPECT_FALSE(layout.contains('O'));
  EXPECT_FALSE(layout.contains('n'));
}

TEST(LayoutStringConformance, DL_06_NotConvertible) {
  EXPECT_EQ(whyNotConvertible("NCHW", "ABCD"),
            "axis 'N' of NCHW is not in ABCD");
}

TEST(LayoutStringConformance, DL_08_Convertible) {
  EXPECT_EQ(convert("NCHW", "NCHW16c"),
            map("(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)"));
}

TEST(LayoutStringConformance, DL_09_Shape) {
  PhysicalLayout layout = derive(convert("NCHW", "NCHW16c"), {1, 32, 7, 7});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(1, 2, 7, 7, 16));
  EXPECT_TRUE(layout.isBijective());
}

TEST(LayoutStringConformance, DL_11_Index) {
  EXPECT_THAT(IndexMap(convert("NCHW", "NCHW16c")).evaluate({0, 18, 6, 6}),
              ElementsAre(0, 1, 6, 6, 2));
}

TEST(LayoutStringConformance, DL_13_Errors) {
  EXPECT_EQ(errorOf("16NCHW"),
            "number 16 before primal axis 'N' at position 2");
  EXPECT_EQ(errorOf("NCHWc"),
            "split axis 'c' needs a number before it at position 4; an axis that "
            "is not split is 'C' (OIHW4i16o4i)");
  EXPECT_EQ(errorOf("NHW4c"), "split axis 'c' without its primal axis 'C'");
  EXPECT_EQ(errorOf("NC*HW"), "unexpected character '*' at position 2");
}

TEST(LayoutStringConformance, DL_16_PaddedIsSaid) {
  PhysicalLayout layout = derive(convert("NCHW", "NCHW16c"), {1, 30, 7, 7});
  EXPECT_THAT(layout.getPhysicalShape(), ElementsAre(1, 2, 7, 7, 16));
  EXPECT_EQ(layout.hasPadding(), Truth::Yes);
  EXPECT_EQ(layout.getNumPadding(), 2 * 7 * 7); // two channels
  EXPECT_THAT(*layout.getFirstPadding(1), ElementsAre(0, 1, 0, 0, 14));
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

TEST(LayoutString, RefusesWhatIsNoLayout) {
  EXPECT_EQ(errorOf(""), "a layout string needs at least one axis");
  EXPECT_EQ(errorOf("NCHW16"), "number 16 at the end names no axis");
  EXPECT_EQ(errorOf("NCNW"), "primal axis 'N' occurs twice at position 2");
  EXPECT_EQ(errorOf("NC0c"), "split factor 0 at position 2 is not a positive "
                             "64-bit number");
  EXPECT_EQ(errorOf("C99999999999999999999c"),
            "split factor 99999999999999999999 at position 1 is not a positive "
            "64-bit number");
  EXPECT_EQ(errorOf("C4000000000c4000000000c"),
            "the split factors of axis 'C' multiply to more than 64 bits hold");
  EXPECT_EQ(errorOf("N C"), "unexpected character ' ' at position 1");
}

TEST(LayoutString, PrintsWhatItParsed) {
  for (const char *text : {"N", "NCHW", "NCHW16c", "OIHW16i16o", "OIHW4o2o"})
    EXPECT_EQ(parse(text).str(), text);
}

TEST(LayoutString, MultipliesRepeatedSplits) {
  EXPECT_EQ(parse("OIHW4o2o").factorOf('O'), 8);
  EXPECT_EQ(parse("OIHW16i16o").factorOf('i'), 16);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

TEST(LayoutString, ConvertsSplitsAndPermutes) {
  EXPECT_EQ(convert("NHWC", "NCHW4c"),
            map("(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)"));
  EXPECT_EQ(convert("OIHW", "OIHW16i16o"),
            map("(o, i, h, w) -> (o floordiv 16, i floordiv 16, h, w, i mod 16,"
                " o mod 16)"));
  EXPECT_EQ(convert("NCHW4c", "NCHW4c"),
            map("(n, c, h, w, ci) -> (n, c, h, w, ci)"));
}

TEST(LayoutString, EarlierSplitsAreOuter) {
  EXPECT_EQ(convert("O", "O4o2o"),
            map("(o) -> (o floordiv 8, (o floordiv 2) mod 4, o mod 2)"));
  EXPECT_EQ(convert("O4o2o", "O"), map("(o, p, q) -> (o * 8 + p * 2 + q)"));
}

TEST(LayoutString, FusesAndSplitsAgain) {
  EXPECT_EQ(convert("NCHW16c", "NCHW8c"),
            map("(n, c, h, w, ci) -> (n, c * 2 + ci floordiv 8, h, w, "
                "ci mod 8)"));
  EXPECT_EQ(convert("NCHW16c", "NHWC"),
            map("(n, c, h, w, ci) -> (n, h, w, c * 16 + ci)"));
}

TEST(LayoutString, ThereAndBackIsTheIdentity) {
  const char *layouts[] = {"NCHW",     "NHWC",   "NCHW4c",   "NCHW16c",
                           "NCHW8h4c", "CHW2cN", "NCHW2c3c", "NHWC6c2h"};
  for (const char *from : layouts)
    for (const char *to : layouts) {
      SCOPED_TRACE(std::string(from) + " and " + to);
      AffineMap there = convert(from, to), back = convert(to, from);
      // A primal axis is long enough for a few of any of the tiles.
      SmallVector<int64_t> shape;
      LayoutString layout = parse(from);
      for (const LayoutString::Axis &axis : layout.getAxes())
        shape.push_back(axis.isPrimal() ? 3 : axis.factor);
      for (const Index &index : allIndices(shape))
        ASSERT_EQ(placeOf(back, placeOf(there, index)), index);
    }
}

TEST(LayoutString, NamesTheAxisThatIsMissing) {
  EXPECT_EQ(whyNotConvertible("NCHW", "NCHWD"),
            "axis 'D' of NCHWD is not in NCHW");
  EXPECT_EQ(whyNotConvertible("NCHW4c", "NHW"),
            "axis 'C' of NCHW4c is not in NHW");
}
