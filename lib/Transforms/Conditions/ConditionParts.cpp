//===- ConditionParts.cpp - Redundant parts of conditions -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConditionParts.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "StricterCompare.h"

using namespace mlir;
using namespace mlir::layout;

void ConditionParts::weaken(affine::AffineIfOp branch,
                            SimplifyRemarks remarks) {
  IntegerSet set = branch.getIntegerSet();
  SmallVector<AffineExpr> constraints(set.getConstraints());
  SmallVector<bool> eqFlags(set.getEqFlags());
  auto readPart = [&](ArrayRef<AffineExpr> exprs, ArrayRef<bool> flags) {
    return facts.read(
        IntegerSet::get(set.getNumDims(), set.getNumSymbols(), exprs, flags),
        branch.getOperands());
  };
  bool changed = false;
  for (size_t i = constraints.size(); i-- > 0 && constraints.size() > 1;) {
    // From the last one on: of two parts that follow from each other, the first
    // stays.
    SmallVector<AffineExpr> others(constraints);
    SmallVector<bool> otherFlags(eqFlags);
    others.erase(others.begin() + i);
    otherFlags.erase(otherFlags.begin() + i);
    if (!isImpliedBy(readPart(others, otherFlags),
                     readPart({constraints[i]}, {eqFlags[i]}), branch))
      continue;
    constraints = std::move(others);
    eqFlags = std::move(otherFlags);
    changed = true;
  }
  if (!changed)
    return;
  plan.weakened.push_back(
      {branch, IntegerSet::get(set.getNumDims(), set.getNumSymbols(),
                               constraints, eqFlags)});
  if (remarks == SimplifyRemarks::Done)
    remarkDone(branch.getLoc(), "layout-simplify/conjunct-implied")
        << "part of the condition follows from the rest";
}

/// Returns true if `conclusion` holds at `op` whenever `premise` does.
bool ConditionParts::isImpliedBy(const std::optional<Condition> &premise,
                                 const std::optional<Condition> &conclusion,
                                 Operation *op) {
  return premise && conclusion &&
         facts.isImplied(*conclusion, op, *premise).isYes();
}

void ConditionParts::shorten(Operation *op) {
  if (!op->getResult(0).getType().isInteger(1))
    return;
  // An inner op of a tree is shortened with its root.
  auto isInner = [&](Operation *user) {
    return user->getName() == op->getName();
  };
  if (op->hasOneUse() && llvm::all_of(op->getUsers(), isInner))
    return;
  SmallVector<Part> parts;
  SmallVector<Value> worklist{op->getResult(0)};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *source = value.getDefiningOp();
    bool isTree = source && source->getName() == op->getName() &&
                  (source == op || source->hasOneUse());
    if (isTree)
      worklist.append({source->getOperand(1), source->getOperand(0)});
    else
      parts.push_back({value});
  }
  // Each part is compared with the conjunction of all others.
  constexpr size_t maxParts = 16;
  size_t before = parts.size();
  if (before > maxParts)
    return;
  dropParts(parts, op);
  while (mergeParts(parts, op)) {
  }
  if (parts.size() < before)
    plan.shortened.push_back({op, std::move(parts)});
}

std::optional<Condition> ConditionParts::read(const Part &part) {
  return part.stricter
             ? readAs(facts, part.value.getDefiningOp<arith::CmpIOp>(),
                      *part.stricter)
             : facts.read(part.value);
}

/// All parts but one, as a conjunction or a disjunction.
std::optional<Condition>
ConditionParts::joinOthers(ArrayRef<Part> parts, size_t without, bool isAnd) {
  std::optional<Condition> joined =
      isAnd ? Condition::getTrue() : Condition::getFalse();
  for (auto [i, part] : llvm::enumerate(parts)) {
    if (i == without || !joined)
      continue;
    std::optional<Condition> next = read(part);
    joined = !next   ? std::nullopt
             : isAnd ? joined->conjoin(*next)
                     : joined->disjoin(*next);
  }
  return joined;
}

/// In a conjunction, what follows from the rest may go; in a disjunction,
/// what the rest follows from.
bool ConditionParts::dropParts(SmallVectorImpl<Part> &parts, Operation *root) {
  size_t before = parts.size();
  bool isAnd = isa<arith::AndIOp>(root);
  for (size_t i = parts.size(); i-- > 0 && parts.size() > 1;) {
    std::optional<Condition> rest = joinOthers(parts, i, isAnd);
    std::optional<Condition> part = read(parts[i]);
    if (isAnd ? isImpliedBy(rest, part, root) : isImpliedBy(part, rest, root))
      parts.erase(parts.begin() + i);
  }
  return parts.size() < before;
}

/// In a conjunction, a part may be stricter where the rest holds, and the
/// rest follow from that: i <= 0 and i != 0 is i < 0.
bool ConditionParts::mergeParts(SmallVectorImpl<Part> &parts, Operation *root) {
  if (!isa<arith::AndIOp>(root))
    return false;
  for (size_t i = 0; i < parts.size() && parts.size() > 1; ++i) {
    auto compare = parts[i].value.getDefiningOp<arith::CmpIOp>();
    std::optional<Condition> rest = joinOthers(parts, i, /*isAnd=*/true);
    if (!compare || parts[i].stricter || !rest)
      continue;
    SmallVector<Part> merged(parts.begin(), parts.end());
    merged[i].stricter = getStricter(facts, compare, root, *rest);
    // A stricter comparison alone is no gain: another part must follow from it.
    if (!merged[i].stricter || !dropParts(merged, root))
      continue;
    parts = std::move(merged);
    return true;
  }
  return false;
}

void ConditionParts::narrow(OpOperand &use) {
  auto compare = use.get().getDefiningOp<arith::CmpIOp>();
  if (!compare || facts.getConditionsAt(use.getOwner()).empty())
    return;
  if (auto stricter =
          getStricter(facts, compare, use.getOwner(), Condition::getTrue()))
    plan.narrowed.push_back({&use, *stricter});
}
