//===- ExpandRemainders.cpp - Remainders that upstream misjudges ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before:
//   affine.store %x, %a[((%i - %j) mod 6) floordiv 4]
// After:
//   affine.store %x, %a[(%i - %j + 2) floordiv 6 - (%i - %j) floordiv 6]
//
// Maps that our passes make have no such quotients (`untangleDigits`); those of
// the program may.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Layout/IR/IntegerConstants.h"
#include "Layout/Map/Simplify.h"
#include "Map/LargeNumbers.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::layout;

/// Of the ops that a divisor is computed from, no more are looked at.
static constexpr unsigned kMostOps = 32;

/// Returns true if folding may make a constant of the value: no variable of a
/// loop and no argument is among what it is computed from.
static bool mayBecomeConstant(Value value) {
  SmallVector<Value> values{value};
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op)
      return false;
    llvm::append_range(values, op->getOperands());
    if (values.size() > kMostOps)
      return true;
  }
  return true;
}

namespace {

/// A map and its operands, in which upstream misjudges no remainder.
class LegalMap {
public:
  /// `isBound`: of a loop, a minimum or a maximum, whose results are judged
  /// whole; of others only what is divided is.
  LegalMap(AffineMap map, ValueRange operands, bool isBound)
      : map(map), operands(operands), isBound(isBound) {
    compose();
  }

  /// Returns true if it is another one than before.
  bool isNew() const { return isNewMap; }
  /// Returns true if upstream may misjudge a remainder all the same: where
  /// there are too many, or a divisor may become a constant by folding.
  bool isMisjudged() const { return staysMisjudged; }

  AffineMap map;
  SmallVector<Value> operands;

private:
  bool substituteOne();
  void substituteNumbers();
  void compose();
  bool hasMisjudged();
  bool staysUnknown(AffineExpr expr) const;
  bool isJudgedRight(AffineExpr remainder) const;

  SmallVector<Interval> dims, symbols;
  bool isBound;
  bool isNewMap = false, staysMisjudged = false;
};

} // namespace

/// The range that upstream knows of an operand.
static Interval getRange(Value operand) {
  if (std::optional<int64_t> number = getConstantNumber(operand))
    return {number, number};
  Interval range;
  AffineForOp loop = getForInductionVarOwner(operand);
  if (loop && loop.hasConstantLowerBound())
    range.low = loop.getConstantLowerBound();
  if (loop && loop.hasConstantUpperBound())
    range.high = loop.getConstantUpperBound() - 1;
  if (range.low && range.high && *range.low <= *range.high)
    *range.high -= (*range.high - *range.low) % loop.getStepAsInt();
  return range;
}

/// Puts the map of an `affine.apply` in place of one of the operands that it
/// computes. Upstream's composition would write remainders as differences,
/// which it takes for remainders again.
bool LegalMap::substituteOne() {
  unsigned numDims = map.getNumDims(), numSymbols = map.getNumSymbols();
  for (unsigned i = 0; i < operands.size(); ++i) {
    bool isDim = i < numDims;
    auto apply = operands[i].getDefiningOp<AffineApplyOp>();
    if (!apply ||
        !(isDim ? map.isFunctionOfDim(i) : map.isFunctionOfSymbol(i - numDims)))
      continue;
    AffineMap inner = apply.getAffineMap();
    AffineExpr old = isDim ? getAffineDimExpr(i, map.getContext())
                           : getAffineSymbolExpr(i - numDims, map.getContext());
    map = map.replace(
        old, inner.shiftDims(numDims).shiftSymbols(numSymbols).getResult(0),
        numDims + inner.getNumDims(), numSymbols + inner.getNumSymbols());
    OperandRange values = apply.getMapOperands();
    operands.insert(operands.begin() + numDims, values.begin(),
                    values.begin() + inner.getNumDims());
    operands.append(values.begin() + inner.getNumDims(), values.end());
    return true;
  }
  return false;
}

static std::optional<int64_t> fold(Value value, unsigned &maxOps) {
  if (std::optional<int64_t> number = getConstantNumber(value))
    return number;
  Operation *op = value.getDefiningOp();
  if (!op || maxOps-- == 0 || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || !isPure(op))
    return std::nullopt;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = fold(operand, maxOps);
    if (!number)
      return std::nullopt;
    operands.push_back(IntegerAttr::get(operand.getType(), *number));
  }
  // Folding may change the op.
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> results;
  std::optional<int64_t> number;
  if (succeeded(copy->fold(operands, results)) && results.size() == 1)
    number = getConstantNumber(results.front());
  copy->erase();
  return number;
}

std::optional<int64_t> layout::foldToNumber(Value value) {
  unsigned maxOps = kMostOps;
  return fold(value, maxOps);
}

/// Puts numbers in place of operands that are computed from constants, by which
/// upstream knows them once it has folded.
void LegalMap::substituteNumbers() {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> exprs;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (std::optional<int64_t> number = foldToNumber(operand))
      exprs.push_back(getAffineConstantExpr(*number, context));
    else
      exprs.push_back(i < map.getNumDims()
                          ? getAffineDimExpr(i, context)
                          : getAffineSymbolExpr(i - map.getNumDims(), context));
  }
  ArrayRef<AffineExpr> all = exprs;
  map = map.replaceDimsAndSymbols(all.take_front(map.getNumDims()),
                                  all.drop_front(map.getNumDims()),
                                  map.getNumDims(), map.getNumSymbols());
  canonicalizeMapAndOperands(&map, &operands);
}

void LegalMap::compose() {
  AffineMap old = map;
  SmallVector<Value> oldOperands(operands);
  canonicalizeMapAndOperands(&map, &operands); // constants are known then
  // Ops that use each other twice double the map each time.
  while (!isLarge(map) && substituteOne())
    canonicalizeMapAndOperands(&map, &operands);
  staysMisjudged = isLarge(map);
  if (!staysMisjudged && hasMisjudged()) {
    substituteNumbers();
    if (hasMisjudged())
      map = isBound ? untangleBound(map) : untangleDigits(map, dims, symbols);
    staysMisjudged = hasMisjudged();
    isNewMap = !staysMisjudged;
  }
  if (!isNewMap) {
    map = old;
    operands = oldOperands;
  }
}

/// Returns true if `expr` depends on a value of which upstream will never know
/// a bound.
bool LegalMap::staysUnknown(AffineExpr expr) const {
  for (auto [position, operand] : llvm::enumerate(operands)) {
    bool isUsed = position < map.getNumDims()
                      ? expr.isFunctionOfDim(position)
                      : expr.isFunctionOfSymbol(position - map.getNumDims());
    if (isUsed && !isAffineInductionVar(operand) && !mayBecomeConstant(operand))
      return true;
  }
  return false;
}

/// Returns true if the remainder is as much as that of the least dividend,
/// which upstream takes for its least value, or upstream will not know that.
bool LegalMap::isJudgedRight(AffineExpr remainder) const {
  if (staysUnknown(remainder))
    return true;
  auto binary = cast<AffineBinaryOpExpr>(remainder);
  auto modulus = dyn_cast<AffineConstantExpr>(binary.getRHS());
  // Each variable once, as where upstream judges it.
  AffineExpr dividend = simplifyAffineExpr(binary.getLHS(), map.getNumDims(),
                                           map.getNumSymbols());
  Interval range = rangeOf(dividend, dims, symbols);
  if (!modulus || modulus.getValue() < 1 || !range.low)
    return false;
  int64_t number = modulus.getValue();
  bool isOnePeriod =
      range.high && llvm::divideFloorSigned(*range.low, number) ==
                        llvm::divideFloorSigned(*range.high, number);
  // Of divisions upstream may come to know more than the range.
  return isOnePeriod ||
         (!hasDivision(dividend) && llvm::mod(*range.low, number) == 0);
}

bool LegalMap::hasMisjudged() {
  SmallVector<Interval> ranges = llvm::map_to_vector(operands, getRange);
  dims.assign(ranges.begin(), ranges.begin() + map.getNumDims());
  symbols.assign(ranges.begin() + map.getNumDims(), ranges.end());
  bool found = false;
  DenseSet<AffineExpr> judged;
  auto look = [&](AffineExpr expr) {
    if (expr.getKind() == AffineExprKind::Mod && judged.insert(expr).second)
      found |= !isJudgedRight(expr);
  };
  map.walkExprs([&](AffineExpr expr) {
    if (isBound)
      look(expr);
    if (isDivision(expr))
      cast<AffineBinaryOpExpr>(expr).getLHS().walk(look);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static LogicalResult rewriteBound(AffineForOp loop, bool isUpper) {
  LegalMap legal(isUpper ? loop.getUpperBoundMap() : loop.getLowerBoundMap(),
                 isUpper ? loop.getUpperBoundOperands()
                         : loop.getLowerBoundOperands(),
                 /*isBound=*/true);
  if (legal.isMisjudged())
    return loop.emitOpError("has a bound with a remainder whose range "
                            "upstream's passes misjudge; divide by constants");
  if (!legal.isNew())
    return success();
  if (isUpper)
    loop.setUpperBound(legal.operands, legal.map);
  else
    loop.setLowerBound(legal.operands, legal.map);
  return success();
}

/// Replaces an `affine.apply`, `min` or `max` by the arithmetic of its results.
static LogicalResult replaceIndex(Operation *op, ArrayRef<Value> results) {
  bool hasAffineUsers = llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa_and_present<AffineDialect>(user->getDialect());
  });
  // They compose the map, and so have a legal one of their own.
  if (hasAffineUsers && isa<AffineApplyOp>(op))
    return success();
  if (hasAffineUsers)
    return op->emitOpError("has a remainder whose range upstream's passes "
                           "misjudge, and affine ops use its result; divide by "
                           "constants");
  OpBuilder builder(op);
  Value result = results.front();
  for (Value other : results.drop_front())
    result = isa<AffineMinOp>(op)
                 ? Value(arith::MinSIOp::create(builder, op->getLoc(), result,
                                                other))
                 : Value(arith::MaxSIOp::create(builder, op->getLoc(), result,
                                                other));
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return success();
}

/// Replaces an op of the affine dialect by one of another, whose indices are
/// arithmetic, which upstream does not judge.
static LogicalResult replaceByArithmetic(Operation *op, const LegalMap &legal) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  std::optional<SmallVector<Value>> indices =
      buildArithmetic(builder, loc, legal.map, legal.operands);
  if (!indices)
    return success();
  if (isa<AffineApplyOp, AffineMinOp, AffineMaxOp>(op))
    return replaceIndex(op, *indices);
  Operation *made = nullptr;
  if (auto load = dyn_cast<AffineLoadOp>(op))
    made = memref::LoadOp::create(builder, loc, load.getMemRef(), *indices);
  else if (auto store = dyn_cast<AffineStoreOp>(op))
    made = memref::StoreOp::create(builder, loc, store.getValueToStore(),
                                   store.getMemRef(), *indices);
  else if (auto load = dyn_cast<AffineVectorLoadOp>(op))
    made = vector::LoadOp::create(builder, loc, load.getVectorType(),
                                  load.getMemRef(), *indices);
  else if (auto store = dyn_cast<AffineVectorStoreOp>(op))
    made = vector::StoreOp::create(builder, loc, store.getValueToStore(),
                                   store.getMemRef(), *indices);
  if (made)
    op->replaceAllUsesWith(made->getResults());
  // A prefetch is a hint only.
  op->erase();
  return success();
}

/// Of an op whose last operands are those of its map.
static LogicalResult rewriteMap(Operation *op) {
  auto attribute = op->getAttrOfType<AffineMapAttr>("map");
  if (!attribute)
    return success(); // an `affine.if` has a set
  AffineMap map = attribute.getValue();
  LegalMap legal(map, op->getOperands().take_back(map.getNumInputs()),
                 isa<AffineMinOp, AffineMaxOp>(op));
  if (legal.isMisjudged())
    return replaceByArithmetic(op, legal);
  if (!legal.isNew())
    return success();
  SmallVector<Value> operands(op->getOperands().drop_back(map.getNumInputs()));
  llvm::append_range(operands, legal.operands);
  op->setAttr("map", AffineMapAttr::get(legal.map));
  op->setOperands(operands);
  return success();
}

/// Returns true if `expr` multiplies an expression that has a large number.
static bool multipliesLargeNumber(AffineExpr expr) {
  bool isFound = false;
  expr.walk([&](AffineExpr part) {
    auto product = dyn_cast<AffineBinaryOpExpr>(part);
    isFound |= product && product.getKind() == AffineExprKind::Mul &&
               hasLargeNumber(product.getLHS());
  });
  return isFound;
}

/// Returns the indices, bounds or conditions that an op of the affine dialect
/// computes.
static SmallVector<AffineExpr> getExpressions(Operation *op) {
  if (auto branch = dyn_cast<AffineIfOp>(op))
    return SmallVector<AffineExpr>(branch.getIntegerSet().getConstraints());
  if (auto map = op->getAttrOfType<AffineMapAttr>("map"))
    return SmallVector<AffineExpr>(map.getValue().getResults());
  SmallVector<AffineExpr> bounds;
  if (auto loop = dyn_cast<AffineForOp>(op)) {
    llvm::append_range(bounds, loop.getLowerBoundMap().getResults());
    llvm::append_range(bounds, loop.getUpperBoundMap().getResults());
  }
  return bounds;
}

/// Fails, with an error, where upstream might compute numbers modulo 2^64, as
/// it puts maps together and simplifies them without regard to overflow: of x -
/// 2^61, times 8, it makes 8 * x, which it takes for no less than 0 where x is.
static LogicalResult checkNumbers(Operation *op) {
  bool isComposed = isa<AffineApplyOp>(op) &&
                    llvm::any_of(op->getUsers(), [](Operation *user) {
                      return isa_and_present<AffineDialect>(user->getDialect());
                    });
  for (AffineExpr expr : getExpressions(op))
    if (isComposed ? hasLargeNumber(expr) : multipliesLargeNumber(expr))
      return op->emitOpError(
          "has a number beyond 2^48, which upstream's passes "
          "would multiply without regard to overflow; use "
          "ops of arith and scf");
  return success();
}

/// Returns those of `ops`, which are in order, that divide, or use a result of
/// an op that does. Remainders are made of divisions: without any, chains of
/// ops need not be composed to be judged.
static SmallVector<Operation *> findDivided(ArrayRef<Operation *> ops) {
  SmallVector<Operation *> divided;
  DenseSet<Operation *> known;
  for (Operation *op : ops) {
    bool isDivided = llvm::any_of(getExpressions(op), hasDivision) ||
                     llvm::any_of(op->getOperands(), [&](Value operand) {
                       return known.contains(operand.getDefiningOp());
                     });
    if (!isDivided)
      continue;
    divided.push_back(op);
    known.insert(op);
  }
  return divided;
}

LogicalResult layout::expandRemainders(Operation *root) {
  SmallVector<Operation *> ops = collectOps(
      root, llvm::IsaPred<AffineForOp, AffineApplyOp, AffineMinOp, AffineMaxOp,
                          AffineLoadOp, AffineStoreOp, AffineVectorLoadOp,
                          AffineVectorStoreOp, AffinePrefetchOp, AffineIfOp>);
  for (Operation *op : ops)
    if (failed(checkNumbers(op)))
      return failure();
  // Uses first: they compose the maps of their operands.
  ops = findDivided(ops);
  for (Operation *op : llvm::reverse(ops)) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (loop ? failed(rewriteBound(loop, /*isUpper=*/false)) ||
                   failed(rewriteBound(loop, /*isUpper=*/true))
             : failed(rewriteMap(op)))
      return failure();
  }
  return success();
}
