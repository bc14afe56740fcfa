//===- Png.h - Pictures as files --------------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_LAYOUT_DRAW_PNG_H
#define TOOLS_LAYOUT_DRAW_PNG_H

#include "mlir/Support/LLVM.h"
#include <array>
#include <string>
#include <vector>

namespace mlir::layout {

using Color = std::array<uint8_t, 3>; ///< red, green, blue

/// Rows of pixels.
struct Picture {
  Picture(int64_t width, int64_t height, Color color)
      : width(width), height(height), pixels(width * height, color) {}

  Color &at(int64_t x, int64_t y) { return pixels[y * width + x]; }
  Color at(int64_t x, int64_t y) const { return pixels[y * width + x]; }

  int64_t width, height;
  std::vector<Color> pixels;
};

/// Writes a PNG file. Fails, with the reason in `why`, if it cannot be written.
LogicalResult writePng(const Picture &picture, StringRef path,
                       std::string &why);

} // namespace mlir::layout

#endif // TOOLS_LAYOUT_DRAW_PNG_H
