//===- OutsideImages.h - Reads outside of an image --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memory space may guarantee zeros outside of an image. Which indices are
// outside is a matter of the image, not of the loops that once were around it:
//
//     4 rows for each of 2 channel blocks, row 4 c + h     h = -1, c = 0: row
//     -1
//                                                          h = -1, c = 1: row
//                                                          3!
//
// An index is outside if one coordinate is. Coordinates have 32 bits, so that
// far away is not outside either.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_OUTSIDEIMAGES_H
#define LAYOUT_LIB_ANALYSIS_OUTSIDEIMAGES_H

#include "Layout/Analysis/Accesses/TouchedElements.h"

namespace mlir::layout {

/// Returns true if `load` can become a `layout.fetch` that yields zeros
/// outside: it reads one texel of an image, by the image's own name, and the
/// memory space guarantees zeros.
bool canFetchZeros(Operation *load, Value root);

/// Why a load of this buffer is not guaranteed to read zeros outside, as the
/// end of a sentence; empty if textures have nothing to do with it.
std::string describeMissingGuarantee(Operation *load);

/// All coordinates, and what is divided on the way to them, are numbers of 32
/// bits.
Conjunction getCoordinateBounds(ArrayRef<AffineExpr> index);

/// Some coordinate is outside; nullopt if an extent is not known.
std::optional<Condition> getOutside(const Elements &texel, IntegerFacts &facts);
/// All of them are inside.
std::optional<Condition> getInside(const Elements &texel, IntegerFacts &facts);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_OUTSIDEIMAGES_H
