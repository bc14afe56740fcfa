//===- TilePrefetch.h - Loads that hardware does not foresee ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors fetch ahead what is read in the order of addresses, up to the end
// of a page. A tile is a page or two, and the next one that a nest reads may
// lie anywhere; inside of a tile rows may be read by columns. Such a nest that
// reads a large buffer once waits for memory at each tile, unless it asks for
// the next one while it computes this one.
//
// An out-of-order core looks a few hundred instructions ahead, and loads what
// these need. That is a page of elements that are added up as they are, but an
// eighth of it if four more instructions extend each vector of bytes.
//
// A stencil over tiles reads several of them at a time, and writes another one.
// That each follows the last one in memory does not help there.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_TILEPREFETCH_H
#define LIB_TRANSFORMS_VECTORIZE_TILEPREFETCH_H

#include "BandBuilder.h"

namespace mlir::layout {

/// Sets the prefetches in the forms of the loads inside of reductions that
/// traverse a buffer larger than the second-level cache once, tile by tile,
/// where the next tile does not follow in memory; without reductions, of the
/// accesses of a stencil that are ahead of others; in lanes along a reduction,
/// of loads whose elements are extended.
void findPrefetches(RegisterTile &band);

/// Prefetches what an access to `numElements` contiguous elements at `place`
/// touches in the next iteration of the loop of its form, if it has one.
void buildPrefetches(BandBuilder &builder, const AffineNest::Access &access,
                     AffineMap place, int64_t numElements);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_TILEPREFETCH_H
