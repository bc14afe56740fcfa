//===- BufferPicture.h - Cells of a layout drawing --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PICTURES_BUFFERPICTURE_H
#define LAYOUT_PICTURES_BUFFERPICTURE_H

#include "Layout/IR/Layout.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// One place of a grid.
struct PictureCell {
  enum class Kind {
    Data,    ///< an element of the slice that is shown
    Other,   ///< an element that is not in the slice
    Padding, ///< of step `step`
  };
  Kind kind = Kind::Data;
  unsigned step = 0;            ///< counted from 1
  SmallVector<int64_t> logical; ///< of data: the whole logical index
  SmallVector<int64_t> place;   ///< the whole physical index
  int64_t offset = 0;           ///< of `place`, row-major, in elements
  /// Of data in the slice: the same number on both sides.
  int64_t key = -1;
  /// The bank of workgroup memory in which it begins, if that is shown.
  std::optional<int64_t> bank;
  /// Of data: where it lies along the axes of the slice, from 0 to 1.
  double row = 0, column = 0;
};

/// One axis of a grid: of many places the first and the last.
struct PictureAxis {
  unsigned axis;
  SmallVector<int64_t> shown;
};

/// A grid of cells: tuples of `rows`, outer axis first, by tuples of `columns`.
struct PictureGrid {
  SmallVector<PictureAxis> rows, columns;
  std::vector<PictureCell> cells; ///< row by row
  bool isCut = false;

  static size_t count(ArrayRef<PictureAxis> axes);
  size_t numRows() const { return count(rows); }
  size_t numColumns() const { return count(columns); }
};

/// A slice of a buffer along one or two logical axes, the others at 0, and
/// where it lies. The physical side has the axes that hang together with these,
/// in blocks: the innermost axis goes to the right, the next downwards, the
/// next to the right again.
struct BufferPicture {
  std::string layout; ///< as it is written
  std::string facts;  ///< shapes, and how much is padding
  std::vector<std::pair<unsigned, std::string>>
      padding; ///< step, what it holds
  SmallVector<unsigned>
      axes; ///< of the slice: row and column, or column, or none
  PictureGrid logical, physical;
};

/// Makes the picture. `axes` are the logical axes to show, at most two, rows
/// first; if none are given, those whose places change most. Nothing, with the
/// reason in `why`, for a layout that is wrong or not decided on this shape, an
/// empty shape, axes that there are not, and where more than 2^20 places hang
/// together. A dynamic shape is shown on an example, which `facts` names. With
/// `bytesOfElement`, cells tell the banks of a buffer that begins in bank 0.
std::optional<BufferPicture> makePicture(BufferAttr layout,
                                         ArrayRef<int64_t> shape,
                                         ArrayRef<unsigned> axes,
                                         std::string &why,
                                         int64_t bytesOfElement = 0);

} // namespace mlir::layout

#endif // LAYOUT_PICTURES_BUFFERPICTURE_H
