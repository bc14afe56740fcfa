//===- EpilogueBlock.h - Which nests go into which tiles --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_EPILOGUEBLOCK_H
#define LIB_TRANSFORMS_TILE_EPILOGUEBLOCK_H

#include "EpilogueNest.h"
#include "Transforms/Nests/BlockOrder.h"

namespace mlir::layout {

/// A contraction with the elementwise nests that go into its tiles.
struct FusedContraction {
  TiledContraction contraction;
  std::optional<EpilogueNest> prologue; ///< initialises the sums
  std::vector<EpilogueNest> epilogues;  ///< in their order
  Value tile;                           ///< the buffer of sums is only a tile
};

/// Which nests of one block go into the tiles of which contraction.
class EpilogueBlock {
public:
  EpilogueBlock(Block *block, NestPlanner &planner, const Target &target);

  /// Reads only.
  void plan();
  /// Puts the ops into their order, in which nests that are fused are adjacent.
  void apply() { order.apply(); }

  std::vector<FusedContraction> fused;

private:
  std::optional<size_t> extend(size_t index);
  std::optional<size_t> findInitialisation(size_t index, Value buffer) const;
  bool takeInitialisation(size_t &index, FusedContraction &its);
  bool takeNext(size_t &index, FusedContraction &its);
  /// What reads first what the ops at a place write.
  struct Reader {
    size_t index;
    Operation *op;
    Value buffer;
    bool isAlone; ///< at its place, and a nest of affine loops
  };
  std::optional<Reader> findReader(size_t index) const;
  void explainUntiled(size_t index, const OrderRefusal &refusal) const;
  bool join(size_t &first, size_t second, const FusedContraction &its,
            const EpilogueNest &nest, bool isPrologue);
  /// A nest that is fused, and when its iterations run then.
  struct Part {
    Operation *root;
    SmallVector<AffineExpr> time;
  };
  enum class Rank { Before, Sum, Behind };
  SmallVector<AffineExpr> getTime(const FusedContraction &its,
                                  ArrayRef<AffineExpr> variables,
                                  Rank rank) const;
  Part getPart(const FusedContraction &its, Operation *root,
               ArrayRef<affine::AffineForOp> loops, ArrayRef<unsigned> loopOf,
               Rank rank) const;
  std::vector<Part> getParts(const FusedContraction &its,
                             const EpilogueNest &nest, bool isPrologue) const;
  Decision keepOrder(const Part &first, const Part &second);
  Decision keepOrder(const FusedContraction &its, const EpilogueNest &nest,
                     bool isPrologue);
  Value findTile(const FusedContraction &its) const;

  Block *block;
  NestPlanner &planner;
  const Target &target;
  BlockOrder order;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_EPILOGUEBLOCK_H
