//===- SpeculationQueryStores.cpp - Speculated stores ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/OutsideImages.h"
#include "Layout/Analysis/Contents/UnchangedElements.h"
#include "Layout/IR/Layout.h"
#include "SpeculationQuery.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

bool SpeculationQuery::checkStores() {
  for (SpeculatedStore &store : stores)
    // For the time only: `result` keeps that it failed.
    if (!store.isMatched && !checkStore(store))
      return false;
  return true;
}

bool SpeculationQuery::checkStore(SpeculatedStore &store) {
  // Elements that are not needed may still be read, and are no poison.
  if (Operation *source = findPoison(store.op->getOperand(0)))
    return failByPoison(source);
  // Each alternative by itself: in one case the store may leave what is there,
  // in another it may fall on undefined elements.
  for (const Conjunction &alternative :
       store.elements.where.getAlternatives()) {
    Elements elements = store.elements;
    elements.where = Condition(alternative);
    if (!leavesWhatIsThere(store.op, elements) &&
        !contents.isUndef(elements, point).isYes())
      return isUnneeded(store) || explain(store, elements);
    prove("stores to ", elements.buffer,
          " leave what is there or fall on undefined elements");
  }
  return true;
}

LeafValues SpeculationQuery::getLeaves(const Condition &where,
                                       Value destination) {
  LeafValues leaves(contents, point, where);
  leaves.setArm(point);
  leaves.setDestination(destination);
  leaves.setFetched(result.fetched);
  leaves.setWrapped(
      [this](Operation *op, Elements &read) { adjust(op, read); });
  return leaves;
}

bool SpeculationQuery::leavesWhatIsThere(Operation *store,
                                         const Elements &elements) {
  LeafValues leaves = getLeaves(elements.where, elements.buffer);
  KnownValue value = ValueReducer(leaves.getLeaf(), Executions::Added)
                         .reduce(store->getOperand(0));
  if (!isThere(value, elements))
    return false;
  result.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
  return true;
}

bool SpeculationQuery::isThere(const KnownValue &value,
                               const Elements &elements) {
  if (value.constant && contents.holds(elements, point, value.constant).isYes())
    return true;
  // A value of a load in the arm: what it reads may be the element itself, as
  // in B[0] + 0.
  Operation *source = value.same ? value.same.getDefiningOp() : nullptr;
  if (source && point->isProperAncestor(source))
    return isElementLoad(source) && readsSame(source, elements);
  auto buffer = cast<MemRefType>(elements.buffer.getType());
  if (!value.same || value.same.getType() != buffer.getElementType())
    return false;
  return contents.holds(elements, point, value.same).isYes();
}

bool SpeculationQuery::readsSame(Operation *load, const Elements &elements) {
  std::optional<Elements> read = contents.getElements(load);
  if (!read || read->buffer != elements.buffer)
    return false;
  adjust(load, *read);
  return isSamePlace(*read, elements, elements.where);
}

bool SpeculationQuery::isSamePlace(const Elements &one, const Elements &other,
                                   const Condition &where) {
  // Slices of different sizes are different places even from one start.
  if (one.extents != other.extents)
    return false;
  Conjunction equal;
  for (auto [a, b] : llvm::zip_equal(one.index, other.index))
    if (a != b)
      equal.push_back({a - b, true});
  return equal.empty() || isImplied(where, Condition(std::move(equal))).isYes();
}

bool SpeculationQuery::isUnneeded(SpeculatedStore &store) {
  // Only this query knows about a wrapped index.
  for (const WrappedIndex &wrapped : result.wrapped)
    if (wrapped.access == store.op) {
      whyNeeded.decision =
          Decision::unknown("cannot determine whether the store is needed with "
                            "its index wrapped");
      return false;
    }
  if (!prover.dead) {
    whyNeeded.decision =
        Decision::no("what a kernel stores is visible to the host");
    return false;
  }
  whyNeeded = prover.dead->isDeadUnguarded(store.op, point);
  if (!whyNeeded.isYes())
    return false;
  result.overwritten.insert(store.elements.buffer);
  prove("what is stored to ", store.elements.buffer, " is not needed");
  return true;
}

bool SpeculationQuery::explain(const SpeculatedStore &store,
                               const Elements &elements) {
  if (!prover.explainsFailure)
    return fail(store.op, "changes-data", "");
  LeafValues leaves = getLeaves(elements.where, elements.buffer);
  EqualityAnswer reduction = findMissingFlag(
      store.op, leaves.getLeaf(), Executions::Added,
      [&](Operation *load) { return readsSame(load, elements); });
  if (reduction.op)
    return failByFloat(reduction, "make what is stored to " +
                                      nameOf(elements.buffer) +
                                      " equal to what is there already");
  if (!explainInside())
    return false;
  std::string doubt = whyNeeded.decision.isUnknown()
                          ? whyNeeded.decision.witness
                          : findDoubt(store.op, store.elements, whyNeeded.when);
  if (!doubt.empty())
    return fail(store.op, "changes-data",
                "cannot determine whether the store changes an element that is "
                "needed: " +
                    doubt,
                Truth::Unknown);
  return fail(store.op, "changes-data",
              "the store may change an element that is needed: " +
                  whyNeeded.decision.witness +
                  "; if it is padding, state a pad that the store leaves as "
                  "it is, or pad<undef> if no reader needs it");
}

//===----------------------------------------------------------------------===//
// The arm that is executed now
//===----------------------------------------------------------------------===//

bool SpeculationQuery::matchReplacedArm() {
  if (!added.replaced)
    return true;
  for (Operation &op : added.replaced->without_terminator()) {
    if (isElementStore(&op)) {
      if (!matchStore(&op))
        return fail(
            &op, "other-arm",
            "this store of the other arm would be lost without the condition; "
            "expects one of the same value to the same element in this arm");
    } else if (!isElementLoad(&op) && !isSpeculatableRead(&op) &&
               !isa<UndefOp, FetchOp>(op) &&
               (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))) {
      return fail(&op, "other-arm",
                  "this side effect of the other arm would be lost without the "
                  "condition; expects nothing but computations, loads and "
                  "stores there");
    }
  }
  return true;
}

bool SpeculationQuery::matchStore(Operation *replaced) {
  std::optional<Elements> elements = contents.getElements(replaced);
  // No place is the same as one that is not known, and so the later answer is
  // the same, unless the stored value is undefined.
  if (!elements)
    return false;
  elements->where = added.where;
  LeafValues leaves = getLeaves(added.where, Value());
  KnownValue now =
      ValueReducer(leaves.getLeaf()).reduce(replaced->getOperand(0));
  bool isAnything = now.isUndef();
  // Only a store in the block of the arm itself is surely executed whenever the
  // arm is.
  auto *found = llvm::find_if(stores, [&](const SpeculatedStore &store) {
    return !store.isMatched && store.op->getBlock() == added.arm &&
           store.elements.buffer == elements->buffer &&
           isSamePlace(store.elements, *elements, added.where);
  });
  if (found == stores.end())
    return isAnything;
  // Others must not come between.
  for (const SpeculatedStore &other : stores)
    if (&other != &*found &&
        prover.mayBeSame(other.elements.buffer, elements->buffer))
      return false;
  KnownValue then = ValueReducer(leaves.getLeaf(), Executions::Added)
                        .reduce(found->op->getOperand(0));
  if ((!isAnything && !now.isEqualTo(then)) ||
      findPoison(found->op->getOperand(0)))
    return false;
  found->isMatched = true;
  written.insert(elements->buffer);
  result.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
  prove("both arms store the same to ", elements->buffer);
  return true;
}

bool SpeculationQuery::checkResults() {
  if (point->getNumResults() == 0)
    return true;
  assert(added.replaced && "a branch that yields has two arms");
  Operation *then = added.arm->getTerminator();
  Operation *now = added.replaced->getTerminator();
  for (auto [one, other] :
       llvm::zip_equal(then->getOperands(), now->getOperands())) {
    // The program yields the value of the other arm there, which is no poison.
    if (Operation *source = findPoison(one))
      return failByPoison(source);
    LeafValues leaves = getLeaves(added.where, Value());
    KnownValue wanted = ValueReducer(leaves.getLeaf()).reduce(other);
    // Where the program yields an undefined value, any will do.
    if (wanted.isUndef())
      continue;
    ValueReducer reducer(leaves.getLeaf(), Executions::Added);
    if (!reducer.reduce(one).isEqualTo(wanted))
      return explainResult(one, wanted, leaves);
    result.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
  }
  prove("both arms yield the same");
  return true;
}

bool SpeculationQuery::explainResult(Value value, const KnownValue &wanted,
                                     LeafValues &leaves) {
  if (!prover.explainsFailure)
    return fail(point, "other-arm", "");
  EqualityAnswer reduction =
      decideEqual(value, wanted, leaves.getLeaf(), Executions::Added);
  if (reduction.op)
    return failByFloat(reduction, "make both arms yield the same");
  if (!explainInside())
    return false;
  return fail(point, "other-arm",
              "the arms are not proven to yield one value, of which that of "
              "the other arm would be lost without the condition; make both "
              "yield the same there, or use arith.select");
}

bool SpeculationQuery::explainInside() {
  for (const auto &[read, place] : fetches) {
    std::optional<Condition> outside = getOutside(place, facts);
    if (!outside)
      continue;
    auto isOutside = [&, &outside = outside](const Elements &some) {
      return isImplied(some.where, *outside);
    };
    // For the words only.
    if (isOutside(place).isNo())
      return refuse(read, "inside-image", place,
                    "which is inside of the image, where no zeros are read",
                    isOutside);
  }
  return true;
}

bool SpeculationQuery::checkRelied() {
  for (Value relied : result.relied)
    for (const auto *changed : {&result.overwritten, &written})
      for (Value buffer : *changed)
        if (prover.mayBeSame(relied, buffer))
          return fail(point, "changes-data",
                      "the proof relies on what is read from a buffer that the "
                      "body overwrites: " +
                          nameOf(buffer));
  return true;
}
