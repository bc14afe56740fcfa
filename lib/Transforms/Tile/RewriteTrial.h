//===- RewriteTrial.h - What rewrites of a nest would gain ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_REWRITETRIAL_H
#define LIB_TRANSFORMS_TILE_REWRITETRIAL_H

#include "IndexSetSplitting.h"
#include "NestPlanner.h"
#include "RecurrenceTiles.h"
#include "ScalarExpansion.h"

namespace mlir::layout {

/// What may be done to a nest.
struct NestRewrite {
  struct Expansion {
    CarryingLoops nest;
    ExpandedShape shape;
  };
  SmallVector<Expansion> expansions;
  SmallVector<SplitPoint> points;
  std::optional<RecurrenceTiling> tiling;

  bool isEmpty() const {
    return expansions.empty() && points.empty() && !tiling;
  }

  /// The same in a copy of the nest.
  NestRewrite map(const IRMapping &copies) const;

  struct Result {
    SmallVector<ExpandedValues> values;
    affine::AffineForOp tiles; ///< null if there are none
  };
  /// Cannot fail.
  Result apply() const;
};

/// A copy of a nest, rewritten, and what it costs.
class RewriteTrial {
public:
  RewriteTrial(affine::AffineForOp root, NestRewrite rewrite)
      : rewrite(std::move(rewrite)), failed(this->rewrite.expansions.size()),
        root(root) {}

  NestRewrite rewrite; ///< of the nest itself
  double cost = 0;     ///< instructions, estimated
  double inPlace = 0;  ///< those of nests that keep their order
  /// Of the expansions those of which something is not in a nest for lanes.
  llvm::SmallBitVector failed;
  OrderRefusal refusal; ///< of such a nest

  /// Inserts the copy after the nest. Returns the outermost loop of the copy.
  Operation *begin();
  /// The loop over tiles of the copy, null if there is none.
  affine::AffineForOp getTiles() const { return tiles; }
  /// An op, perhaps of the copy, stays in a loop with others.
  void noteKept(Operation *op, StringRef reason, bool isUnknown);
  void evaluate(NestPlanner &planner, const Target &target);
  /// Nothing of the copy is left.
  void end();
  /// The copy takes the place of the nest.
  void keep();

private:
  SmallVector<Operation *> getCopies() const;
  void findFailed(const llvm::SmallDenseSet<Operation *> &reordered);

  affine::AffineForOp root;
  Operation *behind = nullptr; ///< marks the end of the copy
  affine::AffineForOp tiles;
  SmallVector<ExpandedValues> values;
  SmallVector<Operation *> extra; ///< of the values, around the copy
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_REWRITETRIAL_H
