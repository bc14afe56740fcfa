//===- LoopSteps.h - Loops that come to their end ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_LOOPSTEPS_H
#define LAYOUT_ANALYSIS_INTEGERS_LOOPSTEPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>

namespace mlir::layout {

/// Does no step of `loop` wrap around? One that does goes on from the other end
/// of the type: `scf.for %i = 0 to 127 step 2 : i8` comes to -128 and never
/// ends. `most` is the greatest value that the upper bound may have, nullopt if
/// not known.
///
/// On `index` no number is the last. On a fixed width yes means that the step
/// is a positive constant, and 1 or with room for one more beyond the upper
/// bound; of a loop that compares without sign, that it is 1.
bool stepsWithoutWrap(scf::ForOp loop, std::optional<int64_t> most);

/// Do the variables of `loop` take their values one after the other, upwards
/// and as signed numbers? All but those of an `scf.for` that compares without
/// sign or may wrap around do.
bool ascends(Operation *loop, std::optional<int64_t> most);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_LOOPSTEPS_H
