//===- LoopChain.cpp - Loops around a place, and what is between ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopChain.h"

#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/WholeBody.h"

using namespace mlir;
using namespace mlir::layout;

LoopChain LoopChain::around(Operation *op) {
  LoopChain chain;
  // From the inside outwards, until an op is around that the rewrite of a nest
  // does not know: it would have to be executed as often as before.
  for (Block *block = op->getBlock();;
       block = block->getParentOp()->getBlock()) {
    Operation *parent = block->getParentOp();
    if (!parent || (!LoopRange::canNarrow(parent) &&
                    !isa<affine::AffineIfOp, scf::IfOp>(parent)))
      break;
    chain.ops.insert(chain.ops.begin(), parent);
    chain.blocks.insert(chain.blocks.begin(), block);
  }
  return chain;
}

LoopChain LoopChain::slice(unsigned begin, unsigned end) const {
  LoopChain part;
  part.ops.assign(ops.begin() + begin, ops.begin() + end);
  part.blocks.assign(blocks.begin() + begin, blocks.begin() + end);
  return part;
}

bool LoopChain::isLoop(unsigned level) const {
  return LoopRange::canNarrow(ops[level]);
}

SmallVector<Operation *> LoopChain::getLoops() const {
  SmallVector<Operation *> loops;
  for (auto [level, op] : llvm::enumerate(ops))
    if (isLoop(level))
      loops.push_back(op);
  return loops;
}

Operation *LoopChain::getCore() const {
  // Branches with a whole iteration in one arm, and nothing in the other, do
  // not change in which order iterations are executed.
  Block *block = blocks.back();
  while (Operation *branch = getWholeBody(block)) {
    if (!isBranch(branch) || !isEmpty(getArm(branch, /*isThen=*/false)))
      break;
    block = getArm(branch, /*isThen=*/true);
  }
  return &block->front();
}

SmallVector<LoopChain::Piece> LoopChain::getPieces() const {
  SmallVector<Piece> before, after;
  for (unsigned level = 0; level + 1 < ops.size(); ++level) {
    Piece early{level, true, {}}, late{level, false, {}};
    for (Operation &op : blocks[level]->without_terminator()) {
      // What only computes is copied to each piece that needs it.
      if (&op == ops[level + 1] || onlyComputes(op))
        continue;
      Piece &piece = op.isBeforeInBlock(ops[level + 1]) ? early : late;
      piece.statements.push_back(&op);
    }
    if (!early.statements.empty())
      before.push_back(std::move(early));
    if (!late.statements.empty())
      after.push_back(std::move(late));
  }
  // Statements after an inner loop come before those after an outer one.
  std::reverse(after.begin(), after.end());
  before.append(std::make_move_iterator(after.begin()),
                std::make_move_iterator(after.end()));
  return before;
}

llvm::DenseSet<Operation *> LoopChain::getNeeded(ArrayRef<Operation *> users,
                                                 Operation *&blocker) const {
  llvm::DenseSet<Operation *> needed;
  llvm::DenseSet<Operation *> own(users.begin(), users.end());
  SmallVector<Operation *> worklist(users);
  blocker = nullptr;
  auto visit = [&](Operation *op) {
    for (Value operand : op->getOperands()) {
      Operation *source = operand.getDefiningOp();
      if (!source || own.contains(source) ||
          source->getBlock() == blocks.back() ||
          !llvm::is_contained(blocks, source->getBlock()))
        continue;
      // A load, for instance, may read another value where it is executed
      // later.
      if (!onlyComputes(*source))
        blocker = source;
      else if (needed.insert(source).second)
        worklist.push_back(source);
    }
  };
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    // Of a link of the chain, only what it takes itself.
    if (llvm::is_contained(ops, op))
      visit(op);
    else
      op->walk(visit);
  }
  return needed;
}
