//===- StoreLiveness.cpp - Liveness of stored elements --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreLiveness.h"

using namespace mlir;
using namespace mlir::layout;

StoreLiveness::StoreLiveness(func::FuncOp function, AccessTree &tree,
                             WrittenElements &written, AccessMemo &memo,
                             const BufferUses &uses, ValueNames *names,
                             IntegerVariables *variables)
    : function(function), tree(tree), expressions(tree.getExpressions()),
      context(expressions.getContext()), written(written), memo(memo),
      uses(uses), names(names), variables(variables) {}

DeadStore StoreLiveness::find(OpOperand &operand,
                              const StoreExecutions &executions) {
  Operation *guard = executions.guard;
  AccessNode *node = tree.lookup(operand.getOwner());
  AccessNode *guardNode = guard ? tree.lookup(guard) : nullptr;
  const BufferTouch *touch = nullptr;
  if (node)
    for (const BufferTouch &own : node->touches)
      if (own.operand == &operand && own.writes)
        touch = &own;
  if (!touch || (guard && (!guardNode || !guard->isProperAncestor(node->op))))
    return {Decision::unknown("cannot determine what it stores")};
  openPath(*node);
  budget = {DeadStores::maxQueries};
  store = node;
  guardOp = guard;
  skippedBody = executions.body;
  const AccessedElements &elements = describe(*node, touch);
  isStoreExact = elements.isExact;
  SmallVector<Conjunction> cases = getExecutions(*node, guardNode, elements);
  if (!restrict(cases, *node, executions))
    return {Decision::unknown("the condition is not affine")};
  // The condition may have alternatives: in none of them may the store be
  // needed.
  for (const Conjunction &execution : cases) {
    Left left;
    left.index = elements.index;
    left.dims.assign(node->counters.begin(),
                     node->counters.begin() + node->depth);
    left.dims.append(elements.lanes);
    if (!simplifyConstraints(execution, left.dims,
                             expressions.getSymbolRanges()))
      continue; // never
    left.constraints = execution;
    left.box = getRanges(left.index, left.dims);
    left.number = memo.getNumber(MemoKey()
                                     .add(ArrayRef(left.index))
                                     .add(ArrayRef(left.dims))
                                     .add(ArrayRef(left.constraints)));
    DeadStore one = search(left, guardNode ? *guardNode : *node);
    if (!one.isYes())
      return one;
  }
  return {Decision::yes()};
}

DeadStore StoreLiveness::search(Left &left, AccessNode &from) {
  left.rest.emplace(left.dims.size(), expressions.getNumExtentSymbols(),
                    left.constraints, budget);
  left.rest->prune();
  takeAwayUndefPadding(left);
  if (isReadInParallel(left, from))
    return answer;
  // From the store outwards: what follows it in its block, then later
  // iterations of the loop around, then what follows that loop.
  for (AccessNode *child = &from; child->parent; child = child->parent) {
    if (left.rest->isEmpty())
      return {Decision::yes()};
    AccessNode &around = *child->parent;
    if (!followSiblings(left, *child))
      return answer;
    if (left.rest->isEmpty())
      return {Decision::yes()};
    if (around.kind == AccessNode::Kind::Loop && !followLoop(left, around))
      return answer;
    // Of other ops it is not known when their regions are executed, or how
    // often.
    if (around.kind == AccessNode::Kind::Opaque)
      for (auto &sequence : around.sequences)
        for (AccessNode *node : sequence)
          if (findRead(left, *node, around, Order::After))
            return answer;
  }
  if (left.rest->isEmpty() || !uses.isNeededAtEnd)
    return {Decision::yes()};
  explain(left, *left.rest, " is needed at the return");
  answer.reader = function.getBody().back().getTerminator();
  return answer;
}

//===----------------------------------------------------------------------===//
// Forwards
//===----------------------------------------------------------------------===//

/// Visits the ops that are executed after `child` in the same execution of the
/// op around: takes away what they write. Returns false if one of them may read
/// what is left.
bool StoreLiveness::followSiblings(Left &left, AccessNode &child) {
  const AccessNode &around = *child.parent;
  ArrayRef<AccessNode *> sequence = around.sequences[child.sequence];
  for (AccessNode *next : sequence.drop_front(child.position + 1)) {
    if (!mayMeet(left, *next))
      continue;
    bool isSkipped = next->op && next->op->getBlock() == skippedBody;
    if (!isSkipped && findRead(left, *next, *next, Order::After))
      return false;
    // After its reads: it may have read what it overwrites.
    for (const WrittenPiece &piece : written.get(*next))
      takeAway(left, piece);
    if (left.rest->isEmpty())
      return true;
  }
  return true;
}

/// Returns true if another iteration of a parallel loop around may read what is
/// left. It may do so at any time, for instance after a barrier, also before
/// this iteration overwrites what it stored.
bool StoreLiveness::isReadInParallel(Left &left, AccessNode &from) {
  for (AccessNode *loop = from.parent; loop; loop = loop->parent)
    if (loop->kind == AccessNode::Kind::Loop && !loop->isSequential)
      for (AccessNode *node : loop->sequences.front())
        if (findRead(left, *node, *loop, Order::AnyIteration))
          return true;
  return false;
}

/// Visits the later iterations of a loop around the store: takes away what they
/// write. Returns false if one of them may read what is left; reads are visited
/// first, as they may come before these writes.
bool StoreLiveness::followLoop(Left &left, AccessNode &loop) {
  if (!loop.isSequential)
    return true;
  for (AccessNode *node : loop.sequences.front())
    if (findRead(left, *node, loop, Order::LaterIteration))
      return false;
  AffineExpr now = getAffineDimExpr(loop.depth, context);
  for (const WrittenPiece &piece : written.get(loop)) {
    if (piece.witness.empty()) // written by the loop op itself
      continue;
    AffineExpr when = inTermsOf(left, piece, piece.witness.front());
    takeAway(left, piece, IndexConstraint{when - now - 1});
  }
  return true;
}

bool StoreLiveness::findRead(Left &left, AccessNode &node, AccessNode &top,
                             Order order) {
  tree.open(node);
  if (!mayMeet(left, node))
    return false;
  if (budget.isExhausted()) {
    explain(left, *left.rest, "");
    return true;
  }
  unsigned numShared = top.depth;
  auto isReadBy = [&](const BufferTouch *touch) {
    Read read{&node,
              describe(node, touch),
              &top,
              numShared,
              /*isNamed=*/touch != nullptr,
              /*isConcurrent=*/order == Order::AnyIteration};
    return isNeeded(left, read, order);
  };
  if (node.readsUnnamed && isReadBy(nullptr))
    return true;
  for (const BufferTouch &touch : node.touches)
    if (touch.reads && isReadBy(&touch))
      return true;
  for (auto &sequence : node.sequences)
    for (AccessNode *child : sequence)
      if (findRead(left, *child, top, order))
        return true;
  return false;
}

/// A condition with alternatives is left out, which adds executions of the
/// read, so that a proof that it reads nothing still holds.
void layout::addConditionsAround(const AccessNode &node, const AccessNode &top,
                                 Conjunction &constraints) {
  for (const AccessNode *child = &node; child != &top; child = child->parent) {
    const AccessNode &around = *child->parent;
    if (around.kind == AccessNode::Kind::Loop)
      constraints.append(around.domain);
    if (around.kind == AccessNode::Kind::Branch &&
        around.conditions[child->sequence].size() == 1)
      constraints.append(around.conditions[child->sequence].front());
  }
}

/// What holds for an element that a store leaves and a read finds.
struct StoreLiveness::Joined {
  Conjunction constraints;
  /// Dimensions of the read in terms of those of both.
  SmallVector<AffineExpr> readerDims;
};

/// `own` holds where the read is executed.
StoreLiveness::Joined StoreLiveness::join(const Left &left, const Read &read,
                                          Conjunction own) {
  Joined both{left.constraints, {}};
  unsigned numLeft = left.dims.size();
  unsigned numReaderDims = read.node->depth + read.elements.lanes.size();
  for (unsigned i = 0; i < numReaderDims; ++i)
    both.readerDims.push_back(getAffineDimExpr(
        i < read.numShared ? i : numLeft + i - read.numShared, context));
  addInside(own, read.elements.index);
  for (auto [mine, theirs] : llvm::zip_equal(left.index, read.elements.index))
    both.constraints.push_back(
        {theirs.replaceDims(both.readerDims) - mine, true});
  for (const IndexConstraint &constraint : own)
    both.constraints.push_back(
        {constraint.expr.replaceDims(both.readerDims), constraint.isEq});
  return both;
}

/// Returns the number of all that `join` and the ranges of its dimensions
/// depend on, but for what was left.
unsigned StoreLiveness::getNumber(const Read &read,
                                  ArrayRef<IndexConstraint> own) {
  return memo.getNumber(
      MemoKey()
          .add(uint64_t(read.numShared))
          .add(uint64_t(read.top->depth))
          .add(ArrayRef(read.node->counters).take_front(read.node->depth))
          .add(ArrayRef(read.elements.index))
          .add(ArrayRef(read.elements.lanes))
          .add(own)
          .add(expressions.getExtents())
          .add(uint64_t(expressions.getNumExtentSymbols()))
          .add(ArrayRef(expressions.getSymbolRanges())));
}

bool StoreLiveness::isNeeded(Left &left, const Read &read, Order order) {
  Conjunction own = read.elements.constraints;
  addConditionsAround(*read.node, *read.top, own);
  AccessMemo::Meeting meeting{left.number, getNumber(read, own), 0};
  std::optional<Joined> both;
  auto isNeededWhere = [&](function_ref<void(Conjunction &)> addOrder) {
    ++meeting.order;
    std::optional<unsigned> cost = memo.lookupApart(meeting);
    if (cost && budget.used <= DeadStores::maxReads) {
      budget.used += *cost;
      return false;
    }
    if (!both)
      both = join(left, read, own);
    Conjunction constraints = both->constraints;
    addOrder(constraints);
    return isNeeded(left, read, order, std::move(constraints), both->readerDims,
                    meeting);
  };
  // The read comes after the store in any case.
  if (order == Order::After)
    return isNeededWhere([](Conjunction &) {});
  // A later iteration is one that is greater in some counter of the loop, where
  // it has several; for iterations that are not ordered, also one that is less.
  unsigned numCounters = read.top->counters.size() - read.top->depth;
  meeting.order = 1; // apart from the one without an order
  for (unsigned i = 0; i < numCounters; ++i)
    for (bool isLater : {true, false}) {
      if (!isLater && order == Order::LaterIteration) {
        ++meeting.order;
        continue;
      }
      bool found = isNeededWhere([&](Conjunction &constraints) {
        AffineExpr other = both->readerDims[read.top->depth + i];
        AffineExpr now = getAffineDimExpr(read.top->depth + i, context);
        constraints.push_back({isLater ? other - now - 1 : now - other - 1});
      });
      if (found)
        return true;
    }
  return false;
}

bool StoreLiveness::isNeeded(Left &left, const Read &read, Order order,
                             Conjunction constraints,
                             ArrayRef<AffineExpr> readerDims,
                             const AccessMemo::Meeting &meeting) {
  SmallVector<Interval> dims(left.dims);
  ArrayRef<Interval> counters = read.node->counters;
  llvm::append_range(
      dims, counters.take_front(read.node->depth).drop_front(read.numShared));
  dims.append(read.elements.lanes);
  // Ranges alone are cheap, and often enough.
  if (!simplifyConstraints(constraints, dims, expressions.getSymbolRanges())) {
    memo.rememberApart(meeting, 0);
    return false;
  }
  unsigned usedBefore = budget.used;
  UncoveredPoints points(dims.size(), expressions.getNumExtentSymbols(),
                         constraints, budget);
  // Once the budget is used up, an exact difference could not change the
  // answer, and may take long.
  if (budget.used <= DeadStores::maxReads)
    points.prune();
  if (points.isEmpty()) {
    memo.rememberApart(meeting, budget.used - usedBefore);
    return false;
  }
  // Between iterations that are not ordered, what was written since may not
  // have been written yet.
  if (order != Order::AnyIteration && !budget.isExhausted()) {
    for (const Conjunction &covered : left.covered) {
      if (points.isEmpty())
        return false;
      points.subtract(covered);
    }
    subtractWritesBefore(points, left, read, order, readerDims, dims);
  }
  if (points.isEmpty())
    return false;
  explain(left, points,
          (" may be read by '" + read.node->op->getName().getStringRef() + "'")
              .str(),
          &read, readerDims);
  answer.reader = read.node->op;
  return true;
}

/// Takes away what is surely written between the store and the read, on the
/// side of the read.
void StoreLiveness::subtractWritesBefore(UncoveredPoints &points,
                                         const Left &left, const Read &read,
                                         Order order,
                                         ArrayRef<AffineExpr> readerDims,
                                         ArrayRef<Interval> dims) {
  SmallVector<AffineExpr> index =
      llvm::map_to_vector(read.elements.index, [&](AffineExpr expr) {
        return expr.replaceDims(readerDims);
      });
  auto subtract = [&](const WrittenPiece &piece, const AccessNode *loop) {
    SmallVector<AffineExpr> pieceDims(readerDims.take_front(piece.numFixed));
    pieceDims.append(index);
    Conjunction covered;
    for (const IndexConstraint &constraint : piece.constraints)
      covered.push_back(
          {constraint.expr.replaceDims(pieceDims), constraint.isEq});
    if (loop) { // by an earlier iteration of it, but not before the store
      AffineExpr when = piece.witness.front().replaceDims(pieceDims);
      covered.push_back({readerDims[loop->depth] - 1 - when});
      if (loop == read.top && order == Order::LaterIteration)
        covered.push_back({when - 1 - getAffineDimExpr(loop->depth, context)});
    }
    if (auto simplified =
            simplifyConstraints(covered, dims, expressions.getSymbolRanges()))
      points.subtract(*simplified);
  };
  for (AccessNode *child = read.node; child != read.top;
       child = child->parent) {
    AccessNode &around = *child->parent;
    for (AccessNode *writer : llvm::reverse(around.writers[child->sequence])) {
      if (writer->position >= child->position)
        continue;
      for (const WrittenPiece &piece : written.get(*writer)) {
        if (points.isEmpty())
          return;
        subtract(piece, nullptr);
      }
    }
    if (around.kind != AccessNode::Kind::Loop || !around.isSequential)
      continue;
    for (const WrittenPiece &piece : written.get(around)) {
      if (points.isEmpty())
        return;
      if (!piece.witness.empty())
        subtract(piece, &around);
    }
  }
}
