//===- DistributeLoops.cpp - Loop distribution ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imperfect nests become perfect ones, a loop for each part of the body:
//
//     for %i {                           for %i { C[%i] = 0 }
//       C[%i] = 0                        for %i { for %k {
//       %x = A[%i]                ->       %x = A[%i]
//       for %k { C[%i] += %x * B[%k] } }   C[%i] += %x * B[%k] } }
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Tile/DistributeLoops.h"

#include "DistributionPlan.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTDISTRIBUTELOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Moves one part of the body of a loop into a new loop with the same bounds.
/// The statements of the part are moved; what they need of the computations
/// between statements is cloned, as other parts may need it, too.
class PartBuilder {
public:
  PartBuilder(affine::AffineForOp loop, const PlannedPart &part)
      : sinkTo(part.sinkTo),
        statements(part.statements.begin(), part.statements.end()) {
    OpBuilder builder(loop);
    own = affine::AffineForOp::create(
        builder, loop.getLoc(), loop.getLowerBoundOperands(),
        loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
        loop.getUpperBoundMap(), loop.getStepAsInt());
    values.map(loop.getInductionVar(), own.getInductionVar());
  }

  /// Moves or clones `op` to the end of the new loop. To be called in the order
  /// of the body, so that operands are there before their uses.
  void take(Operation *op) {
    Operation *end = own.getBody()->getTerminator();
    if (!statements.contains(op)) {
      OpBuilder(sinkTo ? sinkTo : end).clone(*op, values);
      return;
    }
    // Moved, not cloned: each statement is executed by one part.
    op->moveBefore(end);
    op->walk([&](Operation *user) {
      for (OpOperand &operand : user->getOpOperands())
        operand.set(values.lookupOrDefault(operand.get()));
    });
  }

private:
  affine::AffineForOp own;
  Operation *sinkTo;
  llvm::DenseSet<Operation *> statements;
  IRMapping values;
};

class LayoutDistributeLoopsPass
    : public layout::impl::LayoutDistributeLoopsBase<
          LayoutDistributeLoopsPass> {
public:
  void runOnOperation() override {
    getOperation().walk(
        [](FunctionOpInterface function) { distributeLoops(function); });
  }
};

} // namespace

/// Remarks on the loops that the plan makes of `loop`.
static void explain(affine::AffineForOp loop, const DistributionPlan &plan) {
  if (plan.size() > 1)
    remarkDone(loop.getLoc(), "layout-distribute-loops/distributed")
        << "distributed into " + std::to_string(plan.size()) + " loops";
  for (const PlannedPart &part : plan) {
    if (!part.sinkTo)
      continue;
    size_t count = part.definitions.size();
    remarkDone(part.statements.front()->getLoc(),
               "layout-distribute-loops/sunk")
        << "values computed before the loop, " + std::to_string(count) +
               " operation" + (count == 1 ? "" : "s") +
               ", moved into its innermost loop";
  }
}

void layout::applyDistribution(affine::AffineForOp loop,
                               DistributionPlan &plan) {
  // One pass over the body, in which each op goes to all parts that need it.
  std::vector<PartBuilder> builders;
  llvm::DenseMap<Operation *, SmallVector<unsigned, 1>> takers;
  for (auto [number, part] : llvm::enumerate(plan)) {
    builders.emplace_back(loop, part);
    for (Operation *op : part.statements)
      takers[op].push_back(number);
    for (Operation *op : part.definitions)
      takers[op].push_back(number);
  }
  for (Operation &op :
       llvm::make_early_inc_range(loop.getBody()->without_terminator()))
    for (unsigned number : takers.lookup(&op))
      builders[number].take(&op);
  loop.erase();
}

/// Returns the outermost `affine.for` around `loop`, or itself, and how many
/// ops of the function are around `loop`.
static std::pair<Operation *, unsigned> findRoot(affine::AffineForOp loop,
                                                 Operation *function) {
  Operation *root = loop;
  unsigned depth = 0;
  for (Operation *op = loop->getParentOp(); op != function;
       op = op->getParentOp()) {
    ++depth;
    if (isa<affine::AffineForOp>(op))
      root = op;
  }
  return {root, depth};
}

/// Returns true if the body of the loop stores more than once: such stores may
/// want their loops in different orders (`splitIntoParts`).
static bool hasSeveralStores(affine::AffineForOp loop) {
  return llvm::count_if(*loop.getBody(), llvm::IsaPred<affine::AffineStoreOp>) >
         1;
}

/// Returns the loops with loops or several stores in them: element d of the
/// result are those with d ops around them.
static SmallVector<SmallVector<affine::AffineForOp>>
collectLoops(Operation *function, function_ref<bool(Operation *)> wanted) {
  llvm::SetVector<Operation *> loops;
  function->walk([&](LoopLikeOpInterface inner) {
    if (inner == function)
      return;
    auto loop = dyn_cast<affine::AffineForOp>(*inner);
    if (loop && hasSeveralStores(loop))
      loops.insert(loop);
    for (Operation *op = inner->getParentOp(); op != function;
         op = op->getParentOp())
      if (isa<affine::AffineForOp>(op) && !loops.insert(op))
        break; // those around it are known, too
  });
  llvm::DenseMap<Operation *, bool> answers;
  SmallVector<SmallVector<affine::AffineForOp>> byDepth;
  for (Operation *op : loops) {
    auto loop = cast<affine::AffineForOp>(op);
    auto [root, depth] = findRoot(loop, function);
    auto [answer, isNew] = answers.try_emplace(root, false);
    if (isNew)
      answer->second = wanted(root);
    if (!answer->second)
      continue;
    byDepth.resize(std::max<size_t>(byDepth.size(), depth + 1));
    byDepth[depth].push_back(loop);
  }
  return byDepth;
}

void layout::distributeLoops(Operation *function,
                             function_ref<bool(Operation *)> wanted,
                             OnKeptTogether onKept,
                             const llvm::SmallDenseSet<Operation *> &whole) {
  auto byDepth = collectLoops(function, wanted);
  // Inner loops first: where an inner loop became several, the loop around it
  // has more parts to distribute.
  for (auto &loops : llvm::reverse(byDepth)) {
    llvm::erase_if(loops, [&](affine::AffineForOp loop) {
      return whole.contains(loop) ||
             llvm::hasSingleElement(loop.getBody()->without_terminator());
    });
    if (loops.empty())
      continue;
    // Anew for each depth: the loops of the depth before have changed. Loops of
    // one depth are not inside of each other, so that all are planned on the
    // same facts before the first one is changed.
    BufferFlow flow(function);
    IntegerFacts facts(function, areRemarksEnabled(function->getContext()));
    Dependences dependences(function, facts, flow, /*reassociate=*/false);
    SmallVector<DistributionPlan> plans;
    for (affine::AffineForOp loop : loops)
      plans.push_back(planDistribution(loop, facts, dependences, onKept));
    for (auto [loop, plan] : llvm::zip_equal(loops, plans)) {
      if (plan.empty())
        continue;
      if (!onKept)
        explain(loop, plan);
      applyDistribution(loop, plan);
    }
  }
}
