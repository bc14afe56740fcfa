//===- PanelPrefetch.h - Memory that the next tiles will read ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product reads a panel of its weights once for each block of rows, then the
// next panel. The first block of rows waits for memory, the others find the
// panel in the second cache. So each block of rows asks for a part of the next
// panel while it computes with this one:
//
//     for panel, for block of R, for steps of the sum, for P iterations of each
//         prefetch weights[panel + 1, step, block * P / R ..]
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_PANELPREFETCH_H
#define LIB_TRANSFORMS_VECTORIZE_PANELPREFETCH_H

#include "BandBuilder.h"

namespace mlir::layout {

/// Prefetches for the buffers of a band that no cache of a core has room for.
class PanelPrefetch {
public:
  explicit PanelPrefetch(BandBuilder &builder);

  /// At the begin of an iteration of the `number`th loop of sums.
  void emit(unsigned number);

private:
  struct Panel {
    AffineMap map;
    Value buffer;
    unsigned loop; ///< each iteration of which has a panel
  };

  bool findLevel();
  std::optional<Panel> findPanel(const AffineNest::Access &access) const;
  /// Iterations of a loop; nullopt where they do not begin with 0 or nobody
  /// knows how many there are.
  std::optional<int64_t> getTrips(unsigned loop) const;
  /// Of several loops together.
  std::optional<int64_t> getTrips(unsigned begin, unsigned end) const;
  bool isInBounds(AffineMap map, MemRefType type) const;
  AffineMap getNext(const Panel &panel, int64_t row, int64_t lane) const;

  BandBuilder &builder;
  RegisterTile &band;
  AffineNest &nest;
  unsigned level = 0;    ///< the loop of sums in which they stand
  int64_t numInside = 0; ///< iterations of the loops of sums inside of it
  SmallVector<Panel> panels;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_PANELPREFETCH_H
