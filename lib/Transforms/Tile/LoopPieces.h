//===- LoopPieces.h - One loop in pieces, one behind the other --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_LOOPPIECES_H
#define LIB_TRANSFORMS_TILE_LOOPPIECES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::layout {

/// Puts `numPieces` copies of `loop` in its place, one behind the other, with
/// what it carries. Each is adjusted by `finish`, which gets the number of the
/// piece, the piece, and what of it is a copy of which op: it restricts the
/// bounds, so that each iteration is in one of them.
void splitIntoPieces(
    affine::AffineForOp loop, unsigned numPieces,
    function_ref<void(unsigned, affine::AffineForOp, IRMapping &)> finish);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_LOOPPIECES_H
