//===- RewriteTrial.cpp - What rewrites of a nest would gain --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteTrial.h"

#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "TripEstimates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Rewrites of one nest
//===----------------------------------------------------------------------===//

NestRewrite NestRewrite::map(const IRMapping &copies) const {
  NestRewrite mapped;
  for (const Expansion &its : expansions) {
    ExpandedShape shape = its.shape;
    if (shape.dynamic)
      shape.dynamic = cast<affine::AffineForOp>(
          copies.lookup(shape.dynamic.getOperation()));
    mapped.expansions.push_back({its.nest.map(copies), std::move(shape)});
  }
  for (const SplitPoint &point : points)
    mapped.points.push_back(point.map(copies));
  if (tiling)
    mapped.tiling = tiling->map(copies);
  return mapped;
}

NestRewrite::Result NestRewrite::apply() const {
  splitIndexSets(points);
  Result result;
  for (const Expansion &its : expansions)
    result.values.push_back(expandValues(its.nest, its.shape));
  if (tiling)
    result.tiles = tileRecurrence(*tiling);
  return result;
}

//===----------------------------------------------------------------------===//
// What it gains
//===----------------------------------------------------------------------===//

Operation *RewriteTrial::begin() {
  OpBuilder builder(root->getContext());
  builder.setInsertionPointAfter(root);
  IRMapping copies;
  Operation *copy = builder.clone(*root, copies);
  // Buffers of other copies may be inserted after it.
  behind = arith::ConstantIndexOp::create(builder, root.getLoc(), 0);
  // Only tiling replaces the outermost loop.
  bool isReplaced = rewrite.tiling && rewrite.tiling->root == root;
  NestRewrite::Result result = rewrite.map(copies).apply();
  values = std::move(result.values);
  tiles = result.tiles;
  if (isReplaced)
    copy = tiles;
  // Buffers in the copy would be moved, copied and erased with its loops.
  for (const ExpandedValues &its : values)
    llvm::copy_if(its.extra, std::back_inserter(extra),
                  [&](Operation *op) { return !copy->isAncestor(op); });
  return copy;
}

SmallVector<Operation *> RewriteTrial::getCopies() const {
  affine::AffineForOp its = root;
  SmallVector<Operation *> copies;
  for (Operation *op = its->getNextNode(); op != behind; op = op->getNextNode())
    if (!llvm::is_contained(extra, op))
      copies.push_back(op);
  return copies;
}

void RewriteTrial::end() {
  SmallVector<Operation *> copies = getCopies();
  for (Operation *op : llvm::reverse(copies))
    op->erase();
  for (Operation *op : llvm::reverse(extra))
    op->erase();
  behind->erase();
}

void RewriteTrial::keep() {
  behind->erase();
  root->erase();
}

void RewriteTrial::noteKept(Operation *op, StringRef reason, bool isUnknown) {
  Operation *its = root->getBlock()->findAncestorOpInBlock(*op);
  if (its && root->isBeforeInBlock(its) && its->isBeforeInBlock(behind))
    refusal.decision = isUnknown ? Decision::unknown(reason.str())
                                 : Decision::no(reason.str());
}

/// Returns the cost of an iteration of a loop that is strip-mined in place.
static double getCostInPlace(affine::AffineForOp loop, const Target &target) {
  if (std::optional<AffineNest> nest = AffineNest::readOne(loop))
    return CostModel(*nest, target).getSplitCost();
  return llvm::range_size(loop.getBody()->without_terminator());
}

void RewriteTrial::evaluate(NestPlanner &planner, const Target &target) {
  llvm::SmallDenseSet<Operation *> reordered;
  for (Operation *copy : getCopies())
    copy->walk([&](affine::AffineForOp loop) {
      if (loop.getBody()
              ->walk(
                  [](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted())
        return;
      affine::AffineForOp nest = findNestRoot(loop);
      OrderRefusal refused;
      std::optional<NestPlanner::Plan> plan = planner.plan(nest, refused);
      double its = estimateIterations(loop) *
                   (plan ? plan->cost : getCostInPlace(loop, target));
      cost += its;
      inPlace += plan ? 0 : its;
      if (plan || refused.hasLanes)
        reordered.insert(nest);
      // For the words only.
      else if (!refused.decision.isYes())
        refusal = refused;
    });
  findFailed(reordered);
}

void RewriteTrial::findFailed(
    const llvm::SmallDenseSet<Operation *> &reordered) {
  auto isReordered = [&](Operation *op) {
    for (; op; op = op->getParentOp())
      if (reordered.contains(op))
        return true;
    return false;
  };
  for (auto [number, its] : llvm::enumerate(values))
    for (Value buffer : its.buffers)
      for (Operation *user : buffer.getUsers())
        if (!onlyFrees(user) && !isReordered(user))
          failed.set(number);
}
