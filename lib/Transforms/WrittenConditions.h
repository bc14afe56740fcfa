//===- WrittenConditions.h - Conditions as they are written -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_WRITTENCONDITIONS_H
#define LIB_TRANSFORMS_WRITTENCONDITIONS_H

#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// The condition of an `affine.if`, or a boolean value. Two are the same if
/// they are written the same.
struct WrittenCondition {
  IntegerSet set;
  SmallVector<Value> operands;

  bool operator==(const WrittenCondition &other) const {
    return set == other.set && operands == other.operands;
  }
};

WrittenCondition getCondition(Operation *branch);
/// The `if` that is the whole body of `block`; null if there is none.
Operation *getWholeBranch(Block *block);
/// Whatever way control takes through the tree of branches from `branch` on, it
/// tests `condition` or does nothing.
bool isAlwaysTested(Operation *branch, const WrittenCondition &condition);
/// The tree of branches from `branch` on.
void collectTree(Operation *branch, SmallVectorImpl<Operation *> &tree);
/// Control does what the branch does when its condition is `isTrue`.
void replaceByArm(Operation *branch, bool isTrue);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_WRITTENCONDITIONS_H
