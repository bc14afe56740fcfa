//===- PackParameters.h - Layouts of linalg.pack ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PACK_PACKPARAMETERS_H
#define LIB_TRANSFORMS_PACK_PACKPARAMETERS_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// The parameters of `linalg.pack` and `linalg.unpack`, static tiles only.
///
/// Example: [5, 6] with `outer_dims_perm = [1, 0] inner_dims_pos = [0]
/// inner_tiles = [4]` has the places (d1, d0 floordiv 4, d0 mod 4) in [6, 2,
/// 4].
///
/// Law: an element lies at `outer * tile + inner` of its dimension, and there
/// are just as many tiles as hold all elements.
struct PackParameters {
  SmallVector<int64_t> outerDims; ///< the dimension of each outer axis
  SmallVector<int64_t> innerDims; ///< the dimension of each inner axis
  SmallVector<int64_t> tiles;     ///< their extents

  /// Of `linalg.pack` or `linalg.unpack`; nullopt if a tile is a value.
  static std::optional<PackParameters> of(linalg::PackOp op);
  static std::optional<PackParameters> of(linalg::UnPackOp op);
  /// The parameters of all steps of a layout, read off the form of its maps, to
  /// be checked by `describes`. Nullopt, and why, if it has another form.
  static std::optional<PackParameters> read(BufferAttr layout,
                                            std::string &why);

  int64_t getRank() const { return outerDims.size(); }
  /// The tile of a dimension, if it has one.
  std::optional<int64_t> getTile(int64_t dim) const;
  /// Logical index to place, and place to logical index.
  AffineMap getMap(MLIRContext *context) const;
  AffineMap getInverse(MLIRContext *context) const;

  /// Decides whether every element is stored where a layout says, in a box of
  /// the same extents. Exact, for every value of dynamic extents.
  Decision describes(const PhysicalLayout &facts) const;

private:
  AffineExpr getTiles(AffineExpr extent, int64_t dim) const;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PACK_PACKPARAMETERS_H
