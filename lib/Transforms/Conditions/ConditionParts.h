//===- ConditionParts.h - Redundant parts of conditions ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_CONDITIONPARTS_H
#define LIB_TRANSFORMS_CONDITIONS_CONDITIONPARTS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/Transforms/Conditions/Simplify.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// Plans what becomes of conditions that are not decided: parts that the others
/// decide go, and comparisons become stricter where that is the same.
class ConditionParts {
public:
  ConditionParts(IntegerFacts &facts, SimplifyPlan &plan)
      : facts(facts), plan(plan) {}

  /// Leaves out constraints that the others imply, the last ones first.
  void weaken(affine::AffineIfOp branch, SimplifyRemarks remarks);
  /// The operands of a tree of `arith.andi` or of `arith.ori`, if `op` is its
  /// root.
  void shorten(Operation *op);
  /// Of a comparison, under a branch or after an assumption.
  void narrow(OpOperand &use);

private:
  using Part = SimplifyPlan::Part;

  bool isImpliedBy(const std::optional<Condition> &premise,
                   const std::optional<Condition> &conclusion, Operation *op);
  std::optional<Condition> read(const Part &part);
  std::optional<Condition> joinOthers(ArrayRef<Part> parts, size_t without,
                                      bool isAnd);
  bool dropParts(SmallVectorImpl<Part> &parts, Operation *root);
  bool mergeParts(SmallVectorImpl<Part> &parts, Operation *root);

  IntegerFacts &facts;
  SimplifyPlan &plan;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_CONDITIONPARTS_H
