//===- TestDialect.cpp - A dialect that this project does not know --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDialect.h"

#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

#include "TestDialect.cpp.inc"
#define GET_OP_CLASSES
#include "TestOps.cpp.inc"

void LayoutTestDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "TestOps.cpp.inc"
      >();
}

/// Replaces each element of `memref` by what `compute` builds of it.
static void
buildElementwise(OpBuilder &builder, Location loc, Value memref,
                 function_ref<Value(OpBuilder &, Value element)> compute) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(builder.createOrFold<memref::DimOp>(loc, memref, dim));
  SmallVector<Value> zeros(rank,
                           arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<int64_t> steps(rank, 1);
  affine::buildAffineLoopNest(
      builder, loc, zeros, sizes, steps,
      [&](OpBuilder &inside, Location loc, ValueRange index) {
        Value element =
            affine::AffineLoadOp::create(inside, loc, memref, index);
        affine::AffineStoreOp::create(inside, loc, compute(inside, element),
                                      memref, index);
      });
}

//===----------------------------------------------------------------------===//
// What the ops say of themselves
//===----------------------------------------------------------------------===//

OperandAccess LoadAtOp::getAccess(OpOperand &) {
  return OperandAccess::element(getIndices(), getContext(), /*reads=*/true,
                                /*writes=*/false);
}
LayoutRewrite LoadAtOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::Indices;
}
void LoadAtOp::redirect(RewriterBase &rewriter, OpOperand &operand,
                        const NewPlace &place) {
  redirectIndices(rewriter, operand, getIndicesMutable(), place);
}

bool LoadAtOp::isSpeculatableInBounds() { return true; }

OperandAccess CheckedAtOp::getAccess(OpOperand &) {
  return OperandAccess::element(getIndices(), getContext(), /*reads=*/true,
                                /*writes=*/false);
}
LayoutRewrite CheckedAtOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::Indices;
}
void CheckedAtOp::redirect(RewriterBase &rewriter, OpOperand &operand,
                           const NewPlace &place) {
  redirectIndices(rewriter, operand, getIndicesMutable(), place);
}

OperandAccess SwapOp::getAccess(OpOperand &operand) {
  bool isLeft = &operand == &getLeftMutable();
  return OperandAccess::element(isLeft ? getLeftIndices() : getRightIndices(),
                                getContext(), /*reads=*/true, /*writes=*/true);
}
LayoutRewrite SwapOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::Indices;
}
void SwapOp::redirect(RewriterBase &rewriter, OpOperand &operand,
                      const NewPlace &place) {
  bool isLeft = &operand == &getLeftMutable();
  redirectIndices(rewriter, operand,
                  isLeft ? getLeftIndicesMutable() : getRightIndicesMutable(),
                  place);
}

OperandAccess ScaleOp::getAccess(OpOperand &) {
  return OperandAccess::whole(/*reads=*/true, /*writes=*/true);
}
LayoutRewrite ScaleOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::Accesses;
}
void ScaleOp::decompose(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(*this);
  buildElementwise(rewriter, getLoc(), getMemref(),
                   [&](OpBuilder &builder, Value element) -> Value {
                     return arith::MulFOp::create(builder, getLoc(), element,
                                                  getFactor());
                   });
  rewriter.eraseOp(*this);
}

OperandAccess CountOp::getAccess(OpOperand &) {
  return OperandAccess::nothing();
}
LayoutRewrite CountOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::Accesses;
}
void CountOp::decompose(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(*this);
  Value number = arith::ConstantIndexOp::create(rewriter, getLoc(), 1);
  int64_t rank = cast<MemRefType>(getMemref().getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    number = arith::MulIOp::create(
        rewriter, getLoc(), number,
        memref::DimOp::create(rewriter, getLoc(), getMemref(), dim));
  rewriter.replaceOp(*this, number);
}

OperandAccess FirstExtentOp::getAccess(OpOperand &) {
  return OperandAccess::nothing();
}
LayoutRewrite FirstExtentOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::LogicalShape;
}

OperandAccess FreeOp::getAccess(OpOperand &) {
  return OperandAccess::nothing();
}
LayoutRewrite FreeOp::getLayoutRewrite(OpOperand &) {
  return LayoutRewrite::PhysicalType;
}

SmallVector<TensorLinks> HalveOp::getTensorLinks() {
  if (getFast())
    return {};
  MatchedDims dims = getOwnDims(getTensor().getType().getRank());
  TensorLinks links;
  links.operands.push_back({&getTensorMutable(), dims});
  links.values.push_back({getResult(), dims});
  return {links};
}
SmallVector<PadAttr> HalveOp::foldPads(const TensorLinks &,
                                       ArrayRef<PadAttr> pads) {
  // Half of 0 is 0. This library has the dialect once more: it can look at the
  // attributes of the tool's, and make none.
  auto number = pads.front() && pads.front().getKind() == PadKind::Constant
                    ? dyn_cast<FloatAttr>(pads.front().getValue())
                    : FloatAttr();
  return {number && number.getValue().isZero() ? pads.front() : PadAttr()};
}
std::optional<SmallVector<BufferAttr>>
HalveOp::getPreferredLayouts(std::string &why) {
  if (!getFast())
    return std::nullopt;
  if (getFast()->getDialect().getNamespace() != "layout") {
    why = "'fast' is no layout";
    return std::nullopt;
  }
  // No cast of this library knows the attribute; see above.
  BufferAttr layout(getFast()->getImpl());
  return SmallVector<BufferAttr>(2, layout);
}

SmallVector<TensorLinks> ReverseOp::getTensorLinks() {
  MatchedDims dims = getOwnDims(getTensor().getType().getRank());
  TensorLinks links;
  links.operands.push_back({&getTensorMutable(), dims});
  links.values.push_back({getResult(), dims});
  links.wholeDims.resize(dims.size());
  links.wholeDims.set(getDim());
  return {links};
}

//===----------------------------------------------------------------------===//
// Their lowering
//===----------------------------------------------------------------------===//

namespace {

struct LowerTestOpsPass
    : public PassWrapper<LowerTestOpsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerTestOpsPass)

  StringRef getArgument() const final { return "test-layout-lower-ops"; }
  StringRef getDescription() const final {
    return "lower ops of the test dialect to upstream's";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    linalg::LinalgDialect, memref::MemRefDialect,
                    tensor::TensorDialect>();
  }

  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (auto load = dyn_cast<LoadAtOp>(op))
        rewriter.replaceOpWithNewOp<memref::LoadOp>(load, load.getMemref(),
                                                    load.getIndices());
      else if (auto swap = dyn_cast<SwapOp>(op))
        lowerSwap(rewriter, swap);
      else if (auto scale = dyn_cast<ScaleOp>(op))
        scale.decompose(rewriter);
      else if (auto count = dyn_cast<CountOp>(op))
        count.decompose(rewriter);
      else if (auto negate = dyn_cast<NegateOp>(op))
        lowerNegate(rewriter, negate);
      else if (auto make = dyn_cast<MakeOp>(op))
        rewriter.replaceOpWithNewOp<memref::AllocOp>(
            make, cast<MemRefType>(make.getType()));
      else if (auto make = dyn_cast<MakeTwiceOp>(op))
        lowerMakeTwice(rewriter, make);
      else if (auto free = dyn_cast<FreeOp>(op))
        rewriter.replaceOpWithNewOp<memref::DeallocOp>(free, free.getMemref());
      else if (auto halve = dyn_cast<HalveOp>(op))
        lowerElementwise(
            rewriter, op, halve.getTensor(),
            [&](OpBuilder &builder, ValueRange index) -> Value {
              return arith::MulFOp::create(
                  builder, op->getLoc(),
                  extract(builder, halve.getTensor(), index),
                  arith::ConstantOp::create(builder, op->getLoc(),
                                            builder.getF32FloatAttr(0.5)));
            });
      else if (auto reverse = dyn_cast<ReverseOp>(op))
        lowerElementwise(
            rewriter, op, reverse.getTensor(),
            [&](OpBuilder &builder, ValueRange index) -> Value {
              SmallVector<Value> place(index);
              int64_t dim = reverse.getDim();
              Value last = arith::ConstantIndexOp::create(
                  builder, op->getLoc(),
                  reverse.getTensor().getType().getDimSize(dim) - 1);
              place[dim] = arith::SubIOp::create(builder, op->getLoc(), last,
                                                 place[dim]);
              return extract(builder, reverse.getTensor(), place);
            });
    });
  }

private:
  static Value extract(OpBuilder &builder, Value tensor, ValueRange index) {
    return tensor::ExtractOp::create(builder, tensor.getLoc(), tensor, index);
  }

  static void
  lowerElementwise(RewriterBase &rewriter, Operation *op, Value tensor,
                   function_ref<Value(OpBuilder &, ValueRange)> compute) {
    Location loc = op->getLoc();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, ValueRange());
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange(), empty, ArrayRef<AffineMap>(map), iterators,
        [&](OpBuilder &body, Location, ValueRange) {
          SmallVector<Value> index;
          for (int64_t d = 0; d < type.getRank(); ++d)
            index.push_back(linalg::IndexOp::create(body, loc, d));
          linalg::YieldOp::create(body, loc, compute(body, index));
        });
  }

  static void lowerSwap(RewriterBase &rewriter, SwapOp op) {
    Location loc = op.getLoc();
    Value left = memref::LoadOp::create(rewriter, loc, op.getLeft(),
                                        op.getLeftIndices());
    Value right = memref::LoadOp::create(rewriter, loc, op.getRight(),
                                         op.getRightIndices());
    memref::StoreOp::create(rewriter, loc, right, op.getLeft(),
                            op.getLeftIndices());
    memref::StoreOp::create(rewriter, loc, left, op.getRight(),
                            op.getRightIndices());
    rewriter.eraseOp(op);
  }

  static void lowerMakeTwice(RewriterBase &rewriter, MakeTwiceOp op) {
    Value made = memref::AllocOp::create(
        rewriter, op.getLoc(), cast<MemRefType>(op.getMemref().getType()));
    rewriter.replaceOp(op, {made, made});
  }

  static void lowerNegate(RewriterBase &rewriter, NegateOp op) {
    buildElementwise(rewriter, op.getLoc(), op.getMemref(),
                     [&](OpBuilder &builder, Value element) -> Value {
                       return arith::NegFOp::create(builder, op.getLoc(),
                                                    element);
                     });
    rewriter.eraseOp(op);
  }
};

} // namespace

void layout::test::registerLowerTestOpsPass() {
  PassRegistration<LowerTestOpsPass>();
}
