//===- Reindex.h - Layouts under reindexing ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_REINDEX_H
#define LAYOUT_MAP_REINDEX_H

#include "Layout/Map/PhysicalLayout.h"

namespace mlir::layout {

/// One step of a layout in other indices of the same elements. `index` leads
/// from those, in `other`, to the ones that `map` takes, in `domain`:
///
///     map     (r, c) -> (c floordiv 32, r, c mod 32)        [127, 768]
///     index   (r, h, e) -> (r, 64 * h + e)                  [127, 12, 64]
///     result  (r, h, e) -> (h, e floordiv 32, r, e mod 32)
///
/// Adjacent axes that are digits of one number become one, and an axis that
/// adds up digits of several dimensions becomes several, as such maps are
/// mostly written. Null if it is not proven that both maps name the same
/// storage.
AffineMap reindex(AffineMap map, const Box &domain, AffineMap index,
                  const Box &other);

/// Decides whether two layouts name the same storage: as many slots, and each
/// element as far from the first slot, in row-major order. `index` maps the
/// indices of `b` to those of `a` for the same element. Then the padding of one
/// is that of the other, too. A `No` names an element: "(0, 1) lies at 1, and
/// at 32". A `Yes` holds for all values of dynamic extents; it is found if
/// their dimensions are axes by themselves. Otherwise, and if there are axis
/// separators, the answer is `Unknown`.
Decision isSameStorage(const PhysicalLayout &a, AffineMap index,
                       const PhysicalLayout &b);

} // namespace mlir::layout

#endif // LAYOUT_MAP_REINDEX_H
