//===- PadFolding.h - What an elementwise op makes of padding ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_PADFOLDING_H
#define LIB_TRANSFORMS_PROPAGATE_PADFOLDING_H

#include "ConversionGraph.h"

namespace mlir::layout {

/// What the padding of one step would hold in each result of an elementwise op,
/// if it were computed as the data is, from the pads of that step in the linked
/// operands: its body is folded on them.
///
///     exp of 0.0                    pad<1.0>
///     max(0.0, pad<0.0>)            pad<0.0>
///     0 * undef, in integers        pad<0>
///     undef + 1                     pad<undef>
///     f(copy of an element)         the same copy, of the result
///     1 / 0, in integers            null: not known, perhaps a trap
///
/// `pads` has one entry for each of `node.linked`, in order; null stands for a
/// pad of which nothing is known. What is known has the type of the result.
/// Exact: a number is bit for bit what the body computes in IEEE arithmetic,
/// but for what a function of another dialect folds to, and for NaNs, of which
/// any will do.
SmallVector<PadAttr> foldPads(const ElementwiseNode &node,
                              ArrayRef<PadAttr> pads);

/// Is padding that holds the one what must hold the other?
bool isSamePad(PadAttr computed, PadAttr needed);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_PADFOLDING_H
