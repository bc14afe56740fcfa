//===- Apply.h - Applying layouts to buffers --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_APPLY_APPLY_H
#define LAYOUT_TRANSFORMS_APPLY_APPLY_H

#include "Layout/Analysis/Padding/PadPoints.h"
#include "Layout/Transforms/Storage/AppliedTypes.h"
#include "Layout/Transforms/Storage/PadStage.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

struct ApplyOptions {
  PadPlacement padPlacement = PadPlacement::After;
  /// Only plain `affine_map` layouts, which neither state a pad nor guarantee
  /// anything: no facts, no attributes on arguments, no rules for calls.
  bool plainMapsOnly = false;
};

/// All that `layout-apply` will do to a module, found by reading it.
struct ApplyPlan {
  /// A pad stage: the storage of `root`, a buffer of `type`, gets one group of
  /// its pads written at `point`.
  struct Stage {
    Value root;
    MemRefType type;
    PadGroup group;
    PadPoint point;
  };
  /// A buffer that some laid-out memref is rooted in.
  struct Root {
    Value value;
    MemRefType type;
    bool padIsAssumed; ///< its pad holds where the value is defined
  };
  /// A call after which the pad of `root` holds: its callee owes it.
  struct OwedPad {
    Value root;
    MemRefType type;
    Operation *call;
  };
  /// An argument that becomes physical, with how it is used.
  struct Argument {
    TracedFunction function;
    unsigned index;
    AccessMode mode;
  };

  AppliedTypes types;                ///< which become physical
  SmallVector<Operation *> compound; ///< linalg, copies, transfers, converts
  SmallVector<Root> roots;
  SmallVector<Stage> stages;
  SmallVector<OwedPad> owedPads;
  SmallVector<Argument> arguments;
  bool isEmpty = true; ///< nothing to do
};

/// Reads the module. Refuses, with an error at the op concerned, what cannot
/// follow: types with a fault, ops that are not understood, pads that cannot be
/// written, calls that break the aliasing contract. Cost: linear.
FailureOr<ApplyPlan> planApply(ModuleOp module, const ApplyOptions &options);

/// Makes every laid-out memref of the module physical. Cannot fail.
void applyLayouts(ModuleOp module, const ApplyPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_APPLY_APPLY_H
