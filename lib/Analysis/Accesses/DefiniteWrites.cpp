//===- DefiniteWrites.cpp - Definite writes of buffers --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Accesses/DefiniteWrites.h"

#include "UncoveredPoints.h"
#include "WrittenElements.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Emptiness queries for one buffer.
constexpr unsigned maxQueries = 2048;

/// The elements that a read touches, or all at the end of the function.
struct CoverTarget {
  SmallVector<AffineExpr> index;
  SmallVector<Interval> dims; ///< ranges of counters, then of lanes
  Conjunction constraints;
};

class DefiniteWritesSearch {
public:
  explicit DefiniteWritesSearch(AccessTree &tree)
      : tree(tree), expressions(tree.getExpressions()),
        context(expressions.getContext()), written(tree) {}

  bool run() {
    if (llvm::any_of(expressions.getExtents(), [](AffineExpr extent) {
          auto constant = dyn_cast<AffineConstantExpr>(extent);
          return constant && constant.getValue() == 0;
        }))
      return true; // there is no element
    AccessNode &body = tree.getBody();
    tree.open(body);
    CoverTarget everything = getEverything();
    std::optional<UncoveredPoints> rest;
    for (AccessNode *node : body.sequences.front()) {
      // In program order: later writes do not help a read that is not covered.
      if (!areReadsCovered(*node))
        return false;
      for (const WrittenPiece &piece : written.get(*node)) {
        std::optional<Conjunction> condition = getCondition(piece, everything);
        if (!condition)
          continue;
        if (condition->empty())
          return true; // whatever comes later is covered
        if (!rest)
          rest = getUncovered(everything);
        rest->subtract(*condition);
        if (rest->isEmpty())
          return true;
      }
      if (written.isExhausted() || budget.isExhausted())
        return false;
    }
    return false;
  }

private:
  CoverTarget getEverything() {
    CoverTarget target;
    for (auto [d, extent] : llvm::enumerate(expressions.getExtents())) {
      AffineExpr coordinate = getAffineDimExpr(d, context);
      target.index.push_back(coordinate);
      Interval range;
      range.low = 0;
      if (auto constant = dyn_cast<AffineConstantExpr>(extent))
        range.high = constant.getValue() - 1;
      target.dims.push_back(range);
    }
    addInside(target);
    return target;
  }

  /// What lies outside is no element.
  void addInside(CoverTarget &target) {
    for (auto [coordinate, extent] :
         llvm::zip_equal(target.index, expressions.getExtents())) {
      target.constraints.push_back({coordinate});
      target.constraints.push_back({extent - 1 - coordinate});
    }
  }

  UncoveredPoints getUncovered(const CoverTarget &target) {
    return UncoveredPoints(target.dims.size(),
                           expressions.getNumExtentSymbols(),
                           target.constraints, budget);
  }

  /// Returns the condition under which a point of the target is in the piece;
  /// nullopt: never.
  std::optional<Conjunction> getCondition(const WrittenPiece &piece,
                                          const CoverTarget &target,
                                          ArrayRef<IndexConstraint> more = {}) {
    SmallVector<AffineExpr> dims;
    for (unsigned i = 0; i < piece.numFixed; ++i)
      dims.push_back(getAffineDimExpr(i, context));
    dims.append(target.index);
    Conjunction constraints;
    for (const IndexConstraint &constraint :
         llvm::concat<const IndexConstraint>(piece.constraints, more))
      constraints.push_back(
          {constraint.expr.replaceDims(dims), constraint.isEq});
    return simplifyConstraints(constraints, target.dims,
                               expressions.getSymbolRanges());
  }

  bool areReadsCovered(AccessNode &node) {
    tree.open(node);
    for (const BufferTouch &touch : node.touches)
      if (touch.reads && !isCovered(node, touch))
        return false;
    for (const std::vector<AccessNode *> &sequence : node.sequences)
      for (AccessNode *child : sequence)
        if (!areReadsCovered(*child))
          return false;
    return true;
  }

  bool isCovered(AccessNode &node, const BufferTouch &touch) {
    CoverTarget target = getTarget(node, touch);
    if (!simplifyConstraints(target.constraints, target.dims,
                             expressions.getSymbolRanges()))
      return true; // never executed
    SmallVector<Conjunction> partly;
    if (isCoveredByOne(node, target, partly))
      return true;
    UncoveredPoints rest = getUncovered(target);
    rest.prune();
    if (rest.isEmpty())
      return true;
    for (const Conjunction &condition : partly) {
      rest.subtract(condition);
      if (rest.isEmpty())
        return true;
      if (budget.isExhausted())
        return false;
    }
    return false;
  }

  CoverTarget getTarget(AccessNode &node, const BufferTouch &touch) {
    AccessedElements elements = describeElements(node, touch, tree);
    CoverTarget target;
    target.index = elements.index;
    target.dims.assign(node.counters.begin(),
                       node.counters.begin() + node.depth);
    target.dims.append(elements.lanes);
    target.constraints = elements.constraints;
    for (AccessNode *child = &node; child->parent; child = child->parent) {
      AccessNode &around = *child->parent;
      if (around.kind == AccessNode::Kind::Loop)
        target.constraints.append(around.domain);
      // Leaving out a condition only adds reads.
      if (around.kind == AccessNode::Kind::Branch &&
          around.conditions[child->sequence].size() == 1)
        target.constraints.append(around.conditions[child->sequence].front());
    }
    addInside(target);
    return target;
  }

  /// Goes through what surely happens before the node, from near to far. True
  /// if one piece covers the target; else those that may cover some of it are
  /// in `partly`.
  bool isCoveredByOne(AccessNode &node, const CoverTarget &target,
                      SmallVectorImpl<Conjunction> &partly) {
    for (AccessNode *child = &node; child->parent; child = child->parent) {
      AccessNode &around = *child->parent;
      for (AccessNode *writer :
           llvm::reverse(around.writers[child->sequence])) {
        if (writer->position >= child->position)
          continue;
        for (const WrittenPiece &piece : written.get(*writer))
          if (addCondition(getCondition(piece, target), partly))
            return true;
      }
      // Of a parallel loop, no other iteration is known to come before this
      // one.
      if (around.kind == AccessNode::Kind::Loop && around.isSequential &&
          addEarlierIterations(around, target, partly))
        return true;
    }
    return false;
  }

  /// Iterations of `loop` before the one at hand were executed as a whole.
  bool addEarlierIterations(AccessNode &loop, const CoverTarget &target,
                            SmallVectorImpl<Conjunction> &partly) {
    AffineExpr now = getAffineDimExpr(loop.depth, context);
    for (const WrittenPiece &piece : written.get(loop)) {
      if (piece.witness.empty()) // written by the loop op itself
        continue;
      // `now` is no dimension of the piece: its witness is put into the terms
      // of the target first.
      SmallVector<AffineExpr> dims;
      for (unsigned i = 0; i < piece.numFixed; ++i)
        dims.push_back(getAffineDimExpr(i, context));
      dims.append(target.index);
      WrittenPiece earlier;
      earlier.numFixed = target.dims.size();
      for (const IndexConstraint &constraint : piece.constraints)
        earlier.constraints.push_back(
            {constraint.expr.replaceDims(dims), constraint.isEq});
      earlier.constraints.push_back(
          {now - 1 - piece.witness.front().replaceDims(dims)});
      if (addCondition(getCondition(earlier, target), partly))
        return true;
    }
    return false;
  }

  static bool addCondition(std::optional<Conjunction> condition,
                           SmallVectorImpl<Conjunction> &partly) {
    if (!condition)
      return false;
    bool isAlways = condition->empty();
    partly.push_back(std::move(*condition));
    return isAlways;
  }

  AccessTree &tree;
  IndexExpressions &expressions;
  MLIRContext *context;
  WrittenElements written;
  QueryBudget budget{maxQueries};
};

} // namespace

static Operation *findFirstWrite(AccessTree &tree, AccessNode &node) {
  tree.open(node);
  for (const BufferTouch &touch : node.touches)
    if (touch.writes)
      return node.op;
  for (const std::vector<AccessNode *> &sequence : node.sequences)
    for (AccessNode *child : sequence)
      if (Operation *first = findFirstWrite(tree, *child))
        return first;
  return nullptr;
}

WriteSummary layout::summarizeWrites(Value root, ArrayRef<BufferTouch> touches,
                                     const BufferFlow &flow) {
  AccessTree tree(root, touches, flow);
  WriteSummary summary;
  summary.first = findFirstWrite(tree, tree.getBody());
  if (summary.first)
    summary.isCompleteBeforeReads = DefiniteWritesSearch(tree).run();
  return summary;
}
