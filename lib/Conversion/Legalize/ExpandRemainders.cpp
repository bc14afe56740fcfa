//===- ExpandRemainders.cpp - Remainders that upstream misjudges ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before, where %i and %j are in [0, 3):
//   affine.store %x, %a[((%i - %j) mod 6) floordiv 4]
//   affine.for %k = 0 to min (i, j) -> ((i - j) mod 6, 3)(%i, %j) { ... }
// After:
//   %q = <arithmetic of %i and %j>
//   memref.store %x, %a[%q]
//   affine.for %k = 0 to 3 { affine.if ((i - j) mod 6 - k - 1 >= 0) { ... } }
//
// In MLIR 22, `getBoundForAffineExpr` takes `x mod c` to be at least `lb mod
// c`, where x >= lb, also if x goes beyond a multiple of c: here 4, so that
// canonicalization, and each pass that folds, takes the quotient for 1, and the
// minimum for 3. In whatever form the map is written, upstream simplifies it to
// one that it misjudges; it looks into no arithmetic and into no condition.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::layout;

namespace {

/// A map with its operands, and what upstream takes for their bounds.
class JudgedMap {
public:
  JudgedMap(AffineMap map, ValueRange operands) : map(map), operands(operands) {
    fullyComposeAffineMapAndOperands(&this->map, &this->operands);
    for (Value operand : this->operands)
      addBounds(operand);
  }

  /// Returns true if upstream may misjudge a remainder in `expr`.
  bool hasMisjudged(AffineExpr expr) const;
  /// Returns true if a quotient or remainder of such a one is in `expr`.
  bool dividesMisjudged(AffineExpr expr) const;
  /// Returns the least or the greatest value by the bounds of the operands.
  std::optional<int64_t> getBound(AffineExpr expr, bool isUpper) const;

  AffineMap map;
  SmallVector<Value> operands;

private:
  void addBounds(Value operand);
  std::optional<int64_t> getJudgedLow(AffineExpr expr) const;
  bool mayGetBounds(AffineExpr expr) const;
  bool isMisjudged(AffineExpr value, AffineExpr modulus) const;

  SmallVector<std::optional<int64_t>> least, greatest;
  /// Values without a known bound that may get one by folding.
  SmallVector<bool> isOpen;
};

} // namespace

/// Returns true if folding may make a constant of the value: no variable of a
/// loop and no argument is among what it is computed from.
static bool mayBecomeConstant(Value value) {
  SmallVector<Value> values{value};
  constexpr size_t mostValues = 32;
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op)
      return false;
    llvm::append_range(values, op->getOperands());
    if (values.size() > mostValues)
      return true;
  }
  return true;
}

void JudgedMap::addBounds(Value operand) {
  std::optional<int64_t> low = getConstantNumber(operand), high = low;
  AffineForOp loop = getForInductionVarOwner(operand);
  if (loop && loop.hasConstantLowerBound())
    low = loop.getConstantLowerBound();
  if (loop && loop.hasConstantUpperBound())
    high = loop.getConstantUpperBound() - 1;
  least.push_back(low);
  greatest.push_back(high);
  isOpen.push_back(!low && (loop ? llvm::all_of(loop.getLowerBoundOperands(),
                                                mayBecomeConstant)
                                 : mayBecomeConstant(operand)));
}

std::optional<int64_t> JudgedMap::getBound(AffineExpr expr,
                                           bool isUpper) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  ArrayRef<std::optional<int64_t>> bounds = isUpper ? greatest : least;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return bounds[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return bounds[map.getNumDims() + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr left = binary.getLHS();
  int64_t result = 0;
  if (expr.getKind() == AffineExprKind::Add) {
    std::optional<int64_t> a = getBound(left, isUpper);
    std::optional<int64_t> b = getBound(binary.getRHS(), isUpper);
    if (!a || !b || llvm::AddOverflow(*a, *b, result))
      return std::nullopt;
    return result;
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant)
    return std::nullopt;
  int64_t number = constant.getValue();
  bool isProduct = expr.getKind() == AffineExprKind::Mul;
  if (!isProduct && number < 1)
    return std::nullopt;
  std::optional<int64_t> bound = getBound(left, isUpper != (number < 0));
  if (expr.getKind() == AffineExprKind::Mod) {
    std::optional<int64_t> other = getBound(left, !isUpper);
    if (bound && other &&
        llvm::divideFloorSigned(*bound, number) ==
            llvm::divideFloorSigned(*other, number))
      return llvm::mod(*bound, number);
    return isUpper ? number - 1 : 0;
  }
  if (!bound || (isProduct && llvm::MulOverflow(*bound, number, result)))
    return std::nullopt;
  if (isProduct)
    return result;
  return expr.getKind() == AffineExprKind::FloorDiv
             ? llvm::divideFloorSigned(*bound, number)
             : llvm::divideCeilSigned(*bound, number);
}

/// Returns the lower bound that upstream knows, or would if it had simplified
/// the parts of the expression.
std::optional<int64_t> JudgedMap::getJudgedLow(AffineExpr expr) const {
  std::optional<int64_t> low =
      getBoundForAffineExpr(expr, map.getNumDims(), map.getNumSymbols(), least,
                            greatest, /*isUpper=*/false);
  return low ? low : getBound(expr, /*isUpper=*/false);
}

/// Returns true if the expression, which has no lower bound that upstream
/// knows, may have one when other ops have been folded.
bool JudgedMap::mayGetBounds(AffineExpr expr) const {
  for (auto [position, low, isOpenHere] : llvm::enumerate(least, isOpen)) {
    bool isUsed = position < map.getNumDims()
                      ? expr.isFunctionOfDim(position)
                      : expr.isFunctionOfSymbol(position - map.getNumDims());
    if (isUsed && !low && !isOpenHere)
      return false;
  }
  return true;
}

/// Returns true if upstream takes the lower bound of `value mod modulus`, or
/// may come to take it, for more than it is.
bool JudgedMap::isMisjudged(AffineExpr value, AffineExpr modulus) const {
  auto constant = dyn_cast<AffineConstantExpr>(modulus);
  if (!constant)
    return mayGetBounds(modulus);
  if (constant.getValue() < 1)
    return false;
  std::optional<int64_t> low = getJudgedLow(value);
  if (!low)
    return mayGetBounds(value);
  if (llvm::mod(*low, constant.getValue()) == 0)
    return false;
  std::optional<int64_t> high = getBound(value, /*isUpper=*/true);
  return !high || llvm::divideFloorSigned(*low, constant.getValue()) !=
                      llvm::divideFloorSigned(*high, constant.getValue());
}

bool JudgedMap::hasMisjudged(AffineExpr expr) const {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(part);
        binary && part.getKind() == AffineExprKind::Mod)
      found |= isMisjudged(binary.getLHS(), binary.getRHS());
  });
  return found;
}

bool JudgedMap::dividesMisjudged(AffineExpr expr) const {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (binary && part.getKind() != AffineExprKind::Add &&
        part.getKind() != AffineExprKind::Mul)
      found |= hasMisjudged(binary.getLHS());
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Writes (x mod c) floordiv d as (x floordiv d) mod (c / d), as layouts are
/// written, where d divides c.
static AffineExpr takeQuotientsFirst(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr left = takeQuotientsFirst(binary.getLHS());
  AffineExpr right = takeQuotientsFirst(binary.getRHS());
  auto divisor = dyn_cast<AffineConstantExpr>(right);
  auto remainder = dyn_cast<AffineBinaryOpExpr>(left);
  if (expr.getKind() == AffineExprKind::FloorDiv && divisor && remainder &&
      divisor.getValue() > 0 && left.getKind() == AffineExprKind::Mod)
    if (auto modulus = dyn_cast<AffineConstantExpr>(remainder.getRHS());
        modulus && modulus.getValue() % divisor.getValue() == 0)
      return remainder.getLHS().floorDiv(divisor.getValue()) %
             (modulus.getValue() / divisor.getValue());
  return getAffineBinaryOpExpr(expr.getKind(), left, right);
}

/// Returns true if upstream judges a map of `op` right.
static bool isJudgedRight(Operation *op, const JudgedMap &judged) {
  bool isMinOrMax = isa<AffineMinOp, AffineMaxOp>(op);
  return llvm::none_of(judged.map.getResults(), [&](AffineExpr expr) {
    return isMinOrMax ? judged.hasMisjudged(expr)
                      : judged.dividesMisjudged(expr);
  });
}

/// Gives `op` a map that upstream judges right. Returns its results as
/// arithmetic if there is none, and none otherwise.
static SmallVector<Value> rewriteMap(Operation *op) {
  AffineMap map = op->getAttrOfType<AffineMapAttr>("map").getValue();
  ValueRange others = op->getOperands().drop_back(map.getNumInputs());
  JudgedMap judged(map, op->getOperands().take_back(map.getNumInputs()));
  if (isJudgedRight(op, judged))
    return {};
  judged.map = AffineMap::get(
      judged.map.getNumDims(), judged.map.getNumSymbols(),
      llvm::map_to_vector(judged.map.getResults(), takeQuotientsFirst),
      map.getContext());
  if (isJudgedRight(op, judged)) {
    SmallVector<Value> operands(others);
    llvm::append_range(operands, judged.operands);
    op->setAttr("map", AffineMapAttr::get(judged.map));
    op->setOperands(operands);
    return {};
  }
  OpBuilder builder(op);
  std::optional<SmallVector<Value, 8>> results =
      expandAffineMap(builder, op->getLoc(), judged.map, judged.operands);
  if (!results)
    return {};
  return SmallVector<Value>(results->begin(), results->end());
}

/// Returns true if affine ops use the value, which arithmetic cannot be for
/// them. Those that use it by a map have that map expanded, too.
static bool isAffineOperand(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return isa_and_present<AffineDialect>(user->getDialect());
  });
}

static LogicalResult replaceIndex(Operation *op, ArrayRef<Value> results) {
  if (isAffineOperand(op->getResult(0)))
    // An op that composes the map was expanded, or judges it right.
    return isa<AffineApplyOp>(op)
               ? success()
               : op->emitOpError("has a remainder whose range upstream's "
                                 "passes misjudge, and affine ops use its "
                                 "result; bound the loops around by constants, "
                                 "or compute it by arith");
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

/// Replaces an op with one map by one of the memref or vector dialect.
static LogicalResult legalizeMap(Operation *op) {
  SmallVector<Value> indices = rewriteMap(op);
  if (indices.empty())
    return success();
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (isa<AffineApplyOp, AffineMinOp, AffineMaxOp>(op))
    return replaceIndex(op, indices);
  Operation *made = nullptr;
  if (auto load = dyn_cast<AffineLoadOp>(op))
    made = memref::LoadOp::create(builder, loc, load.getMemRef(), indices);
  else if (auto store = dyn_cast<AffineStoreOp>(op))
    made = memref::StoreOp::create(builder, loc, store.getValueToStore(),
                                   store.getMemRef(), indices);
  else if (auto load = dyn_cast<AffineVectorLoadOp>(op))
    made = vector::LoadOp::create(builder, loc, load.getVectorType(),
                                  load.getMemRef(), indices);
  else if (auto store = dyn_cast<AffineVectorStoreOp>(op))
    made = vector::StoreOp::create(builder, loc, store.getValueToStore(),
                                   store.getMemRef(), indices);
  if (made)
    op->replaceAllUsesWith(made->getResults());
  // A prefetch is a hint only.
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// The bounds of a loop that upstream judges right, and conditions for those
/// that it does not.
class GuardedLoop {
public:
  explicit GuardedLoop(AffineForOp loop) : loop(loop) {}

  LogicalResult legalize() {
    bool isGuarded = false;
    for (bool isUpper : {false, true}) {
      FailureOr<bool> moved = moveBounds(isUpper);
      if (failed(moved))
        return failure();
      isGuarded |= *moved;
    }
    if (isGuarded)
      guard();
    return success();
  }

private:
  FailureOr<bool> moveBounds(bool isUpper);
  void guard();

  AffineForOp loop;
  /// At least 0 in iterations that are, each of its own operands.
  SmallVector<std::pair<AffineMap, SmallVector<Value>>> conditions;
};

} // namespace

/// Returns true if there are now conditions for some of the bounds.
FailureOr<bool> GuardedLoop::moveBounds(bool isUpper) {
  JudgedMap bound(isUpper ? loop.getUpperBoundMap() : loop.getLowerBoundMap(),
                  isUpper ? loop.getUpperBoundOperands()
                          : loop.getLowerBoundOperands());
  AffineMap map = bound.map;
  SmallVector<AffineExpr> kept;
  SmallVector<AffineExpr> moved;
  for (AffineExpr expr : map.getResults())
    (bound.hasMisjudged(expr) ? moved : kept).push_back(expr);
  if (moved.empty())
    return false;
  std::optional<int64_t> end = bound.getBound(moved.front(), isUpper);
  if (kept.empty() && end)
    kept.push_back(getAffineConstantExpr(*end, map.getContext()));
  // A lower bound is also where steps begin.
  if (kept.empty() || (!isUpper && loop.getStepAsInt() != 1))
    return loop.emitOpError("has a bound with a remainder whose range "
                            "upstream's passes misjudge; bound the loops "
                            "around by constants, or add a constant bound");
  AffineExpr variable = getAffineDimExpr(map.getNumDims(), map.getContext());
  for (AffineExpr expr : moved) {
    // After the dimensions, and before the symbols.
    SmallVector<Value> operands(bound.operands);
    operands.insert(operands.begin() + map.getNumDims(),
                    loop.getInductionVar());
    AffineExpr rest = isUpper ? expr - 1 - variable : variable - expr;
    conditions.emplace_back(
        AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(), rest),
        operands);
  }
  map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), kept,
                       map.getContext());
  canonicalizeMapAndOperands(&map, &bound.operands);
  if (isUpper)
    loop.setUpperBound(bound.operands, map);
  else
    loop.setLowerBound(bound.operands, map);
  return true;
}

/// Puts the body into a branch for each condition.
void GuardedLoop::guard() {
  Block *body = loop.getBody();
  auto end = cast<AffineYieldOp>(body->getTerminator());
  for (auto &[map, operands] : conditions) {
    OpBuilder builder = OpBuilder::atBlockBegin(body);
    auto set = IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                               map.getResults(), /*eqFlags=*/false);
    bool hasResults = loop.getNumResults() != 0;
    auto branch = AffineIfOp::create(builder, loop.getLoc(),
                                     loop.getResultTypes(), set, operands,
                                     /*withElseRegion=*/hasResults);
    Block *inner = branch.getThenBlock();
    inner->getOperations().splice(
        hasResults ? inner->end() : inner->begin(), body->getOperations(),
        std::next(branch->getIterator()), end->getIterator());
    if (!hasResults)
      continue;
    builder.setInsertionPointToEnd(inner);
    AffineYieldOp::create(builder, loop.getLoc(), end.getOperands());
    builder.setInsertionPointToEnd(branch.getElseBlock());
    AffineYieldOp::create(builder, loop.getLoc(), loop.getRegionIterArgs());
    end->setOperands(branch.getResults());
  }
}

LogicalResult layout::expandRemainders(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa<AffineForOp, AffineApplyOp, AffineMinOp, AffineMaxOp, AffineLoadOp,
            AffineStoreOp, AffineVectorLoadOp, AffineVectorStoreOp,
            AffinePrefetchOp>(op))
      ops.push_back(op);
  });
  // Uses first: they compose the maps of their operands.
  for (Operation *op : llvm::reverse(ops)) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (failed(loop ? GuardedLoop(loop).legalize() : legalizeMap(op)))
      return failure();
  }
  return success();
}
