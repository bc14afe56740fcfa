//===- LoopSteps.h - Loop steps without wrap-around -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: does the loop count upwards, to its end?
//
//     scf.for %i = 0 to 127 step 1 : i8      yes
//     scf.for %i = 0 to 127 step 2 : i8      no: 126 + 2 is -128
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_LOOPSTEPS_H
#define LAYOUT_ANALYSIS_INTEGERS_LOOPSTEPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::layout {

/// Returns true if no step of `loop` wraps around. A step that does continues
/// at the other end of the type: `scf.for %i = 0 to 127 step 2 : i8` comes to
/// -128 and never ends. `most` is the greatest value that the upper bound may
/// have, nullopt if not known.
///
/// On `index` no step wraps. On a fixed width, true means that the step is a
/// positive constant, and 1 or small enough for one more step above the upper
/// bound; for a loop that compares without sign, that it is 1.
bool stepsWithoutWrap(scf::ForOp loop, std::optional<int64_t> most);

/// Returns true if the variables of `loop` take their values in ascending
/// order, as signed numbers. All do but those of an `scf.for` that compares
/// without sign or may wrap around.
bool ascends(Operation *loop, std::optional<int64_t> most);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_LOOPSTEPS_H
