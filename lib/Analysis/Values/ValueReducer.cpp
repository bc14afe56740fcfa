//===- ValueReducer.cpp - Reduction of expressions by facts ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Values/ValueReducer.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

using Flags = arith::FastMathFlags;

/// A number, or what all lanes of a vector are.
static TypedAttr getNumber(Attribute attr) {
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return dense.isSplat()
               ? dyn_cast<TypedAttr>(dense.getSplatValue<Attribute>())
               : TypedAttr();
  if (isa<IntegerAttr, FloatAttr>(attr))
    return cast<TypedAttr>(attr);
  return {};
}

/// A value whose lanes are what those of `source`, or itself, are; else it is
/// only itself.
static KnownValue spread(const KnownValue &source, Value value) {
  KnownValue result(value);
  result.constant = source.constant;
  result.classes = source.classes;
  result.addDependenceOf(source);
  return result;
}

KnownValue ValueReducer::reduce(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  // Recursion through loop-carried values ends here.
  KnownValue result = KnownValue::getOpaque(value);
  if (known.size() < maxOps) {
    known.try_emplace(value, result);
    result = compute(value);
  }
  known[value] = result;
  return result;
}

KnownValue ValueReducer::compute(Value value) {
  auto it = assumed.find(value);
  if (it != assumed.end())
    return it->second;
  if (std::optional<KnownValue> given = leaf(value))
    return *given;
  Attribute attr;
  if (matchPattern(value, m_Constant(&attr)))
    if (TypedAttr number = getNumber(attr))
      return KnownValue::getConstant(number);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeCarried(argument);
  return computeOp(value.getDefiningOp(), value);
}

KnownValue ValueReducer::computeOp(Operation *op, Value value) {
  if (isa<UndefOp>(op))
    return KnownValue::getUndef(value);
  if (isa<affine::AffineIfOp, scf::IfOp>(op))
    return computeYielded(op, value);
  // The first value or one that was yielded: so is what the body is given.
  if (isCountedLoop(op)) {
    KnownValue carried = computeCarried(
        cast<LoopLikeOpInterface>(op)
            .getRegionIterArgs()[cast<OpResult>(value).getResultNumber()]);
    carried.same = value;
    return carried;
  }
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op))
    return KnownValue::getOpaque(value);
  SmallVector<KnownValue, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(reduce(operand));
  bool isSpread = isa<vector::BroadcastOp>(op) &&
                  !isa<VectorType>(op->getOperand(0).getType());
  // What all lanes are, each is.
  if (isSpread || isa<vector::ExtractOp>(op))
    return spread(operands.front(), value);
  Flags flags = getFlags(op);
  if (std::optional<KnownValue> reduced = reduceIntegerOp(op, operands))
    return *reduced;
  if (std::optional<KnownValue> reduced =
          reduceFloatOp(op, operands, flags, executions))
    return *reduced;
  KnownValue result(value);
  for (const KnownValue &operand : operands)
    result.addDependenceOf(operand);
  result.classes = classifyFloatOp(op, operands, flags, executions);
  return result;
}

Flags ValueReducer::getFlags(Operation *op) const {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  auto attr = fast ? fast.getFastMathFlagsAttr() : arith::FastMathFlagsAttr();
  Flags flags = attr ? attr.getValue() : Flags::none;
  if (executions == Executions::Added)
    flags = flags & ~(Flags::nnan | Flags::ninf);
  return flags | extraFlags.lookup(op);
}

/// What either arm of a branch yields.
KnownValue ValueReducer::computeYielded(Operation *branch, Value value) {
  KnownValue result = KnownValue::getOpaque(value);
  unsigned number = cast<OpResult>(value).getResultNumber();
  SmallVector<KnownValue, 2> yielded;
  for (Region &region : branch->getRegions())
    yielded.push_back(
        reduce(region.front().getTerminator()->getOperand(number)));
  if (yielded.size() == 2 && yielded[0].isEqualTo(yielded[1]))
    return yielded[0];
  result.classes = llvm::fcNone;
  for (const KnownValue &one : yielded) {
    result.classes = result.classes | one.classes;
    result.addDependenceOf(one);
  }
  return result;
}

/// A value that a loop carries is never in a class in which neither its first
/// value is, nor, where it is not, the next one. The next one is that of any
/// iteration: what is known of leaves may be known of one only.
KnownValue ValueReducer::computeCarried(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (isa<FunctionOpInterface>(parent) && argument.getOwner()->isEntryBlock())
    return KnownValue(argument);
  KnownValue result = KnownValue::getOpaque(argument);
  auto loop = dyn_cast<LoopLikeOpInterface>(parent);
  if (!isCountedLoop(parent) ||
      !isa<FloatType>(getElementTypeOrSelf(argument.getType())))
    return result;
  OpOperand *first = loop.getTiedLoopInit(argument);
  OpOperand *next = loop.getTiedLoopYieldedValue(argument);
  if (!first || !next)
    return result;
  KnownValue start = reduce(first->get());
  result.addDependenceOf(start);
  llvm::FPClassTest classes = start.classes;
  constexpr unsigned maxRounds = 10; // as many as there are classes
  for (unsigned round = 0; round < maxRounds; ++round) {
    ValueReducer inner([](Value) { return std::optional<KnownValue>(); },
                       executions);
    inner.assumed = assumed;
    inner.assumed[argument] = KnownValue::getOpaque(argument);
    inner.assumed[argument].classes = classes;
    inner.extraFlags = extraFlags;
    KnownValue end = inner.reduce(next->get());
    llvm::FPClassTest more = classes | end.classes;
    result.addDependenceOf(end);
    if (inner.hitBound())
      break;
    if (more == classes) {
      result.classes = classes;
      break;
    }
    classes = more;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Ops of the expression `value` that have fast-math flags, the last ones
/// first.
static SmallVector<Operation *> getFlaggedOps(Value value) {
  llvm::SmallSetVector<Operation *, 16> ops;
  if (Operation *op = value.getDefiningOp())
    ops.insert(op);
  for (size_t i = 0; i < ops.size() && ops.size() < ValueReducer::maxOps; ++i)
    for (Value operand : ops[i]->getOperands())
      if (Operation *op = operand.getDefiningOp(); op && isMemoryEffectFree(op))
        ops.insert(op);
  SmallVector<Operation *> result;
  for (Operation *op : ops)
    if (isa<arith::ArithFastMathInterface>(op))
      result.push_back(op);
  return result;
}

EqualityAnswer layout::decideEqual(Value value, const KnownValue &expected,
                                   const ValueReducer::Leaf &leaf,
                                   Executions executions) {
  ValueReducer strict(leaf, executions);
  if (strict.reduce(value).isEqualTo(expected))
    return {Truth::Yes};
  if (strict.hitBound())
    return {};
  // One flag after the other, on one op.
  const Flags wishes[] = {Flags::nsz, Flags::nnan, Flags::nnan | Flags::ninf,
                          Flags::nnan | Flags::ninf | Flags::nsz};
  constexpr size_t maxTried = 8;
  SmallVector<Operation *> ops = getFlaggedOps(value);
  ops.truncate(std::min(ops.size(), maxTried));
  for (Flags flags : wishes)
    for (Operation *op : ops) {
      ValueReducer wishful(leaf, executions);
      wishful.addFlags(op, flags);
      if (wishful.reduce(value).isEqualTo(expected))
        return {Truth::No, op, flags};
    }
  ValueReducer wishful(leaf, executions);
  for (Operation *op : ops)
    wishful.addFlags(op, wishes[3]);
  if (!ops.empty() && wishful.reduce(value).isEqualTo(expected))
    return {Truth::No, ops.back(), wishes[3]};
  return {Truth::No};
}
