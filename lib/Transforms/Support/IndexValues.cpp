//===- IndexValues.cpp - Ranges of index values ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexValues.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Progressions
//===----------------------------------------------------------------------===//

Interval Progression::getRange() const {
  Interval range;
  auto valueAt = [&](std::optional<int64_t> k) -> std::optional<int64_t> {
    int64_t product, sum;
    if (!k || llvm::MulOverflow(*k, step, product) ||
        llvm::AddOverflow(product, offset, sum))
      return std::nullopt;
    return sum;
  };
  range.low = valueAt(counter.low);
  range.high = valueAt(counter.high);
  return range;
}

namespace {

/// The bounds of a loop variable, as far as they are constants.
struct LoopBounds {
  std::optional<int64_t> lower, upper, step;
};

} // namespace

/// The largest, or the least, of those results of a map that are constants.
static std::optional<int64_t> getConstantBound(AffineMap map, bool isLower) {
  std::optional<int64_t> bound;
  for (AffineExpr result : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(result)) {
      int64_t value = constant.getValue();
      bound = !bound    ? value
              : isLower ? std::max(*bound, value)
                        : std::min(*bound, value);
    }
  return bound;
}

/// `isWhole`: nullopt if there is anything else in the bound.
static std::optional<int64_t> getConstantBound(const CounterBound &bound,
                                               bool isLower, bool isWhole) {
  if (!bound.map)
    return getConstantNumber(bound.value);
  if (isWhole && bound.map.getNumResults() != 1)
    return std::nullopt;
  return getConstantBound(bound.map, isLower);
}

static std::optional<LoopBounds> getBounds(BlockArgument variable) {
  Operation *op = variable.getOwner()->getParentOp();
  // A comparison without sign may go through bounds that look reversed.
  if (auto loop = dyn_cast_or_null<scf::ForOp>(op);
      !op || (loop && loop.getUnsignedCmp()))
    return std::nullopt;
  for (const LoopCounter &counter : getLoopCounters(op))
    // Where it starts is known only if that is all of the bound, but with steps
    // of 1 that makes no difference.
    if (counter.variable == variable)
      return LoopBounds{getConstantBound(counter.lower, /*isLower=*/true,
                                         /*isWhole=*/counter.step != 1),
                        getConstantBound(counter.upper, /*isLower=*/false,
                                         /*isWhole=*/false),
                        counter.step};
  return std::nullopt;
}

static Progression fromBounds(const LoopBounds &bounds) {
  Progression progression;
  int64_t distance;
  bool runs = !bounds.lower || !bounds.upper || *bounds.lower < *bounds.upper;
  if (!runs) // whatever is said of what never happens
    return progression;
  if (!bounds.lower || !bounds.step || *bounds.step <= 0) {
    // Steps go upwards, if not by a known amount or from a known place.
    progression.counter.low = bounds.lower;
    if (bounds.upper && *bounds.upper > std::numeric_limits<int64_t>::min())
      progression.counter.high = *bounds.upper - 1;
    return progression;
  }
  progression.offset = *bounds.lower;
  progression.step = *bounds.step;
  progression.counter.low = 0;
  if (bounds.upper &&
      !llvm::SubOverflow(*bounds.upper, *bounds.lower, distance))
    progression.counter.high = (distance - 1) / *bounds.step;
  return progression;
}

static ConstantIntRanges toConstantRanges(Interval range, unsigned width) {
  auto orLimit = [&](std::optional<int64_t> side, APInt limit) {
    return side && llvm::isIntN(width, *side)
               ? APInt(width, *side, /*isSigned=*/true)
               : limit;
  };
  return ConstantIntRanges::fromSigned(
      orLimit(range.low, APInt::getSignedMinValue(width)),
      orLimit(range.high, APInt::getSignedMaxValue(width)));
}

static Interval toInterval(const ConstantIntRanges &range) {
  Interval interval;
  if (range.smin().getBitWidth() <= 64 && !range.smin().isMinSignedValue())
    interval.low = range.smin().getSExtValue();
  if (range.smax().getBitWidth() <= 64 && !range.smax().isMaxSignedValue())
    interval.high = range.smax().getSExtValue();
  return interval;
}

/// What an op says of itself, such as the number of a block in a grid of known
/// size. `operands`: the ranges of the operands, all of which are integers.
static std::optional<Interval> inferRange(Value index,
                                          ArrayRef<Interval> operands) {
  auto op = index.getDefiningOp<InferIntRangeInterface>();
  if (!op)
    return std::nullopt;
  SmallVector<ConstantIntRanges> arguments;
  for (auto [operand, range] : llvm::zip_equal(op->getOperands(), operands))
    arguments.push_back(toConstantRanges(
        range, ConstantIntRanges::getStorageBitwidth(operand.getType())));
  std::optional<Interval> range;
  op.inferResultRanges(arguments,
                       [&](Value value, const ConstantIntRanges &inferred) {
                         if (value == index)
                           range = toInterval(inferred);
                       });
  return range;
}

Progression layout::getProgression(Value index) {
  Progression progression;
  if (std::optional<int64_t> constant = getConstantNumber(index)) {
    progression.offset = *constant;
    progression.counter = {0, 0};
  } else if (auto variable = dyn_cast<BlockArgument>(index)) {
    if (std::optional<LoopBounds> bounds = getBounds(variable))
      progression = fromBounds(*bounds);
  } else if (Operation *op = index.getDefiningOp(); op->getNumOperands() == 0) {
    if (std::optional<Interval> range = inferRange(index, {}))
      progression.counter = *range;
  }
  return progression;
}

SmallVector<Interval> layout::getRangesOfProgressions(ValueRange indices) {
  return llvm::map_to_vector(
      indices, [](Value index) { return getProgression(index).getRange(); });
}

AffineMap layout::simplifyUnderRanges(AffineMap map,
                                      ArrayRef<Interval> operands) {
  ArrayRef<Interval> dims = operands.take_front(map.getNumDims());
  ArrayRef<Interval> symbols = operands.drop_front(map.getNumDims());
  return untangleDigits(simplifyUnderRanges(map, dims, symbols), dims, symbols);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static void keepLargest(std::optional<int64_t> &low,
                        std::optional<int64_t> other) {
  if (other && (!low || *other > *low))
    low = other;
}

static void keepLeast(std::optional<int64_t> &high,
                      std::optional<int64_t> other) {
  if (other && (!high || *other < *high))
    high = other;
}

SmallVector<Interval>
IndexRanges::getResults(AffineMap map, ValueRange operands, unsigned depth) {
  // Canonicalization leaves loops that are never entered without bounds.
  if (map.getNumResults() == 0)
    return {};
  // Composed, what operands have in common is not lost.
  SmallVector<Value> values(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  SmallVector<Interval> all = llvm::map_to_vector(
      values, [&](Value value) { return get(value, depth + 1); });
  ArrayRef<Interval> dims = ArrayRef(all).take_front(map.getNumDims()),
                     symbols = ArrayRef(all).drop_front(map.getNumDims());
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
    return rangeOf(result, dims, symbols);
  });
}

Interval IndexRanges::getBounds(const LoopCounter &counter, unsigned depth) {
  Interval bounds;
  for (Interval range :
       getResults(counter.lower.map, counter.lower.operands, depth))
    keepLargest(bounds.low, range.low);
  for (Interval range :
       getResults(counter.upper.map, counter.upper.operands, depth))
    keepLeast(bounds.high, range.high);
  return bounds;
}

bool IndexRanges::isNeverEntered(Operation *loop) {
  if (!isa<affine::AffineForOp>(loop))
    return false;
  Interval bounds = getBounds(getLoopCounters(loop).front(), 0);
  return bounds.low && bounds.high && *bounds.low >= *bounds.high;
}

Interval IndexRanges::get(Value index, unsigned depth) {
  // As deep as loops are nested, and no deeper than the stack.
  constexpr unsigned maxDepth = 64;
  auto it = known.find(index);
  if (it != known.end())
    return it->second;
  if (depth == maxDepth)
    return getProgression(index).getRange();
  Interval range = compute(index, depth);
  known[index] = range;
  return range;
}

/// The size that the buffer was allocated with, where it is dynamic; null if
/// that is not known.
static Value getAllocatedSize(memref::DimOp op) {
  auto allocation = op.getSource().getDefiningOp<SizedAllocation>();
  std::optional<int64_t> dim = op.getConstantIndex();
  if (!allocation || !dim || *dim < 0 ||
      *dim >= allocation.getMemref().getType().getRank() ||
      !allocation.getMemref().getType().isDynamicDim(*dim))
    return {};
  return allocation.getDynamicSize(*dim);
}

/// Of an op of integers that says of itself what follows from its operands.
std::optional<Interval>
IndexRanges::inferFromOperands(Operation *op, Value result, unsigned depth) {
  auto isInteger = [](Type type) { return type.isIntOrIndex(); };
  if (!isa_and_nonnull<InferIntRangeInterface>(op) ||
      op->getNumOperands() == 0 ||
      !llvm::all_of(op->getOperandTypes(), isInteger) ||
      !isInteger(result.getType()))
    return std::nullopt;
  SmallVector<Interval> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value operand) {
        return get(operand, depth + 1);
      });
  std::optional<Interval> inferred = inferRange(result, operands);
  // Of what may be any large number, sums wrap, and nothing would be known.
  constexpr int64_t farFromEnds = int64_t(1) << 60;
  bool isKnown = inferred && inferred->low && inferred->high &&
                 *inferred->low > -farFromEnds && *inferred->high < farFromEnds;
  return isKnown ? inferred : std::nullopt;
}

/// Of a minimum or maximum, of which one end may be known by one operand alone.
std::optional<Interval> IndexRanges::getOfExtremum(Operation *op,
                                                   unsigned depth) {
  if (!isa_and_nonnull<arith::MinSIOp, arith::MaxSIOp>(op) ||
      !op->getResult(0).getType().isIndex())
    return std::nullopt;
  Interval left = get(op->getOperand(0), depth + 1),
           right = get(op->getOperand(1), depth + 1), range;
  if (isa<arith::MinSIOp>(op)) {
    if (left.low && right.low)
      range.low = std::min(*left.low, *right.low);
    keepLeast(range.high, left.high);
    keepLeast(range.high, right.high);
    return range;
  }
  if (left.high && right.high)
    range.high = std::max(*left.high, *right.high);
  keepLargest(range.low, left.low);
  keepLargest(range.low, right.low);
  return range;
}

Interval IndexRanges::compute(Value index, unsigned depth) {
  if (auto apply = index.getDefiningOp<affine::AffineApplyOp>())
    return getResults(apply.getAffineMap(), apply.getMapOperands(), depth)
        .front();
  if (std::optional<Interval> extremum =
          getOfExtremum(index.getDefiningOp(), depth))
    return *extremum;
  if (std::optional<Interval> inferred =
          inferFromOperands(index.getDefiningOp(), index, depth))
    return *inferred;
  Interval range = getProgression(index).getRange();
  if (auto dim = index.getDefiningOp<memref::DimOp>()) {
    if (Value size = getAllocatedSize(dim))
      range = get(size, depth + 1);
    keepLargest(range.low, extents.low);
    keepLeast(range.high, extents.high);
  }
  affine::AffineForOp loop = affine::getForInductionVarOwner(index);
  if (!loop)
    return range;
  Interval bounds = getBounds(getLoopCounters(loop).front(), depth);
  keepLargest(range.low, bounds.low);
  // The bound is excluded, and the least number has none below it.
  if (bounds.high && *bounds.high > std::numeric_limits<int64_t>::min())
    keepLeast(range.high, *bounds.high - 1);
  return range;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {

/// Counts parts as `isLarge` does, in maps that are not composed yet.
class ComposedParts {
public:
  uint64_t count(AffineMap map, ValueRange operands, unsigned depth = 0) {
    uint64_t all = 0;
    for (AffineExpr result : map.getResults())
      all = llvm::SaturatingAdd(all, count(result, map, operands, depth));
    return all;
  }

private:
  uint64_t count(AffineExpr expr, AffineMap map, ValueRange operands,
                 unsigned depth) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return count(operands[dim.getPosition()], depth);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      return count(operands[map.getNumDims() + symbol.getPosition()], depth);
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return 1;
    uint64_t parts =
        llvm::SaturatingAdd(count(binary.getLHS(), map, operands, depth),
                            count(binary.getRHS(), map, operands, depth));
    uint64_t times = expr.getKind() == AffineExprKind::Mod ? 2 : 1;
    return llvm::SaturatingMultiplyAdd(times, parts, uint64_t(1));
  }

  uint64_t count(Value value, unsigned depth) {
    constexpr unsigned mostDeep = 256;
    auto apply = value.getDefiningOp<affine::AffineApplyOp>();
    if (!apply)
      return 1;
    if (depth == mostDeep)
      return std::numeric_limits<uint64_t>::max();
    if (auto known = parts.find(value); known != parts.end())
      return known->second;
    uint64_t all =
        count(apply.getAffineMap(), apply.getMapOperands(), depth + 1);
    parts[value] = all;
    return all;
  }

  llvm::DenseMap<Value, uint64_t> parts;
};

} // namespace

bool layout::composesToLarge(AffineMap map, ValueRange operands) {
  return ComposedParts().count(map, operands) > kMostParts;
}

affine::AffineValueMap layout::composeMap(AffineMap map, ValueRange operands) {
  SmallVector<Value> values(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &values);
  affine::canonicalizeMapAndOperands(&map, &values);
  return {map, values};
}

namespace {

class IndexComposer {
public:
  explicit IndexComposer(MLIRContext *context) : context(context) {}

  AffineExpr express(Value value) {
    AffineExpr expr = --stepsLeft > 0 ? lookThrough(value) : AffineExpr();
    return expr ? expr : asOperand(value);
  }

  SmallVector<Value> operands;

private:
  AffineExpr asOperand(Value value) {
    auto *it = llvm::find(operands, value);
    unsigned position = it - operands.begin();
    if (it == operands.end())
      operands.push_back(value);
    return getAffineDimExpr(position, context);
  }

  /// Null if `value` cannot be looked through.
  AffineExpr lookThrough(Value value) {
    if (std::optional<int64_t> constant = getConstantNumber(value))
      return getAffineConstantExpr(*constant, context);
    Operation *op = value.getDefiningOp();
    if (auto apply = dyn_cast_or_null<affine::AffineApplyOp>(op))
      return throughApply(apply);
    if (!op || !value.getType().isIndex())
      return {};
    if (isa<arith::AddIOp>(op))
      return express(op->getOperand(0)) + express(op->getOperand(1));
    if (isa<arith::SubIOp>(op))
      return express(op->getOperand(0)) - express(op->getOperand(1));
    if (isa<arith::MulIOp>(op))
      for (unsigned factor : {0, 1})
        if (auto constant = getConstantNumber(op->getOperand(factor)))
          return express(op->getOperand(1 - factor)) * *constant;
    return {};
  }

  AffineExpr throughApply(affine::AffineApplyOp apply) {
    AffineMap map = apply.getAffineMap();
    // A symbol may divide, and then a dimension may not take its place.
    if (!map.getResult(0).isPureAffine())
      return {};
    SmallVector<AffineExpr> values = llvm::map_to_vector(
        apply.getMapOperands(), [&](Value v) { return express(v); });
    ArrayRef<AffineExpr> all = values;
    return map.getResult(0).replaceDimsAndSymbols(
        all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
  }

  MLIRContext *context;
  int stepsLeft = 64;
};

} // namespace

ComposedIndices layout::composeIndices(ValueRange indices,
                                       MLIRContext *context) {
  IndexComposer composer(context);
  SmallVector<AffineExpr> results = llvm::map_to_vector(
      indices, [&](Value index) { return composer.express(index); });
  ComposedIndices composed;
  composed.map = AffineMap::get(composer.operands.size(), 0, results, context);
  composed.operands = std::move(composer.operands);
  return composed;
}
