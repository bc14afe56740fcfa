//===- PlaceTextures.h - Buffers for texture memory -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_PLACETEXTURES_H
#define LAYOUT_CONVERSION_PLACETEXTURES_H

#include "Layout/Map/TextureSplit.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

/// A buffer that kernels use, with those that they use it in turn with: one
/// argument of a kernel has one type. All move to texture memory, or none.
struct TexturePlacement {
  /// A kernel and what it does with the buffer.
  struct Use {
    Operation *kernel; ///< `gpu.launch`, or `gpu.func`
    Value buffer;      ///< what it captures, or its argument
    bool reads = false, writes = false;
  };
  SmallVector<Operation *> allocations; ///< in program order, at least one
  SmallVector<Use> uses;
  SmallVector<OpOperand *> passed; ///< by `gpu.launch_func`, to arguments
  int64_t height = 0, width = 0;
  std::string
      obstacle; ///< why all stay buffers; empty if nothing speaks for it
};

/// Groups the allocations of the host whose innermost physical extent is a
/// texel of four, and looks for uses that ask for a buffer. Equal modules have
/// equal placements, in the same order. Cost: one walk, and their uses.
/// Refuses, by an error at the allocation, a layout that is wrong.
FailureOr<SmallVector<TexturePlacement>>
findTexturePlacements(ModuleOp module, int64_t maxExtent);

struct PlaceTexturesOptions {
  int64_t maxExtent = 16384; ///< rows and columns are less than this
  /// The passes that must accept a placement.
  std::string trial;
};

/// Leaves in `placements` an obstacle wherever one of them, with the others
/// without one, would make the trial fail. What has none then was tried
/// together. The trial works on copies in a context of its own. Cost: one trial
/// if all goes well; per buffer that stays, logarithmically many. Fails, with
/// an error, if `options.trial` is no pipeline.
LogicalResult
tryTexturePlacements(ModuleOp module, const PlaceTexturesOptions &options,
                     MutableArrayRef<TexturePlacement> placements);

/// Moves the buffers to `#layout.texture<readwrite>`, and casts them, for each
/// kernel, to what it does with them. Cannot fail.
void applyTexturePlacement(const TexturePlacement &placement);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_PLACETEXTURES_H
