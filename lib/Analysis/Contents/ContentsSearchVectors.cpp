//===- ContentsSearchVectors.cpp - Contents search of vector stores -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/StoredLanes.h"
#include "ContentsSearch.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if constants alone contradict it.
static bool isObviouslyFalse(const Conjunction &conjunction) {
  return llvm::any_of(conjunction, [](const IndexConstraint &constraint) {
    auto value = dyn_cast<AffineConstantExpr>(constraint.expr);
    return value &&
           (value.getValue() < 0 || (constraint.isEq && value.getValue() != 0));
  });
}

/// A write lane by lane: which of them are written, and what with, may differ.
/// False: that is not known, and nothing has been done.
bool ContentsSearch::visitLanes(const BufferEvent &event, OpenElements &open,
                                Execution &execution) {
  std::optional<SmallVector<StoredLanes>> lanes = getStoredLanes(event.op);
  if (!lanes)
    return false;
  // The elements that the event touches say that, all of one kind.
  bool isPlain =
      lanes->size() == 1 && !lanes->front().constant && !lanes->front().element;
  if (isPlain && event.touched.isExact)
    return false;
  SmallVector<Elements> boxes;
  for (const StoredLanes &some : *lanes) {
    std::optional<Elements> elements = getElementsOfLanes(
        *event.operand, some, facts, scope.histories.getFlow());
    if (!elements)
      return false;
    boxes.push_back(std::move(*elements));
  }
  for (auto [some, elements] : llvm::zip_equal(*lanes, boxes)) {
    Conjunction hit = getHit(elements, open, execution);
    if (isObviouslyFalse(hit))
      continue;
    SmallVector<Condition> context = conjoin(open.context, Condition(hit));
    if (isPossible(context) == Truth::No)
      continue;
    std::string when = witness;
    if (!join(describeLanes(event, some, execution), context)) {
      witness = when;
      fail(event.op, "this op writes another or an unknown value to it");
      return true;
    }
    take(open, Condition(hit));
    if (open.isEmpty)
      return true;
  }
  return true;
}

Held ContentsSearch::describeLanes(const BufferEvent &event,
                                   const StoredLanes &lanes,
                                   Execution &execution) {
  if (lanes.element)
    return describeValue(lanes.element, elementType, scope, execution);
  return lanes.constant ? describeConstant(lanes.constant)
                        : describeStored(event, execution);
}
