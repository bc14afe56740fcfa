//===- ParallelizeLoops.cpp - Parallelizing loops -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     affine.for %i = 0 to 32           affine.parallel (%i) = (0) to (32)
//       a[%i] = b[%i]             ->      a[%i] = b[%i]
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Parallelize/ParallelizeLoops.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "ParallelPlan.h"
#include "Transforms/Nests/StackRooms.h"
#include "Transforms/Support/HostFunctions.h"
#include "Transforms/Tile/CostModel.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPARALLELIZELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static void explain(const ParallelBand &band, unsigned numThreads,
                    double minWork) {
  std::string text = "parallel";
  if (band.loops.size() > 1)
    text += ", with the loop" + std::string(band.loops.size() > 2 ? "s" : "") +
            " inside";
  text += ": by " + std::to_string(numThreads) + " threads";
  if (band.isUneven)
    text += " in turn";
  if (band.isConditional)
    text +=
        llvm::formatv(", where there are {0:f0} instructions or more", minWork);
  else
    text += llvm::formatv(", {0:f0} instructions or more, estimated",
                          band.work.getKnown());
  affine::AffineForOp outermost = band.loops.front();
  remarkDone(outermost.getLoc(), "layout-parallelize-loops/parallel") << text;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The variables of `loops`, from outside to inside, become those of one loop,
/// whose body is that of the innermost.
static void joinAsParallel(ArrayRef<affine::AffineForOp> loops) {
  affine::AffineForOp outermost = loops.front(), innermost = loops.back();
  OpBuilder builder(outermost);
  auto getBounds = [&](bool isLower) {
    return llvm::map_to_vector(loops, [&](affine::AffineForOp loop) {
      return builder.getConstantAffineMap(isLower
                                              ? loop.getConstantLowerBound()
                                              : loop.getConstantUpperBound());
    });
  };
  auto steps = llvm::map_to_vector(
      loops, [](affine::AffineForOp loop) { return loop.getStepAsInt(); });
  auto parallel = affine::AffineParallelOp::create(
      builder, outermost.getLoc(), TypeRange(),
      ArrayRef<arith::AtomicRMWKind>(), getBounds(true), ValueRange(),
      getBounds(false), ValueRange(), steps);
  Block *body = parallel.getBody();
  body->getOperations().splice(
      body->begin(), innermost.getBody()->getOperations(),
      innermost.getBody()->begin(), std::prev(innermost.getBody()->end()));
  for (auto [loop, variable] : llvm::zip_equal(loops, body->getArguments()))
    affine::AffineForOp(loop).getInductionVar().replaceAllUsesWith(variable);
  outermost.erase();
}

/// Thread number t of n takes t, t + n, t + 2 n and so on, which spreads what
/// grows from iteration to iteration.
static void takeInTurn(affine::AffineForOp loop, unsigned numThreads) {
  OpBuilder builder(loop);
  auto threads = affine::AffineParallelOp::create(
      builder, loop.getLoc(), TypeRange(), ArrayRef<arith::AtomicRMWKind>(),
      ArrayRef<int64_t>{numThreads});
  loop->moveBefore(threads.getBody(), threads.getBody()->begin());
  LoopCounter counter = getLoopCounters(loop).front();
  AffineMap low = counter.lower.map;
  SmallVector<Value> operands(counter.lower.operands);
  operands.insert(operands.begin() + low.getNumDims(), threads.getIVs()[0]);
  AffineExpr first = builder.getAffineDimExpr(low.getNumDims()) * *counter.step;
  auto starts = llvm::map_to_vector(
      low.getResults(), [&](AffineExpr result) { return result + first; });
  loop.setLowerBound(operands,
                     AffineMap::get(low.getNumDims() + 1, low.getNumSymbols(),
                                    starts, loop.getContext()));
  loop.setStep(*counter.step * numThreads);
}

/// The loop as it is goes to the other arm of a branch; what is returned is
/// executed where there is enough to do.
static affine::AffineForOp guardByWork(const ParallelBand &band,
                                       double minWork) {
  affine::AffineForOp loop = band.loops.front();
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value work = band.work.emit(builder);
  Value least =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(minWork));
  Value isEnough = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OGE, work, least);
  auto branch = scf::IfOp::create(builder, loc, isEnough,
                                  /*withElseRegion=*/true);
  loop->moveBefore(branch.thenBlock(), branch.thenBlock()->begin());
  branch.getElseBodyBuilder().clone(*loop);
  return loop;
}

static void apply(const ParallelBand &band, unsigned numThreads,
                  double minWork) {
  // A band of several loops stays one: its innermost loop is in the outermost.
  affine::AffineForOp loop =
      band.isConditional ? guardByWork(band, minWork) : band.loops.front();
  if (band.loops.size() > 1)
    return joinAsParallel(band.loops);
  // Steps of all threads at once are numbers, too.
  constexpr int64_t mostSteps = int64_t(1) << 31;
  if (band.isUneven && loop.getStepAsInt() < mostSteps / numThreads)
    return takeInTurn(loop, numThreads);
  LogicalResult done = affine::affineParallelize(loop);
  assert(succeeded(done) && "a loop without results");
  (void)done;
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

void layout::parallelizeLoops(Operation *function, const Target &target,
                              unsigned numThreads, int64_t minWork) {
  ParallelThresholds thresholds{kMinParallelWork, kMinParallelWorkAwake};
  if (minWork != 0)
    thresholds.together = thresholds.each = double(minWork);
  ParallelPlan plan =
      planParallelBands(function, target, numThreads, thresholds);
  for (const ParallelBand &band : plan.bands) {
    explain(band, numThreads, plan.minWork);
    apply(band, numThreads, plan.minWork);
  }
  shareStackOfLoops(function);
}

namespace {

class LayoutParallelizeLoopsPass
    : public layout::impl::LayoutParallelizeLoopsBase<
          LayoutParallelizeLoopsPass> {
public:
  using LayoutParallelizeLoopsBase::LayoutParallelizeLoopsBase;

  LogicalResult initialize(MLIRContext *context) override {
    auto emit = [&](const Twine &message) -> LogicalResult {
      return emitError(UnknownLoc::get(context)) << message;
    };
    if (failed(verifyThreads(threads, "layout-parallelize-loops", emit)))
      return failure();
    if (minWork < 0)
      return emitError(UnknownLoc::get(context))
             << "layout-parallelize-loops expects min-work of at least 0, "
                "found "
                "min-work="
             << int64_t(minWork);
    return success();
  }

  void runOnOperation() override {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (threads == 1)
      return;
    for (Operation *function : collectHostFunctions(getOperation()))
      parallelizeLoops(function, *target, threads, minWork);
  }
};

} // namespace
