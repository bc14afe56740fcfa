//===- WideAccumulate.cpp - Reductions of 16-bit floats in 32 -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     ^bb0(%a: bf16, %b: bf16, %o: bf16):     ^bb0(%a: bf16, %b: bf16, %o: f32):
//       %0 = arith.mulf %a, %b : bf16           %0 = arith.extf %a
//       %1 = arith.addf %o, %0 : bf16           %1 = arith.extf %b
//       linalg.yield %1                         %2 = arith.mulf %0, %1 : f32
//                                               %3 = arith.addf %o, %2 : f32
//                                               linalg.yield %3
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTWIDEACCUMULATE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static bool isNarrow(Type type) {
  return isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(type));
}

static bool hasEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding();
}

/// Returns the addition that `body` yields, of the number that it is given last
/// and of something else; null if there is none.
static arith::AddFOp findSum(Block *body) {
  BlockArgument sum = body->getArguments().back();
  auto add = body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || !add->hasOneUse() || !sum.hasOneUse() ||
      add.getLhs() == add.getRhs())
    return {};
  return llvm::is_contained(add->getOperands(), sum) ? add : arith::AddFOp();
}

/// Returns true if `op` adds up numbers of 16 bits.
static bool addsUpNarrow(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op.getNumDpsInits() == 1 &&
         op.getNumReductionLoops() > 0 &&
         isNarrow(op.getDpsInits().front().getType()) &&
         llvm::none_of(op->getOperandTypes(), hasEncoding) &&
         findSum(op.getBlock());
}

static Value extend(OpBuilder &builder, Location loc, Value number) {
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), number);
}

/// Adds up in `f32` in `body`.
static void widenBody(OpBuilder &builder, Block *body) {
  arith::AddFOp add = findSum(body);
  BlockArgument sum = body->getArguments().back();
  sum.setType(builder.getF32Type());
  OpOperand &summand =
      add->getOpOperand(add.getLhs() == Value(sum) ? 1 : 0);
  builder.setInsertionPoint(add);
  // A product of two numbers of 16 bits is exact.
  auto product = summand.get().getDefiningOp<arith::MulFOp>();
  if (product && product->hasOneUse()) {
    Location loc = product.getLoc();
    builder.setInsertionPoint(product);
    Value left = extend(builder, loc, product.getLhs());
    Value right = extend(builder, loc, product.getRhs());
    summand.set(arith::MulFOp::create(builder, loc, left, right,
                                      product.getFastmathAttr()));
    product->erase();
  } else {
    summand.set(extend(builder, add.getLoc(), summand.get()));
  }
  add.getResult().setType(builder.getF32Type());
}

/// Returns `source` with the element type `element`, by an op of one operand.
static Value convertElements(OpBuilder &builder, Location loc, Value source,
                             Type element) {
  auto type = cast<RankedTensorType>(source.getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, source), element);
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto convert = [&](OpBuilder &inner, Location innerLoc, ValueRange numbers) {
    Value number = numbers.front();
    Value converted;
    if (element.isF32())
      converted = extend(inner, innerLoc, number);
    else
      converted = arith::TruncFOp::create(inner, innerLoc, element, number);
    linalg::YieldOp::create(inner, innerLoc, converted);
  };
  return linalg::GenericOp::create(builder, loc, empty.getType(), source, empty,
                                   ArrayRef<AffineMap>{map, map}, loops,
                                   convert)
      .getResult(0);
}

/// Returns the tensor that a wide sum begins with. That of one number is filled
/// with it.
static Value extendInit(OpBuilder &builder, Location loc, Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (!fill)
    return convertElements(builder, loc, init, builder.getF32Type());
  Value number;
  FloatAttr constant;
  if (matchPattern(fill.value(), m_Constant(&constant))) {
    APFloat wide = constant.getValue();
    bool losesInfo = false;
    wide.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    number = arith::ConstantOp::create(builder, loc,
                                       builder.getFloatAttr(
                                           builder.getF32Type(), wide));
  } else {
    number = extend(builder, loc, fill.value());
  }
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, init),
      builder.getF32Type());
  return linalg::FillOp::create(builder, loc, number, empty).getResult(0);
}

static void widen(linalg::LinalgOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value init = op.getDpsInits().front();
  Type narrow = getElementTypeOrSelf(init.getType());
  SmallVector<Value> operands = op.getDpsInputs();
  operands.push_back(extendInit(builder, loc, init));
  auto wide = cast<linalg::LinalgOp>(
      clone(builder, op, operands.back().getType(), operands));
  widenBody(builder, wide.getBlock());
  builder.setInsertionPointAfter(wide);
  op->getResult(0).replaceAllUsesWith(
      convertElements(builder, loc, wide->getResult(0), narrow));
  op->erase();
}

namespace {

class LayoutWideAccumulatePass
    : public layout::impl::LayoutWideAccumulateBase<LayoutWideAccumulatePass> {
public:
  using LayoutWideAccumulateBase::LayoutWideAccumulateBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (addsUpNarrow(op))
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops) {
      remarkDone(op.getLoc(), "layout-wide-accumulate/widened")
          << "the reduction of 16-bit floats accumulates in f32, and its "
             "result is rounded once";
      widen(op);
    }
    if (ops.empty())
      markAllAnalysesPreserved();
  }
};

} // namespace
