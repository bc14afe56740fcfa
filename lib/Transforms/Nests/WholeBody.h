//===- WholeBody.h - Body matchers ------------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_WHOLEBODY_H
#define LIB_TRANSFORMS_NESTS_WHOLEBODY_H

#include "Layout/IR/Trapping.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::layout {

/// An `if` that yields nothing.
inline bool isBranch(Operation *op) {
  return isa<affine::AffineIfOp, scf::IfOp>(op) && op->getNumResults() == 0;
}

/// The blocks of an `if`; null for an absent else.
inline Block *getArm(Operation *branch, bool isThen) {
  Region &region = branch->getRegion(isThen ? 0 : 1);
  return region.empty() ? nullptr : &region.front();
}

/// An op without effect and regions: it computes values for others.
inline bool onlyComputes(Operation &op) {
  return op.getNumRegions() == 0 && isPureAndTotal(&op);
}

/// Returns true if the block does nothing, or is null.
inline bool isEmpty(Block *block) {
  return !block || llvm::all_of(block->without_terminator(), onlyComputes);
}

/// The op that is all that `block` does, apart from computing values for it;
/// null if there is none or several.
inline Operation *getWholeBody(Block *block) {
  Operation *only = nullptr;
  for (Operation &op : block->without_terminator()) {
    if (onlyComputes(op))
      continue;
    if (only)
      return nullptr;
    only = &op;
  }
  return only;
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_WHOLEBODY_H
