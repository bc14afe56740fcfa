//===- ReindexTest.cpp - Layouts under reindexing -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Reindex.h"
#include "RandomMaps.h"
#include "TestSupport.h"
#include "gmock/gmock.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

PhysicalLayout layoutOf(AffineMap map, llvm::ArrayRef<int64_t> shape) {
  LayoutSpec spec;
  spec.steps.push_back({map, {}, {}, PadKind::None, {}});
  return PhysicalLayout::derive(spec, shape, getContext());
}

/// By counting: the place of an element in the storage.
int64_t placeOf(const PhysicalLayout &layout, llvm::ArrayRef<int64_t> index) {
  int64_t place = 0;
  SmallVector<int64_t> shape = layout.getPhysicalShape();
  SmallVector<int64_t> at = IndexMap(layout.getMap()).evaluate(index);
  for (auto [i, extent] : llvm::zip_equal(at, shape))
    place = place * extent + i;
  return place;
}

int64_t sizeOf(const PhysicalLayout &layout) {
  int64_t size = 1;
  for (int64_t extent : layout.getPhysicalShape())
    size *= extent;
  return size;
}

bool isSameByCounting(const PhysicalLayout &a, AffineMap index,
                      const PhysicalLayout &b) {
  bool isSame = sizeOf(a) == sizeOf(b);
  forEachIndex(b.getLogicalShape(), [&](llvm::ArrayRef<int64_t> i) {
    isSame &= placeOf(a, IndexMap(index).evaluate(i)) == placeOf(b, i);
    return isSame;
  });
  return isSame;
}

TEST(Reindex, BlocksWithinTheInnerDimension) {
  EXPECT_EQ(reindex(map("(r, c) -> (c floordiv 32, r, c mod 32)"),
                    box({127, 768}), map("(r, h, e) -> (r, 64 * h + e)"),
                    box({127, 12, 64})),
            map("(r, h, e) -> (h, e floordiv 32, r, e mod 32)"));
  EXPECT_EQ(reindex(map("(r, h, e) -> (h, e floordiv 32, r, e mod 32)"),
                    box({127, 12, 64}),
                    map("(r, c) -> (r, c floordiv 64, c mod 64)"),
                    box({127, 768})),
            map("(r, c) -> (c floordiv 32, r, c mod 32)"));
}

TEST(Reindex, BlocksThatAreTheInnerDimension) {
  EXPECT_EQ(reindex(map("(r, c) -> (c floordiv 32, r, c mod 32)"), box({5, 96}),
                    map("(r, h, e) -> (r, 32 * h + e)"), box({5, 3, 32})),
            map("(r, h, e) -> (h, r, e)"));
  // One block of all: its number is always 0.
  EXPECT_EQ(reindex(map("(r, h, e) -> (h, e floordiv 32, r, e mod 32)"),
                    box({5, 3, 32}),
                    map("(r, c) -> (r, c floordiv 32, c mod 32)"),
                    box({5, 96})),
            map("(r, c) -> (c floordiv 32, r, c mod 32)"));
}

TEST(Reindex, BlocksAcrossTheInnerDimension) {
  // 16 columns are half a block: the axis stays one of two dimensions.
  EXPECT_EQ(reindex(map("(r, c) -> (c floordiv 32, r, c mod 32)"), box({5, 64}),
                    map("(r, h, e) -> (r, 16 * h + e)"), box({5, 4, 16})),
            map("(r, h, e) -> (h floordiv 2, r, h mod 2, e)"));
  EXPECT_EQ(reindex(map("(r, c) -> (c floordiv 32, r, c mod 32)"),
                    box({5, 160}), map("(r, h, e) -> (r, 40 * h + e)"),
                    box({5, 4, 40})),
            map("(r, h, e) -> ((40 * h + e) floordiv 32, r, "
                "(40 * h + e) mod 32)"));
}

TEST(Reindex, AxesThatDoNotMeetStayTwo) {
  EXPECT_EQ(reindex(map("(h, r, e) -> (h, r, e)"), box({3, 5, 8}),
                    map("(c, r) -> (c floordiv 8, r, c mod 8)"), box({24, 5})),
            map("(c, r) -> (c floordiv 8, r, c mod 8)"));
}

TEST(Reindex, SameStorage) {
  PhysicalLayout panels =
      layoutOf(map("(r, c) -> (c floordiv 32, r, c mod 32)"), {5, 128});
  AffineMap joined = map("(h, r, e) -> (r, 64 * h + e)");
  auto answer = [&](llvm::StringRef text) {
    return isSameStorage(panels, joined, layoutOf(map(text), {2, 5, 64}));
  };
  EXPECT_TRUE(answer("(h, r, e) -> (h, e floordiv 32, r, e mod 32)").isYes());
  EXPECT_TRUE(
      answer("(h, r, e) -> (2 * h + e floordiv 32, r, e mod 32)").isYes());
  Decision other = answer("(h, r, e) -> (h, r, e)");
  EXPECT_TRUE(other.isNo());
  EXPECT_EQ(other.witness, "(0, 0, 63) lies at 191, and at 63");
  EXPECT_EQ(answer("(h, r, e) -> (h, e floordiv 40, r, e mod 40)").witness,
            "it has 640 places, and 800");
}

/// The same places of the elements, and another number of slots after them.
TEST(Reindex, SameStorageCountsPadding) {
  AffineMap same = map("(i) -> (i)");
  PhysicalLayout whole = layoutOf(same, {14});
  PhysicalLayout tiles = layoutOf(map("(i) -> (i floordiv 4, i mod 4)"), {14});
  EXPECT_TRUE(isSameStorage(whole, same, tiles).isNo());
  EXPECT_TRUE(isSameStorage(tiles, same, tiles).isYes());
}

/// Of all sizes of a batch: the axis must be the dimension, and what is around
/// it the same, each by itself.
TEST(Reindex, SameStorageOfAnyExtent) {
  AffineMap joined = map("(n, h, r, e) -> (n, r, 64 * h + e)");
  auto answer = [&](llvm::StringRef a, llvm::StringRef b) {
    return isSameStorage(layoutOf(map(a), {dynamic, 5, 128}), joined,
                         layoutOf(map(b), {dynamic, 2, 5, 64}));
  };
  EXPECT_TRUE(answer("(n, r, c) -> (n, c floordiv 32, r, c mod 32)",
                     "(n, h, r, e) -> (n, h, e floordiv 32, r, e mod 32)")
                  .isYes());
  EXPECT_TRUE(answer("(n, r, c) -> (c floordiv 32, n, r, c mod 32)",
                     "(n, h, r, e) -> (h, e floordiv 32, n, r, e mod 32)")
                  .isYes());
  // Of one image the same, of two not.
  EXPECT_TRUE(answer("(n, r, c) -> (c floordiv 32, n, r, c mod 32)",
                     "(n, h, r, e) -> (n, h, e floordiv 32, r, e mod 32)")
                  .isUnknown());
  EXPECT_TRUE(answer("(n, r, c) -> (n, r, c)", "(n, h, r, e) -> (n, h, r, e)")
                  .isUnknown());
  // Blocks of images.
  EXPECT_TRUE(answer("(n, r, c) -> (n floordiv 2, r, c, n mod 2)",
                     "(n, h, r, e) -> (n floordiv 2, r, h, e, n mod 2)")
                  .isUnknown());
  EXPECT_TRUE(reindex(map("(n, r, c) -> (n, c floordiv 32, r, c mod 32)"),
                      box({dynamic, 5, 128}), joined,
                      box({dynamic, 2, 5, 64})) ==
              map("(n, h, r, e) -> (n, h, e floordiv 32, r, e mod 32)"));
}

TEST(Reindex, SameStorageIsNotGuessed) {
  AffineMap same = map("(i, j) -> (i, j)");
  PhysicalLayout open =
      layoutOf(map("(i, j) -> (i floordiv 2, j, i mod 2)"), {dynamic, 4});
  EXPECT_TRUE(isSameStorage(open, same, open).isUnknown());
  PhysicalLayout bad = layoutOf(map("(i, j) -> (i + j)"), {4, 4});
  EXPECT_TRUE(isSameStorage(bad, same, layoutOf(same, {4, 4})).isUnknown());
  // Another place for one element, which is none of those that are tried, by
  // numbers beyond 2^40.
  PhysicalLayout line = layoutOf(map("(i) -> (i)"), {int64_t(1) << 43});
  AffineMap moved = map("(i) -> (i + (i + 5) floordiv 4398046511107 - "
                        "(i + 4) floordiv 4398046511107)");
  EXPECT_TRUE(isSameStorage(line, moved, line).isUnknown());
}

/// What is reindexed lies where it did; and what is said of two layouts, be
/// they alike or not, is what counting says.
TEST(Reindex, AgreesWithCounting) {
  RandomMaps random(7);
  unsigned numSame = 0, numOther = 0, numWritten = 0;
  for (unsigned trial = 0; trial < 1000; ++trial) {
    // (r, c) with c = e * h + i, transposed.
    int64_t h = random.pick(1, 4), e = random.pick(1, 6), r = random.pick(1, 4);
    SmallVector<int64_t> coarse = {r, h * e}, fine = {h, r, e};
    MLIRContext *context = getContext();
    AffineExpr d0 = getAffineDimExpr(0, context),
               d1 = getAffineDimExpr(1, context),
               d2 = getAffineDimExpr(2, context);
    AffineMap join = AffineMap::get(3, 0, {d1, d0 * e + d2}, context);
    AffineMap split =
        AffineMap::get(2, 0, {d1.floorDiv(e), d0, d1 % e}, context);
    bool joins = random.pick(0, 1);
    ArrayRef<int64_t> from = joins ? coarse : fine, to = joins ? fine : coarse;
    AffineMap index = joins ? join : split, stated = random.map(from);
    PhysicalLayout layout = layoutOf(stated, from);
    if (!layout.getFault().empty() || !layout.getUnknown().empty())
      continue;
    if (AffineMap written = reindex(stated, box(from), index, box(to))) {
      PhysicalLayout other = layoutOf(written, to);
      ASSERT_EQ(other.getFault(), "");
      if (other.getUnknown().empty()) {
        ++numWritten;
        forEachIndex(to, [&](llvm::ArrayRef<int64_t> i) {
          EXPECT_EQ(sizeOf(layout), sizeOf(other));
          EXPECT_EQ(placeOf(layout, IndexMap(index).evaluate(i)),
                    placeOf(other, i));
          return !::testing::Test::HasFailure();
        });
      }
    }
    // Composed, elements lie alike, if not always in a box as large.
    PhysicalLayout other = layoutOf(
        random.pick(0, 1) ? stated.compose(index) : random.map(to), to);
    if (!other.getFault().empty() || !other.getUnknown().empty())
      continue;
    Decision answer = isSameStorage(layout, index, other);
    if (answer.isUnknown())
      continue;
    EXPECT_EQ(answer.isYes(), isSameByCounting(layout, index, other));
    ++(answer.isYes() ? numSame : numOther);
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
  EXPECT_GT(numSame, 100u);
  EXPECT_GT(numOther, 100u);
  EXPECT_GT(numWritten, 300u);
}

} // namespace
