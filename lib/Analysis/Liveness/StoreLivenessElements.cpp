//===- StoreLivenessElements.cpp - Elements of live stores ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreLiveness.h"

#include "Layout/IR/LaidOut.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What a store leaves
//===----------------------------------------------------------------------===//

/// Inner blocks of a CFG have a node of their own between them and the op.
void StoreLiveness::openPath(AccessNode &node) {
  if (AccessNode *parent = node.parent) {
    openPath(*parent);
    for (auto &sequence : parent->sequences)
      for (AccessNode *child : sequence)
        if (!child->op)
          tree.open(*child);
  }
  tree.open(node);
}

/// What lies outside is no element.
void StoreLiveness::addInside(Conjunction &constraints,
                              ArrayRef<AffineExpr> index) {
  for (auto [coordinate, extent] :
       llvm::zip_equal(index, expressions.getExtents())) {
    constraints.push_back({coordinate});
    constraints.push_back({extent - 1 - coordinate});
  }
}

SmallVector<Interval> StoreLiveness::getRanges(ArrayRef<AffineExpr> exprs,
                                               ArrayRef<Interval> dims) const {
  return llvm::map_to_vector(exprs, [&](AffineExpr expr) {
    return rangeOf(expr, dims, expressions.getSymbolRanges());
  });
}

/// Null: any element.
const AccessedElements &StoreLiveness::describe(const AccessNode &node,
                                                const BufferTouch *touch) {
  auto [known, isNew] = described.try_emplace({&node, touch});
  AccessedElements &elements = known->second;
  if (!isNew)
    return elements;
  if (touch)
    return elements = describeElements(node, *touch, tree);
  elements.isExact = false;
  for (AffineExpr extent : expressions.getExtents())
    elements.index.push_back(elements.addAny(extent, node.depth));
  return elements;
}

/// The executions of a store, as a disjunction; those in which the guard goes
/// the other way, if there is one. More executions than there are do no harm.
SmallVector<Conjunction>
StoreLiveness::getExecutions(AccessNode &store, AccessNode *guard,
                             const AccessedElements &elements) {
  constexpr size_t maxCases = 8;
  SmallVector<Conjunction> cases{elements.constraints};
  addInside(cases.front(), elements.index);
  for (AccessNode *child = &store; child->parent; child = child->parent) {
    AccessNode &around = *child->parent;
    if (around.kind == AccessNode::Kind::Loop)
      for (Conjunction &one : cases)
        one.append(around.domain);
    if (around.kind != AccessNode::Kind::Branch || !around.hasKnownCondition())
      continue;
    unsigned arm = &around == guard ? 1 - child->sequence : child->sequence;
    ArrayRef<Conjunction> alternatives = around.conditions[arm];
    if (cases.size() * alternatives.size() > maxCases)
      continue;
    SmallVector<Conjunction> both;
    for (const Conjunction &one : cases)
      for (const Conjunction &alternative : alternatives) {
        both.push_back(one);
        both.back().append(alternative);
      }
    cases = std::move(both);
  }
  return cases;
}

/// Adds that `unless` does not hold. False if that cannot be said.
bool StoreLiveness::restrict(SmallVectorImpl<Conjunction> &cases,
                             AccessNode &store,
                             const StoreExecutions &executions) {
  IntegerSet set = executions.unless;
  if (!set)
    return true;
  Conjunction conjunction;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    AffineExpr expr = expressions.express(
        set.getConstraint(i), set.getNumDims(), executions.operands,
        ArrayRef<Interval>(store.counters).take_front(store.depth));
    if (!expr)
      return false;
    conjunction.push_back({expr, set.isEq(i)});
  }
  std::optional<Condition> negation = Condition(conjunction).negate();
  if (!negation)
    return false;
  SmallVector<Conjunction> both;
  for (const Conjunction &one : cases)
    for (const Conjunction &alternative : negation->getAlternatives()) {
      both.push_back(one);
      both.back().append(alternative);
    }
  cases.assign(both.begin(), both.end());
  return true;
}

//===----------------------------------------------------------------------===//
// Elements that are no longer needed
//===----------------------------------------------------------------------===//

/// `expr`, which speaks of counters around a write and of an element, for an
/// element that was left.
AffineExpr StoreLiveness::inTermsOf(const Left &left, const WrittenPiece &piece,
                                    AffineExpr expr) const {
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < piece.numFixed; ++i)
    dims.push_back(getAffineDimExpr(i, context));
  dims.append(left.index);
  return expr.replaceDims(dims);
}

void StoreLiveness::takeAway(Left &left, const WrittenPiece &piece,
                             ArrayRef<IndexConstraint> more) {
  Conjunction covered(more);
  for (const IndexConstraint &constraint : piece.constraints)
    covered.push_back(
        {inTermsOf(left, piece, constraint.expr), constraint.isEq});
  takeAway(left, std::move(covered));
}

void StoreLiveness::takeAway(Left &left, Conjunction covered) {
  if (budget.isExhausted())
    return;
  std::optional<Conjunction> simplified =
      simplifyConstraints(covered, left.dims, expressions.getSymbolRanges());
  // The same guard once more takes nothing away.
  if (!simplified || llvm::is_contained(left.covered, *simplified))
    return;
  left.rest->subtract(*simplified);
  left.covered.push_back(std::move(*simplified));
}

/// A read of undef padding may yield anything, whatever was written.
void StoreLiveness::takeAwayUndefPadding(Left &left) {
  for (PaddingOp padding : uses.paddings)
    if (padding.getPhysical() == tree.getRoot() && !left.rest->isEmpty())
      takeAwayUndefPadding(left, padding);
}

void StoreLiveness::takeAwayUndefPadding(Left &left, PaddingOp padding) {
  const PhysicalLayout &layout = getPhysicalLayout(padding.getLaidOutType());
  if (!layout.getFault().empty() || !layout.getUnknown().empty())
    return;
  SmallVector<AffineExpr> sizes;
  for (Value size : padding.getSizes()) {
    sizes.push_back(expressions.express(size, {}));
    if (!sizes.back())
      return;
  }
  // Padding of step k comes from all later boxes and fails the test for box k.
  Conjunction fromLater;
  for (unsigned k = layout.getNumSteps(); k > 0; --k) {
    IntegerSet test = layout.getDataCondition(k);
    if (!test)
      return;
    Conjunction isData;
    for (unsigned i = 0; i < test.getNumConstraints(); ++i)
      isData.push_back(
          {test.getConstraint(i).replaceDimsAndSymbols(left.index, sizes),
           test.isEq(i)});
    if (layout.getSpec().steps[k - 1].pad == PadKind::Undef)
      for (auto [expr, isEq] : isData)
        for (bool below : {true, false}) {
          if (!below && !isEq)
            continue;
          Conjunction padding = fromLater;
          padding.push_back({(below ? -expr : expr) - 1});
          takeAway(left, std::move(padding));
        }
    fromLater.append(isData);
  }
}

//===----------------------------------------------------------------------===//
// Rough answers
//===----------------------------------------------------------------------===//

/// Where the reads and sure writes of a node lie; empty for none of them.
const SmallVector<Interval> &StoreLiveness::getBox(AccessNode &node) {
  auto known = boxes.find(&node);
  if (known != boxes.end())
    return known->second;
  tree.open(node);
  SmallVector<Interval> box;
  auto extend = [&](ArrayRef<Interval> more) {
    if (more.empty())
      return;
    if (box.empty()) {
      box.assign(more.begin(), more.end());
      return;
    }
    for (auto [mine, theirs] : llvm::zip_equal(box, more)) {
      mine.low = mine.low && theirs.low
                     ? std::optional(std::min(*mine.low, *theirs.low))
                     : std::nullopt;
      mine.high = mine.high && theirs.high
                      ? std::optional(std::max(*mine.high, *theirs.high))
                      : std::nullopt;
    }
  };
  auto extendBy = [&](const BufferTouch *touch) {
    AccessedElements elements = describe(node, touch);
    SmallVector<Interval> dims(node.counters.begin(),
                               node.counters.begin() + node.depth);
    dims.append(elements.lanes);
    extend(getRanges(elements.index, dims));
  };
  if (node.readsUnnamed)
    extendBy(nullptr);
  for (const BufferTouch &touch : node.touches)
    if (touch.reads || touch.isSure)
      extendBy(&touch);
  for (auto &sequence : node.sequences)
    for (AccessNode *child : sequence)
      extend(getBox(*child));
  return boxes[&node] = std::move(box);
}

bool StoreLiveness::mayMeet(const Left &left, AccessNode &node) {
  const SmallVector<Interval> &box = getBox(node);
  if (left.index.empty()) // one element, which all touch
    return true;
  if (box.empty())
    return false;
  return llvm::all_of(llvm::zip_equal(box, left.box), [](auto pair) {
    auto [a, b] = pair;
    bool isBelow = a.high && b.low && *a.high < *b.low;
    bool isAbove = a.low && b.high && *a.low > *b.high;
    return !isBelow && !isAbove;
  });
}
