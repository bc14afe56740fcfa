//===- ContentsSearch.cpp - Backward search for contents ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsSearch.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;
using Kind = BufferEvent::Kind;

ContentsSearch::ContentsSearch(ContentsScope &scope, const Elements &elements,
                               Operation *point, std::optional<Held> target)
    : scope(scope), facts(scope.facts), root(elements.buffer), point(point),
      target(target), answer(target) {
  auto type = dyn_cast<MemRefType>(root.getType());
  if (!type || elements.index.size() != static_cast<size_t>(type.getRank()))
    fail(point, "the buffer has no rank");
  if (scope.histories.getFlow().isMerge(root))
    fail(point, "the buffer is one of several");
  if (failed)
    return;
  elementType = type.getElementType();
  history = &scope.histories.get(root);

  all.context = facts.getConditionsAt(point);
  all.context.push_back(elements.where);
  Conjunction inside;
  for (auto [d, at] : llvm::enumerate(elements.index)) {
    AffineExpr index = at;
    if (!elements.extents.empty() &&
        elements.extents[d] != getAffineConstantExpr(1, at.getContext())) {
      AffineExpr lane = facts.createVariable({0, std::nullopt}, "lane");
      inside.push_back({elements.extents[d] - 1 - lane});
      index = index + lane;
    }
    // There are no others.
    AffineExpr extent = facts.getExtent(root, d);
    Interval range = facts.getRange(index);
    if (!range.low || *range.low < 0)
      inside.push_back({index});
    auto size = dyn_cast_or_null<AffineConstantExpr>(extent);
    if (extent && !(size && range.high && *range.high < size.getValue()))
      inside.push_back({extent - 1 - index});
    all.index.push_back(index);
  }
  all.context.push_back(Condition(std::move(inside)));
}

Contents ContentsSearch::run() {
  if (!failed)
    takeUndefPadding();
  if (!failed && !all.isEmpty)
    walkFrom(point, all);
  return getAnswer();
}

//===----------------------------------------------------------------------===//
// Where control came from
//===----------------------------------------------------------------------===//

static bool isBranch(Operation *op) {
  return getControlFlow(op) == ControlFlow::Branch;
}

/// Ops that execute their one block once. What is masked is one op, which is
/// known to write some of its lanes only.
static bool isSequence(Operation *op) {
  return (getControlFlow(op) == ControlFlow::Sequence ||
          isa<vector::MaskOp>(op)) &&
         op->getRegion(0).hasOneBlock();
}

void ContentsSearch::walkFrom(Operation *from, OpenElements &open) {
  Execution current(facts);
  while (!failed && !open.isEmpty) {
    Block *block = from->getBlock();
    walkBlock(*block, from, open, current);
    if (failed || open.isEmpty)
      return;
    Operation *parent = block->getParentOp();
    if (!block->isEntryBlock())
      return fail(from, "several blocks may branch to this op; run "
                        "lift-cf-to-scf for structured control flow");
    if (parent == scope.function) {
      // Which elements, for the explanation.
      if ((open.isEmpty = isPossible(open.context) == Truth::No))
        return;
      // A buffer whose first name is after the point was not met.
      return fail(parent, isa<BlockArgument>(root)
                              ? "it may hold what the caller stored"
                              : "nothing is known of it");
    }
    if (isKnownLoop(parent))
      visitLoop(parent, open, current, /*isEarlier=*/true);
    else if (!isBranch(parent) && !isSequence(parent) &&
             history->contains(parent))
      return fail(parent, "this op may execute its region more than once");
    from = parent;
  }
}

/// Goes through `block` from its end, or from `before`, to its start.
void ContentsSearch::walkBlock(Block &block, Operation *before,
                               OpenElements &open, Execution &execution) {
  for (Operation *op = history->getLast(&block, before); op;
       op = history->getLast(&block, op)) {
    if (++numSteps > KnownContents::maxSteps) {
      isBound = true;
      return fail(op, "more than " + Twine(KnownContents::maxSteps) +
                          " ops on the way");
    }
    visit(op, open, execution);
    if (failed || open.isEmpty)
      return;
  }
}

void ContentsSearch::visit(Operation *op, OpenElements &open,
                           Execution &execution) {
  for (BufferEvent *event : history->getEvents(op)) {
    visitEvent(*event, open, execution);
    if (failed || open.isEmpty)
      return;
  }
  if (op->getNumRegions() == 0)
    return;
  if (isKnownLoop(op))
    return visitLoop(op, open, execution, /*isEarlier=*/false);
  if (isBranch(op))
    return visitArms(op, open, execution);
  if (isSequence(op))
    return walkBlock(op->getRegion(0).front(), nullptr, open, execution);
  // Reads and assumptions in such a region change no element. They are not used
  // either, as the region may not have been executed.
  for (BufferEvent *event : history->getEventsIn(op))
    if (event->kind == Kind::Write || event->kind == Kind::Barrier)
      return fail(event->op,
                  "the region that this op is in may be executed at any time");
}

void ContentsSearch::visitArms(Operation *branch, OpenElements &open,
                               Execution &execution) {
  SmallVector<std::pair<std::optional<Condition>, SmallVector<Condition>>>
      kills;
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    assert(region.hasOneBlock() && "arms have one block, their verifiers say");
    if (!history->getLast(&region.front()))
      continue;
    std::optional<Condition> entry = facts.getEntryCondition(&region.front());
    OpenElements inside = open;
    // What was taken out after the branch is in the context already; this
    // collects what the arm takes out by itself.
    inside.kills.clear();
    if (entry) {
      *entry = execution.rename(*entry);
      inside.context.push_back(*entry);
      if (isPossible(inside.context) == Truth::No)
        continue;
    }
    walkBlock(region.front(), nullptr, inside, execution);
    if (failed)
      return;
    kills.push_back({entry, std::move(inside.kills)});
  }
  // An arm whose condition is not known takes nothing: control may have come
  // around it.
  for (auto &[entry, inArm] : kills)
    if (entry)
      takeWhere(open, entry, inArm);
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void ContentsSearch::visitEvent(const BufferEvent &event, OpenElements &open,
                                Execution &execution) {
  switch (event.kind) {
  case Kind::Allocation:
    return visitAllocation(event, open);
  case Kind::Barrier:
    return failAtBarrier(event.op);
  case Kind::Write:
    return visitWrite(event, open, execution);
  case Kind::Read:
    return visitRead(event, open, execution);
  case Kind::Assumption:
    return visitAssumption(event, open, execution);
  case Kind::Padding:
    return visitPadding(event, open, execution);
  }
}

/// The condition that the event touches an element that is open.
Condition ContentsSearch::getHit(const BufferEvent &event,
                                 const OpenElements &open,
                                 Execution &execution) {
  // Without an index the event may touch every element, unless the buffer has
  // rank 0.
  if (event.touched.elements.index.empty() && !open.index.empty())
    return Condition::getTrue(); // any element
  return Condition(getHit(event.touched.elements, open, execution));
}

/// Their index is of their execution, the open one of the point.
Conjunction ContentsSearch::getHit(Elements elements, const OpenElements &open,
                                   Execution &execution) {
  for (AffineExpr &expr : elements.index)
    expr = execution.rename(expr);
  for (AffineExpr &expr : elements.extents)
    expr = execution.rename(expr);
  return elements.contains(open.index);
}

void ContentsSearch::visitWrite(const BufferEvent &event, OpenElements &open,
                                Execution &execution) {
  if (visitLanes(event, open, execution))
    return;
  Condition hit = getHit(event, open, execution);
  SmallVector<Condition> context = conjoin(open.context, hit);
  if (isPossible(context) == Truth::No)
    return;
  // The queries of `join` replace the witness; the message shows the execution
  // in which this write is hit.
  std::string when = witness;
  if (!join(describeStored(event, execution), context)) {
    witness = when;
    return fail(event.op, "this op writes another or an unknown value to it");
  }
  // Elements that it may have left out are still looked for.
  if (event.touched.isExact)
    take(open, hit);
}

/// A load has what the element held; what that is may be known otherwise.
void ContentsSearch::visitRead(const BufferEvent &event, OpenElements &open,
                               Execution &execution) {
  Condition hit = getHit(event, open, execution);
  SmallVector<Condition> context = conjoin(open.context, hit);
  // For the time only: what was read is there wherever the read hits.
  if (isPossible(context) != Truth::Yes)
    return;
  Held held = describeRead(event, context, execution);
  if (held.isSomething() && join(std::move(held), context))
    take(open, hit);
}

/// Control passed the assumption: it holds there.
void ContentsSearch::visitAssumption(const BufferEvent &event,
                                     OpenElements &open, Execution &execution) {
  constexpr size_t maxContext = 64;
  std::optional<Condition> assumed =
      facts.read(cast<AssumeOp>(event.op).getCondition());
  // Each conjunct makes the systems of later queries larger. An assumption that
  // is left out costs precision only.
  if (assumed && open.context.size() < maxContext)
    open.context.push_back(execution.rename(*assumed));
}

void ContentsSearch::visitAllocation(const BufferEvent &event,
                                     OpenElements &open) {
  open.isEmpty = true;
  // What `gpu.alloc` finds in memory of a device is not taken to be undefined.
  if (isa<SizedAllocation>(event.op) && !isa<gpu::AllocOp>(event.op)) {
    hasUninitialized = true;
    open.kills.push_back(Condition::getFalse());
    // A search for undefined elements ends here with success; any other target
    // is not met by memory that was never written.
    if (target && !target->isUndef)
      fail(event.op, "it may be uninitialised");
    return;
  }
  Held held;
  auto get = dyn_cast<memref::GetGlobalOp>(event.op);
  auto global = get ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                          get, get.getNameAttr())
                    : memref::GlobalOp();
  if (global && global.getConstant())
    if (auto values =
            dyn_cast_or_null<DenseElementsAttr>(global.getConstantInitValue()))
      if (values.isSplat())
        held.constant = dyn_cast<TypedAttr>(values.getSplatValue<Attribute>());
  held.number = getNumber(held.constant);
  if (!held.isSomething() || !join(held, open.context))
    return fail(event.op, "the analysis knows nothing of what the element "
                          "holds; state it by layout.assume after the load");
}

//===----------------------------------------------------------------------===//
// What is open
//===----------------------------------------------------------------------===//

void ContentsSearch::take(OpenElements &open, const Condition &taken) {
  takeWhere(open, Condition::getTrue(),
            {taken.negate().value_or(Condition::getTrue())});
}

/// `kills` hold of what is left where `where` does.
void ContentsSearch::takeWhere(OpenElements &open,
                               const std::optional<Condition> &where,
                               ArrayRef<Condition> kills) {
  if (!where || kills.empty())
    return;
  std::optional<Condition> elsewhere = where->negate();
  bool changed = false;
  for (const Condition &kill : kills) {
    std::optional<Condition> rest =
        elsewhere ? elsewhere->disjoin(kill) : std::nullopt;
    if (!rest || rest->isTrue())
      continue; // what may be left open stays open
    open.context.push_back(*rest);
    open.kills.push_back(*rest);
    changed = true;
  }
  if (changed)
    open.isEmpty = isPossible(open.context) == Truth::No;
}

Truth ContentsSearch::isPossible(ArrayRef<Condition> conditions) {
  if (llvm::any_of(conditions, [](const Condition &c) { return c.isFalse(); }))
    return Truth::No;
  // Work is bounded per function, not only per query: passes ask about every
  // load and every condition.
  if (++numQueries > KnownContents::maxQueries || scope.budget == 0) {
    isBound = true;
    return Truth::Unknown;
  }
  --scope.budget;
  Decision decision = facts.isSatisfiable(conditions);
  witness = decision.isYes() ? decision.witness : std::string();
  isBound |= decision.isUnknown();
  return decision.truth;
}

/// A call may write any memory, another op only through what it names.
void ContentsSearch::failAtBarrier(Operation *op) {
  bool writesOther = llvm::any_of(op->getOpOperands(), [](OpOperand &operand) {
    return isa<BaseMemRefType>(operand.get().getType()) &&
           getAccess(operand).writes;
  });
  if (writesOther && !isa<CallOpInterface>(op))
    return fail(op, "it may be written by this op, if both buffers may be the "
                    "same memory (state llvm.noalias if they are not)");
  fail(op, "it may be written by this op");
}

void ContentsSearch::fail(Operation *op, const Twine &text) {
  if (failed)
    return;
  failed = true;
  culprit = op;
  why = text.str();
  if (!witness.empty())
    why += " when " + witness;
}
