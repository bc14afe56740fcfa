//===- StructuralInverse.h - Inverse read off a map's structure -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_STRUCTURALINVERSE_H
#define LAYOUT_LIB_MAP_STRUCTURALINVERSE_H

#include "Layout/Map/Simplify.h"
#include "llvm/Support/LogicalResult.h"

namespace mlir::layout {

/// A map g with g(map(i)) = i for all indices i within `domain`, if the
/// structure of `map` is recognised. Each step of the derivation is an
/// equivalence on the image, but the result is meant to be verified. It is
/// tidied under `image`, the ranges of places.
FailureOr<AffineMap> deriveStructuralInverse(AffineMap map,
                                             ArrayRef<Interval> domain,
                                             ArrayRef<Interval> image);

/// Returns true if it is proven that `inverse(map(i))` simplifies to i under
/// the ranges.
bool isObviouslyInverse(AffineMap inverse, AffineMap map,
                        ArrayRef<Interval> domain);

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_STRUCTURALINVERSE_H
