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

/// Limit of emptiness queries for one buffer, after which the answer is "not
/// proven".
constexpr unsigned maxQueries = 2048;

/// Elements that earlier writes must cover: those of one read, or, at the end
/// of the function, every element. A vector.transfer_read at %b[%i], in a loop
/// over %i, has the index (d0 + d1), and the ranges of %i and of the number of
/// a lane.
struct CoverTarget {
  SmallVector<AffineExpr> index;
  SmallVector<Interval> dims; ///< ranges of loop counters, then of lanes
  Conjunction constraints;    ///< when the read is executed, in these dims
};

/// Proves that the function writes every element of a buffer before it reads
/// it.
class DefiniteWritesSearch {
public:
  explicit DefiniteWritesSearch(AccessTree &tree)
      : tree(tree), expressions(tree.getExpressions()),
        context(expressions.getContext()), written(tree, memo) {}

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
          return true; // every element is written, so later reads are covered
        // Only here, as the common case, one nest that writes the whole buffer,
        // needs no emptiness query at all.
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

  /// Restricts the target to the buffer: an access out of bounds is undefined,
  /// so indices outside need not be covered.
  void addInside(CoverTarget &target) {
    for (auto [coordinate, extent] :
         llvm::zip_equal(target.index, expressions.getExtents())) {
      target.constraints.push_back({coordinate});
      target.constraints.push_back({extent - 1 - coordinate});
    }
  }

  /// Returns the points of the target, none of which is covered yet.
  UncoveredPoints getUncovered(const CoverTarget &target) {
    return UncoveredPoints(target.dims.size(),
                           expressions.getNumExtentSymbols(),
                           target.constraints, budget);
  }

  /// Returns the condition under which `piece` has written a point of the
  /// target; no constraint: always, nullopt: never.
  std::optional<Conjunction> getCondition(const WrittenPiece &piece,
                                          const CoverTarget &target,
                                          ArrayRef<IndexConstraint> more = {}) {
    // A piece is a set of elements for given outer counters, which it shares
    // with the target: only the element is replaced, by the index of the
    // target.
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

  /// Returns true if each read in `node` is covered by writes before it.
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

  /// Returns true if writes before the read `touch` cover all that it reads.
  bool isCovered(AccessNode &node, const BufferTouch &touch) {
    CoverTarget target = getTarget(node, touch);
    if (!simplifyConstraints(target.constraints, target.dims,
                             expressions.getSymbolRanges()))
      return true; // never executed
    // First the test without a query: one piece that covers all that is read.
    // If there is none, the pieces are subtracted from the target one by one.
    SmallVector<Conjunction> partly;
    if (isCoveredByOne(node, target, partly))
      return true;
    UncoveredPoints rest = getUncovered(target);
    // The target may be empty for a reason that simplification does not see.
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

  /// Returns what `touch` reads, in all executions of `node`.
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
      // A condition with alternatives is no conjunction. Leaving it out adds
      // reads to the target, so the answer stays a proof.
      if (around.kind == AccessNode::Kind::Branch &&
          around.conditions[child->sequence].size() == 1)
        target.constraints.append(around.conditions[child->sequence].front());
    }
    addInside(target);
    return target;
  }

  /// Visits the writes that are executed before `node` whenever it is, from the
  /// nearest outwards. Returns true if one piece covers the target; otherwise
  /// the conditions of those that may cover some of it are in `partly`.
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
      // The iterations of a parallel loop may run in any order, so none of them
      // is known to come before this one.
      if (around.kind == AccessNode::Kind::Loop && around.isSequential &&
          addEarlierIterations(around, target, partly))
        return true;
    }
    return false;
  }

  /// Adds what the iterations of `loop` before the current one have written:
  /// all that their bodies write, also after the position of the read. Returns
  /// true if one piece covers the target.
  bool addEarlierIterations(AccessNode &loop, const CoverTarget &target,
                            SmallVectorImpl<Conjunction> &partly) {
    AffineExpr now = getAffineDimExpr(loop.depth, context);
    for (const WrittenPiece &piece : written.get(loop)) {
      if (piece.witness.empty()) // written by the loop op itself
        continue;
      // The witness is the iteration that writes the element, and must be
      // earlier than `now`. `now` is a dimension of the target, not of the
      // piece, so the piece is expressed in the dimensions of the target first.
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

  /// Adds a condition to `partly`. Returns true if it always holds.
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
  AccessMemo memo;
  WrittenElements written;
  QueryBudget budget{maxQueries};
};

} // namespace

/// Returns the first op, in program order, that may write the buffer.
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
