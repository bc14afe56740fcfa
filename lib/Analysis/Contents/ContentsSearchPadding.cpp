//===- ContentsSearchPadding.cpp - Contents search in padding -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsSearch.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"

using namespace mlir;
using namespace mlir::layout;

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

/// The map's results at an element.
static SmallVector<AffineExpr, 4> evaluateAt(AffineMap map,
                                             ArrayRef<AffineExpr> place) {
  SmallVector<AffineExpr, 4> results;
  for (AffineExpr result : map.getResults())
    results.push_back(result.replaceDims(place));
  return results;
}

/// What padding that copies nothing holds at `place`. `toStep` goes there from
/// the physical index; null where it is not known.
Held ContentsSearch::describePadding(PadAttr pad, AffineMap toStep,
                                     ArrayRef<AffineExpr> place) {
  Held held;
  held.constant = pad.getValue();
  held.number = getNumber(held.constant);
  if (pad.getKind() != PadKind::Value || !toStep || toStep.getNumSymbols() != 0)
    return held;
  // The element does not hold a number that its type has no room for.
  AffineMap map = composeShort(pad.getMap(), toStep);
  if (!map)
    return held;
  AffineExpr number = evaluateAt(map, place).front();
  Interval range = facts.getRange(number);
  unsigned width = elementType.isIndex() ? 64
                   : elementType.isInteger()
                       ? elementType.getIntOrFloatBitWidth()
                       : 0;
  bool fits = width > 1 && width <= 64 && range.low && range.high &&
              llvm::isIntN(width, *range.low) &&
              llvm::isIntN(width, *range.high);
  held.number = fits ? number : AffineExpr();
  return held;
}

void ContentsSearch::visitPadding(const BufferEvent &event, OpenElements &open,
                                  Execution &execution) {
  auto fact = cast<AssumePaddingOp>(event.op);
  // Sizes are values of the execution; only those defined outside are followed.
  if (fact.getPhysical() != root ||
      llvm::any_of(fact.getSizes(),
                   [&](Value size) { return execution.isCopied(size); }))
    return;
  BufferAttr layout = getLayoutToApply(fact.getLaidOutType());
  const PhysicalLayout &physical = getPhysicalLayout(fact.getLaidOutType());
  SmallVector<AffineExpr, 4> place(open.index);
  forEachPaddingStep(fact, place, facts, [&](unsigned step, auto &isPadding) {
    PadAttr pad = layout.getPads()[step - 1];
    SmallVector<Condition> context = conjoin(open.context, isPadding);
    // Without this assumption, ops before it determine its elements.
    if (!pad.holdsSomething() || isPossible(context) == Truth::No)
      return true;
    AffineMap toStep = physical.getMapToStep(step);
    if (!pad.isCopy()) {
      // Of undef all is said: see takeUndefPadding.
      Held held = describePadding(pad, toStep, place);
      if (held.isSomething() && join(held, context))
        take(open, isPadding);
      return !failed && !open.isEmpty;
    }
    // It holds what another element holds there.
    if (!execution.isCurrent() || !toStep || toStep.getNumSymbols() != 0)
      return true;
    AffineMap map = composeShort(pad.getMap(), toStep);
    map = map ? composeShort(physical.getMapFromStep(step), map) : AffineMap();
    if (!map)
      return true;
    OpenElements source = open;
    source.kills.clear();
    source.context.push_back(isPadding);
    source.index = evaluateAt(map, place);
    walkFrom(fact, source);
    if (!failed)
      take(open, isPadding);
    return !failed && !open.isEmpty;
  });
}

/// Returns true if all facts are about one layout. By `layout.as_logical` the
/// storage of one may be that of another one, whose padding holds something.
static bool agree(ArrayRef<Operation *> facts) {
  return llvm::all_equal(llvm::map_range(
      facts, [](Operation *fact) { return fact->getAttr("logicalType"); }));
}

/// Any pass may write to padding of kind undef, so its contents are unknown,
/// whatever was written there.
void ContentsSearch::takeUndefPadding() {
  SmallVector<Operation *, 2> known = scope.histories.getPaddingFacts(root);
  bool isOneLayout = agree(known);
  for (Operation *fact : known) {
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
              SmallVector<Condition> context = conjoin(all.context, isPadding);
              if (!pads[step - 1].isUndef() || isPossible(context) == Truth::No)
                return true;
              // Two facts about one storage, by layout.as_logical: padding that
              // is undefined by one may hold something by the other.
              if ((target && !target->isUndef) || !isOneLayout) {
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
