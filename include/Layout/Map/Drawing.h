//===- Drawing.h - Pictures of layouts --------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_DRAWING_H
#define LAYOUT_MAP_DRAWING_H

#include "Layout/Map/PhysicalLayout.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::layout {

/// The mark of padding of step k, k >= 1, in pictures.
llvm::StringRef getPaddingShade(unsigned k);

/// Draws the logical index of each physical slot, and which slots have none.
///
/// Logical dimensions that share no physical axis are drawn apart: a place
/// holds data exactly if it does in each of these tables. So `NCHW16c` with 61
/// channels is one small table of the channels, whatever N, H and W are:
///
///     logical d3 in physical [1, 4]
///            0  1  2 ... 15
///        0   0  1  2 ... 15
///        3  48 49 50 ... ░░
///
/// Rows run over all axes of the table but the last. A number is the logical
/// index; ░ is padding of step 1, ▒ of step 2, ▓ of any later one. A dimension
/// that only keeps its place is left out; long tables are cut where rows or
/// columns have the same padding as those beside them.
///
/// Made by enumerating the places, not from an inverse: every static layout
/// without fault can be drawn. Fails, with the reason in `why`, on a dynamic
/// shape and on tables of more than 2^20 places.
LogicalResult drawLayout(const PhysicalLayout &layout, llvm::raw_ostream &os,
                         std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_MAP_DRAWING_H
