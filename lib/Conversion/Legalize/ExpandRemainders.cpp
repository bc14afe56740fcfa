//===- ExpandRemainders.cpp - Remainders that upstream misjudges ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before, where %i and %j are in [0, 3):
//   %q = affine.apply (i, j) -> (((i - j) mod 6) floordiv 4)
// After:
//   %q = affine.apply (i, j) -> (-((-((i - j) mod 6) + 3) floordiv 4))
//
// In MLIR 22, `getBoundForAffineExpr` takes `x mod c` to be at least `lb mod
// c`, where x >= lb, also if x goes beyond a multiple of c: here 4, so that
// canonicalization, and each pass that folds, takes the quotient for 1. It says
// nothing of sums with remainders in them.
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;

namespace {

/// A map with its operands, and what upstream takes for their bounds.
class JudgedMap {
public:
  JudgedMap(AffineMap map, ValueRange operands) : map(map), operands(operands) {
    fullyComposeAffineMapAndOperands(&this->map, &this->operands);
    for (Value operand : this->operands)
      addBounds(operand);
  }

  /// Rewrites what may be misjudged. Of bounds and minima whole results are
  /// judged, of others only what is divided. Returns true if there is such.
  bool legalize(bool judgesResults);

  AffineMap map;
  SmallVector<Value> operands;

private:
  void addBounds(Value operand);
  std::optional<int64_t> getBound(AffineExpr expr, bool isUpper) const;
  std::optional<int64_t> getJudgedLow(AffineExpr expr) const;
  bool mayGetBounds(AffineExpr expr) const;
  bool isMisjudged(AffineExpr expr) const;
  AffineExpr legalizeParts(AffineExpr expr) const;

  SmallVector<std::optional<int64_t>> least, greatest;
  /// Values without a known lower bound that may get one by folding.
  SmallVector<bool> isOpen;
};

} // namespace

void JudgedMap::addBounds(Value operand) {
  std::optional<int64_t> low = getConstantNumber(operand), high = low;
  AffineForOp loop = getForInductionVarOwner(operand);
  if (loop && loop.hasConstantLowerBound())
    low = loop.getConstantLowerBound();
  if (loop && loop.hasConstantUpperBound())
    high = loop.getConstantUpperBound() - 1;
  auto argument = dyn_cast<BlockArgument>(operand);
  bool staysUnknown =
      argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  least.push_back(low);
  greatest.push_back(high);
  isOpen.push_back(!low && !staysUnknown);
}

/// Returns the least or the greatest value by the bounds of the operands.
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
  if (expr.getKind() == AffineExprKind::Add) {
    std::optional<int64_t> a = getBound(left, isUpper);
    std::optional<int64_t> b = getBound(binary.getRHS(), isUpper);
    return a && b ? std::optional(*a + *b) : std::nullopt;
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
  if (!bound)
    return std::nullopt;
  if (isProduct)
    return *bound * number;
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

/// Returns true for `x mod c` and quotients of it whose lower bound upstream
/// takes, or may come to take, for more than it is.
bool JudgedMap::isMisjudged(AffineExpr expr) const {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::FloorDiv ||
      expr.getKind() == AffineExprKind::CeilDiv)
    return isMisjudged(binary.getLHS());
  auto modulus = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() != AffineExprKind::Mod || !modulus ||
      modulus.getValue() < 1)
    return false;
  AffineExpr value = binary.getLHS();
  std::optional<int64_t> low = getJudgedLow(value);
  if (!low)
    return mayGetBounds(value);
  if (llvm::mod(*low, modulus.getValue()) == 0)
    return false;
  std::optional<int64_t> high = getBound(value, /*isUpper=*/true);
  return isMisjudged(value) || !high ||
         llvm::divideFloorSigned(*low, modulus.getValue()) !=
             llvm::divideFloorSigned(*high, modulus.getValue());
}

/// Returns floor(value / divisor) as the negative of ceil(-value / divisor).
/// Upstream would take a sum of a multiple of `value` and a constant apart.
static AffineExpr divideAsSum(AffineExpr value, int64_t divisor) {
  return -(-value + (divisor - 1)).floorDiv(divisor);
}

/// Returns the quotient of the misjudged `value`, where `divisor` is more than
/// 1, in a form that is not.
static AffineExpr divide(AffineExpr value, int64_t divisor) {
  // As layouts are written. It is no quotient of a remainder any more.
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(value);
      value.getKind() == AffineExprKind::Mod) {
    int64_t modulus = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    if (modulus % divisor == 0)
      return binary.getLHS().floorDiv(divisor) % (modulus / divisor);
  }
  return divideAsSum(value, divisor);
}

/// Rewrites each quotient in `expr` that is misjudged.
AffineExpr JudgedMap::legalizeParts(AffineExpr expr) const {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr left = legalizeParts(binary.getLHS());
  AffineExpr right = legalizeParts(binary.getRHS());
  auto divisor = dyn_cast<AffineConstantExpr>(right);
  if (divisor && divisor.getValue() > 1 && isMisjudged(left)) {
    if (expr.getKind() == AffineExprKind::FloorDiv)
      return divide(left, divisor.getValue());
    if (expr.getKind() == AffineExprKind::CeilDiv)
      return -(-left).floorDiv(divisor.getValue());
  }
  return getAffineBinaryOpExpr(expr.getKind(), left, right);
}

/// Returns the misjudged `value` as a sum.
static AffineExpr split(AffineExpr value) {
  int64_t factor = 2;
  while (value.getLargestKnownDivisor() % factor == 0)
    ++factor;
  return divideAsSum(value, factor) * factor + value % factor;
}

bool JudgedMap::legalize(bool judgesResults) {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults()) {
    AffineExpr legal = legalizeParts(expr);
    if (judgesResults && isMisjudged(legal))
      legal = split(legal);
    results.push_back(legal);
  }
  if (map.getResults() == ArrayRef(results))
    return false;
  map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                       map.getContext());
  return true;
}

static void legalizeBounds(AffineForOp loop) {
  JudgedMap lower(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
  if (lower.legalize(/*judgesResults=*/true))
    loop.setLowerBound(lower.operands, lower.map);
  JudgedMap upper(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
  if (upper.legalize(/*judgesResults=*/true))
    loop.setUpperBound(upper.operands, upper.map);
}

/// Of an op with one map, whose operands are its last ones.
static void legalizeMap(Operation *op) {
  constexpr StringLiteral name = "map";
  AffineMap map = op->getAttrOfType<AffineMapAttr>(name).getValue();
  JudgedMap judged(map, op->getOperands().take_back(map.getNumInputs()));
  if (!judged.legalize(isa<AffineMinOp, AffineMaxOp>(op)))
    return;
  SmallVector<Value> operands(op->getOperands().drop_back(map.getNumInputs()));
  llvm::append_range(operands, judged.operands);
  op->setAttr(name, AffineMapAttr::get(judged.map));
  op->setOperands(operands);
}

void layout::expandRemainders(Operation *root) {
  root->walk([](Operation *op) {
    if (auto loop = dyn_cast<AffineForOp>(op))
      legalizeBounds(loop);
    else if (isa<AffineApplyOp, AffineMinOp, AffineMaxOp, AffineLoadOp,
                 AffineStoreOp, AffineVectorLoadOp, AffineVectorStoreOp,
                 AffinePrefetchOp>(op))
      legalizeMap(op);
  });
}
