//===- IndexMap.h - Maps from logical to physical indices -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_INDEXMAP_H
#define LAYOUT_MAP_INDEXMAP_H

#include "Layout/Map/Box.h"
#include "Layout/Map/Decision.h"
#include "Layout/Map/Evaluate.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/Support/LogicalResult.h"

namespace mlir::layout {

/// Says where each element of a buffer lies: one step of a layout.
///
/// Example: [14] -> [4, 4], (i) -> (i floordiv 4, i mod 4).
///
///        0  1  2  3
///   0    0  1  2  3
///   1    4  5  6  7
///   2    8  9 10 11
///   3   12 13  .  .     "." is padding: no index lands there.
///
/// Laws, for a box D on which the map is valid (non-negative and injective):
///   1. two different indices of D never share a place;
///   2. every place lies in `imageBox(D)`;
///   3. `inverse(D)`, where there is one, undoes the map on all of D.
///
/// The map is an AffineMap without symbols. It is never simplified with a
/// shape in hand before its extents are taken: `i mod 4` on 3 elements still
/// has extent 4, so that a tile is whole.
///
/// All questions are exact. Each runs a bounded number of queries of MLIR's
/// Presburger library on sets of at most about 2 * rank variables plus one per
/// division (0.02 to 6 ms each); a map beyond the bounds is answered `Unknown`.
class IndexMap {
public:
  explicit IndexMap(AffineMap map) : map(map) {}

  AffineMap getAffineMap() const { return map; }
  unsigned getNumInputs() const { return map.getNumDims(); }
  unsigned getNumResults() const { return map.getNumResults(); }

  /// Why no question about this map can be answered: it has symbols, or
  /// divides by what is not a positive constant. Empty if all is well.
  std::string getFault() const;

  /// The place of one index. Needs no shape. Exact, cheap. Requires: no fault,
  /// and every value on the way fits in 64 bits.
  SmallVector<int64_t> evaluate(ArrayRef<int64_t> index) const;

  /// Applies this map, then `next`: result(i) = next(this(i)).
  IndexMap compose(const IndexMap &next) const;

  /// The box `[0, P0) x ...` around all places of `domain`: per result the
  /// maximum over the domain plus one, where every `e mod c` counts as a free
  /// variable in [0, c), equal subexpressions being the same variable.
  /// Fails, with the reason in `why`, if a maximum is not an affine expression
  /// of the parameters that can be found within bounds. Extents of an empty
  /// domain follow the same formula, so [0] under the example is [0, 4]; a
  /// formula that comes to less than 0 means 0.
  FailureOr<Box> imageBox(const Box &domain, std::string *why = nullptr) const;

  /// Decides whether every physical index of `domain` is >= 0 in each
  /// coordinate. A `No` reads "maps (0) to (-3)", the lexicographically first
  /// such index; with parameters " for N = 5" names the smallest extents that
  /// show it.
  Decision isNonNegative(const Box &domain) const;

  /// Decides whether different indices have different physical indices. A `No`
  /// reads "(0, 0) and (2, 0) both map to (0, 0)", first in lexicographic
  /// order.
  Decision isInjective(const Box &domain) const;

  /// A map `g` with g(this(i)) = i for all i in `domain`: derived
  /// structurally (digits of mixed radix, permutations, offsets, reversals,
  /// skews, nested tiles, unit dimensions), then *verified* by an emptiness
  /// query. Its results may divide but never by a symbol; it has no symbols of
  /// its own. Fails where the structure is not
  /// recognised (the map may still be injective) or the query hits its bound.
  FailureOr<AffineMap> inverse(const Box &domain) const;

  /// Decides whether `candidate` is an inverse of this map on `domain`. A `No`
  /// names an index: "maps (5) to (1, 1), which the inverse takes to (4)".
  Decision isInverse(AffineMap candidate, const Box &domain) const;

private:
  AffineMap map;
};

} // namespace mlir::layout

#endif // LAYOUT_MAP_INDEXMAP_H
