//===- ProductBody.cpp - Products of contractions -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductBody.h"

#include "Layout/IR/IntegerConstants.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/IntegerExtensions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

/// The value without casts of the body.
static Value skipCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<CastOpInterface>(op) || op->getNumOperands() != 1)
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The operand of the op that the value is an element of; null if it is none.
static OpOperand *findOperand(linalg::LinalgOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != op.getBlock())
    return nullptr;
  return op.getMatchingOpOperand(argument);
}

static bool isSame(linalg::LinalgOp op, OpOperand &operand) {
  return op.getMatchingIndexingMap(&operand).getNumResults() == 0;
}

/// Returns true if it is one value for all products of a sum.
static bool isSameInSums(linalg::LinalgOp op, Value value) {
  value = skipCasts(value);
  if (OpOperand *operand = findOperand(op, value)) {
    SmallVector<unsigned> sums;
    op.getReductionDims(sums);
    AffineMap map = op.getMatchingIndexingMap(operand);
    return !op.isDpsInit(operand) && llvm::none_of(sums, [&](unsigned loop) {
      return map.isFunctionOfDim(loop);
    });
  }
  Operation *definition = value.getDefiningOp();
  return !definition || definition->hasTrait<OpTrait::ConstantLike>() ||
         definition->getBlock() != op.getBlock();
}

/// The operand that has an element for each product: extended, with or without
/// a zero point.
static std::optional<unsigned> findFactor(linalg::LinalgOp op, Value value) {
  value = skipCasts(value);
  if (Operation *offset = value.getDefiningOp();
      isa_and_nonnull<arith::SubIOp, arith::SubFOp>(offset) &&
      isSameInSums(op, offset->getOperand(1)))
    value = skipCasts(offset->getOperand(0));
  OpOperand *operand = findOperand(op, value);
  if (!operand || isSame(op, *operand) || op.isDpsInit(operand))
    return std::nullopt;
  return operand->getOperandNumber();
}

std::optional<ProductBody> layout::findProductBody(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1)
    return std::nullopt;
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return std::nullopt;
  Value soFar = op.getRegionOutputArgs().front();
  bool isFirst = sum->getOperand(0) == soFar;
  if (!isFirst && sum->getOperand(1) != soFar)
    return std::nullopt;
  Operation *product = skipCasts(sum->getOperand(isFirst)).getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return std::nullopt;
  Value left = product->getOperand(0), right = product->getOperand(1);
  std::optional<unsigned> one = findFactor(op, left),
                          other = findFactor(op, right);
  // Each factor must come from a tensor of its own; a square has no lanes.
  if (!one || !other || one == other)
    return std::nullopt;
  if (*one < *other)
    return ProductBody{{*one, *other}, {left, right}, sum};
  return ProductBody{{*other, *one}, {right, left}, sum};
}

std::string layout::explainNoProducts(linalg::LinalgOp op) {
  // Names the op: "adds up no products" would be untrue of a body with
  // math.fma.
  for (Operation &inner : op.getBlock()->without_terminator())
    if (inner.getNumOperands() > 1 &&
        !isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
             arith::MulFOp, arith::MulIOp>(inner))
      return ("its body has '" + inner.getName().getStringRef() +
              "', which is known neither as a product nor as a sum")
          .str();
  return "it does not add up products of two factors";
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// A constant of the body, around the op, or that is an operand of it.
static std::optional<int64_t> getConstant(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (auto op = dyn_cast_or_null<linalg::LinalgOp>(parent))
    value = op.getMatchingOpOperand(argument)->get();
  return getConstantNumber(value);
}

/// What is subtracted from `value`, which becomes what it is subtracted from.
static std::optional<int64_t> takeZeroPoint(Value &value) {
  auto offset = value.getDefiningOp<arith::SubIOp>();
  if (!offset)
    return 0;
  value = offset.getLhs();
  return getConstant(skipCasts(offset.getRhs()));
}

/// Returns true if it is an extended integer minus a constant that fits 16 bits
/// with a sign.
static bool isShort(Value value) {
  if (!value.getType().isInteger(32))
    return false;
  std::optional<int64_t> zeroPoint = takeZeroPoint(value);
  return zeroPoint && llvm::isInt<16>(*zeroPoint) &&
         fitsShort(value.getDefiningOp(), *zeroPoint);
}

/// Returns true if it is an extended byte, with or without a zero point.
static bool isByte(Value value) {
  if (auto offset = value.getDefiningOp<arith::SubIOp>())
    value = offset.getLhs();
  Operation *extension = value.getDefiningOp();
  return fitsShort(extension, /*zeroPoint=*/0) &&
         extension->getOperand(0).getType().isInteger(8) &&
         extension->getResult(0).getType().isInteger(32);
}

bool ProductBody::isOfBytes() const {
  return sum->getResult(0).getType().isInteger(32) &&
         llvm::all_of(values, isByte);
}

bool ProductBody::isNarrow() const {
  return sum->getResult(0).getType().isInteger(32) &&
         llvm::all_of(values, isShort);
}

std::optional<int64_t> ProductBody::getZeroPoint(unsigned operand) const {
  Value value = values[operand == factors[1]];
  std::optional<int64_t> zeroPoint = takeZeroPoint(value);
  Operation *extension = value.getDefiningOp();
  if (!zeroPoint || !isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(extension))
    return std::nullopt;
  unsigned bits = extension->getOperand(0).getType().getIntOrFloatBitWidth();
  bool isElement = isa<arith::ExtSIOp>(extension)
                       ? llvm::isIntN(bits, *zeroPoint)
                       : *zeroPoint >= 0 && llvm::isUIntN(bits, *zeroPoint);
  return isElement ? zeroPoint : std::nullopt;
}

static bool isBF16(Value value) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension && extension.getIn().getType().isBF16();
}

bool ProductBody::isOfShortFloats() const {
  constexpr auto free =
      arith::FastMathFlags::contract | arith::FastMathFlags::reassoc;
  return sum->getResult(0).getType().isF32() && hasFastMathFlags(sum, free) &&
         llvm::all_of(values, isBF16) &&
         llvm::any_of(sum->getOperands(), [&](Value term) {
           auto product = term.getDefiningOp<arith::MulFOp>();
           return product && hasFastMathFlags(product, free);
         });
}

bool ProductBody::isOrderFree() const {
  // What may not overflow in one order may in another.
  auto add = dyn_cast<arith::AddIOp>(sum);
  return add && add.getOverflowFlags() == arith::IntegerOverflowFlags::none;
}
