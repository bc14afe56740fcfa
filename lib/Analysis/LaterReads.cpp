//===- LaterReads.cpp - Who reads what a store leaves ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaterReads.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

std::string ValueNames::get(Value value) {
  if (!state)
    state = std::make_unique<AsmState>(root);
  std::string name;
  llvm::raw_string_ostream os(name);
  value.printAsOperand(os, *state);
  return name;
}

LaterReads::LaterReads(func::FuncOp function, AccessTree &tree,
                       WrittenElements &written, const BufferUses &uses,
                       ValueNames *names)
    : function(function), tree(tree), expressions(tree.getExpressions()),
      context(expressions.getContext()), written(written), uses(uses),
      names(names) {}

//===----------------------------------------------------------------------===//
// What a store leaves
//===----------------------------------------------------------------------===//

/// Inner blocks of a CFG have a node of their own between them and the op.
void LaterReads::openPath(AccessNode &node) {
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
void LaterReads::addInside(Conjunction &constraints,
                           ArrayRef<AffineExpr> index) {
  for (auto [coordinate, extent] :
       llvm::zip_equal(index, expressions.getExtents())) {
    constraints.push_back({coordinate});
    constraints.push_back({extent - 1 - coordinate});
  }
}

SmallVector<Interval> LaterReads::getRanges(ArrayRef<AffineExpr> exprs,
                                            ArrayRef<Interval> dims) const {
  return llvm::map_to_vector(exprs, [&](AffineExpr expr) {
    return rangeOf(expr, dims, expressions.getSymbolRanges());
  });
}

/// Null: any element.
AccessedElements LaterReads::describe(const AccessNode &node,
                                      const BufferTouch *touch) {
  if (touch)
    return describeElements(node, *touch, tree);
  AccessedElements elements;
  elements.isExact = false;
  for (AffineExpr extent : expressions.getExtents()) {
    elements.index.push_back(
        getAffineDimExpr(node.depth + elements.lanes.size(), context));
    Interval range;
    range.low = 0;
    if (auto constant = dyn_cast<AffineConstantExpr>(extent))
      range.high = std::max<int64_t>(0, constant.getValue() - 1);
    elements.lanes.push_back(range);
  }
  return elements;
}

/// The executions of a store, as a disjunction; those in which the guard goes
/// the other way, if there is one. More executions than there are do no harm.
SmallVector<Conjunction>
LaterReads::getExecutions(AccessNode &store, AccessNode *guard,
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
bool LaterReads::restrict(SmallVectorImpl<Conjunction> &cases,
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

DeadStore LaterReads::find(OpOperand &operand,
                           const StoreExecutions &executions) {
  Operation *guard = executions.guard;
  AccessNode *node = tree.lookup(operand.getOwner());
  AccessNode *guardNode = guard ? tree.lookup(guard) : nullptr;
  if (!node || (guard && (!guardNode || !guard->isProperAncestor(node->op))))
    return {Decision::unknown("it is not followed what it stores")};
  openPath(*node);
  const BufferTouch *touch =
      llvm::find_if(node->touches, [&](const BufferTouch &touch) {
        return touch.operand == &operand && touch.writes;
      });
  if (touch == node->touches.end())
    return {Decision::unknown("it is not followed what it stores")};
  budget = {DeadStores::maxQueries};
  store = node;
  skippedBody = executions.body;
  AccessedElements elements = describe(*node, touch);
  SmallVector<Conjunction> cases = getExecutions(*node, guardNode, elements);
  if (!restrict(cases, *node, executions))
    return {Decision::unknown("the condition is not affine")};
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
    DeadStore one = search(left, guardNode ? *guardNode : *node);
    if (!one.isYes())
      return one;
  }
  return {Decision::yes()};
}

DeadStore LaterReads::search(Left &left, AccessNode &from) {
  left.rest.emplace(left.dims.size(), expressions.getNumExtentSymbols(),
                    left.constraints, budget);
  left.rest->prune();
  takeAwayUndefPadding(left);
  if (isReadInParallel(left, from))
    return answer;
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
    if (around.kind == AccessNode::Kind::Opaque)
      for (auto &sequence : around.sequences)
        for (AccessNode *node : sequence)
          if (findRead(left, *node, around, Order::Behind))
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

/// What is executed behind `child` in the same execution of what is around.
/// False if it needs something.
bool LaterReads::followSiblings(Left &left, AccessNode &child) {
  const AccessNode &around = *child.parent;
  ArrayRef<AccessNode *> sequence = around.sequences[child.sequence];
  for (AccessNode *next : sequence.drop_front(child.position + 1)) {
    if (!mayMeet(left, *next))
      continue;
    bool isSkipped = next->op && next->op->getBlock() == skippedBody;
    if (!isSkipped && findRead(left, *next, *next, Order::Behind))
      return false;
    for (const WrittenPiece &piece : written.get(*next))
      takeAway(left, piece);
    if (left.rest->isEmpty())
      return true;
  }
  return true;
}

/// Other iterations of a parallel loop may look at any time, at a barrier for
/// one, also before this iteration overwrites what it stored.
bool LaterReads::isReadInParallel(Left &left, AccessNode &from) {
  for (AccessNode *loop = from.parent; loop; loop = loop->parent)
    if (loop->kind == AccessNode::Kind::Loop && !loop->isSequential)
      for (AccessNode *node : loop->sequences.front())
        if (findRead(left, *node, *loop, Order::AnyIteration))
          return true;
  return false;
}

/// The later iterations of a loop around the store.
bool LaterReads::followLoop(Left &left, AccessNode &loop) {
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

bool LaterReads::findRead(Left &left, AccessNode &node, AccessNode &top,
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
    Read read{&node, describe(node, touch), &top, numShared};
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

bool LaterReads::isNeeded(Left &left, const Read &read, Order order) {
  unsigned numLeft = left.dims.size();
  // Dimensions of the read in terms of those of both.
  SmallVector<AffineExpr> readerDims;
  unsigned numReaderDims = read.node->depth + read.elements.lanes.size();
  for (unsigned i = 0; i < numReaderDims; ++i)
    readerDims.push_back(getAffineDimExpr(
        i < read.numShared ? i : numLeft + i - read.numShared, context));

  Conjunction constraints = left.constraints, own = read.elements.constraints;
  for (AccessNode *child = read.node; child != read.top;
       child = child->parent) {
    const AccessNode &around = *child->parent;
    if (around.kind == AccessNode::Kind::Loop)
      own.append(around.domain);
    // Leaving out a condition only adds reads.
    if (around.kind == AccessNode::Kind::Branch &&
        around.conditions[child->sequence].size() == 1)
      own.append(around.conditions[child->sequence].front());
  }
  addInside(own, read.elements.index);
  for (auto [mine, theirs] : llvm::zip_equal(left.index, read.elements.index)) {
    constraints.push_back({theirs.replaceDims(readerDims) - mine, true});
  }
  for (const IndexConstraint &constraint : own)
    constraints.push_back(
        {constraint.expr.replaceDims(readerDims), constraint.isEq});

  if (order == Order::Behind)
    return isNeeded(left, read, order, std::move(constraints), readerDims);
  unsigned numCounters = read.top->counters.size() - read.top->depth;
  for (unsigned i = 0; i < numCounters; ++i)
    for (bool isLater : {true, false}) {
      if (!isLater && order == Order::LaterIteration)
        continue;
      AffineExpr other = readerDims[read.top->depth + i];
      AffineExpr now = getAffineDimExpr(read.top->depth + i, context);
      Conjunction ordered = constraints;
      ordered.push_back({isLater ? other - now - 1 : now - other - 1});
      if (isNeeded(left, read, order, std::move(ordered), readerDims))
        return true;
    }
  return false;
}

bool LaterReads::isNeeded(Left &left, const Read &read, Order order,
                          Conjunction constraints,
                          ArrayRef<AffineExpr> readerDims) {
  SmallVector<Interval> dims(left.dims);
  ArrayRef<Interval> counters = read.node->counters;
  llvm::append_range(
      dims, counters.take_front(read.node->depth).drop_front(read.numShared));
  dims.append(read.elements.lanes);
  // Ranges alone are cheap, and often enough.
  if (!simplifyConstraints(constraints, dims, expressions.getSymbolRanges()))
    return false;
  UncoveredPoints points(dims.size(), expressions.getNumExtentSymbols(),
                         constraints, budget);
  if (budget.used <= DeadStores::maxReads)
    points.prune();
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
              .str());
  answer.reader = read.node->op;
  return true;
}

/// Takes away what is surely written between the store and the read, on the
/// side of the read.
void LaterReads::subtractWritesBefore(UncoveredPoints &points, const Left &left,
                                      const Read &read, Order order,
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

//===----------------------------------------------------------------------===//
// What nobody needs any more
//===----------------------------------------------------------------------===//

/// `expr`, which speaks of counters around a write and of an element, for an
/// element that was left.
AffineExpr LaterReads::inTermsOf(const Left &left, const WrittenPiece &piece,
                                 AffineExpr expr) const {
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < piece.numFixed; ++i)
    dims.push_back(getAffineDimExpr(i, context));
  dims.append(left.index);
  return expr.replaceDims(dims);
}

void LaterReads::takeAway(Left &left, const WrittenPiece &piece,
                          ArrayRef<IndexConstraint> more) {
  Conjunction covered(more);
  for (const IndexConstraint &constraint : piece.constraints)
    covered.push_back(
        {inTermsOf(left, piece, constraint.expr), constraint.isEq});
  takeAway(left, std::move(covered));
}

void LaterReads::takeAway(Left &left, Conjunction covered) {
  if (budget.isExhausted())
    return;
  std::optional<Conjunction> simplified =
      simplifyConstraints(covered, left.dims, expressions.getSymbolRanges());
  if (!simplified)
    return;
  left.rest->subtract(*simplified);
  left.covered.push_back(std::move(*simplified));
}

/// A read of undef padding may see anything, whoever wrote it.
void LaterReads::takeAwayUndefPadding(Left &left) {
  for (PaddingOp padding : uses.paddings)
    if (padding.getPhysical() == tree.getRoot() && !left.rest->isEmpty())
      takeAwayUndefPadding(left, padding);
}

void LaterReads::takeAwayUndefPadding(Left &left, PaddingOp padding) {
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
// Rough answers, and words
//===----------------------------------------------------------------------===//

/// Where the reads and sure writes of a node lie; empty for none of them.
const SmallVector<Interval> &LaterReads::getBox(AccessNode &node) {
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

bool LaterReads::mayMeet(const Left &left, AccessNode &node) {
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

/// Puts a point into words: "%a[3, 2] may be read by .. when %i = 3".
void LaterReads::explain(const Left &left, const UncoveredPoints &points,
                         StringRef what) {
  answer = {};
  answer.isPartlyOverwritten = !left.covered.empty();
  if (budget.isExhausted()) {
    answer.decision = Decision::unknown(
        "more than " + std::to_string(DeadStores::maxQueries) + " cases");
    return;
  }
  if (!names) {
    answer.decision = Decision::no({});
    return;
  }
  std::optional<SmallVector<int64_t>> point = points.findPoint();
  if (!point) {
    answer.decision = Decision::unknown("too many constraints");
    return;
  }
  SmallVector<AffineExpr> dims, symbols;
  for (size_t i = 0; i < left.dims.size(); ++i)
    dims.push_back(getAffineConstantExpr((*point)[i], context));
  for (size_t i = point->size() - IndexExpressions::maxSymbols;
       i < point->size(); ++i)
    symbols.push_back(getAffineConstantExpr((*point)[i], context));
  auto evaluate = [&](AffineExpr expr) {
    AffineExpr value = expr.replaceDimsAndSymbols(dims, symbols);
    auto constant = dyn_cast<AffineConstantExpr>(value);
    return constant ? std::to_string(constant.getValue()) : std::string("?");
  };
  std::string text = names->get(tree.getRoot()) + "[";
  text += llvm::join(llvm::map_range(left.index, evaluate), ", ") + "]";
  text += what;
  std::string values;
  for (AccessNode *node = store->parent; node; node = node->parent)
    if (auto loop = dyn_cast_or_null<LoopLikeOpInterface>(node->op);
        loop && node->kind == AccessNode::Kind::Loop)
      if (std::optional<SmallVector<Value>> variables =
              loop.getLoopInductionVars())
        for (Value variable : llvm::reverse(*variables))
          if (AffineExpr expr = expressions.express(variable, store->counters))
            values = names->get(variable) + " = " + evaluate(expr) +
                     (values.empty() ? "" : ", ") + values;
  if (!values.empty())
    text += " when " + values;
  answer.decision = Decision::no(text);
}
