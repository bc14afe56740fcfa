//===- TextureSplitTest.cpp - Rows and columns of a texture ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/TextureSplit.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

std::string describe(FailureOr<TextureShape> shape, const std::string &why) {
  if (failed(shape))
    return why;
  const char *names[] = {"weight", "nhwc", "plain"};
  return std::string(names[unsigned(shape->split)]) + " " +
         std::to_string(shape->height) + "x" + std::to_string(shape->width) +
         "x" + std::to_string(shape->channels);
}

std::string get(ArrayRef<int64_t> shape, TextureSplit split) {
  std::string why;
  auto result = getTextureShape(shape, split, why);
  return describe(result, why);
}

std::string choose(ArrayRef<int64_t> shape, int64_t limit = 16384) {
  std::string why;
  auto result = chooseTextureShape(shape, limit, why);
  return describe(result, why);
}

TEST(TextureSplitTest, SplitsOfTVM) {
  // TX-01, TX-02
  EXPECT_EQ(get({32, 32, 4}, TextureSplit::Plain), "plain 32x32x4");
  EXPECT_EQ(get({32, 2, 4, 4, 4}, TextureSplit::Plain), "plain 256x4x4");
  // TX-05: N * H rows, W * C columns; of rank 3, one axis of rows.
  EXPECT_EQ(get({2, 3, 5, 7, 4}, TextureSplit::NHWC), "nhwc 6x35x4");
  EXPECT_EQ(get({3, 5, 4}, TextureSplit::NHWC), "nhwc 3x5x4");
  EXPECT_EQ(get({2, 3, 5, 1}, TextureSplit::NHWC), "nhwc 6x5x1");
  EXPECT_EQ(get({2, 3, 5, 7, 4}, TextureSplit::Weight), "weight 2x105x4");
}

TEST(TextureSplitTest, Refusals) {
  // TX-06
  EXPECT_EQ(get({8, 8, 3}, TextureSplit::Plain),
            "the innermost axis is the channels of a texel, 1 or 4, not 3");
  EXPECT_EQ(
      get({8, 4}, TextureSplit::Plain),
      "a texture has rows, columns and channels, but there are 2 axes; add "
      "an axis of 1 or 4 channels as the last");
  EXPECT_EQ(get({ShapedType::kDynamic, 8, 4}, TextureSplit::Plain),
            "an extent is dynamic; expects a static shape, as the extents of "
            "an image are "
            "fixed");
  int64_t large = int64_t(1) << 40;
  EXPECT_EQ(get({large, large, 1, 4}, TextureSplit::Plain),
            "rows or columns are beyond 64 bits");
}

TEST(TextureSplitTest, Choices) {
  EXPECT_EQ(choose({1, 8, 40, 40, 4}), "plain 320x40x4"); // TX-12
  EXPECT_EQ(choose({8, 32, 1, 1, 4}), "weight 8x32x4");   // TX-13
  EXPECT_EQ(choose({4, 2, 7, 7, 4}), "nhwc 8x49x4");      // TX-17
  EXPECT_EQ(choose({1, 1, 16384, 1, 4}),                  // TX-18
            "no split into rows and columns has less than 16384 of each; raise "
            "max-extent, if the target allows it");
  EXPECT_EQ(choose({1, 1, 16383, 1, 4}), "weight 1x16383x4"); // a tie of two
  EXPECT_EQ(choose({2, 1, 2, 4}), "weight 2x2x4");            // of all three
  EXPECT_EQ(choose({1, 2, 2, 1, 4}, 3), "nhwc 2x2x4"); // the only one within 3
}

/// By definition: no split that fits is more square, or as square and earlier.
TEST(TextureSplitTest, NoneIsBetter) {
  std::mt19937 random(17);
  for (int trial = 0; trial < 2000; ++trial) {
    SmallVector<int64_t> shape;
    for (unsigned rank = 2 + random() % 4; rank > 0; --rank)
      shape.push_back(1 + random() % 40);
    shape.push_back(4);
    int64_t limit = 1 + random() % 400;
    std::string why;
    auto chosen = chooseTextureShape(shape, limit, why);
    for (auto split :
         {TextureSplit::Weight, TextureSplit::NHWC, TextureSplit::Plain}) {
      TextureShape other = *getTextureShape(shape, split, why);
      if (std::max(other.height, other.width) >= limit)
        continue;
      ASSERT_TRUE(succeeded(chosen));
      int64_t best = std::abs(chosen->height - chosen->width);
      int64_t difference = std::abs(other.height - other.width);
      EXPECT_LE(best, difference);
      if (best == difference)
        EXPECT_LE(unsigned(chosen->split), unsigned(split));
    }
    if (succeeded(chosen))
      EXPECT_LT(std::max(chosen->height, chosen->width), limit);
  }
}

} // namespace
