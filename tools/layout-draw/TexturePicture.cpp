//===- TexturePicture.cpp - How a texture is packed, in colours -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TexturePicture.h"

#include "Layout/Map/IndexMap.h"
#include "Layout/Map/RowMajor.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kMaxPlaces = int64_t(1) << 22;
static constexpr int64_t kMaxSquare = 24, kWidth = 960; // in pixels
static constexpr int64_t kChannels = 4;
static constexpr Color kFrame = {24, 24, 24};
static constexpr Color kPadding = {112, 112, 112}, kHatch = {160, 160, 160};

namespace {

/// What lies at each place: a colour, or nothing for padding.
struct Places {
  int64_t rows, columns;
  std::vector<std::optional<Color>> colors; // row-major
};

} // namespace

/// A colour of full saturation; hue and value are in [0, 1].
static Color getColor(double hue, double value) {
  auto component = [&](double shift) -> uint8_t {
    double x = std::fabs(std::fmod(hue * 6 + shift, 6.0) - 3) - 1;
    return std::lround(255 * value * std::min(1.0, std::max(0.0, x)));
  };
  return {component(0), component(4), component(2)};
}

/// Hue by the last index, brightness by the others.
static Color getColor(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  if (index.empty())
    return getColor(0, 1);
  int64_t others = llvm::product_of(shape.drop_back(), int64_t(1));
  double where =
      others <= 1
          ? 1
          : double(getRowMajorNumber(index.drop_back(), shape.drop_back())) /
                double(others - 1);
  // Not up to 1: the last hue would look like the first.
  return getColor(0.85 * double(index.back()) / double(shape.back()),
                  0.4 + 0.6 * where);
}

static Places colorPlaces(const PhysicalLayout &layout) {
  SmallVector<int64_t> logical = layout.getLogicalShape();
  SmallVector<int64_t> physical = layout.getPhysicalShape();
  SmallVector<int64_t> flat = layout.getFlattenedShape();
  Places places;
  places.columns = flat.empty() ? 1 : flat.back();
  int64_t numPlaces = llvm::product_of(physical, int64_t(1));
  places.rows = places.columns ? numPlaces / places.columns : 0;
  places.colors.resize(numPlaces);
  // Flattening keeps the row-major order.
  IndexMap map(layout.getMap());
  forEachIndex(logical, [&](ArrayRef<int64_t> index) {
    places.colors[getRowMajorNumber(map.evaluate(index), physical)] =
        getColor(index, logical);
    return true;
  });
  return places;
}

static void drawSquare(Picture &picture, int64_t left, int64_t top,
                       int64_t size, std::optional<Color> color) {
  for (int64_t y = top; y < top + size; ++y)
    for (int64_t x = left; x < left + size; ++x)
      picture.at(x, y) =
          color ? *color : ((x + y) % 4 == 0 ? kHatch : kPadding);
}

std::optional<Picture> layout::drawTexture(const PhysicalLayout &layout,
                                           std::string &why) {
  why = layout.getFault() + layout.getUnknown();
  if (!why.empty())
    return std::nullopt;
  std::optional<int64_t> numPlaces = layout.getPhysicalBox().getNumElements();
  if (!numPlaces || *numPlaces == 0 || *numPlaces > kMaxPlaces) {
    why = "it has no static shape, no place, or more than 2^22 of them";
    return std::nullopt;
  }
  Places places = colorPlaces(layout);
  SmallVector<int64_t> physical = layout.getPhysicalShape();
  bool hasTexels = physical.size() > 1 && physical.back() == kChannels &&
                   places.columns % kChannels == 0;
  int64_t square =
      std::max<int64_t>(1, std::min(kMaxSquare, kWidth / places.columns));
  // A frame takes room only where texels can be seen.
  int64_t frame = hasTexels && square > 2 ? 1 : 0;
  int64_t numTexels = places.columns / kChannels;
  Picture picture(places.columns * square + (frame ? numTexels + 1 : 0),
                  places.rows * (square + frame) + frame, kFrame);
  for (int64_t row = 0; row < places.rows; ++row)
    for (int64_t column = 0; column < places.columns; ++column) {
      int64_t left = column * square + (frame ? column / kChannels + 1 : 0);
      drawSquare(picture, left, row * (square + frame) + frame, square,
                 places.colors[row * places.columns + column]);
    }
  return picture;
}
