//===- IntegerVariables.cpp - The variables of integer facts --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerVariables.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

IntegerVariables::IntegerVariables(Operation *root)
    : AffineReader(root->getContext()), root(root) {}

std::string IntegerVariables::getName(unsigned variable) {
  if (!variables[variable].value)
    return variables[variable].name;
  if (!names)
    names = std::make_unique<AsmState>(root);
  std::string name;
  llvm::raw_string_ostream os(name);
  variables[variable].value.printAsOperand(os, *names);
  return name;
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
  describe(variable);
  Interval range = ranges[variable];
  if (range.low)
    addFact(variable, Condition(Conjunction{{expr - *range.low}}));
  if (range.high)
    addFact(variable, Condition(Conjunction{{-expr + *range.high}}));
  limitToType(variable);
  return expr;
}

/// The ends of a narrow type show that sums of a wider one do not wrap around;
/// as facts they would only make queries larger.
void IntegerVariables::limitToType(unsigned variable) {
  constexpr unsigned maxWidth = 32;
  auto type = dyn_cast<IntegerType>(variables[variable].value.getType());
  if (!type || type.getWidth() > maxWidth)
    return;
  Interval &range = ranges[variable];
  if (!range.low)
    range.low = llvm::minIntN(type.getWidth());
  if (!range.high)
    range.high = llvm::maxIntN(type.getWidth());
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

/// All `memref.dim` of one dimension of one buffer are one variable.
AffineExpr IntegerVariables::getExtent(Value buffer,
                                       std::optional<int64_t> dim) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !dim || *dim < 0 || *dim >= type.getRank())
    return {};
  if (!type.isDynamicDim(*dim))
    return getConstant(type.getDimSize(*dim));
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
  variables.push_back({variables[original].value, {}, {}, /*isCopy=*/true});
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
  if (fact && !fact->isTrue())
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

//===----------------------------------------------------------------------===//
// What is known of one value
//===----------------------------------------------------------------------===//

void IntegerVariables::describe(unsigned variable) {
  Value value = variables[variable].value;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return describeLoopVariable(variable, argument);
  auto parts = [&](ValueRange operands) {
    SmallVector<AffineExpr> exprs;
    for (Value operand : operands)
      exprs.push_back(express(operand));
    return exprs;
  };
  auto results = [&](auto op) {
    return expressBound(op.getMap(), op.getOperands()).exprs;
  };
  Operation *op = value.getDefiningOp();
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](affine::AffineMinOp min) {
        describeMinMax(variable, results(min), /*isMin=*/true);
      })
      .Case([&](affine::AffineMaxOp max) {
        describeMinMax(variable, results(max), /*isMin=*/false);
      })
      .Case([&](arith::MinSIOp min) {
        describeMinMax(variable, parts(min->getOperands()), /*isMin=*/true);
      })
      .Case([&](arith::MaxSIOp max) {
        describeMinMax(variable, parts(max->getOperands()), /*isMin=*/false);
      })
      .Case([&](arith::SelectOp select) { describeSelect(variable, select); })
      .Case([&](memref::DimOp) { ranges[variable].low = 0; })
      .Default([&](Operation *) { describeRange(variable); });
}

void IntegerVariables::describeMinMax(unsigned variable,
                                      ArrayRef<AffineExpr> parts, bool isMin) {
  AffineExpr self = getVariable(variable);
  std::optional<Condition> isOne = Condition::getFalse();
  bool isComplete = true;
  for (AffineExpr part : parts) {
    if (!part) {
      isComplete = false;
      continue;
    }
    if (isMin)
      addAtMost(variable, part);
    else
      addAtLeast(variable, part);
    if (isOne)
      isOne = isOne->disjoin(Condition(Conjunction{{self - part, true}}));
  }
  // The other end of the range is decided by all parts together.
  std::optional<int64_t> end;
  for (AffineExpr part : parts) {
    if (!part)
      return;
    Interval range = getRange(part);
    std::optional<int64_t> own = isMin ? range.low : range.high;
    if (!own) {
      end.reset();
      break;
    }
    end = !end ? *own : isMin ? std::min(*end, *own) : std::max(*end, *own);
  }
  if (isMin && end)
    ranges[variable].low = end;
  if (!isMin && end)
    ranges[variable].high = end;
  if (!isComplete)
    return;
  addFact(variable, isOne);
  variables[variable].isExact = isOne.has_value();
}

void IntegerVariables::describeSelect(unsigned variable,
                                      arith::SelectOp select) {
  AffineExpr self = getVariable(variable);
  AffineExpr ifTrue = express(select.getTrueValue());
  AffineExpr ifFalse = express(select.getFalseValue());
  std::optional<Condition> condition =
      ConditionReader(*this).read(select.getCondition());
  if (!ifTrue || !ifFalse || !condition)
    return;
  std::optional<Condition> negation = condition->negate();
  if (!negation)
    return;
  std::optional<Condition> first =
      condition->conjoin(Condition(Conjunction{{self - ifTrue, true}}));
  std::optional<Condition> second =
      negation->conjoin(Condition(Conjunction{{self - ifFalse, true}}));
  std::optional<Condition> either =
      first && second ? first->disjoin(*second) : std::nullopt;
  addFact(variable, either);
  variables[variable].isExact = either.has_value();
}

/// Asks the op itself, from the ranges of its operands.
void IntegerVariables::describeRange(unsigned variable) {
  Value value = variables[variable].value;
  Operation *op = value.getDefiningOp();
  auto inferrable = dyn_cast<InferIntRangeInterface>(op);
  if (!inferrable)
    return;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    if (!operand.getType().isIntOrIndex())
      return;
    unsigned width = ConstantIntRanges::getStorageBitwidth(operand.getType());
    if (width > 64)
      return;
    ConstantIntRanges all = ConstantIntRanges::maxRange(width);
    AffineExpr expr = width > 1 ? express(operand) : AffineExpr();
    Interval range = expr ? getRange(expr) : Interval();
    auto fits = [&](std::optional<int64_t> bound) {
      return bound && llvm::isIntN(width, *bound);
    };
    operands.push_back(ConstantIntRanges::fromSigned(
        fits(range.low) ? APInt(width, *range.low, true) : all.smin(),
        fits(range.high) ? APInt(width, *range.high, true) : all.smax()));
  }
  inferrable.inferResultRanges(
      operands, [&](Value result, const ConstantIntRanges &range) {
        if (result != value || range.smin().getBitWidth() > 64)
          return;
        // The ends of the type say nothing, and are no modest numbers.
        if (!range.smin().isMinSignedValue())
          ranges[variable].low = range.smin().getSExtValue();
        if (!range.smax().isMaxSignedValue())
          ranges[variable].high = range.smax().getSExtValue();
      });
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// On a fixed width the last step may wrap around.
bool IntegerVariables::endsWithoutWrap(scf::ForOp loop) {
  Type type = loop.getInductionVar().getType();
  if (type.isIndex())
    return true;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step < 1)
    return false;
  if (*step == 1)
    return true;
  AffineExpr upper = express(loop.getUpperBound());
  Interval range = upper ? getRange(upper) : Interval();
  int64_t beyond;
  return range.high && !llvm::AddOverflow(*range.high, *step - 1, beyond) &&
         llvm::isIntN(type.getIntOrFloatBitWidth(), beyond);
}

void IntegerVariables::describeLoopVariable(unsigned variable,
                                            BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  auto describe = [&](OpFoldResult lower, OpFoldResult upper,
                      OpFoldResult step) {
    describeCounter(variable, expressBound(lower, /*isUpper=*/false),
                    expressBound(upper, /*isUpper=*/true),
                    getConstantIntValue(step).value_or(0));
  };
  llvm::TypeSwitch<Operation *>(parent)
      .Case([&](affine::AffineForOp loop) {
        if (argument == loop.getInductionVar())
          describeCounter(variable,
                          expressBound(loop.getLowerBoundMap(),
                                       loop.getLowerBoundOperands()),
                          expressBound(loop.getUpperBoundMap(),
                                       loop.getUpperBoundOperands()),
                          loop.getStepAsInt());
      })
      .Case([&](affine::AffineParallelOp loop) {
        describeCounter(variable,
                        expressBound(loop.getLowerBoundMap(index),
                                     loop.getLowerBoundsOperands()),
                        expressBound(loop.getUpperBoundMap(index),
                                     loop.getUpperBoundsOperands()),
                        loop.getSteps()[index]);
      })
      .Case([&](scf::ForOp loop) {
        if (argument == loop.getInductionVar() && !loop.getUnsignedCmp() &&
            endsWithoutWrap(loop))
          describe(loop.getLowerBound(), loop.getUpperBound(), loop.getStep());
      })
      .Case([&](scf::ParallelOp loop) {
        if (index < loop.getNumLoops())
          describe(loop.getLowerBound()[index], loop.getUpperBound()[index],
                   loop.getStep()[index]);
      })
      .Case([&](gpu::LaunchOp launch) {
        // Block ids, then thread ids; then sizes.
        SmallVector<Value> sizes;
        for (gpu::KernelDim3 dims : {launch.getGridSizeOperandValues(),
                                     launch.getBlockSizeOperandValues()})
          sizes.append({dims.x, dims.y, dims.z});
        Builder builder(launch.getContext());
        if (index < sizes.size())
          describe(builder.getIndexAttr(0), sizes[index],
                   builder.getIndexAttr(1));
      })
      .Case([&](scf::ForallOp loop) {
        if (index < loop.getRank())
          describe(loop.getMixedLowerBound()[index],
                   loop.getMixedUpperBound()[index],
                   loop.getMixedStep()[index]);
      });
}

/// `step` is 0 if it is not known; it is positive in any case.
void IntegerVariables::describeCounter(unsigned variable,
                                       const IndexBounds &lower,
                                       const IndexBounds &upper, int64_t step) {
  for (AffineExpr low : lower.exprs)
    addAtLeast(variable, low);
  for (AffineExpr high : upper.exprs)
    addAtMost(variable, high - 1);
  bool isComplete = lower.isComplete && upper.isComplete;
  if (step == 1)
    variables[variable].isExact = isComplete;
  if (step <= 1 || lower.exprs.size() != 1 || !lower.isComplete)
    return;
  AffineExpr steps = getVariable(variable) - lower.exprs.front();
  addFact(variable, Condition(Conjunction{{steps % step, /*isEq=*/true}}));
  variables[variable].isExact = isComplete;
}

SmallVector<unsigned> IntegerVariables::getLoopVariables(Operation *op) {
  SmallVector<unsigned> loopVariables;
  for (; op && op != root; op = op->getParentOp())
    for (BlockArgument argument : op->getBlock()->getArguments())
      if (isa<affine::AffineForOp, affine::AffineParallelOp, scf::ForOp,
              scf::ParallelOp, scf::ForallOp>(op->getParentOp()))
        if (auto dim = dyn_cast_or_null<AffineDimExpr>(express(argument)))
          loopVariables.push_back(dim.getPosition());
  return loopVariables;
}

//===----------------------------------------------------------------------===//
// What is not known of a value
//===----------------------------------------------------------------------===//

Operation *IntegerVariables::getUnfollowed(unsigned variable) const {
  const Variable &described = variables[variable];
  if (!described.value || described.isExact)
    return nullptr;
  if (auto argument = dyn_cast<BlockArgument>(described.value)) {
    Block *block = argument.getOwner();
    bool isInput = block->isEntryBlock() &&
                   isa<FunctionOpInterface>(block->getParentOp());
    return isInput ? nullptr : block->getParentOp();
  }
  Operation *op = described.value.getDefiningOp();
  if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::ConstantLike>())
    return op;
  // The extents of a new buffer are operands, those of a view computed.
  bool isComputed = described.extentDim ? !isa<CallOpInterface>(op)
                                        : isMemoryEffectFree(op);
  return isComputed && op->getNumOperands() != 0 ? op : nullptr;
}

AffineExpr IntegerVariables::findBoolean(Value value) const {
  auto found = booleans.find(value);
  return found == booleans.end() ? AffineExpr() : getVariable(found->second);
}

//===----------------------------------------------------------------------===//
// What holds at a place
//===----------------------------------------------------------------------===//

std::optional<Condition> IntegerVariables::getEntryCondition(Block *block) {
  Operation *parent = block->getParentOp();
  unsigned region = block->getParent()->getRegionNumber();
  ConditionReader reader(*this);
  std::optional<Condition> condition;
  if (auto branch = dyn_cast<affine::AffineIfOp>(parent))
    condition = reader.read(branch.getIntegerSet(), branch.getOperands());
  else if (auto branch = dyn_cast<scf::IfOp>(parent))
    condition = reader.read(branch.getCondition());
  else if (auto choice = dyn_cast<scf::IndexSwitchOp>(parent); choice && region)
    return Condition(Conjunction{
        {express(choice.getArg()) - choice.getCases()[region - 1], true}});
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
  llvm::append_range(facts.assumptions, block->getOps<AssumeOp>());
  for (Operation &op : *block)
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      collectSizes(&op, facts);
  return blocks[block] = std::move(facts);
}

/// No buffer has a negative extent.
void IntegerVariables::collectSizes(Operation *allocation, BlockFacts &facts) {
  ValueRange sizes =
      isa<memref::AllocOp>(allocation)
          ? ValueRange(cast<memref::AllocOp>(allocation).getDynamicSizes())
          : ValueRange(cast<memref::AllocaOp>(allocation).getDynamicSizes());
  for (Value size : sizes)
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
