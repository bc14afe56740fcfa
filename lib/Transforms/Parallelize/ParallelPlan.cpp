//===- ParallelPlan.cpp - Plan of layout-parallelize-loops ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelPlan.h"

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/NotRaised.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the op executes its regions in parallel or asynchronously.
static bool isParallel(Operation *op) {
  return isParallelLoop(op) || isa<async::ExecuteOp>(op) ||
         isa_and_nonnull<omp::OpenMPDialect>(op->getDialect()) ||
         isOnDevice(op) || isa<gpu::LaunchOp>(op);
}

/// Limit of `memref.alloca` in one iteration. Threads of the runtime have
/// smaller stacks than the main thread, and an overflow ends the program.
static constexpr int64_t kMaxStackBytes = 256 << 10;

/// Why an iteration may need more than `kMaxStackBytes`; empty if it does not.
static std::string whyNotOnStack(affine::AffineForOp loop) {
  std::string why;
  int64_t bytes = 0;
  loop.walk([&](memref::AllocaOp alloca) {
    MemRefType type = alloca.getType();
    if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat()) {
      why = "an unknown number of bytes by memref.alloca";
      return WalkResult::interrupt();
    }
    bytes += llvm::divideCeil(type.getElementTypeBitWidth(), 8) *
             std::min(type.getNumElements(), kMaxStackBytes);
    if (bytes <= kMaxStackBytes)
      return WalkResult::advance();
    why = "more than " + std::to_string(kMaxStackBytes) +
          " bytes by memref.alloca";
    return WalkResult::interrupt();
  });
  return why;
}

/// Returns true if the trip count of an inner loop differs between iterations.
static bool isUneven(affine::AffineForOp loop) {
  // A minimum is the end of a last tile.
  auto growsWith = [&](const CounterBound &bound) {
    return bound.map.getNumResults() == 1 &&
           llvm::is_contained(bound.operands, loop.getInductionVar());
  };
  return loop
      ->walk([&](affine::AffineForOp inner) {
        LoopCounter counter = getLoopCounters(inner).front();
        return growsWith(counter.lower) || growsWith(counter.upper)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The part of the time in which threads have something to do, if they share
/// the iterations evenly.
static double getUtilization(double iterations, unsigned numThreads) {
  double rounds = std::ceil(iterations / numThreads);
  return rounds == 0 ? 0 : iterations / (rounds * numThreads);
}

static void remarkLittleWork(affine::AffineForOp loop, double work,
                             double minWork, StringRef whose) {
  remarkMissed(loop.getLoc(), "layout-parallelize-loops/little-work")
      << llvm::formatv("left to one thread: {0:f0} instructions{1}, "
                       "estimated, are fewer than {2:f0}; min-work sets "
                       "another limit",
                       work, whose, minWork)
             .str();
}

/// The instructions of all executions of the loops together.
static double getWork(ArrayRef<affine::AffineForOp> loops,
                      const Target &target) {
  double sum = 0;
  for (affine::AffineForOp loop : loops) {
    auto around = loop->getParentOfType<affine::AffineForOp>();
    double times = around ? estimateIterations(around) : 1;
    sum += NestWork(loop, target).getKnown() * times;
  }
  return sum;
}

namespace {

class Planner {
public:
  Planner(Operation *function, const Target &target, unsigned numThreads,
          double minWork)
      : minWork(minWork), target(target), numThreads(numThreads),
        flow(function),
        facts(function, areRemarksEnabled(function->getContext())),
        dependences(function, facts, flow, /*reassociate=*/false) {}

  void look(Operation *op) {
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        if (auto loop = dyn_cast<affine::AffineForOp>(inner))
          consider(loop);
        else if (!isParallel(&inner))
          look(&inner);
  }

  std::vector<ParallelBand> bands;
  double minWork; ///< of a band

private:
  /// Takes the loop, or looks at those in it.
  void consider(affine::AffineForOp loop) {
    NestWork work(loop, target);
    bool isEnough = work.getKnown() >= minWork;
    // Before the proof, which takes longer. If the work depends on a trip count
    // that is dynamic, it is compared at run time.
    if (!isEnough && !work.isOpen())
      return remarkLittleWork(loop, work.getKnown(), minWork, "");
    if (!isAllowed(loop))
      return look(loop);
    ParallelBand band{{loop}, work};
    band.isConditional = !isEnough;
    extend(band);
    std::optional<double> iterations = getIterations(band);
    if (iterations && *iterations < 2)
      return look(loop);
    // Threads take iterations of different lengths in turns, not in blocks.
    band.isUneven = band.loops.size() == 1 && isUneven(loop);
    bands.push_back(std::move(band));
  }

  bool isAllowed(affine::AffineForOp loop) {
    auto refuse = [&](StringRef name, const Twine &why) {
      remarkMissed(loop.getLoc(), ("layout-parallelize-loops/" + name).str())
          << "not parallel: " + why.str();
      return false;
    };
    if (loop.getNumResults() != 0)
      return refuse("carries-values",
                    "the loop carries values from iteration to iteration; "
                    "store them to memory instead");
    if (!loop->getDiscardableAttrDictionary().empty())
      return refuse("marked",
                    "the loop has attributes, which would be lost; remove "
                    "them, or run the pass that reads them first");
    if (std::string why = whyNotOnStack(loop); !why.empty())
      return refuse("stack", "an iteration allocates " + why +
                                 ", which the stack of a thread may not have; "
                                 "use memref.alloc and memref.dealloc");
    Decision apart = areApart({loop});
    if (apart.isNo())
      return refuse("dependence", "data race: " + apart.witness);
    if (apart.isUnknown())
      remarkUnknown(loop.getLoc(), "layout-parallelize-loops/not-decided")
          << "not parallel, as there might be a data race: " + apart.witness;
    return apart.isYes();
  }

  /// Decides whether iterations that differ in one of the loops are
  /// independent.
  Decision areApart(ArrayRef<affine::AffineForOp> loops) {
    SmallVector<AffineExpr> variables;
    for (affine::AffineForOp loop : loops)
      variables.push_back(facts.express(loop.getInductionVar()));
    return dependences.dependOnlyAtSame(loops.front(), variables);
  }

  /// Adds inner loops as long as the threads are better used with them.
  void extend(ParallelBand &band) {
    auto hasConstantBounds = [](affine::AffineForOp loop) {
      return loop.hasConstantBounds() && loop.getNumResults() == 0 &&
             loop->getDiscardableAttrDictionary().empty();
    };
    SmallVector<affine::AffineForOp> loops = band.loops;
    constexpr double enough = 0.9;
    while (hasConstantBounds(loops.back())) {
      std::optional<double> iterations = getIterations(band);
      if (!iterations || getUtilization(*iterations, numThreads) >= enough)
        return;
      Block *body = loops.back().getBody();
      auto inner = dyn_cast<affine::AffineForOp>(body->front());
      if (!inner || !hasConstantBounds(inner) ||
          !llvm::hasSingleElement(body->without_terminator()))
        return;
      loops.push_back(inner);
      if (!areApart(loops).isYes())
        return;
      ParallelBand larger = band;
      larger.loops = loops;
      if (getUtilization(*getIterations(larger), numThreads) >
          getUtilization(*iterations, numThreads))
        band.loops = loops;
    }
  }

  static std::optional<double> getIterations(const ParallelBand &band) {
    if (band.loops.size() == 1)
      return band.work.getIterations();
    double product = 1;
    for (affine::AffineForOp loop : band.loops)
      product *= double(*affine::getConstantTripCount(loop));
    return product;
  }

  const Target &target;
  unsigned numThreads;
  BufferFlow flow;
  IntegerFacts facts;
  Dependences dependences;
};

} // namespace

/// Outermost loops.
static SmallVector<affine::AffineForOp> collectLoops(Operation *function) {
  SmallVector<affine::AffineForOp> loops;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    loops.push_back(loop);
    return WalkResult::skip();
  });
  return loops;
}

static SmallVector<affine::AffineForOp>
getOutermost(ArrayRef<ParallelBand> bands) {
  return llvm::map_to_vector(
      bands, [](const ParallelBand &band) { return band.loops.front(); });
}

/// Those that may be worth it by themselves.
static std::vector<ParallelBand> takeLargeBands(std::vector<ParallelBand> bands,
                                                double together,
                                                double minWork) {
  std::vector<ParallelBand> large;
  for (ParallelBand &band : bands) {
    band.isConditional = band.work.getKnown() < minWork;
    if (!band.isConditional || band.work.isOpen())
      large.push_back(std::move(band));
    else
      remarkLittleWork(band.loops.front(), together, minWork,
                       " of all such loops of the function");
  }
  return large;
}

ParallelPlan layout::planParallelBands(Operation *function,
                                       const Target &target,
                                       unsigned numThreads,
                                       const ParallelThresholds &thresholds) {
  SmallVector<affine::AffineForOp> loops = collectLoops(function);
  if (loops.empty()) {
    remarkNotRaised(function, "layout-parallelize-loops");
    return {};
  }
  // Nothing is proven of loops that cannot be enough.
  bool mayAwake = getWork(loops, target) >= thresholds.together;
  Planner planner(function, target, numThreads,
                  mayAwake ? thresholds.each : thresholds.together);
  planner.look(function);
  std::vector<ParallelBand> bands = std::move(planner.bands);
  double together = getWork(getOutermost(bands), target);
  if (!mayAwake || together >= thresholds.together)
    return {std::move(bands), planner.minWork};
  return {takeLargeBands(std::move(bands), together, thresholds.together),
          thresholds.together};
}
