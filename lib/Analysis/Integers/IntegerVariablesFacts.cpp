//===- IntegerVariablesFacts.cpp - Facts about one value ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerVariables.h"

#include "Layout/Analysis/Integers/LoopSteps.h"
#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

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
  // Null what is not expressed: it may be the one that counts.
  auto results = [&](auto op) {
    AffineMap map = op.getMap();
    // A result that cannot be expressed must not be left out. The least of the
    // others is not the minimum: a mask went that way, and stores after the end
    // of the buffer with it.
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
      return express(result, map.getNumDims(), op.getOperands());
    });
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

/// Calls the interface of the op, with the ranges of its operands.
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

void IntegerVariables::describeLoopVariable(unsigned variable,
                                            BlockArgument argument) {
  Operation *loop = argument.getOwner()->getParentOp();
  for (const LoopCounter &counter : getLoopCounters(loop)) {
    if (counter.variable != argument)
      continue;
    IndexBounds lower = expressBound(counter.lower, /*isUpper=*/false),
                upper = expressBound(counter.upper, /*isUpper=*/true);
    // Not if the step may wrap around, or bounds are compared without sign: the
    // variable is then not between them.
    if (ascends(loop, getMost(upper)))
      describeCounter(variable, lower, upper, counter.step.value_or(0));
  }
}

/// Of the least of all bounds.
std::optional<int64_t>
IntegerVariables::getMost(const IndexBounds &upper) const {
  std::optional<int64_t> most;
  for (AffineExpr expr : upper.exprs)
    if (std::optional<int64_t> high = getRange(expr).high)
      most = std::min(most.value_or(*high), *high);
  return most;
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
