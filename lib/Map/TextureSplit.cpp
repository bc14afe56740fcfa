//===- TextureSplit.cpp - Rows and columns of a texture -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/TextureSplit.h"

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace mlir;
using namespace mlir::layout;

static int64_t getSeparator(TextureSplit split, int64_t rank) {
  switch (split) {
  case TextureSplit::Weight:
    return 1;
  case TextureSplit::NHWC:
    return rank == 3 ? 1 : 2;
  case TextureSplit::Plain:
    return rank - 2;
  }
  llvm_unreachable("no other split");
}

/// None where the product is beyond 64 bits.
static std::optional<int64_t> getProduct(ArrayRef<int64_t> extents) {
  int64_t product = 1;
  for (int64_t extent : extents)
    if (llvm::MulOverflow(product, extent, product))
      return std::nullopt;
  return product;
}

FailureOr<TextureShape> layout::getTextureShape(ArrayRef<int64_t> shape,
                                                TextureSplit split,
                                                std::string &why) {
  int64_t rank = shape.size();
  if (rank < 3) {
    why = ("a texture has rows, columns and channels, but there are " +
           Twine(rank) + " axes; add an axis of 1 or 4 channels as the last")
              .str();
    return failure();
  }
  if (llvm::any_of(shape, ShapedType::isDynamic)) {
    why = "an extent is dynamic; expects a static shape, as the extents of an "
          "image are fixed";
    return failure();
  }
  if (shape.back() != 1 && shape.back() != 4) {
    why = ("the innermost axis is the channels of a texel, 1 or 4, not " +
           Twine(shape.back()))
              .str();
    return failure();
  }
  int64_t separator = getSeparator(split, rank);
  auto height = getProduct(shape.take_front(separator));
  auto width = getProduct(shape.drop_front(separator).drop_back());
  if (!height || !width) {
    why = "rows or columns are beyond 64 bits";
    return failure();
  }
  return TextureShape{split, separator, *height, *width, shape.back()};
}

FailureOr<TextureShape> layout::chooseTextureShape(ArrayRef<int64_t> shape,
                                                   int64_t limit,
                                                   std::string &why) {
  FailureOr<TextureShape> best = failure();
  auto imbalance = [](const TextureShape &candidate) {
    return std::abs(candidate.height - candidate.width);
  };
  // In this order, of which the first of equal ones is taken.
  for (TextureSplit split :
       {TextureSplit::Weight, TextureSplit::NHWC, TextureSplit::Plain}) {
    FailureOr<TextureShape> candidate = getTextureShape(shape, split, why);
    if (failed(candidate))
      return failure();
    if (candidate->height < limit && candidate->width < limit &&
        (failed(best) || imbalance(*candidate) < imbalance(*best)))
      best = candidate;
  }
  if (failed(best))
    why = ("no split into rows and columns has less than " + Twine(limit) +
           " of each; raise max-extent, if the target allows it")
              .str();
  return best;
}
