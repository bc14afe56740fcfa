//===- KnownContents.cpp - Contents of buffer elements --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Contents/KnownContents.h"

#include "ContentsSearch.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/ScalarAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

class KnownContents::Impl {
public:
  Impl(Operation *function, IntegerFacts &facts, CallEffects *calls)
      : function(function), facts(facts), histories(function, facts, calls),
        budget(256 + histories.getNumOps()) {}

  Contents search(const Elements &elements, Operation *point,
                  std::optional<Held> target) {
    auto ofLoad = [&](Operation *load) { return getContentsOfLoad(load); };
    ContentsScope scope{function, facts,    histories, dominance,
                        budget,   inverses, ofLoad};
    return ContentsSearch(scope, elements, point, target).run();
  }

  Contents getContentsOfLoad(Operation *load) {
    // What a load reads may depend on what other loads read, each by a search
    // of its own. An answer beyond this depth is not cached, as a
    // search that starts with that load may find more.
    constexpr unsigned maxDepth = 3;
    auto known = contentsOf.find(load);
    if (known != contentsOf.end())
      return known->second;
    std::optional<Elements> elements = getElements(load);
    if (depth >= maxDepth || !elements)
      return {};
    contentsOf[load]; // a load that depends on itself is not known
    ++depth;
    Contents contents = search(*elements, load, std::nullopt);
    --depth;
    return contentsOf[load] = std::move(contents);
  }

  std::optional<Elements> getElements(Operation *access) {
    bool isStore =
        isElementStore(access) || isa<vector::TransferWriteOp>(access);
    if (!isStore && !isElementLoad(access) &&
        !isa<vector::TransferReadOp>(access))
      return std::nullopt;
    return getElements(access->getOpOperand(isStore));
  }

  std::optional<Elements> getElements(OpOperand &operand) {
    if (!isa<MemRefType>(operand.get().getType()))
      return std::nullopt;
    TouchedElements touched =
        getTouchedElements(operand, facts, histories.getFlow());
    if (!touched.isExact)
      return std::nullopt;
    return touched.elements;
  }

  Held describe(Value value, const Elements &elements) {
    auto ofLoad = [&](Operation *load) { return getContentsOfLoad(load); };
    ContentsScope scope{function, facts,    histories, dominance,
                        budget,   inverses, ofLoad};
    Execution current(facts);
    Type type = cast<MemRefType>(elements.buffer.getType()).getElementType();
    return describeValue(value, type, scope, current);
  }

  Operation *function;
  IntegerFacts &facts;
  BufferHistories histories;
  DominanceInfo dominance;
  size_t budget; ///< of queries, for all questions together
  WriteInverter::Inverses inverses;
  DenseMap<Operation *, Contents> contentsOf; ///< of loads
  unsigned depth = 0;
};

KnownContents::KnownContents(Operation *function, IntegerFacts &facts,
                             CallEffects *calls)
    : impl(std::make_unique<Impl>(function, facts, calls)) {}

KnownContents::~KnownContents() = default;

IntegerFacts &KnownContents::getFacts() { return impl->facts; }

const BufferFlow &KnownContents::getFlow() const {
  return impl->histories.getFlow();
}

BufferAliases &KnownContents::getAliases() {
  return impl->histories.getAliases();
}

std::optional<Elements> KnownContents::getElements(Operation *access) {
  return impl->getElements(access);
}

std::optional<Elements> KnownContents::getElements(OpOperand &operand) {
  return impl->getElements(operand);
}

Contents KnownContents::getContents(const Elements &elements,
                                    Operation *point) {
  return impl->search(elements, point, std::nullopt);
}

Contents KnownContents::getContents(Operation *load) {
  if (isScalarLoad(load)) {
    Contents contents = impl->getContentsOfLoad(load);
    if (contents.isKnown() || !contents.why.empty())
      return contents;
  }
  std::optional<Elements> elements = impl->getElements(load);
  if (elements)
    return impl->search(*elements, load, std::nullopt);
  Contents unknown;
  unknown.why = "its index is not affine, or its view is not supported";
  unknown.culprit = load;
  return unknown;
}

static Decision toDecision(const Contents &contents) {
  if (contents.isKnown())
    return Decision::yes();
  return contents.isBound ? Decision::unknown(contents.why)
                          : Decision::no(contents.why);
}

Decision KnownContents::holds(const Elements &elements, Operation *point,
                              TypedAttr value) {
  Held target;
  target.constant = value;
  target.number = getNumber(value);
  return toDecision(impl->search(elements, point, target));
}

Decision KnownContents::holds(const Elements &elements, Operation *point,
                              Value value) {
  Held target = impl->describe(value, elements);
  if (!target.isSomething())
    return Decision::no("nothing is known of the value");
  return toDecision(impl->search(elements, point, target));
}

Decision KnownContents::satisfies(const Elements &elements, Operation *point,
                                  const Condition &condition,
                                  unsigned subject) {
  std::optional<Condition> violated = condition.negate();
  if (!violated)
    return Decision::unknown("the condition has too many parts");
  Held target;
  target.violated = std::move(violated);
  target.subject = subject;
  return toDecision(impl->search(elements, point, target));
}

Decision KnownContents::isUndef(const Elements &elements, Operation *point) {
  Held target;
  target.isUndef = true;
  return toDecision(impl->search(elements, point, target));
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Returns the index of any one of the elements, by a new variable for the
/// offset in each extent, and adds to `context` what holds of these.
static SmallVector<AffineExpr, 4>
getPlace(const Elements &elements, IntegerFacts &facts,
         SmallVectorImpl<Condition> &context) {
  context.push_back(elements.where);
  SmallVector<AffineExpr, 4> place(elements.index);
  for (auto [d, extent] : llvm::enumerate(elements.extents)) {
    if (extent == getAffineConstantExpr(1, extent.getContext()))
      continue;
    AffineExpr lane = facts.createVariable({0, std::nullopt}, "lane");
    context.push_back(Condition(Conjunction{{extent - 1 - lane}}));
    place[d] = place[d] + lane;
  }
  return place;
}

PaddingAnswer KnownContents::touchesPadding(const Elements &elements,
                                            PadKind kind, Operation *point) {
  IntegerFacts &facts = impl->facts;
  SmallVector<Condition> context = facts.getConditionsAt(point);
  SmallVector<AffineExpr, 4> place = getPlace(elements, facts, context);
  PaddingAnswer answer{Decision::no({}), nullptr};
  for (Operation *fact : impl->histories.getPaddingFacts(elements.buffer)) {
    auto type = cast<MemRefType>(
        fact->getAttrOfType<TypeAttr>("logicalType").getValue());
    BufferAttr layout = getLayoutToApply(type);
    // Most layouts have no padding of the kind, and their conditions need not
    // be built.
    if (llvm::none_of(layout.getPads(),
                      [&](auto pad) { return pad.getKind() == kind; }))
      continue;
    bool isKnown =
        fact->getOperand(0) == elements.buffer &&
        forEachPaddingStep(fact, place, facts,
                           [&](unsigned step, const Condition &isPadding) {
                             if (layout.getPads()[step - 1].getKind() != kind)
                               return true;
                             SmallVector<Condition> all(context);
                             all.push_back(isPadding);
                             Decision found = facts.isSatisfiable(all);
                             if (found.isNo())
                               return true;
                             answer = {found, fact};
                             return false;
                           });
    if (!isKnown)
      answer = {Decision::unknown("its padding is not known"), fact};
    // An answer that is unknown stays so, unless a later fact says yes.
    if (!answer.decision.isNo())
      return answer;
  }
  return answer;
}

/// Returns true if all of `range` is in [0, extent).
static bool isInRange(Interval range, AffineExpr extent) {
  auto size = dyn_cast<AffineConstantExpr>(extent);
  return size && range.low && *range.low >= 0 && range.high &&
         *range.high < size.getValue();
}

Decision KnownContents::isInBounds(const Elements &elements, Operation *point) {
  IntegerFacts &facts = impl->facts;
  SmallVector<Condition> context = facts.getConditionsAt(point);
  SmallVector<AffineExpr, 4> place = getPlace(elements, facts, context);
  std::optional<Condition> outside = Condition::getFalse();
  for (auto [d, at] : llvm::enumerate(place)) {
    AffineExpr extent = facts.getExtent(elements.buffer, d);
    if (!extent)
      return Decision::unknown("an extent of the buffer is not known");
    // Ranges decide most accesses, without a constraint system.
    if (isInRange(facts.getRange(at), extent))
      continue;
    for (AffineExpr distance : {-at - 1, at - extent})
      outside = outside ? outside->disjoin(Condition(Conjunction{{distance}}))
                        : std::nullopt;
  }
  if (!outside)
    return Decision::unknown("the buffer has too many dimensions");
  if (outside->isFalse())
    return Decision::yes();
  context.push_back(*outside);
  Decision found = facts.isSatisfiable(context);
  if (found.isYes())
    return Decision::no(found.witness);
  return found.isNo() ? Decision::yes() : found;
}
