//===- IndexMapPropertyTest.cpp - Random maps against enumeration ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/IndexMap.h"
#include "Layout/Map/Xor.h"
#include "RandomMaps.h"
#include "gtest/gtest.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {
/// What enumeration says about a map on a shape.
struct MapReference {
  std::string negative, collision; ///< the witness, empty if there is none

  MapReference(AffineMap map, const Index &shape) {
    std::map<Index, std::vector<Index>> indicesAt;
    for (const Index &index : allIndices(shape)) {
      Index place = placeOf(map, index);
      indicesAt[place].push_back(index);
      bool isNegative = llvm::any_of(place, [](int64_t p) { return p < 0; });
      if (isNegative && negative.empty())
        negative = "maps " + formatIndex(index) + " to " + formatIndex(place);
    }
    std::optional<std::pair<Index, Index>> first;
    for (const auto &[place, indices] : indicesAt)
      if (indices.size() > 1)
        if (!first || indices[0] < first->first)
          first = {indices[0], indices[1]};
    if (first)
      collision = formatIndex(first->first) + " and " +
                  formatIndex(first->second) + " both map to " +
                  formatIndex(placeOf(map, first->first));
  }
};

/// How often each outcome was seen, so that the test can tell if the generator
/// no longer makes interesting maps.
struct SeenMaps {
  unsigned good = 0, negative = 0, aliasing = 0, inverse = 0, padded = 0;
};
} // namespace

static void checkInverse(IndexMap map, const Index &shape, SeenMaps &seen) {
  FailureOr<AffineMap> inverse = map.inverse(box(shape));
  if (failed(inverse))
    return;
  ++seen.inverse;
  ASSERT_EQ(inverse->getNumSymbols(), 0u);
  for (const Index &index : allIndices(shape)) {
    Index place = placeOf(map.getAffineMap(), index);
    ASSERT_EQ(placeOf(*inverse, place), index) << print(*inverse);
  }
}

static void checkMap(AffineMap affine, const Index &shape, SeenMaps &seen) {
  SCOPED_TRACE(print(affine) + " on " + formatIndex(shape));
  IndexMap map(affine);
  MapReference expected(affine, shape);
  Decision sign = map.isNonNegative(box(shape));
  ASSERT_EQ(sign.truth, expected.negative.empty() ? Truth::Yes : Truth::No);
  ASSERT_EQ(sign.witness, expected.negative);
  Decision injective = map.isInjective(box(shape));
  ASSERT_EQ(injective.truth,
            expected.collision.empty() ? Truth::Yes : Truth::No);
  ASSERT_EQ(injective.witness, expected.collision);
  FailureOr<Box> image = map.imageBox(box(shape));
  ASSERT_TRUE(succeeded(image));
  if (std::optional<Index> extents = extentsOf(affine, shape)) {
    ASSERT_EQ(ArrayRef<int64_t>(image->getShape()),
              ArrayRef<int64_t>(*extents));
    seen.padded += expected.collision.empty() && expected.negative.empty() &&
                   image->getNumElements() > box(shape).getNumElements();
  }
  seen.negative += !expected.negative.empty();
  seen.aliasing += !expected.collision.empty();
  if (expected.collision.empty()) {
    ++seen.good;
    checkInverse(map, shape, seen);
  } else {
    ASSERT_TRUE(failed(map.inverse(box(shape))));
  }
}

TEST(IndexMapProperty, AgreesWithEnumeration) {
  RandomMaps maps(getSeed());
  SeenMaps seen;
  for (unsigned round = 0; round < 4000 && !HasFatalFailure(); ++round) {
    Index shape = maps.shape(maps.pick(1, 4), 120);
    checkMap(maps.map(shape), shape, seen);
  }
  RecordProperty("injective", seen.good);
  llvm::outs() << "injective " << seen.good << ", with inverse " << seen.inverse
               << ", padded " << seen.padded << ", aliasing " << seen.aliasing
               << ", negative " << seen.negative << "\n";
  EXPECT_GT(seen.padded, 500u);
  EXPECT_GT(seen.aliasing, 300u);
  EXPECT_GT(seen.negative, 100u);
  // Nearly every map that can be inverted has a structure that is recognised.
  EXPECT_GT(seen.inverse * 100, seen.good * 90);
}

/// Tiles of workgroup memory, most of extents that are no power of two.
TEST(IndexMapProperty, SwizzlesOfTilesAgreeWithEnumeration) {
  RandomMaps maps(getSeed());
  unsigned injective = 0, aliasing = 0;
  AffineExpr i = getAffineDimExpr(0, getContext()),
             j = getAffineDimExpr(1, getContext());
  for (unsigned round = 0; round < 60; ++round) {
    Index shape{maps.pick(47, 80), maps.pick(90, 130)};
    // Rows that are too close to each other collide.
    AffineExpr number = i * (shape[1] + maps.pick(-1, 4)) + j;
    int64_t bits = maps.pick(1, 3), shift = maps.pick(bits, 4);
    std::string why;
    AffineExpr swizzled = expandSwizzle(number, bits, maps.pick(0, 3),
                                        maps.pick(0, 1) ? shift : -shift, why);
    ASSERT_TRUE(swizzled) << why;
    // The last places may come again at the first ones.
    AffineExpr place =
        maps.pick(0, 1) ? swizzled : swizzled % (shape[0] * shape[1] - 1);
    AffineMap map = maps.pick(0, 1)
                        ? AffineMap::get(2, 0, place)
                        : AffineMap::get(2, 0, {place.floorDiv(10), place % 10},
                                         getContext());
    SCOPED_TRACE(print(map) + " on " + formatIndex(shape));
    MapReference expected(map, shape);
    Decision decision = IndexMap(map).isInjective(box(shape));
    ASSERT_EQ(decision.truth,
              expected.collision.empty() ? Truth::Yes : Truth::No);
    ASSERT_EQ(decision.witness, expected.collision);
    ++(decision.isYes() ? injective : aliasing);
  }
  EXPECT_GT(injective, 5u);
  EXPECT_GT(aliasing, 3u);
}

/// Swizzles of rows of any length are undone by their structure, however many
/// rows there are.
TEST(IndexMapProperty, SwizzlesOfTilesHaveInverses) {
  AffineExpr i = getAffineDimExpr(0, getContext()),
             j = getAffineDimExpr(1, getContext());
  struct Swizzle {
    int64_t bits, base, shift;
  };
  for (Swizzle swizzle : {Swizzle{3, 3, 3},
                          {2, 3, 3},
                          {1, 3, 3},
                          {2, 0, 2},
                          {3, 2, 4},
                          {2, 3, -3},
                          {3, 0, -3}})
    for (int64_t columns = 1; columns <= 130; columns += 3) {
      std::string why;
      AffineExpr place = expandSwizzle(i * columns + j, swizzle.bits,
                                       swizzle.base, swizzle.shift, why);
      ASSERT_TRUE(place) << why;
      AffineMap map = AffineMap::get(2, 0, place);
      Index shape{13, columns};
      SCOPED_TRACE(print(map) + " on " + formatIndex(shape));
      FailureOr<AffineMap> inverse = IndexMap(map).inverse(box(shape));
      ASSERT_TRUE(succeeded(inverse));
      for (const Index &index : allIndices(shape))
        ASSERT_EQ(placeOf(*inverse, placeOf(map, index)), index);
    }
}
