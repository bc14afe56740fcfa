//===- ContentsSearchLoops.cpp - Contents search over loops ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three ways to see what a loop leaves in an element e:
//
// * Each iteration may tell what it changes, as where it calls a function that
//   owes the padding. What no iteration tells is what was there before.
// * Only one iteration g(e) may touch it. Then the body is walked through once,
//   backwards as any block, with g(e) for the loop variable.
// * Several may. Then all that may be written must be one value, and what is
//   surely written, by some iteration, is taken out.
//
//===----------------------------------------------------------------------===//

#include "ContentsSearch.h"

#include "Layout/IR/ControlFlow.h"

using namespace mlir;
using namespace mlir::layout;
using Kind = BufferEvent::Kind;

/// Iteration `then` comes before, or for a parallel loop is another than,
/// `now`. Nullopt if that cannot be said.
std::optional<Condition>
ContentsSearch::getOrder(Operation *loop, Execution &now, Execution &then) {
  std::optional<Condition> differ = Condition::getFalse();
  SmallVector<Value> variables = getLoopVariables(loop);
  if (variables.empty())
    return std::nullopt;
  for (Value variable : variables) {
    AffineExpr expr = facts.express(variable);
    if (!expr)
      return std::nullopt;
    AffineExpr distance = now.rename(expr) - then.rename(expr);
    if (differ)
      differ = differ->disjoin(Condition(Conjunction{{distance - 1}}));
    // In a parallel loop another iteration is neither before nor after this
    // one.
    if (differ && !isCountedLoop(loop))
      differ = differ->disjoin(Condition(Conjunction{{-distance - 1}}));
  }
  return differ;
}

/// Returns true if, for each iteration of a sequential loop, it is known what
/// the iteration leaves in the open elements, or that it does not change them.
/// By induction over the iterations, the last one first, the elements then hold
/// what one of these says, or what they held before the loop; the same is so
/// before each iteration.
bool ContentsSearch::isDeterminedByEachIteration(Operation *loop,
                                                 const OpenElements &open,
                                                 Execution &execution) {
  // Conditions on the variables of the later iteration remain.
  Execution any = execution.enter(loop);
  for (Value variable : getLoopVariables(loop)) {
    auto dim = dyn_cast_or_null<AffineDimExpr>(facts.express(variable));
    if (!dim)
      return false;
    (void)any.rename(dim);
  }
  OpenElements inside = open;
  inside.kills.clear();
  for (auto [original, copy] : any.getNewCopies())
    llvm::append_range(
        inside.context,
        facts.getFactsOf(cast<AffineDimExpr>(copy).getPosition()));
  walkBlock(loop->getRegion(0).front(), nullptr, inside, any);
  return !failed;
}

/// Returns true if the write, in some iteration of the loop, may touch the open
/// elements.
bool ContentsSearch::mayTouch(const BufferEvent &write, Operation *loop,
                              const OpenElements &open, Execution &execution,
                              bool isEarlier) {
  Execution any = execution.enter(loop);
  SmallVector<Condition> context = open.context;
  if (isEarlier)
    if (auto order = getOrder(loop, execution, any))
      context.push_back(*order);
  // A path that is not known in full only leaves more possible.
  collectPath(write.op, loop, facts, any, context);
  context.push_back(getHit(write, open, any));
  return isPossible(context) != Truth::No;
}

void ContentsSearch::visitLoop(Operation *loop, OpenElements &open,
                               Execution &execution, bool isEarlier) {
  SmallVector<BufferEvent *> touching, reads;
  bool hasAssumption = false;
  for (BufferEvent *event : history->getEventsIn(loop)) {
    if (++numSteps > KnownContents::maxSteps) {
      isBound = true;
      return fail(loop, "too many ops on the way");
    }
    if (event->kind == Kind::Barrier) {
      // A call in the loop ends what is known, unless each iteration by itself
      // determines all open elements.
      if (isCountedLoop(loop) &&
          isDeterminedByEachIteration(loop, open, execution))
        return;
      return failAtBarrier(event->op);
    }
    if (event->kind == Kind::Assumption)
      hasAssumption = true;
    if (event->kind == Kind::Read)
      reads.push_back(event);
    if (event->kind != Kind::Write)
      continue;
    if (mayTouch(*event, loop, open, execution, isEarlier))
      touching.push_back(event);
  }
  // Each event that touches the elements is tried as the one that determines
  // them: an event that no other iteration touches is followed exactly.
  std::string when = witness;
  constexpr size_t maxTries = 3;
  if (touching.empty()) {
    if (hasAssumption)
      for (BufferEvent *read : ArrayRef(reads).take_front(maxTries)) {
        if (open.isEmpty || failed)
          return;
        visitOneIteration(loop, *read, touching, open, execution, isEarlier);
      }
    return;
  }
  for (BufferEvent *event : ArrayRef(touching).take_front(maxTries))
    if (visitOneIteration(loop, *event, touching, open, execution, isEarlier))
      return;
  // Which of them comes last is not known: all count before any is taken out.
  SmallVector<Condition> written;
  for (BufferEvent *event : touching) {
    witness = when;
    visitAnyIteration(loop, *event, open, execution, isEarlier, written);
    if (failed)
      return;
  }
  for (const Condition &condition : written)
    take(open, condition);
}

//===----------------------------------------------------------------------===//
// One iteration, or any
//===----------------------------------------------------------------------===//

/// Returns true if no other iteration touches the open elements.
bool ContentsSearch::isOnlyOne(const Iteration &iteration, Operation *loop,
                               ArrayRef<BufferEvent *> touching,
                               const OpenElements &open, Execution &execution,
                               bool isEarlier) {
  for (BufferEvent *other : touching) {
    Execution otherExecution = execution.enter(loop);
    SmallVector<Condition> context = open.context;
    if (isEarlier)
      if (auto order = getOrder(loop, execution, otherExecution))
        context.push_back(*order);
    collectPath(other->op, loop, facts, otherExecution, context);
    context.push_back(getHit(*other, open, otherExecution));
    std::optional<Condition> differs = Condition::getFalse();
    for (auto [variable, value] : iteration) {
      AffineExpr own =
          otherExecution.rename(getAffineDimExpr(variable, loop->getContext()));
      auto differ =
          Condition(Conjunction{{own - value, /*isEq=*/true}}).negate();
      differs = differs ? differs->disjoin(*differ) : std::nullopt;
    }
    if (!differs)
      return false;
    context.push_back(*differs);
    if (isPossible(context) != Truth::No)
      return false;
  }
  return true;
}

/// What is known of values of an iteration holds where it takes place only.
static void dropOwnValues(const Execution &iteration,
                          SmallVectorImpl<Condition> &kills) {
  llvm::SmallDenseSet<unsigned> own;
  for (auto [original, copy] : iteration.getNewCopies())
    own.insert(cast<AffineDimExpr>(copy).getPosition());
  llvm::erase_if(kills, [&](const Condition &kill) {
    llvm::SetVector<unsigned> mentioned;
    collectVariables(kill, mentioned);
    return llvm::any_of(mentioned, [&](unsigned v) { return own.contains(v); });
  });
}

/// Walks through the iteration that `event` belongs to, if it is the only one
/// that may touch what is open. False: it is not.
bool ContentsSearch::visitOneIteration(Operation *loop,
                                       const BufferEvent &event,
                                       ArrayRef<BufferEvent *> touching,
                                       OpenElements &open, Execution &execution,
                                       bool isEarlier) {
  std::optional<Iteration> iteration =
      findIteration(loop, event, open, execution);
  if (!iteration)
    return false;
  Execution one = execution.enter(loop);
  for (auto [variable, value] : *iteration)
    one.bind(variable, value);
  if (!isOnlyOne(*iteration, loop, touching, open, execution, isEarlier))
    return false;

  // It takes place where its variables are in their bounds.
  std::optional<Condition> domain = Condition::getTrue();
  OpenElements inside = open;
  inside.kills.clear();
  auto restrict = [&](const Condition &condition) {
    inside.context.push_back(condition);
    domain = domain ? domain->conjoin(condition) : std::nullopt;
  };
  for (auto [variable, value] : *iteration) {
    // The found iteration may lie outside of the bounds: then nothing was
    // written, and the elements hold what they held before.
    SmallVector<Condition> bounds(facts.getFactsOf(variable));
    for (const Condition &bound : bounds)
      restrict(one.rename(bound));
  }
  if (isEarlier) {
    std::optional<Condition> order = getOrder(loop, execution, one);
    if (!order)
      return false;
    restrict(*order);
  }
  // Where it would touch what is open, the iteration does not take place.
  if (isPossible(inside.context) == Truth::No)
    return true;
  walkBlock(loop->getRegion(0).front(), nullptr, inside, one);
  dropOwnValues(one, inside.kills);
  // In a parallel loop the other iteration may not have come to it yet.
  if (!failed && hasExactDomain(loop, facts) &&
      (isCountedLoop(loop) || !isEarlier))
    takeWhere(open, domain, inside.kills);
  return true;
}

/// The bounds of copies of variables: nullopt unless all are variables of loops
/// that are executed just where their bounds say so. Such a copy may be chosen.
static std::optional<SmallVector<Condition>>
getBoundsOfCopies(ArrayRef<std::pair<unsigned, AffineExpr>> copies,
                  IntegerFacts &facts) {
  SmallVector<Condition> bounds;
  for (auto [original, copy] : copies) {
    auto argument =
        dyn_cast_or_null<BlockArgument>(facts.getVariable(original));
    Operation *owner = argument ? argument.getOwner()->getParentOp() : nullptr;
    if (!owner || !isKnownLoop(owner) ||
        !llvm::is_contained(getLoopVariables(owner), argument) ||
        !hasExactDomain(owner, facts))
      return std::nullopt;
    llvm::append_range(
        bounds, facts.getFactsOf(cast<AffineDimExpr>(copy).getPosition()));
  }
  return bounds;
}

/// What any iterations may write must be one value; what some surely write is
/// to be taken out.
void ContentsSearch::visitAnyIteration(Operation *loop,
                                       const BufferEvent &event,
                                       const OpenElements &open,
                                       Execution &execution, bool isEarlier,
                                       SmallVectorImpl<Condition> &taken) {
  Execution any = execution.enter(loop);
  SmallVector<Condition> conditions;
  std::optional<Condition> order;
  if (isEarlier) {
    order = getOrder(loop, execution, any);
    if (order)
      conditions.push_back(*order);
  }
  bool isExact = collectPath(event.op, loop, facts, any, conditions);
  Condition hit = getHit(event, open, any);
  SmallVector<Condition> context = open.context;
  llvm::append_range(context, conditions);
  context.push_back(hit);

  DenseMap<unsigned, AffineExpr> values;
  bool isInverted = invert(loop, event, open, any, values);
  SmallVector<std::pair<unsigned, AffineExpr>> copies(any.getNewCopies());
  Held held = describeStored(event, any);
  auto atIteration = [&](AffineExpr expr) {
    return replaceVariables(expr, [&](unsigned v) { return values.lookup(v); });
  };
  if (isInverted && held.number && !answer) {
    AffineExpr number = atIteration(held.number);
    if (areEqual(held.number, number, context))
      held.number = number;
  }
  if (!join(held, context))
    return fail(event.op, "this op writes another or an unknown value to it");
  // Another iteration of a parallel loop may not have come to its write yet.
  bool isOver = isCountedLoop(loop) || !isEarlier;
  if (!isInverted || !isExact || !event.touched.isExact || !isOver ||
      (isEarlier && !order))
    return;
  std::optional<SmallVector<Condition>> bounds =
      getBoundsOfCopies(copies, facts);
  if (!bounds)
    return;
  llvm::append_range(conditions, *bounds);
  std::optional<Condition> written = Condition(hit).replace(atIteration);
  for (const Condition &condition : conditions)
    if (written)
      written = written->conjoin(condition.replace(atIteration));
  if (written)
    taken.push_back(*written);
}
