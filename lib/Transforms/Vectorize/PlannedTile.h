//===- PlannedTile.h - The register tile that a plan states -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_PLANNEDTILE_H
#define LIB_TRANSFORMS_VECTORIZE_PLANNEDTILE_H

#include "Layout/IR/LoopsAttr.h"
#include "TileTails.h"

namespace mlir::layout {

struct RegisterTile;

/// The plan (`layout.loops`) of a nest whose loops are its tile loops, as
/// `layout-tile-loops` leaves it:
///
///     (o, k, s, i, j) -> (o, k, rows i, lanes j, steps s)
struct PlannedTile {
  affine::AffineForOp root; ///< the loop with the plan
  LoopsAttr plan;
  SmallVector<affine::AffineForOp> loops; ///< from `root` inwards

  /// The plan of a nest with the outermost loop `outermost`, which may stand on
  /// a loop further inside. Nullopt if there is none.
  static std::optional<PlannedTile> find(affine::AffineForOp outermost);

  bool has(LoopRole role) const;
  PartialTile getPartial(LoopRole role) const;
  /// Returns true if products may be added up by this instruction.
  bool permitsDot(StringRef instruction) const;
  /// Returns true if the nest is to be left to LLVM: by `keep`, or without lanes.
  bool leavesToLLVM() const { return plan.getKeep() || !has(LoopRole::Lanes); }

  /// Why the plan is not one of the loops as they are; empty if it is.
  std::string describeOtherLoops() const;
  /// What else `tile` does than the plan says; empty if there is nothing.
  std::string describeOtherTile(const RegisterTile &tile) const;
  /// Returns true if partial tiles are loops of their own.
  bool splitsPartialTiles() const;
  /// Returns how partial tiles that could be executed by `execution` are to be.
  /// Without rows in registers (`hasRows`) no tile lacks one.
  TileTails::Execution restrict(TileTails::Execution execution,
                                bool hasRows) const;

  /// Removes the plan, and marks the loops that are to be unrolled
  /// (`unrollByPlan`): rows and steps without registers of their own, too.
  void release(bool unrollsRows, bool unrollsSteps) const;

private:
  /// Returns true if a role states `partial` for its partial tiles.
  bool executesPartialTilesBy(PartialTile partial) const;
};

/// Unrolls the loops in `root` that are marked for it, innermost ones first.
/// Their trip counts are constant.
void unrollByPlan(Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_PLANNEDTILE_H
