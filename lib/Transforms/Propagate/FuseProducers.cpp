//===- FuseProducers.cpp - Fusing extensions into reductions --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights are extended inside of the reduction that uses each of them once:
//
//     %0 = generic(%w: i8) { sitofp, mulf %scale }        (wide, in memory)
//     %r = matvec(%0, %x)
// ->  %r = generic(%w, %x) { sitofp, mulf %scale, mulf, addf }
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Layout.h"
#include "Layout/IR/LoopsAttr.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "RewriteFunctions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFUSEPRODUCERS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The most rows that may each extend a weight again. Measured for 2048 x 2048
/// weights of i8 with scales, fused and not: 0.72 and 0.89 ms for 1 row, 2.10
/// and 2.14 for 4, 4.67 and 4.16 for 8. Where wide weights take 32 MiB and more
/// their pages are new in each call: 4096 x 4096 and one row, 3.5 and 42 ms.
static constexpr int64_t kMaxRows = 4;

/// Returns true if `op` is as quick in vector code as a product.
static bool isCheap(Operation *op) {
  return isa<linalg::YieldOp, linalg::IndexOp>(op) ||
         (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
          !isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp,
               arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp,
               arith::CeilDivUIOp, arith::FloorDivSIOp>(op));
}

static unsigned getElementBits(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
}

/// Reshapes that patterns have replaced are uses, too, until they are erased.
static bool hasOneLiveUse(Value value) {
  return llvm::count_if(value.getUses(), [](OpOperand &use) {
           return !isOpTriviallyDead(use.getOwner());
         }) == 1;
}

/// Returns true if `op` may be computed again for each row: if that is cheap,
/// and no element depends on the initial value of the destination, which would
/// be the result for the row before.
static bool isCheapProducer(linalg::LinalgOp op) {
  return op && op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumReductionLoops() == 0 &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         hasOneLiveUse(op->getResult(0)) &&
         llvm::all_of(*op.getBlock(),
                      [](Operation &inner) { return isCheap(&inner); });
}

static bool readsFewerBits(linalg::LinalgOp op) {
  unsigned bits = getElementBits(op->getResult(0).getType());
  return llvm::any_of(op.getDpsInputs(), [&](Value input) {
    unsigned inputBits = getElementBits(input.getType());
    return inputBits > 0 && inputBits < bits;
  });
}

/// Returns true if `op`, or one of a few before it, reads elements with fewer
/// bits than it yields.
static bool extendsElements(linalg::LinalgOp op, unsigned depth = 0) {
  constexpr unsigned maxDepth = 4;
  if (!isCheapProducer(op))
    return false;
  return readsFewerBits(op) ||
         (depth < maxDepth &&
          llvm::any_of(op.getDpsInputs(), [&](Value input) {
            return extendsElements(input.getDefiningOp<linalg::LinalgOp>(),
                                   depth + 1);
          }));
}

/// Returns true if `op` yields each element that it reads several times, as
/// the scale of a row for each weight of it.
static bool repeatsElements(linalg::LinalgOp op) {
  return isCheapProducer(op) && op.getNumDpsInputs() > 0 &&
         llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           AffineMap map = op.getMatchingIndexingMap(input);
           return map.isProjectedPermutation() &&
                  map.getNumResults() < map.getNumDims();
         });
}

/// Returns true if each element of `operand` is used `kMaxRows` times at most.
static bool isUsedByFewRows(OpOperand &operand) {
  auto op = dyn_cast<linalg::LinalgOp>(operand.getOwner());
  if (!op || !op.isDpsInput(&operand) || !op.hasPureTensorSemantics() ||
      op.getNumReductionLoops() == 0)
    return false;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isProjectedPermutation())
    return false;
  int64_t rows = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (map.isFunctionOfDim(loop))
      continue;
    if (ShapedType::isDynamic(range) || range > kMaxRows)
      return false;
    rows *= range;
  }
  return rows <= kMaxRows;
}

/// Returns true if attributes say how this one op is to be executed: a plan
/// (`layout.loops`) names its loops, which are others after fusion, and
/// `layout.prefer` asks for a layout of its operands.
static bool isStated(linalg::LinalgOp op) {
  return getPlan(op) || op->hasAttr(LayoutDialect::kPreferAttrName);
}

/// Returns true if the elements of `operand` are to be extended where they are
/// added up. Between the two ops there may be a collapse.
static bool isWanted(OpOperand &operand) {
  Value value = operand.get();
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>())
    value = hasOneLiveUse(value) ? collapse.getSrc() : Value();
  auto producer = value ? value.getDefiningOp<linalg::LinalgOp>()
                        : linalg::LinalgOp();
  if (!producer || !isUsedByFewRows(operand) || isStated(producer) ||
      isStated(cast<linalg::LinalgOp>(operand.getOwner())))
    return false;
  return extendsElements(producer) ||
         (repeatsElements(producer) &&
          readsFewerBits(cast<linalg::LinalgOp>(operand.getOwner())));
}

namespace {

/// Makes one op of a producer and the op that adds up.
struct FuseProducer : public OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isWanted(operand))
        continue;
      // The pattern matches the generic op again, and fuses it then.
      if (!isa<linalg::GenericOp>(op))
        return linalg::generalizeNamedOp(rewriter, op);
      auto producer = operand.get().getDefiningOp<linalg::LinalgOp>();
      if (producer && !isa<linalg::GenericOp>(producer))
        return linalg::generalizeNamedOp(rewriter, producer);
      if (!linalg::areElementwiseOpsFusable(&operand))
        continue;
      return fuse(op, operand, rewriter);
    }
    return rewriter.notifyMatchFailure(op, "expects an operand of wide copies "
                                           "of narrow elements");
  }

private:
  static LogicalResult fuse(linalg::LinalgOp op, OpOperand &operand,
                            PatternRewriter &rewriter) {
    FailureOr<linalg::ElementwiseOpFusionResult> fused =
        linalg::fuseElementwiseOps(rewriter, &operand);
    if (failed(fused))
      return failure();
    remarkDone(op.getLoc(), "layout-fuse-producers/fused")
        << "the op that extends elements is fused with this one, which adds "
           "them up";
    SmallVector<Value> results =
        llvm::map_to_vector(op->getResults(), [&](Value result) {
          return fused->replacements.lookup(result);
        });
    rewriter.replaceOp(op, results);
    return success();
  }
};

class LayoutFuseProducersPass
    : public layout::impl::LayoutFuseProducersBase<LayoutFuseProducersPass> {
public:
  using LayoutFuseProducersBase::LayoutFuseProducersBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<FuseProducer>(context);
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        set, [](OpOperand *operand) {
          return operand->get().getDefiningOp<tensor::CollapseShapeOp>() &&
                 isWanted(*operand);
        });
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    llvm::SetVector<Operation *> functions;
    getOperation().walk([&](linalg::LinalgOp op) {
      auto function = op->getParentOfType<FunctionOpInterface>();
      if (function && llvm::any_of(op->getOpOperands(), isWanted))
        functions.insert(function);
    });
    rewriteFunctions(functions.getArrayRef(), patterns);
    if (functions.empty())
      markAllAnalysesPreserved();
  }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace
