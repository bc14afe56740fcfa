//===- TunedPlans.h - Plans that were measured, in place of the search --*- C++ -*-===//
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

  /// The plan of a nest that `prepareNests` has left so, by `tuned`, also where a
  /// user has written it; null if the file has none.
  LoopsAttr find(affine::AffineForOp root);

  /// Says in a remark which entries are of no nest of the module.
  void explainUnused(ModuleOp module) const;

private:
  const TuningFile &file;
  SmallVector<bool> isUsed;
};

/// Plans of a file, for nests of a function.
struct PlacedPlans {
  SearchedPlans searched; ///< in place of the search
  SearchedPlans literal;  ///< to be followed to the letter, or `keep`

  bool contains(Operation *root) const {
    return searched.contains(root) || literal.contains(root);
  }
};

/// Finds the plans of nests that are prepared, and proves again that they are
/// legal; a remark says which is not. Reads only.
PlacedPlans placeTunedPlans(Operation *function, const Target &target,
                            bool reassociate, TunedPlans &tuned);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_TUNEDPLANS_H
