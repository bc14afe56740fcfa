//===- NestReorderPlan.cpp - A loop nest in another order -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestReorderPlan.h"

#include "Layout/Analysis/Values/Poison.h"
#include "Layout/IR/AffineIndices.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/IndexMap.h"
#include "Map/NestReorderMap.h"
#include "NestReorderGuards.h"
#include "NestReorderLegality.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/WholeBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The dialect of new loops
//===----------------------------------------------------------------------===//

/// Returns true if affine ops can express all bounds and conditions of the
/// plan.
static bool canBeAffine(const NestReorderRequest &request,
                        const NestReorderPlan &plan) {
  Region *scope = affine::getAffineScope(request.chain.getRoot());
  auto isValid = [&](Value value) { return mayBeAffineDim(value, scope); };
  auto isClamped = [](const Interval &clamp) {
    return clamp.low || clamp.high;
  };
  return llvm::all_of(plan.fixed, isValid) &&
         llvm::all_of(llvm::zip(plan.fixed, plan.clamps.ofNumbers),
                      [&](auto pair) {
                        auto [value, clamp] = pair;
                        return !isClamped(clamp) ||
                               affine::isTopLevelValue(value, scope);
                      }) &&
         llvm::all_of(plan.inner, llvm::IsaPred<affine::AffineForOp>) &&
         llvm::all_of(plan.loops, [&](const NestReorderPlan::NewLoop &loop) {
           return loop.upper || loop.upperExpr ||
                  affine::isTopLevelValue(request.buffer, scope);
         });
}

/// The last op inside that could not use loops of another dialect; null if
/// none.
static Operation *findAffineUser(const LoopChain &chain) {
  Operation *affineOp = nullptr;
  chain.getRoot()->walk([&](Operation *op) {
    bool isFree =
        isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
            op) ||
        (isa<affine::AffineForOp, affine::AffineYieldOp>(op) &&
         llvm::is_contained(chain.getOps(), op));
    if (isa_and_nonnull<affine::AffineDialect>(op->getDialect()) && !isFree &&
        !isa<affine::AffineYieldOp>(op))
      affineOp = op;
  });
  return affineOp;
}

/// New loops are affine where all that they need is; else ops of the affine
/// dialect inside could not use them, and such a nest is refused.
static LogicalResult chooseDialect(const NestReorderRequest &request,
                                   NestReorderPlan &plan,
                                   NestReorderRefusal &refusal) {
  plan.isAffine = canBeAffine(request, plan);
  if (plan.isAffine)
    return success();
  if (Operation *affineOp = findAffineUser(request.chain))
    return refusal.give(
        "mixed-dialects",
        "the new loops must be scf.for, whose variables ops of the affine "
        "dialect in the body cannot use; lower those first (lower-affine)",
        affineOp);
  return success();
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

namespace {

class NestReorderPlanner : NestReorderLoops {
public:
  NestReorderPlanner(const NestReorderRequest &request, IntegerFacts &facts,
                     Dependences &dependences, NestReorderRefusal &refusal)
      : request(request), facts(facts), dependences(dependences),
        refusal(refusal), context(request.chain.getRoot()->getContext()) {
    plan.chain = request.chain;
    plan.buffer = request.buffer;
  }

  FailureOr<std::optional<NestReorderPlan>> run() {
    refusal.at = request.access ? request.access : request.chain.getRoot();
    FailureOr<NestReorderLoops> read =
        readNestReorderLoops(request, facts, refusal);
    if (failed(read))
      return failure();
    NestReorderLoops::operator=(std::move(*read));
    if (failed(checkFixed()))
      return failure();
    plan.fixed = fixed;
    // A nest map that leaves a loop out is no order of all iterations.
    bool mayBeInOrder =
        request.access || reorderedCoordinates.size() == loops.size();
    if (mayBeInOrder &&
        (isInOrder(request.place) ||
         (areVariables(request.place) &&
          isVisitedInOrder(request, *this, facts, dependences))))
      return std::optional<NestReorderPlan>();
    if (request.reorderOnly &&
        isVisitedInOrder(request, *this, facts, dependences))
      return refuse("no-gain",
                    "the nest visits the buffer in physical order already; "
                    "other loops would not improve locality, and nothing needs "
                    "to be done");
    if (failed(chooseReordered()) || failed(findNewLoops()) ||
        failed(readInnerLoops()))
      return failure();
    solveForIterations();
    if (failed(planNestReorderGuards(request, *this, facts, newExprs, plan,
                                     refusal)) ||
        failed(chooseDialect(request, plan, refusal)) ||
        failed(checkNestReorder(request, *this, facts, dependences, plan,
                                refusal)))
      return failure();
    findAccesses();
    return std::optional<NestReorderPlan>(std::move(plan));
  }

private:
  LogicalResult refuse(StringRef reason, const Twine &text,
                       Operation *at = nullptr) {
    return refusal.give(reason, text, at);
  }

  /// The new loops and guards test values that the nest tests in an iteration
  /// only, and there may be none.
  LogicalResult checkFixed() {
    for (Value value : fixed)
      if (!llvm::is_contained(request.chain.getRoot()->getOperands(), value) &&
          mayBePoison(value))
        return refuse("may-be-poison",
                      "a bound or index of the nest may be poison if the nest "
                      "has no iteration: an op with poison-generating flags, "
                      "such as nsw, computes it; remove these flags");
    return success();
  }

  AffineExpr getDim(unsigned position) const {
    return getAffineDimExpr(position, context);
  }
  AffineExpr getConstant(int64_t value) const {
    return getAffineConstantExpr(value, context);
  }
  //===--------------------------------------------------------------------===//
  // The inverse
  //===--------------------------------------------------------------------===//

  /// The map (loops, fixed) -> (place, inner loops, fixed), with counters from
  /// 0.
  NestReorderMap makeMap() const {
    NestReorderMap map(context);
    for (const NestReorderLoop &loop : loops) {
      Interval range = facts.getRange(loop.expr);
      map.addInput(loop.expr, range, loop.step);
    }
    for (AffineExpr expr : ArrayRef(fixedExprs).take_front(numFixedOfPlace))
      map.addInput(expr, facts.getRange(expr), 1);
    for (unsigned coordinate : reorderedCoordinates)
      map.addResult(request.place[coordinate],
                    facts.getRange(request.place[coordinate]));
    for (const NestReorderLoop &loop : loops)
      if (!loop.isReordered)
        map.addKept(loop.expr);
    for (AffineExpr expr : ArrayRef(fixedExprs).take_front(numFixedOfPlace))
      map.addKept(expr);
    return map;
  }

  /// Outermost loops first: those that the place tells, given the others. A
  /// nest map tells all.
  LogicalResult chooseReordered() {
    for (const NestReorderLoop &loop : loops)
      if (!facts.getRange(loop.expr).low)
        return refuse(
            "unknown-bounds",
            "the lower bound of a loop around the access is not known to be a "
            "constant or an affine expression of outer loops; make it one",
            loop.op);
    for (AffineExpr expr : ArrayRef(fixedExprs).take_front(numFixedOfPlace))
      if (!facts.getRange(expr).low)
        return refuse("not-affine",
                      "the index depends on a value around the loops that may "
                      "be negative; state by layout.assume that it is not");
    if (!request.access)
      return walkAll();
    for (NestReorderLoop &loop : loops) {
      if (llvm::none_of(request.place,
                        [&](AffineExpr expr) { return mentions(expr, loop); }))
        continue;
      loop.isReordered = true;
      if (FailureOr<AffineMap> found = makeMap().inverse(); succeeded(found))
        inverse = *found;
      else
        loop.isReordered = false;
    }
    bool isTold =
        inverse && llvm::all_of(reorderedCoordinates, [&](unsigned c) {
          return llvm::any_of(loops, [&](const NestReorderLoop &loop) {
            return loop.isReordered && mentions(request.place[c], loop);
          });
        });
    if (isTold)
      return success();
    return refuseToInvert("the index does not determine the iteration");
  }

  LogicalResult walkAll() {
    for (NestReorderLoop &loop : loops)
      loop.isReordered = true;
    if (FailureOr<AffineMap> found = makeMap().inverse(); succeeded(found)) {
      inverse = *found;
      return success();
    }
    return refuseToInvert("the nest map does not determine the iteration");
  }

  LogicalResult refuseToInvert(const std::string &text) {
    for (NestReorderLoop &loop : loops)
      loop.isReordered = true;
    Decision injective = makeMap().isInjective();
    refusal.isNotInjective = injective.isNo();
    return refuse("not-invertible",
                  injective.isNo() ? text + ": " + injective.witness : text);
  }

  //===--------------------------------------------------------------------===//
  // New loops
  //===--------------------------------------------------------------------===//

  LogicalResult findNewLoops() {
    for (unsigned coordinate : reorderedCoordinates) {
      AffineExpr expr = request.place[coordinate];
      NestReorderPlan::NewLoop loop;
      Interval range = facts.getRange(expr);
      // That no number is larger bounds no loop: it would not come to an end.
      // No memory has more elements than these.
      constexpr int64_t most = int64_t(1) << 47;
      if (range.high && *range.high >= most)
        range.high.reset();
      narrowToBuffer(coordinate, expr, range, loop);
      if (!range.low)
        return refuse(
            "unknown-bounds",
            "the lowest index that the nest visits is not a known constant; "
            "bound the loops and symbols by constants or layout.assume");
      loop.lower = *range.low;
      if (range.high)
        loop.upper = *range.high + 1;
      else if (AffineExpr upper = getUpperOfVariable(expr))
        loop.upperExpr = upper;
      else if (!loop.dim)
        return refuse(
            "unknown-bounds",
            "the highest index that the nest visits is not known; bound the "
            "loops and symbols by constants or layout.assume");
      plan.loops.push_back(loop);
    }
    return success();
  }

  /// Iterations that do anything stay inside the buffer.
  void narrowToBuffer(unsigned coordinate, AffineExpr expr, Interval &range,
                      NestReorderPlan::NewLoop &loop) {
    auto type = request.buffer ? dyn_cast<MemRefType>(request.buffer.getType())
                               : MemRefType();
    if (!type)
      return;
    Operation *core = request.chain.getCore();
    bool isAlways = request.access->getBlock() == core->getBlock();
    auto isImplied = [&](AffineExpr nonNegative) {
      return isAlways ||
             facts.isImplied(Condition(Conjunction{{nonNegative}}), core)
                 .isYes();
    };
    if ((!range.low || *range.low < 0) && isImplied(expr))
      range.low = 0;
    if (type.isDynamicDim(coordinate)) {
      if (isAlways && !range.high)
        loop.dim = coordinate;
      return;
    }
    int64_t last = type.getDimSize(coordinate) - 1;
    if ((!range.high || *range.high > last) &&
        isImplied(getConstant(last) - expr))
      range.high = last;
  }

  /// Of a place that is a loop variable plus a constant: the bound of the loop,
  /// over `fixed`.
  AffineExpr getUpperOfVariable(AffineExpr expr) const {
    for (const NestReorderLoop &loop : loops) {
      auto offset = dyn_cast<AffineConstantExpr>(expr - loop.expr);
      if (!offset || loop.uppers.size() != 1 ||
          dependsOnLoop(loop.uppers.front()))
        continue;
      return toFixed(loop.uppers.front() + offset.getValue());
    }
    return {};
  }

  LogicalResult readInnerLoops() {
    for (const NestReorderLoop &loop : loops) {
      if (loop.isReordered)
        continue;
      for (AffineExpr bound :
           llvm::concat<const AffineExpr>(loop.lowers, loop.uppers))
        if (llvm::any_of(loops, [&](const NestReorderLoop &other) {
              return other.isReordered && mentions(bound, other);
            }))
          return refuse(
              "bounds-depend",
              "the bounds of an inner loop depend on a loop that is replaced; "
              "make them constant, with a condition in the body",
              loop.op);
      for (Value operand : loop.op->getOperands())
        if (request.chain.getRoot()->isAncestor(
                operand.getParentRegion()->getParentOp()) &&
            !isInnerVariable(operand))
          return refuse("bounds-depend",
                        "the bounds of an inner loop are computed between the "
                        "loops; compute them before the nest",
                        loop.op);
      plan.inner.push_back(loop.op);
    }
    return success();
  }

  bool isInnerVariable(Value value) const {
    return llvm::any_of(loops, [&](const NestReorderLoop &loop) {
      return !loop.isReordered && loop.variable == value;
    });
  }

  //===--------------------------------------------------------------------===//
  // Iterations
  //===--------------------------------------------------------------------===//

  AffineExpr toFixed(AffineExpr expr) const {
    DenseMap<AffineExpr, AffineExpr> position;
    for (auto [number, own] : llvm::enumerate(fixedExprs))
      position[own] = getAffineSymbolExpr(number, context);
    return expr.replace(position);
  }

  void solveForIterations() {
    unsigned numInner = 0;
    for (auto [number, loop] : llvm::enumerate(plan.loops))
      (void)loop, mapInputs.push_back(getDim(number));
    for (const NestReorderLoop &loop : loops)
      if (!loop.isReordered) {
        AffineExpr inner = getDim(plan.loops.size() + numInner++);
        mapInputs.push_back(inner);
        newExprs[loop.expr] = inner;
      }
    for (auto [number, expr] : llvm::enumerate(fixedExprs)) {
      AffineExpr fixed = getDim(plan.getFixedOffset() + number);
      if (number < numFixedOfPlace)
        mapInputs.push_back(fixed);
      newExprs[expr] = fixed;
    }
    NestReorderMap map = makeMap();
    for (auto [number, loop] : llvm::enumerate(loops)) {
      if (!loop.isReordered)
        continue;
      AffineExpr value = map.solve(inverse, number, mapInputs);
      newExprs[loop.expr] = value;
      plan.iterations.push_back({loop.variable, value});
    }
    for (NestReorderPlan::NewLoop &loop : plan.loops)
      if (loop.upperExpr) {
        SmallVector<AffineExpr> dims;
        for (unsigned i = 0; i < fixedExprs.size(); ++i)
          dims.push_back(getDim(plan.getFixedOffset() + i));
        loop.upperExpr = loop.upperExpr.replaceSymbols(dims);
      }
    unsigned next = 0;
    for (auto [coordinate, expr] : llvm::enumerate(request.place))
      plan.place.push_back(llvm::is_contained(reorderedCoordinates, coordinate)
                               ? getDim(next++)
                               : expr.replace(newExprs));
  }

  /// All loads and stores with the same index can say it by the new loops.
  void findAccesses() {
    if (!request.access)
      return;
    Operation *leaf = request.chain.getOps().back();
    for (const MemoryAccess &access : dependences.getAccesses(leaf))
      if (OpOperand *accessed = getScalarAccess(access.op);
          accessed && accessed->get() == request.buffer &&
          access.getIndex() == request.place)
        plan.accesses.push_back(access.op);
  }

  const NestReorderRequest &request;
  IntegerFacts &facts;
  Dependences &dependences;
  NestReorderRefusal &refusal;
  MLIRContext *context;
  NestReorderPlan plan;
  AffineMap inverse;
  SmallVector<AffineExpr> mapInputs;         ///< of the inverse
  DenseMap<AffineExpr, AffineExpr> newExprs; ///< of variables of the facts
};

} // namespace

FailureOr<std::optional<NestReorderPlan>>
layout::planNestReorder(const NestReorderRequest &request, IntegerFacts &facts,
                        Dependences &dependences, NestReorderRefusal &refusal) {
  return NestReorderPlanner(request, facts, dependences, refusal).run();
}
