//===- BlockOrder.cpp - Reordering ops of a block -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"

#include "WholeBody.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

BlockOrder::BlockOrder(Block *block, MayInterfere mayInterfere, Side preferred)
    : block(block), mayInterfere(std::move(mayInterfere)),
      preferred(preferred) {
  for (Operation &op : block->without_terminator())
    items.push_back({&op});
}

//===----------------------------------------------------------------------===//
// What may change places
//===----------------------------------------------------------------------===//

/// Returns true if one of `users`, or an op in it, uses a result of one of
/// `sources`.
static bool usesResults(ArrayRef<Operation *> users,
                        ArrayRef<Operation *> sources) {
  for (Operation *source : sources)
    for (Operation *user : source->getUsers())
      for (Operation *candidate : users)
        if (candidate->isAncestor(user))
          return true;
  return false;
}

bool BlockOrder::interfere(const Item &a, const Item &b, Decision &why) const {
  for (Operation *one : a)
    for (Operation *other : b) {
      Decision answer = mayInterfere(one, other);
      if (answer.isNo())
        continue;
      why = std::move(answer);
      return true;
    }
  return false;
}

static bool frees(const BlockOrder::Item &item) {
  return item.front()->getNumResults() == 0 &&
         hasSingleEffect<MemoryEffects::Free>(item.front());
}

/// Before the first, and before the ops that are to go after the second.
bool BlockOrder::canGoFirst(const Joint &joint, size_t between,
                            Decision &why) const {
  const Item &item = items[between];
  auto canPass = [&](const Item &other) {
    return !usesResults(item, other) &&
           (onlyComputes(*item.front()) || !interfere(other, item, why));
  };
  return llvm::all_of(joint.late,
                      [&](size_t other) { return canPass(items[other]); }) &&
         canPass(items[joint.first]);
}

bool BlockOrder::canGoLast(const Joint &joint, size_t between,
                           Decision &why) const {
  const Item &item = items[between], &second = items[joint.second];
  // Later ops of the program do not touch freed buffers.
  if (frees(item))
    return true;
  return !usesResults(second, item) && !interfere(item, second, why);
}

/// Decides for an item between the two: before both, or after them.
bool BlockOrder::place(Joint &joint, size_t between, Decision &why) const {
  const Item &item = items[between];
  bool frontFirst =
      !frees(item) && (preferred == Side::front || onlyComputes(*item.front()));
  if (frontFirst && canGoFirst(joint, between, why))
    joint.early.push_back(between);
  else if (canGoLast(joint, between, why))
    joint.late.push_back(between);
  else if (!frontFirst && canGoFirst(joint, between, why))
    joint.early.push_back(between);
  else
    return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

std::optional<BlockOrder::Joint>
BlockOrder::planJoin(size_t first, size_t second, Obstacle &obstacle) const {
  Joint joint{first, second, {}, {}};
  for (size_t between = first + 1; between < second; ++between) {
    Decision why = Decision::no({});
    if (place(joint, between, why))
      continue;
    obstacle = {items[between].front(), std::move(why)};
    return std::nullopt;
  }
  return joint;
}

size_t BlockOrder::join(const Joint &joint) {
  std::vector<Item> window;
  for (size_t index : joint.early)
    window.push_back(items[index]);
  Item joined = items[joint.first];
  joined.append(items[joint.second]);
  size_t place = joint.first + window.size();
  window.push_back(std::move(joined));
  for (size_t index : joint.late)
    window.push_back(items[index]);
  llvm::move(window, items.begin() + joint.first);
  items.erase(items.begin() + joint.second);
  isChanged = true;
  return place;
}

void BlockOrder::apply() {
  if (!isChanged)
    return;
  Operation *end = block->getTerminator();
  for (const Item &item : items)
    for (Operation *op : item)
      op->moveBefore(end);
}
