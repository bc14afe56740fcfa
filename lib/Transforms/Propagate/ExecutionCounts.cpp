//===- ExecutionCounts.cpp - Execution counts of blocks -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutionCounts.h"

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout;

/// More than any change; so far below the limit that sums of it are exact.
static constexpr int64_t kUnbounded = int64_t(1) << 58;

static int64_t addMost(int64_t a, int64_t b) {
  return a >= kUnbounded || b >= kUnbounded ? kUnbounded : a + b;
}

int64_t layout::getWeight(Block *block) {
  int64_t weight = 1;
  for (Operation *op = block->getParentOp(); op && weight < 512;
       op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op))
      weight *= 8;
  return weight;
}

ExecutionCounts::ExecutionCounts(ModuleOp module) : module(module) {
  SymbolTableCollection tables;
  module.walk([&](func::CallOp call) {
    callees[call] = tables.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
  });
  DenseSet<Operation *> isOnlyCalled;
  module.walk([&](func::FuncOp function) {
    if (!function.isPrivate())
      return;
    auto uses = SymbolTable::getSymbolUses(
        function, SymbolTable::getNearestSymbolTable(function->getParentOp()));
    // A call in the function itself does not start it: such a function is a
    // root if there are no others.
    if (uses && !uses->empty() &&
        llvm::all_of(*uses, [&](SymbolTable::SymbolUse use) {
          return isa<func::CallOp>(use.getUser()) &&
                 !function->isAncestor(use.getUser());
        }))
      isOnlyCalled.insert(function);
  });
  module.walk([&](func::FuncOp function) {
    if (!isOnlyCalled.contains(function))
      roots.push_back(function);
  });
}

bool ExecutionCounts::isNeverMore(const BitsPerBlock &change) {
  if (llvm::all_of(change, [](auto entry) { return entry.second <= 0; }))
    return true;
  bits = &change;
  mostOf.clear();
  bool isKnown = llvm::all_of(change, [](auto entry) {
    return entry.first->getParentOp()
               ->template getParentOfType<func::FuncOp>() ||
           isa<func::FuncOp>(entry.first->getParentOp());
  });
  return isKnown && llvm::all_of(roots, [&](func::FuncOp function) {
           return getMost(function.getBody()) <= 0;
         });
}

/// The first block is executed once if nothing leads back to it, others as
/// often as it happens.
int64_t ExecutionCounts::getMost(Region &region) {
  int64_t most = 0;
  for (Block &block : region) {
    int64_t once = getMost(block);
    if (block.isEntryBlock() && block.hasNoPredecessors())
      most = addMost(most, once);
    else if (once > 0)
      return kUnbounded;
  }
  return most;
}

int64_t ExecutionCounts::getMost(Block &block) {
  int64_t most = bits->lookup(&block);
  for (Operation &op : block)
    if (op.getNumRegions() > 0 || isa<func::CallOp>(op))
      most = addMost(most, getMost(op));
  return most;
}

/// `perIteration` is executed some number of times: the worst of them.
int64_t ExecutionCounts::getMostOfLoop(Operation &op, int64_t before,
                                       int64_t perIteration) {
  int64_t least = 0;
  std::optional<int64_t> greatest;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<APInt> trips = loop.getStaticTripCount();
    if (trips && getConstantNumber(loop.getStep()).value_or(0) > 0) {
      least = trips->getLimitedValue(1024);
      if (least < 1024)
        greatest = least;
    }
  }
  // With fewer bits per iteration than before, the worst case has the fewest
  // iterations, with more bits the most.
  if (perIteration <= 0)
    return addMost(before, least * perIteration);
  return greatest && perIteration < kUnbounded
             ? addMost(before, *greatest * perIteration)
             : kUnbounded;
}

int64_t ExecutionCounts::getMost(Operation &op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return getMostOfCall(call);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return getMostOfLoop(op, 0, getMost(loop.getRegion()));
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    int64_t before = getMost(loop.getBefore());
    return getMostOfLoop(op, before, addMost(before, getMost(loop.getAfter())));
  }
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return std::max(getMost(branch.getThenRegion()),
                    getMost(branch.getElseRegion()));
  // An unknown number of times, perhaps never.
  for (Region &region : op.getRegions())
    if (!region.empty() && getMost(region) > 0)
      return kUnbounded;
  return 0;
}

int64_t ExecutionCounts::getMostOfCall(func::CallOp call) {
  func::FuncOp callee = callees.lookup(call);
  if (!callee || callee.isExternal())
    return 0;
  // What is met again calls itself, as often as it happens.
  auto [known, isNew] = mostOf.try_emplace(callee, kUnbounded);
  if (!isNew)
    return known->second;
  int64_t most = getMost(callee.getBody());
  return mostOf[callee] = most;
}
