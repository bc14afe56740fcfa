//===- WrittenElements.h - Elements that are definitely written -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_WRITTENELEMENTS_H
#define LAYOUT_LIB_ANALYSIS_WRITTENELEMENTS_H

#include "AccessMemo.h"
#include "AccessedElements.h"

namespace mlir::layout {

/// The elements that one execution of a node is proven to write.
///
/// An under-approximation, in pieces without quantifiers: if a write f(i) over
/// inner counters i cannot be inverted, some of the counters are given their
/// first or last value, as if the loop had that iteration only.
class WrittenElements {
public:
  /// `memo` lives as long.
  WrittenElements(AccessTree &tree, AccessMemo &memo, unsigned maxSolves = 256)
      : tree(tree), memo(memo), maxSolves(maxSolves) {}

  /// Returns the pieces that `node` writes for fixed counters around it.
  /// Computed once per node.
  ArrayRef<WrittenPiece> get(AccessNode &node);

  /// No more pieces are found once `maxSolves` is hit.
  bool isExhausted() const { return numSolves >= maxSolves; }

private:
  struct Surroundings;
  using Pieces = std::vector<WrittenPiece>;

  void collect(AccessNode &node, Surroundings &around, Pieces &pieces);
  void collectRegions(AccessNode &node, Surroundings &around, Pieces &pieces);
  void collectSequence(AccessNode &node, unsigned sequence,
                       Surroundings &around, Pieces &pieces);
  void collectBothArms(AccessNode &node, Surroundings &around, Pieces &pieces);
  void collectTouch(AccessNode &node, const BufferTouch &touch,
                    Surroundings &around, Pieces &pieces);
  void invert(const LoopedWrite &write, ArrayRef<Interval> ranges,
              Pieces &pieces);
  void invertAnew(const LoopedWrite &write, ArrayRef<Interval> ranges,
                  Pieces &pieces);

  AccessTree &tree;
  AccessMemo &memo;
  unsigned maxSolves;
  unsigned numSolves = 0;
};

/// Simplifies `constraints` under the ranges of dimensions and symbols, and
/// drops those that always hold; nullopt if they contradict the ranges.
std::optional<Conjunction>
simplifyConstraints(ArrayRef<IndexConstraint> constraints,
                    ArrayRef<Interval> dims, ArrayRef<Interval> symbols);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_WRITTENELEMENTS_H
