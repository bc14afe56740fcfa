//===- IntegerVariables.cpp - The variables of integer facts --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerVariables.h"

#include "Execution.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

IntegerVariables::IntegerVariables(Operation *root,
                                   const TopLevelAssumptions *blockAssumptions)
    : AffineReader(root->getContext()), root(root),
      blockAssumptions(blockAssumptions), names(root) {}

std::string IntegerVariables::getName(unsigned variable) {
  const Variable &named = variables[variable];
  if (!named.value)
    return named.name;
  return named.extentDim ? names.getExtent(named.value, *named.extentDim)
                         : names.getNumber(named.value);
}

//===----------------------------------------------------------------------===//
// Making variables
//===----------------------------------------------------------------------===//

AffineExpr IntegerVariables::getLeaf(Value value) {
  bool isSmallInteger = value.getType().isIntOrIndex() &&
                        !value.getType().isInteger(1) &&
                        (value.getType().isIndex() ||
                         value.getType().getIntOrFloatBitWidth() <= 64);
  return isSmallInteger ? create(value) : AffineExpr();
}

AffineExpr IntegerVariables::create(Value value) {
  unsigned variable = variables.size();
  variables.push_back({value, {}});
  ranges.emplace_back();
  AffineExpr expr = getVariable(variable);
  bind(value, expr); // its description may mention it
  // A description makes variables of operands, which are described in turn: in
  // a long chain of sums, so many at once as no stack is deep.
  constexpr unsigned maxDescriptions = 64;
  if (numDescriptions == maxDescriptions) {
    pending.push_back(variable);
    return expr;
  }
  complete(variable);
  while (numDescriptions == 0 && !pending.empty())
    complete(pending.pop_back_val());
  return expr;
}

void IntegerVariables::complete(unsigned variable) {
  ++numDescriptions;
  describe(variable);
  --numDescriptions;
  AffineExpr expr = getVariable(variable);
  Interval range = ranges[variable];
  if (range.low)
    addFact(variable, Condition(Conjunction{{expr - *range.low}}));
  if (range.high)
    addFact(variable, Condition(Conjunction{{-expr + *range.high}}));
  limitToType(variable);
}

/// The width of a type whose ends are modest numbers.
static std::optional<unsigned> getNarrowWidth(Value value) {
  constexpr unsigned maxWidth = 32;
  auto type = value ? dyn_cast<IntegerType>(value.getType()) : IntegerType();
  bool isNarrow = type && type.getWidth() > 1 && type.getWidth() <= maxWidth;
  return isNarrow ? std::optional(type.getWidth()) : std::nullopt;
}

/// The ends of a narrow type show that sums of a wider one do not wrap around;
/// as facts they would only make queries larger.
void IntegerVariables::limitToType(unsigned variable) {
  std::optional<unsigned> width = getNarrowWidth(variables[variable].value);
  if (!width)
    return;
  Interval &range = ranges[variable];
  if (!range.low)
    range.low = llvm::minIntN(*width);
  if (!range.high)
    range.high = llvm::maxIntN(*width);
}

Condition IntegerVariables::getTypeLimits(unsigned variable) const {
  std::optional<unsigned> width = getNarrowWidth(variables[variable].value);
  if (!width)
    return Condition::getTrue();
  AffineExpr self = getVariable(variable);
  return Condition(Conjunction{{self - llvm::minIntN(*width)},
                               {-self + llvm::maxIntN(*width)}});
}

AffineExpr IntegerVariables::getBooleanLeaf(Value value) {
  auto [it, isNew] = booleans.try_emplace(value, variables.size());
  if (isNew) {
    variables.push_back({value, {}});
    ranges.push_back({0, 1});
    AffineExpr expr = getVariable(it->second);
    addFact(it->second, Condition(Conjunction{{expr}, {1 - expr}}));
  }
  return getVariable(it->second);
}

/// The dynamic size that `buffer` is allocated with, where that happens once in
/// a run of `root`; null for every other one. In a loop, the extent would be
/// one of each iteration.
static Value getAllocatedSize(Value buffer, unsigned dim, Operation *root) {
  Operation *op = buffer.getDefiningOp();
  // An allocation that is executed several times has an extent per execution,
  // but one variable here.
  if (!op || op->getParentOp() != root || !op->getBlock()->isEntryBlock())
    return {};
  auto allocation = dyn_cast<SizedAllocation>(op);
  return allocation ? allocation.getDynamicSize(dim) : Value();
}

/// All `memref.dim` of one dimension of one buffer are one variable.
AffineExpr IntegerVariables::getExtent(Value buffer,
                                       std::optional<int64_t> dim) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !dim || *dim < 0 || *dim >= type.getRank())
    return {};
  if (!type.isDynamicDim(*dim))
    return getConstant(type.getDimSize(*dim));
  // Relates the extents of a local buffer to the bounds of the loops over it,
  // which are computed from the same size.
  if (Value size = getAllocatedSize(buffer, *dim, root))
    if (AffineExpr expr = express(size))
      return expr;
  auto [it, isNew] = extents.try_emplace({buffer, *dim}, variables.size());
  AffineExpr expr = getVariable(it->second);
  if (isNew) {
    variables.push_back({buffer, {}});
    variables.back().extentDim = *dim;
    ranges.push_back({0, std::nullopt});
    addFact(it->second, Condition(Conjunction{{expr}}));
  }
  return expr;
}

AffineExpr IntegerVariables::createFree(Interval range, StringRef name) {
  unsigned variable = variables.size();
  variables.push_back({Value(), {}, name.str()});
  ranges.push_back(range);
  AffineExpr expr = getVariable(variable);
  if (range.low)
    addFact(variable, Condition(Conjunction{{expr - *range.low}}));
  if (range.high)
    addFact(variable, Condition(Conjunction{{-expr + *range.high}}));
  return expr;
}

AffineExpr IntegerVariables::createCopy(unsigned original) {
  variables.push_back({variables[original].value,
                       {},
                       {},
                       /*isCopy=*/true,
                       variables[original].isExact});
  ranges.push_back(Interval(ranges[original]));
  return getVariable(variables.size() - 1);
}

void IntegerVariables::copyFacts(unsigned from, unsigned to,
                                 function_ref<AffineExpr(AffineExpr)> rename) {
  for (const Condition &fact : variables[from].facts)
    addFact(to, fact.replace(rename));
}

void IntegerVariables::addFact(unsigned variable,
                               std::optional<Condition> fact) {
  if (!fact || fact->isTrue())
    return;
  llvm::SetVector<unsigned> mentioned;
  collectVariables(*fact, mentioned);
  llvm::append_range(variables[variable].mentioned, mentioned);
  variables[variable].facts.push_back(std::move(*fact));
}

void IntegerVariables::addAtLeast(unsigned variable, AffineExpr low) {
  AffineExpr self = getVariable(variable);
  if (auto least = getRange(low).low;
      least && (!ranges[variable].low || *least > *ranges[variable].low))
    ranges[variable].low = least;
  addFact(variable, Condition(Conjunction{{self - low}}));
}

void IntegerVariables::addAtMost(unsigned variable, AffineExpr high) {
  AffineExpr self = getVariable(variable);
  if (auto most = getRange(high).high;
      most && (!ranges[variable].high || *most < *ranges[variable].high))
    ranges[variable].high = most;
  addFact(variable, Condition(Conjunction{{high - self}}));
}

/// Some thread of some launch of the kernel has the number.
static bool isChosenByLaunch(Operation *op) {
  return isa<gpu::ThreadIdOp, gpu::BlockIdOp>(op) &&
         op->getParentOfType<gpu::GPUFuncOp>();
}

bool IntegerVariables::isGiven(unsigned variable) const {
  const Variable &described = variables[variable];
  if (!described.value || described.isExact)
    return true;
  // Callers may pass any number, so this one occurs in some call. Loaded and
  // computed numbers may not.
  if (auto argument = dyn_cast<BlockArgument>(described.value))
    return argument.getOwner()->isEntryBlock() &&
           isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return isChosenByLaunch(described.value.getDefiningOp());
}
