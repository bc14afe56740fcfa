//===- WideLoads.h - Loads of whole groups of sums --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_WIDELOADS_H
#define LIB_TRANSFORMS_VECTORIZE_WIDELOADS_H

#include "BandBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::layout {

/// Builds loads of wide vectors (GroupOps.h), each once for all that is
/// computed from it.
class WideLoads {
public:
  explicit WideLoads(BandBuilder &builder)
      : builder(builder), band(builder.band) {}

  /// The buffers of wide loads as they are read. In front of the band, since
  /// the loads are inside of its loops and branches.
  void buildViews();

  /// Where the elements of an access for all lanes and the whole group lie side
  /// by side, and the first of them there.
  Value getView(const AffineNest::Access &access) const;
  SmallVector<Value> buildIndices(const AffineNest::Access &access,
                                  int64_t row);
  /// These elements; of a repeated access, for each lane if they are factors of
  /// products, and else once. Of bytes perhaps flipped ones (GroupOps.h).
  Value get(const AffineNest::Access &access, int64_t row,
            bool areFlipped = false);
  /// Those of a repeated access, and of the next groups: `number` in all.
  Value buildGroups(const AffineNest::Access &access, int64_t row,
                    int64_t number);
  /// What stands for the elements of a repeated access that are not there,
  /// where they are factors of products: the zero point of all of these, if it
  /// is an element.
  std::optional<int64_t> getFill(const AffineNest::Access &access) const;
  /// Returns true if rows have other elements.
  bool dependsOnRow(const AffineNest::Access &access) const;
  /// The elements for all lanes in one iteration of the group, from a block
  /// that has them in rows.
  Value getColumn(const AffineNest::Access &access, int64_t row, int64_t step);
  /// Of other groups, or at other places, loads are built anew.
  void forget() {
    loaded.clear();
    columns.clear();
  }
  /// Likewise of the chunks of repeated accesses.
  void forgetChunks() { chunks.clear(); }

private:
  Value build(const AffineNest::Access &access, int64_t row, bool areFlipped);
  Value buildWide(const AffineNest::Access &access, int64_t row);
  Value buildPartialGroup(const AffineNest::Access &access, int64_t row);
  /// The group of a chunk that is built, for all lanes.
  Value buildElement(const AffineNest::Access &access, int64_t row,
                     bool areFlipped);
  SmallVector<Value> buildColumns(const AffineNest::Access &access,
                                  int64_t row);
  /// What all rows share is loaded once.
  int64_t getKeyOfRow(const AffineNest::Access &access, int64_t row,
                      bool areFlipped = false) const;

  BandBuilder &builder;
  RegisterTile &band;
  /// By row, and those of one row by the group of a chunk.
  llvm::DenseMap<std::pair<Operation *, int64_t>, Value> loaded;
  llvm::DenseMap<std::pair<Operation *, int64_t>, Value> chunks; ///< by row
  llvm::DenseMap<std::pair<Operation *, int64_t>, SmallVector<Value>> columns;
  /// By buffer, and the first of the dimensions that are one.
  llvm::DenseMap<std::pair<Value, unsigned>, Value> views;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_WIDELOADS_H
