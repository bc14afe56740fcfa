//===- PadFolding.h - Folding pads through linalg bodies --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATIONMODELS_PADFOLDING_H
#define LIB_TRANSFORMS_PROPAGATIONMODELS_PADFOLDING_H

#include "Layout/IR/LayoutPropagation.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// What the padding of one step would hold in each result of a structured op,
/// if it were computed as the data is, from the pads of that step in the linked
/// operands: its body is folded on them.
///
///     exp of 0.0                    pad<1.0>
///     max(0.0, pad<0.0>)            pad<0.0>
///     0 * undef, in integers        pad<0>
///     undef + 1                     pad<undef>
///     f(copy of an element)         the same copy, of the result
///     sum over h of 0.0, from 0.0   pad<0.0>
///     1 / 0, in integers            null: not known, perhaps a trap
///
/// `pads` has one entry for each of `links.operands`, in order; null is an
/// unknown pad. What is known has the type of the result. Where there are
/// reduction loops, the result must equal its operand, since their trip counts
/// are not known. Exact: a number is bit for bit what the body computes in IEEE
/// arithmetic, but for what a function of another dialect folds to, and for
/// NaNs, of which any will do.
SmallVector<PadAttr> foldBody(linalg::LinalgOp op, const TensorLinks &links,
                              ArrayRef<PadAttr> pads);

/// Returns the neutral element of the reduction over `input`, 0 for a sum; null
/// if the op is no reduction, or has no neutral element.
PadAttr getNeutralPad(linalg::LinalgOp op, OpOperand &input);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATIONMODELS_PADFOLDING_H
