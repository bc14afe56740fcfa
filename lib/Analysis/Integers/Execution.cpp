//===- Execution.cpp - Copies of values per execution ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

using namespace mlir;
using namespace mlir::layout;

void layout::collectVariables(AffineExpr expr,
                              llvm::SetVector<unsigned> &variables) {
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      variables.insert(dim.getPosition());
  });
}

void layout::collectVariables(const Condition &condition,
                              llvm::SetVector<unsigned> &variables) {
  for (const Conjunction &conjunction : condition.getAlternatives())
    for (const IndexConstraint &constraint : conjunction)
      collectVariables(constraint.expr, variables);
}

AffineExpr
layout::replaceVariables(AffineExpr expr,
                         function_ref<AffineExpr(unsigned)> replacement) {
  // Most expressions are a variable or a small tree; a map from old to new
  // expressions would cost more than the walk.
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    AffineExpr other = replacement(dim.getPosition());
    return other ? other : expr;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = replaceVariables(binary.getLHS(), replacement);
  AffineExpr rhs = replaceVariables(binary.getRHS(), replacement);
  return lhs == binary.getLHS() && rhs == binary.getRHS()
             ? expr
             : getAffineBinaryOpExpr(binary.getKind(), lhs, rhs);
}

bool layout::isDefinedIn(Value value, Operation *nest) {
  return nest->isAncestor(value.getParentRegion()->getParentOp());
}

Execution Execution::enter(Operation *loop) const {
  Execution inside = *this;
  inside.loops.push_back(loop);
  inside.newCopies.clear();
  // Another iteration has values of its own.
  for (auto [variable, copy] : copies)
    if (Value value = facts->getVariable(variable);
        value && isDefinedIn(value, loop))
      inside.copies.erase(variable);
  return inside;
}

bool Execution::isCopied(Value value) const {
  return llvm::any_of(
      loops, [&](Operation *loop) { return isDefinedIn(value, loop); });
}

AffineExpr Execution::rename(AffineExpr expr) {
  if (isCurrent())
    return expr;
  return replaceVariables(expr, [&](unsigned variable) {
    auto known = copies.find(variable);
    if (known != copies.end())
      return known->second;
    Value value = facts->getVariable(variable);
    if (!value || !isCopied(value))
      return AffineExpr();
    AffineExpr copy = facts->copyVariable(variable);
    copies[variable] = copy;
    newCopies.push_back({variable, copy});
    facts->copyFacts(variable, copy,
                     [&](AffineExpr fact) { return rename(fact); });
    return copy;
  });
}

Condition Execution::rename(const Condition &condition) {
  if (isCurrent())
    return condition;
  return condition.replace([&](AffineExpr expr) { return rename(expr); });
}
