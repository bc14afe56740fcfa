//===- NormalizeMemRefs.h - Plain map layouts become physical ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_APPLY_NORMALIZEMEMREFS_H
#define LAYOUT_TRANSFORMS_APPLY_NORMALIZEMEMREFS_H

#include "Layout/Transforms/Apply/Apply.h"

namespace mlir::layout {

/// Reads the module. Refuses, with an error at the op concerned, plain
/// `affine_map` layouts with a fault and ops that cannot be rewritten; remarks
/// each layout that becomes physical and each that stays. `applyLayouts` does
/// what is planned. Cost: linear.
FailureOr<ApplyPlan> planNormalizeMemRefs(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_APPLY_NORMALIZEMEMREFS_H
