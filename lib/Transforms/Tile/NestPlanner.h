//===- NestPlanner.h - Orders of perfect nests ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_NESTPLANNER_H
#define LIB_TRANSFORMS_TILE_NESTPLANNER_H

#include "CostModel.h"
#include "DigitLoops.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "RegisterSums.h"
#include "Transforms/Vectorize/RegisterTile.h"
#include "Transforms/Vectorize/UnreadableBuffers.h"

namespace mlir::layout {

/// Why a nest keeps its order.
struct OrderRefusal {
  Decision decision = Decision::yes(); ///< Yes: nothing forbids another one
  bool isMarked = false;
  bool hasLanes = false; ///< already in a vectorizable order
  /// The reason of a remark, and its text; empty: one of those above, or none
  /// that is worth it.
  StringRef reason = {};
  std::string text = {};
};

/// Finds an order for the perfect nests of a function. Goes stale when the
/// function changes.
class NestPlanner {
public:
  /// Refusals name two iterations if remarks are enabled, or with `explains`.
  NestPlanner(Operation *function, const Target &target, bool reassociate,
              bool explains = false)
      : target(target), reassociate(reassociate), flow(function),
        facts(function, explains || areRemarksEnabled(function->getContext())),
        dependences(function, facts, flow, reassociate),
        unreadable(function, flow) {}

  /// Which of the new loops are rows, lanes and steps.
  struct TilePositions {
    std::optional<unsigned> rows, lanes, steps;
  };

  struct Plan {
    AffineNest nest;
    DigitLoops loops;
    std::string text; ///< what a remark says
    double cost;      ///< instructions of an iteration of the nest as it was
    int64_t sumLanes = 0; ///< as in `TiledNest`
    TilePositions tile = {};
  };

  /// Nullopt where the nest keeps its order.
  std::optional<Plan> plan(affine::AffineForOp root, OrderRefusal &refusal);

  /// The best orders that are legal, best first, whether they are estimated to
  /// gain or not; at most `maxNumber`.
  std::vector<Plan> planCandidates(affine::AffineForOp root,
                                   unsigned maxNumber);

  /// With the reductions innermost, if they go through contiguous elements
  /// there, and no block of lanes of other loops is better. Such a nest has no
  /// other plan.
  std::optional<Plan> planSumsInnermost(affine::AffineForOp root);

  /// Makes the register tile that `RegisterTile::read` is to find of the loops
  /// of a plan, or explains why they have none; with `planned`, the tile that
  /// this states. Cost: queries of dependences for each two accesses, and of
  /// facts for each reduction.
  FailureOr<RegisterTile> makeTile(const Plan &plan, VectorRefusal &refusal,
                                   std::optional<PlannedTile> planned = {});

  /// With `extends`, also around loops outside of `loop`.
  std::optional<RegisterSums> planSums(affine::AffineForOp loop,
                                       bool extends = false) {
    std::optional<RegisterSums> sums =
        RegisterSums::plan(loop, facts, dependences);
    if (sums && extends)
      sums->extend(facts, dependences);
    return sums;
  }

  /// Proves that iterations that depend on each other differ in reductions
  /// only. Orders that keep the one of these are legal then. It takes no
  /// digits, and so decides much that is too large otherwise.
  Decision dependAlongReductions(AffineNest &nest);
  /// Proves that results stay if iterations come in the order of `digits` and,
  /// with `hasLanes`, each op is executed for all values of the last of them
  /// before the next op.
  Decision keepOrder(AffineNest &nest, ArrayRef<Digit> digits, bool hasLanes);

  IntegerFacts &getFacts() { return facts; }
  Dependences &getDependences() { return dependences; }

private:
  /// Lanes along a reduction, if they are better than the best of `orders`.
  std::optional<TiledNest> chooseSums(AffineNest &nest, const CostModel &model,
                                      ArrayRef<TiledNest> orders);

  const Target &target;
  bool reassociate;
  BufferFlow flow;
  IntegerFacts facts;
  Dependences dependences;
  UnreadableBuffers unreadable;
};

/// Says so in a remark, unless the nest is one that nothing forbids to reorder.
void explain(affine::AffineForOp root, const OrderRefusal &refusal);

/// Why, in words for another pass; empty if there is nothing to say.
std::string describeRefusal(const OrderRefusal &refusal);

/// The outermost loop of the largest perfect nest with the loop.
affine::AffineForOp findNestRoot(affine::AffineForOp loop);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_NESTPLANNER_H
