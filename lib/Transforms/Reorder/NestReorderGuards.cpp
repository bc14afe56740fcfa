//===- NestReorderGuards.cpp - Guards for the original iterations ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestReorderGuards.h"

#include "Map/NestReorderMap.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class GuardPlanner {
public:
  GuardPlanner(const NestReorderRequest &request, const NestReorderLoops &nest,
               IntegerFacts &facts,
               const DenseMap<AffineExpr, AffineExpr> &newExprs,
               NestReorderPlan &plan, NestReorderRefusal &refusal)
      : request(request), nest(nest), facts(facts), newExprs(newExprs),
        plan(plan), refusal(refusal),
        context(request.chain.getRoot()->getContext()) {}

  LogicalResult run() {
    findGuards();
    return planClamps();
  }

private:
  SmallVector<Interval> getRanges() const {
    SmallVector<Interval> ranges;
    for (const NestReorderPlan::NewLoop &loop : plan.loops)
      ranges.push_back({loop.lower, loop.upper ? std::optional(*loop.upper - 1)
                                               : std::nullopt});
    for (const NestReorderLoop &loop : nest.loops)
      if (!loop.isReordered)
        ranges.push_back(facts.getRange(loop.expr));
    for (AffineExpr expr : nest.fixedExprs)
      ranges.push_back(facts.getRange(expr));
    return ranges;
  }

  void findGuards() {
    GuardFinder finder(getRanges());
    for (auto [number, loop] : llvm::enumerate(plan.loops))
      if (loop.upperExpr)
        finder.addKnown(
            {loop.upperExpr - 1 - getAffineDimExpr(number, context)});
    for (const NestReorderLoop &loop : nest.loops)
      if (!loop.isReordered)
        for (IndexConstraint constraint : getDomain(loop))
          finder.addKnown(constraint);
    addConditions(finder);
    // What the image is, then the original iterations.
    for (auto [number, coordinate] : llvm::enumerate(nest.reorderedCoordinates))
      finder.addGuard({request.place[coordinate].replace(newExprs) -
                           getAffineDimExpr(number, context),
                       /*isEq=*/true});
    for (const NestReorderLoop &loop : nest.loops)
      if (loop.isReordered)
        for (IndexConstraint constraint : getDomain(loop))
          finder.addGuard(constraint);
    for (const IndexConstraint &guard : finder.find()) {
      bool isInner = false;
      for (unsigned i = 0; i < plan.inner.size(); ++i)
        isInner |= guard.expr.isFunctionOfDim(plan.loops.size() + i);
      (isInner ? plan.innerGuard : plan.outerGuard).push_back(guard);
    }
  }

  /// Guards, and bounds of the new loops, are sums that the program need not
  /// compute.
  LogicalResult planClamps() {
    SmallVector<Interval> ranges = getRanges();
    Interval *range = ranges.begin();
    for (const NestReorderPlan::NewLoop &loop : plan.loops)
      limitCounter(*range++, startsAtNumbers() || !loop.upperExpr
                                 ? std::optional(loop.lower)
                                 : std::nullopt);
    for (const NestReorderLoop &loop : nest.loops)
      if (!loop.isReordered)
        limitCounter(*range++, getLastStart(loop), loop.step);
    for (auto [number, expr] : llvm::enumerate(nest.fixedExprs))
      if (facts.getExtentDim(cast<AffineDimExpr>(expr).getPosition()))
        ranges[plan.getFixedOffset() + number].high = LoopBoundPlanner::far;
    SmallVector<IndexConstraint> conditions(plan.outerGuard);
    llvm::append_range(conditions, plan.innerGuard);
    for (const NestReorderPlan::NewLoop &loop : plan.loops)
      if (loop.upperExpr && !isa<AffineDimExpr>(loop.upperExpr)) {
        if (std::optional<unsigned> dim = getOnlyNumber(loop.upperExpr);
            dim && startsAtNumbers() && !ranges[*dim].high)
          ranges[*dim].high = 2 * LoopBoundPlanner::far;
        conditions.append({{loop.upperExpr}, {loop.upperExpr - loop.lower}});
      }
    FailureOr<GuardClamps> clamps =
        GuardClamps::plan(conditions, ranges, plan.getFixedOffset());
    if (failed(clamps))
      return refusal.give(
          "may-wrap", "a condition or bound of the new loops might not fit 64 "
                      "bits; bound the extents and symbols by layout.assume");
    plan.clamps = std::move(*clamps);
    return success();
  }

  /// Wherever the loop starts, it is no later than that.
  std::optional<int64_t> getLastStart(const NestReorderLoop &loop) const {
    int64_t last = std::numeric_limits<int64_t>::min();
    for (AffineExpr lower : loop.lowers) {
      std::optional<int64_t> high = facts.getRange(lower).high;
      if (!high)
        return std::nullopt;
      last = std::max(last, *high);
    }
    return loop.lowers.empty() ? std::nullopt : std::optional(last);
  }

  /// Only then do new loops run as often as there were iterations, and does
  /// the end of a loop count them.
  bool startsAtNumbers() const {
    return llvm::all_of(nest.loops, [](const NestReorderLoop &loop) {
      return !loop.isReordered ||
             llvm::all_of(loop.lowers, llvm::IsaPred<AffineConstantExpr>);
    });
  }

  /// The one number of an end that grows with it.
  std::optional<unsigned> getOnlyNumber(AffineExpr end) const {
    std::optional<unsigned> only;
    for (unsigned dim = 0; dim < plan.getFixedOffset() + nest.fixedExprs.size();
         ++dim) {
      if (!end.isFunctionOfDim(dim))
        continue;
      if (only || getDirection(end, dim) != 1)
        return std::nullopt;
      only = dim;
    }
    return only;
  }

  /// No loop runs for as long as that.
  static void limitCounter(Interval &range, std::optional<int64_t> start,
                           int64_t step = 1) {
    int64_t distance, beyond;
    if (start && !range.high &&
        !llvm::MulOverflow(step, LoopBoundPlanner::far, distance) &&
        !llvm::AddOverflow(*start, distance, beyond))
      range.high = beyond;
  }

  SmallVector<IndexConstraint> getDomain(const NestReorderLoop &loop) const {
    SmallVector<IndexConstraint> domain;
    for (AffineExpr lower : loop.lowers)
      domain.push_back({(loop.expr - lower).replace(newExprs)});
    for (AffineExpr upper : loop.uppers)
      domain.push_back({(upper - 1 - loop.expr).replace(newExprs)});
    return domain;
  }

  /// Branches that stay around all that is done are known to hold inside. Of
  /// `affine.if` only, whose numbers do not wrap around where an iteration is
  /// left that was none.
  void addConditions(GuardFinder &finder) {
    SmallVector<Operation *> branches;
    for (auto [level, op] : llvm::enumerate(request.chain.getOps()))
      if (!request.chain.isLoop(level))
        branches.push_back(op);
    for (Operation *op = request.chain.getCore()->getBlock()->getParentOp();
         op != request.chain.getOps().back(); op = op->getParentOp())
      branches.push_back(op);
    for (Operation *branch : branches) {
      auto affineIf = dyn_cast<affine::AffineIfOp>(branch);
      if (!affineIf)
        continue;
      std::optional<Condition> condition =
          facts.read(affineIf.getIntegerSet(), affineIf.getOperands());
      if (!condition || condition->getAlternatives().size() != 1)
        continue;
      for (const IndexConstraint &constraint :
           condition->getAlternatives().front())
        if (isOverNewExprs(constraint.expr))
          finder.addKnown({constraint.expr.replace(newExprs), constraint.isEq});
    }
  }

  bool isOverNewExprs(AffineExpr expr) const {
    bool isOver = true;
    expr.walk([&](AffineExpr part) {
      isOver &= !isa<AffineDimExpr>(part) || newExprs.contains(part);
    });
    return isOver;
  }

  const NestReorderRequest &request;
  const NestReorderLoops &nest;
  IntegerFacts &facts;
  const DenseMap<AffineExpr, AffineExpr> &newExprs;
  NestReorderPlan &plan;
  NestReorderRefusal &refusal;
  MLIRContext *context;
};

} // namespace

LogicalResult layout::planNestReorderGuards(
    const NestReorderRequest &request, const NestReorderLoops &nest,
    IntegerFacts &facts, const DenseMap<AffineExpr, AffineExpr> &newExprs,
    NestReorderPlan &plan, NestReorderRefusal &refusal) {
  return GuardPlanner(request, nest, facts, newExprs, plan, refusal).run();
}
