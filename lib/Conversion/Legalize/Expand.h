//===- Expand.h - What upstream does not lower -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LEGALIZE_EXPAND_H
#define LIB_CONVERSION_LEGALIZE_EXPAND_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Collects the ops in `root` that `filter` accepts, in the order of a walk.
SmallVector<Operation *> collectOps(Operation *root,
                                    function_ref<bool(Operation *)> filter);

/// Renames private symbols of `root` whose names are those of functions that
/// ops are lowered to calls of; fails, with an error, where the symbol must keep
/// its name or is a declaration of another type. A part of `library`.
LogicalResult clearCalledNames(Operation *root);

/// Returns the number that upstream's folding may make of the value; nullopt if
/// that is not known after 32 ops.
std::optional<int64_t> foldToNumber(Value value);

// Each rewrites what is in `root`, as the description of `layout-legalize` says
// under its name. Those that may fail have then emitted an error.

LogicalResult expandAtomics(Operation *root);
/// As `expandDivision`, and the conversions from and to `bf16`, too.
LogicalResult expandBF16(Operation *root);
LogicalResult expandCarried(Operation *root);
LogicalResult expandClones(Operation *root);
/// A part of `math`.
void expandComplex(Operation *root);
void expandContractions(Operation *root);
void expandCopies(Operation *root);
LogicalResult expandDivision(Operation *root);
LogicalResult expandElementwise(Operation *root);
void expandFloats(Operation *root);
void expandFunctions(Operation *root);
/// A part of `empty-loops`.
void expandLongLoops(Operation *root);
/// A part of `masked-accesses`.
void expandOneLaneAccesses(Operation *root);
LogicalResult expandLibrary(Operation *root);
void expandMasks(Operation *root);
void expandMath(Operation *root);
void expandNames(Operation *root);
/// Contains `expandContractions`. Without `dotInstructions`, a `layout.dot`
/// becomes arithmetic on every target.
void expandVectors(Operation *root, bool dotInstructions);
void expandViews(Operation *root);
void expandMaskedAccesses(Operation *root);
LogicalResult expandRemainders(Operation *root);
LogicalResult expandResources(Operation *root);

} // namespace mlir::layout

#endif // LIB_CONVERSION_LEGALIZE_EXPAND_H
