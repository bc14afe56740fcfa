//===- UnitLoops.h - Induction variables of unit loops ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dimension of extent 1 can be indexed by 0, or by a loop of one iteration.
// Front ends write either; both are the same program. What reads the maps of
// structured ops reads them in one of the two forms:
//
//     x: 1x64x8x8, result: 1x64x8x8   (0, d1, d2, d3)   (d0, d1, d2, d3)
//     x: 1x64x8x8, result: 4x64x8x8   (0, d1, d2, d3)   the same: d0 has 4
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_UNITLOOPS_H
#define LAYOUT_IR_UNITLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// Returns the indexing map of an operand, in which each 0 that indexes a
/// dimension of extent 1 is a loop of one iteration that indexes nothing else
/// of the operand, where the op has such a loop: of several the first one after
/// the loop of the dimension before, so that loops stay in order where they
/// can. Other results are as they are: a 0 may remain. The extent must be known
/// of the dimension, and of the loop by some operand. Both maps index the same
/// elements in each iteration. Takes time linear in the maps of the op if there
/// is a constant in that of the operand, else none.
AffineMap getMapWithUnitLoops(linalg::LinalgOp op, OpOperand &operand);

/// Returns true if dimension `dim` of the operand has extent 1 and is indexed
/// by 0 in `map`, so that nothing but its only index is taken.
bool isUnitIndex(OpOperand &operand, AffineMap map, unsigned dim);

} // namespace mlir::layout

#endif // LAYOUT_IR_UNITLOOPS_H
