//===- AccessTree.cpp - Ordered accesses of one buffer --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessTree.h"
#include "ControlFlow.h"

#include "mlir/IR/RegionKindInterface.h"

using namespace mlir;
using namespace mlir::layout;

AccessTree::AccessTree(Value root, ArrayRef<BufferTouch> touches,
                       const BufferFlow &flow)
    : root(root), flow(flow), expressions(root) {
  Operation *function = root.getParentRegion()->getParentOp();
  nodes.emplace_back().op = function;
  nodeOf[function] = &nodes.front();
  for (const BufferTouch &touch : touches) {
    AccessNode &node = getNode(touch.operand->getOwner());
    node.touches.push_back(touch);
    for (AccessNode *writer = &node;
         touch.isSure && writer && !writer->hasSureWrite;
         writer = writer->parent)
      writer->hasSureWrite = true;
  }
}

AccessNode &AccessTree::getNode(Operation *op) {
  if (AccessNode *known = nodeOf.lookup(op))
    return *known;
  AccessNode &parent = getNode(op->getParentOp());
  AccessNode &node = nodes.emplace_back();
  node.op = op;
  node.parent = &parent;
  nodeOf[op] = &node;
  nodesIn[op->getBlock()].push_back(&node);
  return node;
}

std::vector<AccessNode *> AccessTree::getSorted(Block &block) const {
  std::vector<AccessNode *> sorted = nodesIn.lookup(&block);
  llvm::sort(sorted, [](const AccessNode *a, const AccessNode *b) {
    return a->op->isBeforeInBlock(b->op);
  });
  return sorted;
}

/// The one block that ends the region, if it is not the entry: as control gets
/// there only once, at the end, it is like an op after the rest.
static Block *findLastBlock(Region &region) {
  Block *last = nullptr;
  for (Block &block : region) {
    if (block.getNumSuccessors() != 0)
      continue;
    if (last)
      return nullptr;
    last = &block;
  }
  return last == &region.front() ? nullptr : last;
}

/// One sequence for a region: its entry block, an opaque node for the blocks
/// that control passes any number of times, and the block in which it ends.
void AccessTree::buildSequences(AccessNode &node, Region &region) {
  if (region.empty()) {
    node.sequences.emplace_back();
    return;
  }
  if (mayBeGraphRegion(region)) { // no order
    for (Block &block : region)
      for (AccessNode *child : nodesIn.lookup(&block))
        node.sequences.push_back({child});
    return;
  }
  std::vector<AccessNode *> sequence = getSorted(region.front());
  // Control may pass the blocks between the first and the last one in any
  // order, any number of times.
  if (!region.hasOneBlock()) {
    Block *last = findLastBlock(region);
    AccessNode &inner = nodes.emplace_back();
    inner.parent = &node;
    inner.kind = AccessNode::Kind::Opaque;
    for (Block &block : llvm::drop_begin(region))
      if (&block != last)
        inner.sequences.push_back(getSorted(block));
    sequence.push_back(&inner);
    if (last)
      llvm::append_range(sequence, getSorted(*last));
  }
  node.sequences.push_back(std::move(sequence));
}

void AccessTree::adopt(AccessNode &node) {
  node.writers.resize(node.sequences.size());
  for (auto [s, sequence] : llvm::enumerate(node.sequences))
    for (auto [position, child] : llvm::enumerate(sequence)) {
      child->parent = &node;
      child->sequence = s;
      child->position = position;
      if (child->hasSureWrite)
        node.writers[s].push_back(child);
    }
}

void AccessTree::open(AccessNode &node) {
  if (node.isOpen)
    return;
  node.isOpen = true;
  if (node.parent) {
    node.counters = node.parent->counters;
    node.depth = node.counters.size();
  }
  if (node.op) {
    bool isFunction = node.op == root.getParentRegion()->getParentOp();
    if (!isFunction && node.op->getNumRegions() != 0)
      describeControlFlow(node, expressions);
    // The buffer of an op that is not known, in whose region ops may have no
    // order: a read that comes first in the text may be executed last.
    else if (llvm::any_of(node.op->getRegions(), mayBeGraphRegion))
      node.kind = AccessNode::Kind::Opaque;
    for (Region &region : node.op->getRegions())
      buildSequences(node, region);
  }
  adopt(node);
}
