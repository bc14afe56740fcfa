//===- SpeculatedRaces.h - Accesses in parallel loops -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_SPECULATEDRACES_H
#define LAYOUT_LIB_ANALYSIS_SPECULATEDRACES_H

#include "Layout/Analysis/Contents/KnownContents.h"

namespace mlir::layout {

/// Returns true if it is proven that no two iterations of `loop`, which is
/// parallel, touch one element of `root` while one of them writes, whatever the
/// conditions in it are. `elements` are those that an added access in it
/// touches. The proof: some indices, the same in all accesses, differ between
/// iterations.
bool cannotRace(Operation *loop, const Elements &elements, bool writes,
                KnownContents &contents);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_SPECULATEDRACES_H
