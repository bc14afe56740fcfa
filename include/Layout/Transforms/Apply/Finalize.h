//===- Finalize.h - Removal of facts and undef ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_APPLY_FINALIZE_H
#define LAYOUT_TRANSFORMS_APPLY_FINALIZE_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Checks that every fact, assumption and `layout.undef` of `module` can be
/// removed. Refuses, by an error at the op, an undefined index, and an
/// undefined value of a type that has no zero.
LogicalResult planFinalize(ModuleOp module);

/// Removes them, and what they alone kept alive:
///
///   facts, assumptions     erased
///   a store of undef       erased: anything may be left there
///   select(c, undef, x)    x; the data arm always stays
///   if c {undef} else {x}  x, if x is computed outside of the `if`
///   undef + x, undef ^ x   undef (see `isAnyValue` in the source)
///   any other use          zero
///
/// Cannot fail after a successful plan.
void applyFinalize(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_APPLY_FINALIZE_H
