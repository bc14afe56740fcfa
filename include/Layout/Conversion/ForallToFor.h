//===- ForallToFor.h - scf.forall as sequential loops -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_FORALLTOFOR_H
#define LAYOUT_CONVERSION_FORALLTOFOR_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::layout {

/// Names of upstream's patterns that are local to their files, as a compiler
/// may spell them, for the lists of patterns that the canonicalizer takes.
SmallVector<std::string> spellLocalPatterns(ArrayRef<StringRef> names);

/// Upstream's lowering of `scf.forall` to `scf.for`, which expects an axis; a
/// loop without any runs once, and becomes its body before. Folds nothing.
void addForallToFor(OpPassManager &manager);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_FORALLTOFOR_H
