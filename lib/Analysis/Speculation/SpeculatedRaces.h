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

/// Can no two iterations of `loop`, which is parallel, touch one element of
/// `root` where one of them writes, whatever conditions in it say? `elements`
/// are what an added access in it touches. True is a proof: some indices, the
/// same in all accesses, tell the iterations apart.
bool cannotRace(Operation *loop, const Elements &elements, bool writes,
                KnownContents &contents);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_SPECULATEDRACES_H
