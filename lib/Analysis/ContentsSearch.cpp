//===- ContentsSearch.cpp - One question about contents -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsSearch.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;
using Kind = BufferEvent::Kind;

static SmallVector<Condition> with(ArrayRef<Condition> context,
                                   const Condition &more) {
  SmallVector<Condition> both(context);
  both.push_back(more);
  return both;
}

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

/// Any pass may write to padding of kind undef, so nobody may rely on what it
/// holds, whatever was written there.
void ContentsSearch::takeUndefPadding() {
  for (Operation *fact : scope.histories.getPaddingFacts(root)) {
    auto type = cast<MemRefType>(
        fact->getAttrOfType<TypeAttr>("logicalType").getValue());
    ArrayRef<PadAttr> pads = getLayoutToApply(type).getPads();
    if (llvm::none_of(pads, [](PadAttr pad) { return pad.isUndef(); }))
      continue;
    bool isKnown =
        fact->getOperand(0) == root &&
        forEachPaddingStep(
            fact, SmallVector<AffineExpr>(all.index.begin(), all.index.end()),
            facts, [&](unsigned step, const Condition &isPadding) {
              SmallVector<Condition> context = with(all.context, isPadding);
              if (!pads[step - 1].isUndef() || isPossible(context) == Truth::No)
                return true;
              if (target && !target->isUndef) {
                fail(fact, "it is padding of kind undef");
                return false;
              }
              hasUndef = true;
              take(all, isPadding);
              return !all.isEmpty;
            });
    if (!isKnown)
      return fail(fact, "its padding is not known");
  }
}

//===----------------------------------------------------------------------===//
// Where control came from
//===----------------------------------------------------------------------===//

static bool isBranch(Operation *op) {
  return isa<affine::AffineIfOp, scf::IfOp, scf::IndexSwitchOp>(op);
}

/// Ops that execute their one block once.
static bool isSequence(Operation *op) {
  return isa<scf::ExecuteRegionOp, memref::AllocaScopeOp>(op) &&
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
      return fail(from, "control may come from several blocks");
    if (parent == scope.function)
      return fail(parent, isa<BlockArgument>(root)
                              ? "it may hold what it was given with"
                              : "nothing is known of it");
    if (isKnownLoop(parent))
      visitLoop(parent, open, current, /*isEarlier=*/true);
    else if (!isBranch(parent) && !isSequence(parent) &&
             history->contains(parent))
      return fail(parent, "it is not known how often this is executed");
    from = parent;
  }
}

/// Goes through `block` from its end, or from `before`, to its start.
void ContentsSearch::walkBlock(Block &block, Operation *before,
                               OpenElements &open, Execution &execution) {
  ArrayRef<Operation *> ops = history->getOps(&block);
  if (before)
    ops = ops.take_front(
        llvm::partition_point(
            ops, [&](Operation *op) { return op->isBeforeInBlock(before); }) -
        ops.begin());
  for (Operation *op : llvm::reverse(ops)) {
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
  for (BufferEvent *event : history->getEventsIn(op))
    if (event->kind == Kind::Write || event->kind == Kind::Barrier)
      return fail(event->op, "it is not known when this is executed");
}

void ContentsSearch::visitArms(Operation *branch, OpenElements &open,
                               Execution &execution) {
  SmallVector<std::pair<std::optional<Condition>, SmallVector<Condition>>>
      kills;
  for (Region &region : branch->getRegions()) {
    if (region.empty())
      continue;
    if (!region.hasOneBlock())
      return fail(branch, "control may come from several blocks");
    if (history->getOps(&region.front()).empty())
      continue;
    std::optional<Condition> entry = facts.getEntryCondition(&region.front());
    OpenElements inside = open;
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
  case Kind::Birth:
    return visitBirth(event, open);
  case Kind::Barrier:
    return fail(event.op, "it may be written by this op");
  case Kind::Write:
    return visitWrite(event, open, execution);
  case Kind::Read:
    return visitRead(event, open, execution);
  case Kind::Promise:
    return visitPromise(event, open, execution);
  case Kind::Padding:
    return visitPadding(event, open, execution);
  }
}

/// The condition that the event touches an element that is open.
Condition ContentsSearch::getHit(const BufferEvent &event,
                                 const OpenElements &open,
                                 Execution &execution) {
  if (event.touched.elements.index.empty() && !open.index.empty())
    return Condition::getTrue(); // any element
  // The index of the event is of its execution, the open one of the point.
  Elements there = event.touched.elements;
  for (AffineExpr &expr : there.index)
    expr = execution.rename(expr);
  for (AffineExpr &expr : there.extents)
    expr = execution.rename(expr);
  return Condition(there.contains(open.index));
}

void ContentsSearch::visitWrite(const BufferEvent &event, OpenElements &open,
                                Execution &execution) {
  Condition hit = getHit(event, open, execution);
  SmallVector<Condition> context = with(open.context, hit);
  if (isPossible(context) == Truth::No)
    return;
  std::string when = witness;
  if (!join(describeStored(event, execution), context)) {
    witness = when;
    return fail(event.op, "this op writes something else, or unknown, to it");
  }
  if (event.touched.isExact)
    take(open, hit);
}

/// A load has what the element held; what that is may be known otherwise.
void ContentsSearch::visitRead(const BufferEvent &event, OpenElements &open,
                               Execution &execution) {
  Condition hit = getHit(event, open, execution);
  SmallVector<Condition> context = with(open.context, hit);
  if (isPossible(context) != Truth::Yes)
    return;
  Held held = describeRead(event, context, execution);
  if (held.isSomething() && join(std::move(held), context))
    take(open, hit);
}

/// Control went through the promise: it holds there.
void ContentsSearch::visitPromise(const BufferEvent &event, OpenElements &open,
                                  Execution &execution) {
  constexpr size_t maxContext = 64;
  std::optional<Condition> promised =
      facts.read(cast<AssumeOp>(event.op).getCondition());
  if (promised && open.context.size() < maxContext)
    open.context.push_back(execution.rename(*promised));
}

void ContentsSearch::visitBirth(const BufferEvent &event, OpenElements &open) {
  open.isEmpty = true;
  if (isa<memref::AllocOp, memref::AllocaOp>(event.op)) {
    hasUninitialized = true;
    open.kills.push_back(Condition::getFalse());
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
            dyn_cast_or_null<ElementsAttr>(global.getConstantInitValue()))
      if (values.isSplat())
        held.constant = dyn_cast<TypedAttr>(values.getSplatValue<Attribute>());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(held.constant))
    if (integer.getValue().getSignificantBits() <= 40)
      held.number = getAffineConstantExpr(integer.getValue().getSExtValue(),
                                          event.op->getContext());
  if (!held.isSomething() || !join(held, open.context))
    return fail(event.op, "nothing is known of what it holds");
}

//===----------------------------------------------------------------------===//
// Promised padding
//===----------------------------------------------------------------------===//

/// The constraints of a set over physical indices and parameters, at a place.
static Condition at(IntegerSet set, ArrayRef<AffineExpr> place,
                    ArrayRef<AffineExpr> parameters) {
  Conjunction constraints;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i)
    constraints.push_back(
        {set.getConstraint(i).replaceDimsAndSymbols(place, parameters),
         set.isEq(i)});
  return Condition(std::move(constraints));
}

bool layout::forEachPaddingStep(
    Operation *fact, ArrayRef<AffineExpr> place, IntegerFacts &facts,
    llvm::function_ref<bool(unsigned, const Condition &)> visit) {
  auto type =
      cast<MemRefType>(fact->getAttrOfType<TypeAttr>("logicalType").getValue());
  const PhysicalLayout &layout = getPhysicalLayout(type);
  SmallVector<AffineExpr> parameters;
  for (Value size : fact->getOperands().drop_front())
    parameters.push_back(facts.express(size));
  if (llvm::is_contained(parameters, AffineExpr()))
    return false;
  Condition fromLater = Condition::getTrue();
  for (unsigned step = layout.getNumSteps(); step > 0; --step) {
    if (layout.hasPadding(step) == Truth::No)
      continue;
    IntegerSet set = layout.getDataCondition(step);
    if (!set)
      return false;
    Condition isData = at(set, place, parameters);
    std::optional<Condition> isPadding = isData.negate();
    isPadding = isPadding ? isPadding->conjoin(fromLater) : std::nullopt;
    std::optional<Condition> both = fromLater.conjoin(isData);
    if (!isPadding || !both)
      return false;
    if (!visit(step, *isPadding))
      return true;
    fromLater = *both;
  }
  return true;
}

void ContentsSearch::visitPadding(const BufferEvent &event, OpenElements &open,
                                  Execution &execution) {
  auto fact = cast<AssumePaddingOp>(event.op);
  // Sizes are values of the execution; only those born outside are followed.
  if (fact.getPhysical() != root ||
      llvm::any_of(fact.getSizes(),
                   [&](Value size) { return execution.isCopied(size); }))
    return;
  BufferAttr layout = getLayoutToApply(fact.getLaidOutType());
  const PhysicalLayout &physical = getPhysicalLayout(fact.getLaidOutType());
  SmallVector<AffineExpr, 4> place(open.index);
  forEachPaddingStep(fact, place, facts, [&](unsigned step, auto &isPadding) {
    PadAttr pad = layout.getPads()[step - 1];
    SmallVector<Condition> context = with(open.context, isPadding);
    if (!pad.holdsSomething() || isPossible(context) == Truth::No)
      return true;
    AffineMap toStep = physical.getMapToStep(step);
    auto evaluate = [&](AffineMap map) {
      SmallVector<AffineExpr> results;
      for (AffineExpr result : map.getResults())
        results.push_back(result.replaceDims(place));
      return results;
    };
    Held held;
    held.constant = pad.getValue();
    if (auto integer = dyn_cast_or_null<IntegerAttr>(held.constant))
      if (integer.getValue().getSignificantBits() <= 40)
        held.number = getAffineConstantExpr(integer.getValue().getSExtValue(),
                                            fact.getContext());
    if (pad.getKind() == PadKind::Value && toStep &&
        toStep.getNumSymbols() == 0) {
      AffineExpr number = evaluate(pad.getMap().compose(toStep)).front();
      Interval range = facts.getRange(number);
      unsigned width = elementType.isIndex() ? 64
                       : elementType.isInteger()
                           ? elementType.getIntOrFloatBitWidth()
                           : 0;
      bool fits = width > 1 && width <= 64 && range.low && range.high &&
                  llvm::isIntN(width, *range.low) &&
                  llvm::isIntN(width, *range.high);
      held.number = fits ? number : AffineExpr();
    }
    if (pad.isCopy()) {
      // It holds what another element holds there.
      if (!execution.isCurrent() || !toStep || toStep.getNumSymbols() != 0)
        return true;
      OpenElements source = open;
      source.kills.clear();
      source.context.push_back(isPadding);
      source.index.assign(evaluate(
          physical.getMapFromStep(step).compose(pad.getMap().compose(toStep))));
      walkFrom(fact, source);
      if (!failed)
        take(open, isPadding);
      return !failed && !open.isEmpty;
    }
    // Of undef all is said: see takeUndefPadding.
    if (held.isSomething() && join(held, context))
      take(open, isPadding);
    return !failed && !open.isEmpty;
  });
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
  if (++numQueries > KnownContents::maxQueries) {
    isBound = true;
    return Truth::Unknown;
  }
  Decision decision = facts.isSatisfiable(conditions);
  witness = decision.isYes() ? decision.witness : std::string();
  isBound |= decision.isUnknown();
  return decision.truth;
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
