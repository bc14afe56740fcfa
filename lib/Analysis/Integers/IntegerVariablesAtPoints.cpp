//===- IntegerVariablesAtPoints.cpp - Facts at program points -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerVariables.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

// Questions about pairs of accesses ask it of the same loops again and again.
ArrayRef<unsigned> IntegerVariables::getVariablesOf(Operation *loop) {
  auto it = loopVariables.find(loop);
  if (it != loopVariables.end())
    return it->second;
  SmallVector<unsigned, 1> found;
  if (isa<LoopLikeOpInterface>(loop))
    for (Value variable : layout::getLoopVariables(loop))
      if (auto dim = dyn_cast_or_null<AffineDimExpr>(express(variable)))
        found.push_back(dim.getPosition());
  return loopVariables[loop] = std::move(found);
}

SmallVector<unsigned> IntegerVariables::getLoopVariables(Operation *op) {
  SmallVector<unsigned> found;
  for (; op && op != root; op = op->getParentOp())
    llvm::append_range(found, getVariablesOf(op->getParentOp()));
  return found;
}

static Condition isCase(AffineExpr argument, int64_t value) {
  return Condition(Conjunction{{argument - value, /*isEq=*/true}});
}

/// Of the region that is executed in none of the cases.
static std::optional<Condition> isNoCase(AffineExpr argument,
                                         ArrayRef<int64_t> cases) {
  std::optional<Condition> none = Condition::getTrue();
  for (int64_t value : cases)
    if (std::optional<Condition> differs = isCase(argument, value).negate();
        none && differs)
      none = none->conjoin(*differs);
    else
      return std::nullopt;
  return none;
}

std::optional<Condition> IntegerVariables::getEntryCondition(Block *block) {
  // Each query walks the blocks around its op again.
  auto it = entries.find(block);
  if (it != entries.end())
    return it->second;
  std::optional<Condition> entry = readEntryCondition(block);
  return entries[block] = std::move(entry);
}

std::optional<Condition> IntegerVariables::readEntryCondition(Block *block) {
  Operation *parent = block->getParentOp();
  unsigned region = block->getParent()->getRegionNumber();
  ConditionReader reader(*this);
  std::optional<Condition> condition;
  if (auto branch = dyn_cast<affine::AffineIfOp>(parent))
    condition = reader.read(branch.getIntegerSet(), branch.getOperands());
  else if (auto branch = dyn_cast<scf::IfOp>(parent))
    condition = reader.read(branch.getCondition());
  else if (auto choice = dyn_cast<scf::IndexSwitchOp>(parent))
    return region
               ? isCase(express(choice.getArg()), choice.getCases()[region - 1])
               : isNoCase(express(choice.getArg()), choice.getCases());
  if (!condition)
    return std::nullopt;
  return region == 0 ? condition : condition->negate();
}

const IntegerVariables::BlockFacts &
IntegerVariables::getBlockFacts(Block *block) {
  auto it = blocks.find(block);
  if (it != blocks.end())
    return it->second;
  BlockFacts facts;
  facts.entry = getEntryCondition(block);
  const BlockAssumptions *known =
      blockAssumptions ? blockAssumptions->find(block) : nullptr;
  BlockAssumptions found = known ? *known : BlockAssumptions::of(*block);
  facts.assumptions = std::move(found.assumptions);
  for (Operation *allocation : found.allocations)
    collectSizes(allocation, facts);
  return blocks[block] = std::move(facts);
}

/// No buffer has a negative extent.
void IntegerVariables::collectSizes(Operation *allocation, BlockFacts &facts) {
  for (Value size : cast<SizedAllocation>(allocation).getDynamicSizes())
    if (AffineExpr expr = express(size); expr && !isNonNegative(expr))
      facts.sizes.push_back({allocation, Condition(Conjunction{{expr}})});
}

SmallVector<Condition> IntegerVariables::getFactsAt(Operation *op) {
  SmallVector<Condition> context;
  for (; op && op != root && op->getBlock(); op = op->getParentOp()) {
    const BlockFacts &facts = getBlockFacts(op->getBlock());
    if (facts.entry)
      context.push_back(*facts.entry);
    SmallVector<AssumeOp, 1> assumptions = facts.assumptions;
    auto sizes = facts.sizes;
    for (AssumeOp assume : assumptions)
      if (assume->isBeforeInBlock(op))
        if (auto condition = ConditionReader(*this).read(assume.getCondition()))
          context.push_back(std::move(*condition));
    for (const auto &[allocation, isNonNegative] : sizes)
      if (allocation->isBeforeInBlock(op))
        context.push_back(isNonNegative);
  }
  return context;
}

Operation *IntegerVariables::getUnreadControl(Operation *op) {
  for (; op && op != root && op->getBlock(); op = op->getParentOp()) {
    Block *block = op->getBlock();
    if (!block->isEntryBlock())
      return block->getParent()->front().getTerminator();
    Operation *parent = block->getParentOp();
    bool isAlwaysExecuted =
        isCountedLoop(parent) || isParallelLoop(parent) ||
        getControlFlow(parent) == ControlFlow::Sequence ||
        isa<FunctionOpInterface, ModuleOp, gpu::LaunchOp>(parent);
    if (parent != root && !isAlwaysExecuted && !getBlockFacts(block).entry)
      return parent;
  }
  return nullptr;
}

SmallVector<Condition> IntegerVariables::getAssertedBefore(Operation *op) {
  SmallVector<Condition> conditions;
  // An assertion that fails ends the program: a counterexample after it must
  // satisfy its condition.
  for (; op && op != root && op->getBlock(); op = op->getParentOp())
    for (auto assertion : op->getBlock()->getOps<cf::AssertOp>())
      if (assertion->isBeforeInBlock(op))
        if (auto condition = ConditionReader(*this).read(assertion.getArg()))
          conditions.push_back(std::move(*condition));
  return conditions;
}
