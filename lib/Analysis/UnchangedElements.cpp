//===- UnchangedElements.cpp - Stores of what is there --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/UnchangedElements.h"

#include "LeafValues.h"

using namespace mlir;
using namespace mlir::layout;

/// Do the elements hold `value` when control comes to `store`?
static bool isThere(const KnownValue &value, const Elements &elements,
                    Operation *store, KnownContents &contents) {
  if (value.constant)
    return contents.holds(elements, store, value.constant).isYes();
  auto buffer = cast<MemRefType>(elements.buffer.getType());
  return value.same && value.same.getType() == buffer.getElementType() &&
         contents.holds(elements, store, value.same).isYes();
}

/// A load in front of the store, of an element that it may store again.
static bool isLoadOf(Operation *op, const Elements &elements,
                     KnownContents &contents) {
  std::optional<Elements> read =
      isElementLoad(op) ? contents.getElements(op) : std::nullopt;
  return read && read->buffer == elements.buffer &&
         read->index == elements.index && read->extents == elements.extents;
}

EqualityAnswer layout::leavesWhatIsThere(Operation *store,
                                         const Condition &where,
                                         KnownContents &contents) {
  if (!isElementStore(store))
    return {};
  std::optional<Elements> elements = contents.getElements(store);
  std::optional<Condition> both =
      elements ? elements->where.conjoin(where) : std::nullopt;
  if (!both)
    return {};
  elements->where = *both;
  LeafValues leaves(contents, store, *both);
  leaves.setDestination(elements->buffer);
  Value stored = store->getOperand(0);
  if (isThere(ValueReducer(leaves.getLeaf()).reduce(stored), *elements, store,
              contents))
    return {Truth::Yes};
  // Would a flag have sufficed?
  for (Operation &op : *store->getBlock()) {
    if (&op == store)
      break;
    if (!isLoadOf(&op, *elements, contents))
      continue;
    EqualityAnswer answer =
        decideEqual(stored, KnownValue(op.getResult(0)), leaves.getLeaf());
    if (answer.op)
      return answer;
  }
  return {Truth::No};
}
