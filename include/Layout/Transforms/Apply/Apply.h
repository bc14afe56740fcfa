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

/// What `layout-apply`, and `layout-normalize-memrefs`, which shares its code,
/// rewrite.
struct ApplyOptions {
  PadPlacement padPlacement = PadPlacement::After;
  /// Rewrites only memrefs whose layout is a plain `affine_map`
  /// (`layout-normalize-memrefs`). These have no pad, so no stages, no facts
  /// about padding, no argument attributes and no aliasing rules for calls.
  bool plainMapsOnly = false;
};

/// What `layout-apply` will do to a module:
///
///     %a = memref.alloc() : memref<14xf32, #t>      a root, with its stages
///     affine.load %a[%i] : memref<14xf32, #t>       its type becomes physical
///     linalg.fill outs(%a : memref<14xf32, #t>)     compound: becomes a loop
struct ApplyPlan {
  /// A pad stage: at `point`, one group of pads is written into the storage of
  /// `root`, a buffer of `type`.
  struct Stage {
    Value root;
    MemRefType type;
    PadGroup group;
    PadPoint point;
    /// Those that `root` may be when the program runs. Their padding holds, and
    /// a store to them is a fault, even one of what they hold.
    SmallVector<memref::GetGlobalOp> constants;
  };
  /// The laid-out value from which the other values of its buffer are derived:
  /// an argument, an allocation, a result of a call, a global, or a value that
  /// may be one of several buffers, such as that of a select.
  struct Root {
    Value value;
    MemRefType type;
    bool padIsAssumed; ///< the padding holds the pad where `value` is defined
  };
  /// A call after which the padding of `root` holds its pad, since the callee
  /// has written it: a fact for later passes.
  struct OwedPad {
    Value root;
    MemRefType type;
    Operation *call;
  };
  /// An argument whose type becomes physical. It gets its mode as
  /// `layout.access`, and `llvm.noalias`, as the contract forbids aliases.
  struct Argument {
    TracedFunction function;
    unsigned index;
    AccessMode mode;
  };

  AppliedTypes types; ///< those that become physical
  /// Ops on many elements (linalg, copies, transfers, converts), which are
  /// rewritten before the accesses to single elements, as they become such.
  SmallVector<Operation *> compound;
  SmallVector<Root> roots;
  SmallVector<Stage> stages;
  SmallVector<OwedPad> owedPads;
  SmallVector<Argument> arguments;
  bool isEmpty = true; ///< nothing to do
};

/// Plans without changing the module. Fails, with an error at the op concerned,
/// for invalid layouts, uses of a laid-out buffer by ops that this pass cannot
/// rewrite, pads that cannot be written, and calls that break the aliasing
/// contract. Cost: linear.
FailureOr<ApplyPlan> planApply(ModuleOp module, const ApplyOptions &options);

/// Makes every laid-out memref of the module physical. Cannot fail.
void applyLayouts(ModuleOp module, const ApplyPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_APPLY_APPLY_H
