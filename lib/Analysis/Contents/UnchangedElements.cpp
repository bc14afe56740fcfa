//===- UnchangedElements.cpp - Stores that change nothing -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Contents/UnchangedElements.h"

#include "LeafValues.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the elements hold `value` when control reaches `store`.
static bool isThere(const KnownValue &value, const Elements &elements,
                    Operation *store, KnownContents &contents) {
  if (value.constant)
    return contents.holds(elements, store, value.constant).isYes();
  auto buffer = cast<MemRefType>(elements.buffer.getType());
  return value.same && value.same.getType() == buffer.getElementType() &&
         contents.holds(elements, store, value.same).isYes();
}

/// Returns true if the load reads the elements.
static bool reads(Operation *load, const Elements &elements,
                  KnownContents &contents) {
  std::optional<Elements> read = contents.getElements(load);
  return read && read->buffer == elements.buffer &&
         read->index == elements.index && read->extents == elements.extents;
}

EqualityAnswer
layout::findMissingFlag(Operation *store, const ValueReducer::Leaf &leaf,
                        Executions executions,
                        llvm::function_ref<bool(Operation *)> readsSame) {
  // A load of the same elements before the store: if the stored value would
  // equal it under a flag, as x + 0 under nsz, the remark can name that flag.
  for (Operation &op : *store->getBlock()) {
    if (&op == store)
      break;
    if (!isElementLoad(&op) || !readsSame(&op))
      continue;
    EqualityAnswer answer = decideEqual(
        store->getOperand(0), KnownValue(op.getResult(0)), leaf, executions);
    if (answer.op)
      return answer;
  }
  return {Truth::No};
}

EqualityAnswer layout::leavesWhatIsThere(Operation *store,
                                         const Condition &where,
                                         KnownContents &contents) {
  std::optional<Elements> elements = contents.getElements(store);
  std::optional<Condition> both =
      elements ? elements->where.conjoin(where) : std::nullopt;
  if (!both)
    return {};
  elements->where = *both;
  LeafValues leaves(contents, store, *both);
  leaves.setDestination(elements->buffer);
  KnownValue stored =
      ValueReducer(leaves.getLeaf()).reduce(store->getOperand(0));
  if (isThere(stored, *elements, store, contents))
    return {Truth::Yes};
  return findMissingFlag(
      store, leaves.getLeaf(), Executions::Present,
      [&](Operation *load) { return reads(load, *elements, contents); });
}
