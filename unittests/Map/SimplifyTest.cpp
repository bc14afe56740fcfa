//===- SimplifyTest.cpp - Affine expressions under known ranges -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Simplify.h"
#include "RandomMaps.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

/// `dims` are the extents of [0, extent), dynamic for an open range.
static SmallVector<Interval> ranges(ArrayRef<int64_t> dims) {
  SmallVector<Interval> result;
  for (int64_t size : dims)
    result.push_back({0, ShapedType::isDynamic(size)
                             ? std::optional<int64_t>()
                             : std::optional(size - 1)});
  return result;
}

static void expectSimplified(StringRef from, ArrayRef<int64_t> dims,
                             StringRef to) {
  EXPECT_EQ(print(simplifyUnderRanges(map(from), ranges(dims), {})),
            print(map(to)));
}

static Interval rangeOfResult(StringRef text, ArrayRef<int64_t> dims) {
  return rangeOf(map(text).getResult(0), ranges(dims), {});
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static void expectRange(StringRef text, ArrayRef<int64_t> dims,
                        std::optional<int64_t> low,
                        std::optional<int64_t> high) {
  Interval range = rangeOfResult(text, dims);
  EXPECT_EQ(range.low, low) << text.str();
  EXPECT_EQ(range.high, high) << text.str();
}

TEST(RangeOf, FollowsEachOperation) {
  expectRange("(i, j) -> (i * 2 - j + 3)", {4, 5}, -1, 9);
  expectRange("(i) -> ((i - 5) floordiv 4)", {16}, -2, 2);
  expectRange("(i) -> ((i - 5) ceildiv 4)", {16}, -1, 3);
  expectRange("(i) -> (i mod 4)", {16}, 0, 3);
  expectRange("(i) -> (i mod 16)", {5}, 0, 4);
  expectRange("(i) -> ((i + 17) mod 16)", {5}, 1, 5);
  expectRange("(i) -> ((i + 14) mod 16)", {5}, 0, 15);
}

TEST(RangeOf, KeepsOpenSidesOpen) {
  expectRange("(i) -> (i * -3 + 1)", {dynamic}, std::nullopt, 1);
  expectRange("(i) -> (i floordiv 4 + 2)", {dynamic}, 2, std::nullopt);
  expectRange("(i) -> (i mod 7)", {dynamic}, 0, 6);
}

TEST(RangeOf, OverflowOpensASide) {
  expectRange("(i) -> (i * 4611686018427387904)", {8}, 0, std::nullopt);
  expectRange("(i) -> (i * -4611686018427387904)", {8}, std::nullopt, 0);
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

TEST(Simplify, TakesDigitsApart) {
  expectSimplified("(a, x) -> ((16 * a + x) floordiv 16)", {dynamic, 16},
                   "(a, x) -> (a)");
  expectSimplified("(a, x) -> ((16 * a + x) mod 16)", {dynamic, 16},
                   "(a, x) -> (x)");
  expectSimplified("(a, y) -> ((32 * a + y) floordiv 16)", {dynamic, 32},
                   "(a, y) -> (a * 2 + y floordiv 16)");
  expectSimplified("(a, y) -> ((32 * a + y) mod 16)", {dynamic, 32},
                   "(a, y) -> (y mod 16)");
  expectSimplified("(a, b) -> ((a * 4 + b) floordiv 8)", {dynamic, 4},
                   "(a, b) -> (a floordiv 2)");
  expectSimplified("(a, b) -> ((a * 4 + b) mod 8)", {dynamic, 4},
                   "(a, b) -> ((a mod 2) * 4 + b)");
}

TEST(Simplify, KeepsDigitsThatOverlap) {
  // b may be 4, which carries: (4 + 4) floordiv 8 is 1, 1 floordiv 2 is 0.
  expectSimplified("(a, b) -> ((a * 4 + b) floordiv 8)", {dynamic, 5},
                   "(a, b) -> ((a * 4 + b) floordiv 8)");
  expectSimplified("(a, x) -> ((16 * a + x) mod 16)", {dynamic, 17},
                   "(a, x) -> (x mod 16)");
}

TEST(Simplify, JoinsDigits) {
  expectSimplified("(i) -> ((i floordiv 4) * 4 + i mod 4)", {dynamic},
                   "(i) -> (i)");
  expectSimplified(
      "(i, j) -> (((i + j * 3) floordiv 4) * 4 + (i + j * 3) mod 4)",
      {dynamic, dynamic}, "(i, j) -> (j * 3 + i)");
  expectSimplified(
      "(i) -> ((i floordiv 32) * 32 + ((i floordiv 4) mod 8) * 4 + "
      "i mod 4)",
      {dynamic}, "(i) -> (i)");
  expectSimplified("(i) -> (((i floordiv 4) mod 8) * 4 + i mod 4)", {dynamic},
                   "(i) -> (i mod 32)");
  expectSimplified("(i) -> (i - (i floordiv 4) * 4 + 1)", {dynamic},
                   "(i) -> (i mod 4 + 1)");
}

TEST(Simplify, FlattensNestedDivisions) {
  expectSimplified("(i) -> ((i floordiv 4) floordiv 8)", {dynamic},
                   "(i) -> (i floordiv 32)");
  expectSimplified("(i) -> ((i mod 32) mod 8)", {dynamic}, "(i) -> (i mod 8)");
  expectSimplified("(i) -> ((i mod 32) floordiv 32)", {dynamic}, "(i) -> (0)");
}

TEST(Simplify, UsesRanges) {
  expectSimplified("(i) -> (i mod 8, i floordiv 8)", {8}, "(i) -> (i, 0)");
  expectSimplified("(i) -> ((i + 8) mod 8, (i + 8) floordiv 8)", {8},
                   "(i) -> (i, 1)");
  expectSimplified("(i, j) -> (i + j * 3)", {1, 4}, "(i, j) -> (j * 3)");
}

TEST(Simplify, LeavesAloneWhatItCannotImprove) {
  expectSimplified("(i, j) -> (i + j * 16)", {8, 8}, "(i, j) -> (i + j * 16)");
  expectSimplified("(a, y) -> ((33 * a + y) floordiv 16)", {8, 8},
                   "(a, y) -> ((33 * a + y) floordiv 16)");
}

TEST(Simplify, GivesUpOnOverflow) {
  StringRef large = "(i) -> ((i * 9223372036854775807) * 3 + 8)";
  AffineMap affine = map(large);
  EXPECT_EQ(simplifyUnderRanges(affine, ranges({8}), {}), affine);
  AffineMap nested = map("(i) -> (((i floordiv 4611686018427387904) floordiv "
                         "4611686018427387904) * 2)");
  EXPECT_EQ(simplifyUnderRanges(nested, ranges({dynamic}), {}), nested);
}

TEST(Simplify, LeavesFaultyExpressionsAlone) {
  for (const char *text :
       {"(i) -> (i floordiv 0)", "(i) -> (i mod -4)", "(i) -> (i ceildiv -2)"})
    EXPECT_EQ(simplifyUnderRanges(map(text), ranges({8}), {}), map(text));
  AffineMap semi = map("(i)[s] -> (i floordiv s, i * s)");
  EXPECT_EQ(simplifyUnderRanges(semi, ranges({8}), {{0, std::nullopt}}), semi);
}

TEST(Simplify, UntanglesDigits) {
  auto untangled = [](StringRef text) {
    return print(untangleDigits(map(text)));
  };
  EXPECT_EQ(untangled("(i) -> ((i mod 4) floordiv 2)"),
            print(map("(i) -> ((i floordiv 2) mod 2)")));
  EXPECT_EQ(untangled("(i) -> ((i mod 4) floordiv 3)"),
            print(map("(i) -> (-(i floordiv 4) + (i + 1) floordiv 4)")));
  EXPECT_EQ(untangled("(i) -> ((i mod 4) mod 2)"),
            print(map("(i) -> (i mod 2)")));
  // Of a sum with a digit; and of one that MLIR takes for a digit.
  EXPECT_EQ(untangled("(i, j) -> ((i mod 4 + j) floordiv 3)"),
            "(d0, d1) -> "
            "((d0 + ((-d0 - 1) floordiv 4) * 4 + d1 + 4) floordiv 3)");
  EXPECT_EQ(untangled("(i) -> ((i - ((i - 1) floordiv 5) * 5) mod 3)"),
            "(d0) -> ((d0 + ((-(d0 - 1) - 1) floordiv 5) * 5 + 5) mod 3)");
}

/// What may be large is not added to, what may be small not subtracted from.
TEST(Simplify, UntanglesDigitsWithin64Bits) {
  constexpr int64_t min = std::numeric_limits<int64_t>::min(),
                    max = std::numeric_limits<int64_t>::max();
  auto untangled = [](Interval range) {
    return print(
        untangleDigits(map("(i) -> ((i mod 7) floordiv 4)"), range, {}));
  };
  std::string added =
                  print(map("(i) -> (-(i floordiv 7) + (i + 3) floordiv 7)")),
              subtracted = print(
                  map("(i) -> (-(i floordiv 7) + (i - 4) floordiv 7 + 1)")),
              divided = print(map("(i) -> ((i + ((-i - 1) floordiv 7) * 7 + 7) "
                                  "floordiv 4)"));
  EXPECT_EQ(untangled({0, 9}), added);
  EXPECT_EQ(untangled({min, 9}), added);
  EXPECT_EQ(untangled({std::nullopt, 9}), added);
  EXPECT_EQ(untangled({0, max}), subtracted);
  EXPECT_EQ(untangled({0, std::nullopt}), subtracted);
  EXPECT_EQ(untangled({min, max}), divided);
  EXPECT_EQ(untangled({std::nullopt, std::nullopt}), divided);
}

TEST(Simplify, UntanglesBounds) {
  auto untangled = [](StringRef text) {
    return print(untangleBound(map(text)));
  };
  EXPECT_EQ(untangled("(i) -> ((i * 3) mod 4)"),
            "(d0) -> (d0 * 3 + ((d0 * -3 - 1) floordiv 4) * 4 + 4)");
  // What MLIR takes for a digit.
  EXPECT_EQ(untangled("(i) -> (i - (i floordiv 4) * 4 + 1)"),
            untangled("(i) -> (i mod 4 + 1)"));
  EXPECT_EQ(untangled("(i, j) -> (i floordiv 4 + j)"),
            "(d0, d1) -> (d0 floordiv 4 + d1)");
  // As it comes back from canonicalization.
  EXPECT_EQ(print(simplifyAffineMap(
                untangleBound(map("(i) -> (1 - (i * 3 + 1) mod 2)")))),
            "(d0) -> (d0 * -3 + ((d0 * 3 + 1) floordiv 2) * 2)");
}

/// Returns true if a term of a result, or of a dividend in one, is a remainder.
static bool hasDigits(AffineMap map) {
  bool found = false;
  map.walkExprs(
      [&](AffineExpr part) { found |= part.getKind() == AffineExprKind::Mod; });
  return found;
}

/// What MLIR simplifies is no remainder again, however it is used.
TEST(SimplifyProperty, BoundsStayUntangled) {
  RandomMaps maps(getSeed() + 5);
  unsigned untangled = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    int64_t c = maps.pick(2, 7), k = maps.pick(-3, 3), a = maps.pick(-4, 4),
            b = maps.pick(-5, 5);
    AffineMap one =
        map("(i) -> ((i * " + std::to_string(a) + " + " + std::to_string(b) +
            ") mod " + std::to_string(c) + " * " + std::to_string(k) + ")");
    AffineMap bound = simplifyAffineMap(untangleBound(one));
    ASSERT_FALSE(hasDigits(bound)) << print(one) << " became " << print(bound);
    untangled += hasDigits(one);
    for (int64_t i = -9; i < 10; ++i)
      ASSERT_EQ(placeOf(bound, {i}), placeOf(one, {i})) << print(one);
  }
  EXPECT_GT(untangled, 1000u);
}

/// Returns true if a digit is divided somewhere, which would not take many
/// terms to write.
static bool dividesDigit(AffineMap map) {
  bool found = false;
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr part) {
      auto division = dyn_cast<AffineBinaryOpExpr>(part);
      if (!division || (division.getKind() != AffineExprKind::FloorDiv &&
                        division.getKind() != AffineExprKind::Mod))
        return;
      auto digit = dyn_cast<AffineBinaryOpExpr>(division.getLHS());
      if (!digit || digit.getKind() != AffineExprKind::Mod)
        return;
      int64_t c = cast<AffineConstantExpr>(digit.getRHS()).getValue();
      int64_t k = cast<AffineConstantExpr>(division.getRHS()).getValue();
      found |= c % k == 0 || (c - 1) / k <= 8;
    });
  return found;
}

/// Maps within maps, with ranges that need not be those the map was made for.
TEST(SimplifyProperty, KeepsEveryValue) {
  RandomMaps maps(getSeed() + 3);
  unsigned changed = 0, stable = 0;
  for (unsigned round = 0; round < 3000 && !HasFatalFailure(); ++round) {
    Index shape = maps.shape(maps.pick(1, 3), 200);
    AffineMap affine = maps.map(shape);
    if (maps.pick(0, 1)) {
      Index sizes;
      for (unsigned r = 0; r < affine.getNumResults(); ++r)
        sizes.push_back(maps.pick(1, 12));
      affine = maps.map(sizes).compose(affine);
    }
    SmallVector<Interval> known;
    for (int64_t size : shape)
      known.push_back({maps.pick(0, 3) ? 0 : -maps.pick(0, 5), size - 1});
    AffineMap simple = simplifyUnderRanges(affine, known, {});
    SCOPED_TRACE(print(affine) + " became " + print(simple));
    changed += simple != affine;
    Index sizes, offset;
    for (const Interval &range : known) {
      sizes.push_back(*range.high - *range.low + 1);
      offset.push_back(*range.low);
    }
    for (Index index : allIndices(sizes)) {
      for (size_t d = 0; d < index.size(); ++d)
        index[d] += offset[d];
      Index value = placeOf(affine, index);
      ASSERT_EQ(placeOf(simple, index), value) << formatIndex(index);
      for (auto [result, v] : llvm::zip_equal(affine.getResults(), value)) {
        Interval range = rangeOf(result, known, {});
        ASSERT_TRUE(*range.low <= v && v <= *range.high) << formatIndex(index);
      }
    }
    SmallVector<Interval> half = known;
    for (Interval &range : half)
      (maps.pick(0, 1) ? range.low : range.high) = std::nullopt;
    AffineMap untangled = untangleDigits(affine), bound = untangleBound(affine),
              far = untangleDigits(affine, half, {});
    for (Index index : allIndices(sizes)) {
      for (size_t d = 0; d < index.size(); ++d)
        index[d] += offset[d];
      ASSERT_EQ(placeOf(untangled, index), placeOf(affine, index))
          << print(untangled) << " at " << formatIndex(index);
      ASSERT_EQ(placeOf(bound, index), placeOf(affine, index))
          << print(bound) << " at " << formatIndex(index);
      ASSERT_EQ(placeOf(far, index), placeOf(affine, index))
          << print(far) << " at " << formatIndex(index);
    }
    ASSERT_FALSE(dividesDigit(untangled)) << print(untangled);
    AffineMap again = simplifyUnderRanges(simple, known, {});
    stable += again == simple;
  }
  llvm::outs() << "changed " << changed << ", stable " << stable << "\n";
  EXPECT_GT(changed, 900u);
  // Once more changes nothing, but for a few tangles of digits of digits.
  EXPECT_GT(stable, 2970u);
}
