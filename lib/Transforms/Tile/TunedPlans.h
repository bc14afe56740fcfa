//===- TunedPlans.h - Measured plans of nests -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_TUNEDPLANS_H
#define LIB_TRANSFORMS_TILE_TUNEDPLANS_H

#include "Layout/Transforms/Tuning/TuningFile.h"
#include "StatedPlans.h"

namespace mlir::layout {

/// The entries of a file of `layout-tune`, for the nests of one module.
class TunedPlans {
public:
  explicit TunedPlans(const TuningFile &file)
      : file(file), isUsed(file.getEntries().size(), false) {}

  /// Returns the plan of the file for a nest as `prepareNests` leaves it, with
  /// the author `tuned`; null if the file has none.
  LoopsAttr find(affine::AffineForOp root);

  /// Says in a remark which entries are of no nest of the module.
  void explainUnused(ModuleOp module) const;

private:
  const TuningFile &file;
  SmallVector<bool> isUsed;
};

/// Plans of a file, for nests of a function.
struct PlacedPlans {
  SearchedPlans searched; ///< replace those that the search finds
  SearchedPlans literal;  ///< followed as written, or `keep`

  bool contains(Operation *root) const {
    return searched.contains(root) || literal.contains(root);
  }
};

/// Finds the plans of nests that are prepared, and proves again that they are
/// legal; a remark names a plan that is not. Changes no IR.
PlacedPlans placeTunedPlans(Operation *function, const Target &target,
                            bool reassociate, TunedPlans &tuned);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_TUNEDPLANS_H
