//===- Svg.h - Pictures for browsers ------------------------- -*- C++ -*--===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PICTURES_SVG_H
#define LAYOUT_PICTURES_SVG_H

#include "Layout/Pictures/BufferPicture.h"

namespace mlir::layout {

/// Writes a picture as one SVG file. Where scripts run, pointing at an element
/// on one side shows it on the other; where they do not, a cell has a title. On
/// a dark background it is a dark picture, if the viewer says so.
void writeSvg(const BufferPicture &picture, llvm::raw_ostream &os);

/// A picture on a page, and the drawing as text.
struct PagePart {
  BufferPicture picture;
  std::string text;
};

/// Writes one HTML page that needs no other file.
void writeHtml(ArrayRef<PagePart> parts, llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_PICTURES_SVG_H
