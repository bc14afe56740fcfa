//===- PartialTiles.h - Which tiles may lack rows or lanes ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_PARTIALTILES_H
#define LIB_TRANSFORMS_VECTORIZE_PARTIALTILES_H

#include "UnreadableBuffers.h"
#include "VectorBand.h"

namespace mlir::layout {

/// Finds whether tiles of a band may lack rows or lanes, and whether such rows
/// and lanes may be computed nevertheless. Reads the loops and what is kept,
/// and sets `isPartial`, `dependsOnSums`, `mayBeSpeculated`, `mayComputeAll`
/// and `mayComputeLanes`.
void findPartialTiles(VectorBand &band, const UnreadableBuffers &unreadable);

/// Is the constraint met wherever the others are? "No" if that is unknown.
bool isMetInRanges(const AffineNest::Bound &constraint, const AffineNest &nest);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_PARTIALTILES_H
