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

/// Finds the guards of a rewritten nest, and clamps values so that computing
/// the guards does not overflow. For `A[%i floordiv 4, %i mod 4]` with %i in
/// [0, 14), loops over (a, b) in [0, 4) x [0, 4) need the guard 4 a + b < 14.
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
  /// Returns the ranges of the dimensions of the plan: new loops, loops that
  /// stay, then values from around the nest.
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
    // First, f(g(p)) = p: g is an inverse on the image of f only. Then g(p)
    // must be an iteration of the nest.
    for (auto [number, coordinate] : llvm::enumerate(nest.reorderedCoordinates))
      finder.addGuard({request.place[coordinate].replace(newExprs) -
                           getAffineDimExpr(number, context),
                       /*isEq=*/true});
    for (const NestReorderLoop &loop : nest.loops)
      if (loop.isReordered)
        for (IndexConstraint constraint : getDomain(loop))
          finder.addGuard(constraint);
    // A guard that no inner loop changes goes around these, where it is
    // evaluated less often.
    for (const IndexConstraint &guard : finder.find()) {
      bool isInner = false;
      for (unsigned i = 0; i < plan.inner.size(); ++i)
        isInner |= guard.expr.isFunctionOfDim(plan.loops.size() + i);
      (isInner ? plan.innerGuard : plan.outerGuard).push_back(guard);
    }
  }

  /// Limits the values from around the nest in guards and in bounds of new
  /// loops. These are sums that the program does not compute, so that nothing
  /// says that they fit 64 bits.
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

  /// Returns an upper bound of the first value of a loop.
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

  /// Returns true if all reordered loops start at constants. Only then does the
  /// end of a new loop count iterations of the nest, of which a machine
  /// executes no more than `far`.
  bool startsAtNumbers() const {
    return llvm::all_of(nest.loops, [](const NestReorderLoop &loop) {
      return !loop.isReordered ||
             llvm::all_of(loop.lowers, llvm::IsaPred<AffineConstantExpr>);
    });
  }

  /// Returns the only dimension of `end`, if it grows with it; nullopt if there
  /// are several.
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

  /// Bounds the variable of a loop: no machine executes `far` iterations.
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

  /// Adds the conditions of branches around the whole body, which stay around
  /// the new one, so that guards need not repeat them. Only those of
  /// `affine.if`: the operands of a comparison of `arith` may wrap around for
  /// indices that are no iteration of the nest.
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
