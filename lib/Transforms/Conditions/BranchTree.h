//===- BranchTree.h - Trees of branches -------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_BRANCHTREE_H
#define LIB_TRANSFORMS_CONDITIONS_BRANCHTREE_H

#include "Layout/Analysis/Integers/IntegerFacts.h"

namespace mlir::layout {

/// The condition of an `affine.if`, or a boolean value.
struct WrittenCondition {
  IntegerSet set; ///< null for a value
  SmallVector<Value> operands;

  bool operator==(const WrittenCondition &other) const {
    return set == other.set && operands == other.operands;
  }
};

/// Of an `affine.if`, an `scf.if` or a select by one boolean.
WrittenCondition getCondition(Operation *choice);

/// Returns true if the op chooses between values, without an effect.
bool isChoice(Operation *op);

/// The ops of `block` that do more than compute or read values for others.
SmallVector<Operation *> getActingOps(Block *block);
/// The `if` that is all that `block` does; null if there is none.
Operation *getWholeBranch(Block *block);
/// `branch` and the branches that are all that its arms do, and so on.
SmallVector<Operation *> getTree(Operation *branch);

/// Pairs of conditions that may be compared by what they mean.
struct ComparisonBudget {
  unsigned left;
  bool isExceeded = false; ///< one was not compared
};

/// Compares conditions of one function by what they mean, whatever the rest of
/// it says of the numbers in them. The program must not change meanwhile.
///
/// Each pair takes some queries, and of a nest of conditions each is compared
/// with all others. Once `budget` is used up, conditions are the same if they
/// are written the same.
class ConditionComparison {
public:
  ConditionComparison(Operation *inFunction, ComparisonBudget &budget);

  /// True: `one` holds where `other` does and nowhere else; false: where
  /// `other` does not. Nullopt: neither, or not known.
  std::optional<bool> isSame(const WrittenCondition &one,
                             const WrittenCondition &other);
  /// Whatever way control takes through the tree from `branch` on, it tests
  /// `condition`, or does nothing.
  bool isAlwaysTested(Operation *branch, const WrittenCondition &condition);

private:
  std::optional<Condition> read(const WrittenCondition &condition);
  bool implies(const Condition &premise, const Condition &conclusion);

  IntegerFacts facts;
  ComparisonBudget &budget;
};

/// Control, or the value, is from now on what it is where the condition of
/// `choice` `isTrue`.
void replaceByArm(Operation *choice, bool isTrue);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_BRANCHTREE_H
