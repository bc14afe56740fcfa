//===- PackedLinalg.h - linalg ops over tiles -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PACK_PACKEDLINALG_H
#define LIB_TRANSFORMS_PACK_PACKEDLINALG_H

#include "PackedTypes.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// A linalg op on tensors with layouts as `linalg.generic` on packed ones: a
/// loop over a dimension that has tiles becomes one over tiles and one, after
/// all others, within a tile.
///
/// Example: y(i) = f(x(i)), both in tiles of 4: y(i, t) = f(x(i, t)). With a
/// plain z it is z(4 * i + t), with zeros after it if tiles of 4 do not divide
/// its extent. A loop that reduces leaves padding out, by a condition; its loop
/// within tiles comes directly after that over tiles if another reduction loop
/// follows, as sums keep their order.
struct PackedLinalg {
  linalg::LinalgOp op;
  SmallVector<AffineMap> maps; ///< one for each operand
  SmallVector<utils::IteratorType> iterators;
  SmallVector<Type> resultTypes;
  /// By loop: its tile, 0 if it is not split, the loop over tiles, and the one
  /// over places.
  SmallVector<int64_t> tiles;
  SmallVector<unsigned> outerLoops, innerLoops;
  /// Loops that reduce and reach padding, with their extents.
  SmallVector<std::pair<unsigned, int64_t>> guarded;
  /// Operands that are read beyond their end, and the shape to which they are
  /// padded with zeros.
  SmallVector<std::pair<unsigned, SmallVector<int64_t>>> extended;

  /// Nullopt, and why, if the op cannot be computed so. Its types must have
  /// been found in `types`.
  static std::optional<PackedLinalg>
  plan(linalg::LinalgOp op, const PackedTypes &types, std::string &why);
  /// The new op, with operands as they are now: the old one is left unused.
  linalg::GenericOp build(RewriterBase &rewriter) const;

private:
  SmallVector<Value> buildInputs(RewriterBase &rewriter) const;
  Value buildIndex(RewriterBase &rewriter, Location loc, unsigned loop) const;
  void rewriteIndices(RewriterBase &rewriter, linalg::GenericOp generic) const;
  void guardSums(RewriterBase &rewriter, linalg::GenericOp generic) const;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PACK_PACKEDLINALG_H
