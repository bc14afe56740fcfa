//===- SumInterchange.cpp - Reductions innermost --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumInterchange.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if some loop adds up: quick to see.
static bool hasSum(affine::AffineForOp root) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  return nest && nest->hasReductions();
}

/// Writes on the ops that add up what the program permits.
static void permitAnyOrder(const AffineNest &nest) {
  auto loops = llvm::seq<unsigned>(0, nest.loops.size());
  for (const AffineNest::Access &access : nest.accesses)
    if (access.isStore && !llvm::all_of(loops, [&](unsigned loop) {
          return access.map.isFunctionOfDim(loop);
        }))
      if (auto combiner = dyn_cast_or_null<arith::ArithFastMathInterface>(
              cast<affine::AffineStoreOp>(access.op)
                  .getValueToStore()
                  .getDefiningOp()))
        addFastMathFlags(combiner, arith::FastMathFlags::reassoc);
}

void layout::permitAnyOrder(affine::AffineForOp root) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest)
    return;
  std::optional<int64_t> span = getSpan(nest->ranges[nest->loops.size() - 1]);
  // LLVM would take other lanes apart, so that these are none of ours.
  if (!span || *span > kMaxLanes || !llvm::isPowerOf2_64(*span))
    ::permitAnyOrder(*nest);
}

std::vector<NestPlanner::Plan> layout::planSumInterchange(Operation *function,
                                                          const Target &target,
                                                          bool reassociate) {
  SmallVector<affine::AffineForOp> roots;
  function->walk([&](affine::AffineForOp root) {
    if (!isOnDevice(root) && !isInPerfectNest(root) && hasSum(root))
      roots.push_back(root);
  });
  std::vector<NestPlanner::Plan> plans;
  if (roots.empty())
    return plans;
  NestPlanner planner(function, target, reassociate);
  for (affine::AffineForOp root : roots)
    if (auto plan = planner.planSumsInnermost(root))
      plans.push_back(std::move(*plan));
  return plans;
}

SmallVector<affine::AffineForOp> layout::interchangeSum(NestPlanner::Plan &plan,
                                                        bool reassociate) {
  remarkDone(plan.nest.loops.front().getLoc(), "layout-tile-loops/interchanged")
      << plan.text;
  if (reassociate)
    ::permitAnyOrder(plan.nest);
  return plan.loops.apply(plan.nest);
}

InterchangedSums layout::interchangeSums(std::vector<NestPlanner::Plan> &plans,
                                         bool reassociate) {
  InterchangedSums interchanged;
  for (NestPlanner::Plan &plan : plans) {
    SmallVector<affine::AffineForOp> loops = interchangeSum(plan, reassociate);
    for (affine::AffineForOp loop : loops)
      interchanged[loop] = 0;
    interchanged[loops.back()] = plan.sumLanes;
  }
  return interchanged;
}

//===----------------------------------------------------------------------===//
// Few rows of one reduction
//===----------------------------------------------------------------------===//

/// Returns true if the variable of `loop` is used for places of accesses only.
static bool onlyPlacesAccesses(affine::AffineForOp loop, Block *body) {
  return llvm::all_of(loop.getInductionVar().getUsers(), [&](Operation *user) {
    return user->getBlock() == body &&
           isa<affine::AffineLoadOp, affine::AffineStoreOp>(user);
  });
}

namespace {

/// A loop of few iterations, and what the nest costs with these in its body.
struct RowsOfSum {
  unsigned loop;
  int64_t number;
  double cost;
};

} // namespace

static std::optional<RowsOfSum> findRows(const AffineNest &nest,
                                         const CostModel &model) {
  // As many registers as half of those of AVX2, one for each row.
  constexpr int64_t mostRows = 8;
  std::optional<RowsOfSum> best;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    std::optional<int64_t> number = getSpan(nest.ranges[loop]);
    affine::AffineForOp rows = nest.loops[loop];
    if (nest.isReduction(loop) || !rows.hasConstantBounds() ||
        rows.getConstantLowerBound() != 0 || !number || *number < 2 ||
        *number > mostRows || !onlyPlacesAccesses(rows, nest.getBody()))
      continue;
    std::optional<TiledNest> sums = model.findSumsInnermost(loop);
    if (sums && sums->sumLanes && (!best || sums->cost < best->cost))
      best = {loop, *number, sums->cost};
  }
  return best;
}

/// Returns true if rows cost clearly less than any other order. What they save
/// of the memory beyond the caches is not counted.
static bool isWorthRows(const RowsOfSum &rows, const CostModel &model) {
  constexpr double minGain = 0.9;
  SmallVector<TiledNest> orders = model.findOrders(1);
  double others = orders.empty() ? model.getScalarCost() : orders.front().cost;
  if (std::optional<TiledNest> sums = model.findSumsInnermost())
    others = std::min(others, sums->cost);
  return model.isGain(rows.cost) && rows.cost < minGain * others;
}

namespace {

/// Unrolls a loop into the body of its nest, op by op: iterations do not depend
/// on each other.
class RowUnroller {
public:
  RowUnroller(affine::AffineForOp rows, Block *body, int64_t number)
      : rows(rows), body(body), builder(rows), copies(number) {}

  void run() {
    SmallVector<Operation *> numbers;
    for (auto [row, copy] : llvm::enumerate(copies)) {
      numbers.push_back(
          arith::ConstantIndexOp::create(builder, rows.getLoc(), row));
      copy.map(rows.getInductionVar(), numbers.back()->getResult(0));
    }
    SmallVector<Operation *> old;
    for (Operation &op : llvm::make_early_inc_range(body->without_terminator()))
      if (llvm::any_of(op.getOperands(), [&](Value operand) {
            return copies.front().contains(operand);
          })) {
        unroll(&op);
        old.push_back(&op);
      }
    for (Operation *op : llvm::reverse(old))
      op->erase();
    // They are in the maps of the accesses.
    for (Operation *number : numbers)
      number->erase();
    rows.setConstantUpperBound(1);
    (void)affine::promoteIfSingleIteration(rows);
  }

private:
  void unroll(Operation *op) {
    builder.setInsertionPoint(op);
    for (IRMapping &copy : copies) {
      if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
        auto [map, operands] = getPlace(load, copy);
        copy.map(load.getResult(),
                 affine::AffineLoadOp::create(builder, op->getLoc(),
                                              load.getMemRef(), map, operands)
                     .getResult());
      } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
        auto [map, operands] = getPlace(store, copy);
        affine::AffineStoreOp::create(
            builder, op->getLoc(),
            copy.lookupOrDefault(store.getValueToStore()), store.getMemRef(),
            map, operands);
      } else {
        builder.clone(*op, copy);
      }
    }
  }

  /// The row is a constant of the map.
  template <typename Access>
  static std::pair<AffineMap, SmallVector<Value>>
  getPlace(Access access, const IRMapping &copy) {
    AffineMap map = access.getAffineMap();
    SmallVector<Value> operands =
        llvm::map_to_vector(access.getMapOperands(), [&](Value operand) {
          return copy.lookupOrDefault(operand);
        });
    affine::canonicalizeMapAndOperands(&map, &operands);
    return {map, operands};
  }

  affine::AffineForOp rows;
  Block *body;
  OpBuilder builder;
  SmallVector<IRMapping> copies; ///< of values, for each row
};

} // namespace

static void remarkRows(affine::AffineForOp loop, const RowsOfSum &rows) {
  if (auto remark =
          remarkDone(loop.getLoc(), "layout-tile-loops/rows-of-sums")) {
    std::string text;
    llvm::raw_string_ostream(text)
        << rows.number << " rows of a reduction, which share what they load, "
        << "are unrolled into its body: "
        << llvm::format("%.2f instructions an iteration, estimated", rows.cost);
    remark << text;
  }
}

void layout::unrollRowsOfSums(
    Operation *function, const Target &target, bool reassociate,
    llvm::function_ref<bool(Operation *root)> wanted) {
  std::vector<std::pair<AffineNest, RowsOfSum>> found;
  function->walk([&](affine::AffineForOp root) {
    if (isOnDevice(root) || isInPerfectNest(root) || !wanted(root))
      return;
    std::optional<AffineNest> nest = AffineNest::read(root);
    if (!nest || !nest->hasReductions() || !nest->isLinear() ||
        nest->isMarked() || findUnvectorizable(nest->getBody()))
      return;
    CostModel model(*nest, target, reassociate);
    if (std::optional<RowsOfSum> rows = findRows(*nest, model);
        rows && isWorthRows(*rows, model))
      found.emplace_back(std::move(*nest), *rows);
  });
  if (found.empty())
    return;
  {
    NestPlanner planner(function, target, reassociate);
    llvm::erase_if(found, [&](auto &its) {
      return !planner.dependAlongReductions(its.first).isYes();
    });
  }
  for (auto &[nest, rows] : found) {
    remarkRows(nest.loops[rows.loop], rows);
    RowUnroller(nest.loops[rows.loop], nest.getBody(), rows.number).run();
  }
}
