//===- ChooseBranches.h - Layouts chosen at run time ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights that are no constants are packed each time, which few rows do not pay
// back. The number of rows is tested at run time,
//
//     %r = scf.if %rows < 34 { plain } else { laid out }
//
// and both arms yield plain tensors.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CHOOSEBRANCHES_H
#define LIB_TRANSFORMS_PROPAGATE_CHOOSEBRANCHES_H

#include "ChosenLayouts.h"

namespace mlir::layout {

/// Puts the op into both arms of a branch on its rows, with conversions in the
/// second one. `chosen.leastRows` is positive. A destination that is filled is
/// filled in each arm.
void applyFromRowsOn(RewriterBase &rewriter, const ChosenLayouts &chosen);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CHOOSEBRANCHES_H
