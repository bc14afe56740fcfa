//===- ComposeMaps.h - Composition with bounded results ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_COMPOSEMAPS_H
#define LAYOUT_LIB_MAP_COMPOSEMAPS_H

#include "Layout/Map/Box.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::layout {

/// `outer` after `inner`, tidied under the ranges of `domain`, in which the
/// inputs of `inner` lie; null if the result is too long, as maps can double
/// their text with each step, or if a coefficient is beyond 64 bits.
AffineMap composeBounded(AffineMap outer, AffineMap inner, const Box &domain);

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_COMPOSEMAPS_H
