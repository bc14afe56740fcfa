//===- WalkPlan.cpp - A loop nest in another order ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkPlan.h"

#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/IndexMap.h"
#include "LoopRange.h"
#include "WalkMap.h"
#include "WholeBody.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class WalkPlanner {
public:
  WalkPlanner(const WalkRequest &request, IntegerFacts &facts,
              Dependences &dependences, WalkRefusal &refusal)
      : request(request), facts(facts), dependences(dependences),
        refusal(refusal), context(request.chain.getRoot()->getContext()) {
    plan.chain = request.chain;
    plan.buffer = request.buffer;
  }

  FailureOr<std::optional<WalkPlan>> run() {
    refusal.at = request.access ? request.access : request.chain.getRoot();
    if (failed(readChain()) || failed(readPlace()))
      return failure();
    if (isInOrder())
      return std::optional<WalkPlan>();
    if (failed(chooseWalked()) || failed(findNewLoops()) ||
        failed(readInnerLoops()) || failed(solveForIterations()) ||
        failed(findGuards()) || failed(splitPieces()) ||
        failed(chooseDialect()) || failed(checkOrder()))
      return failure();
    findAccesses();
    return std::optional<WalkPlan>(std::move(plan));
  }

private:
  LogicalResult refuse(StringRef reason, const Twine &text,
                       Operation *at = nullptr) {
    refusal.reason = reason.str();
    refusal.text = text.str();
    if (at)
      refusal.at = at;
    return failure();
  }

  AffineExpr getDim(unsigned position) const {
    return getAffineDimExpr(position, context);
  }
  AffineExpr getConstant(int64_t value) const {
    return getAffineConstantExpr(value, context);
  }

  /// A loop of the chain.
  struct Loop {
    Operation *op;
    Value variable;
    AffineExpr expr;                        ///< the variable of the facts
    SmallVector<AffineExpr> lowers, uppers; ///< >= each of, < each of
    int64_t step = 1;
    bool isWalked = false;
  };

  //===--------------------------------------------------------------------===//
  // The nest
  //===--------------------------------------------------------------------===//

  LogicalResult readChain() {
    for (auto [level, op] : llvm::enumerate(request.chain.getOps())) {
      if (op->getNumResults() != 0)
        return refuse("carries-values",
                      "a loop or branch around the access yields values", op);
      bool isThen =
          request.chain.getBlock(level)->getParent() == &op->getRegion(0);
      if (!request.chain.isLoop(level) &&
          (!isThen || !isEmpty(getArm(op, /*isThen=*/false))))
        return refuse("two-arms",
                      "a branch between the loops does something in both cases",
                      op);
      if (request.chain.isLoop(level) && failed(readLoop(op)))
        return failure();
    }
    return success();
  }

  LogicalResult readLoop(Operation *op) {
    Loop loop;
    loop.op = op;
    LoopRange range(op);
    loop.variable = range.getVariable();
    loop.expr = facts.express(loop.variable);
    std::optional<int64_t> step = range.getStep();
    auto addBound = [&](AffineExpr expr, bool isLower) {
      (isLower ? loop.lowers : loop.uppers).push_back(expr);
    };
    if (auto affineFor = dyn_cast<affine::AffineForOp>(op)) {
      AffineMap lower = affineFor.getLowerBoundMap();
      AffineMap upper = affineFor.getUpperBoundMap();
      for (AffineExpr expr : lower.getResults())
        addBound(facts.express(expr, lower.getNumDims(),
                               affineFor.getLowerBoundOperands()),
                 true);
      for (AffineExpr expr : upper.getResults())
        addBound(facts.express(expr, upper.getNumDims(),
                               affineFor.getUpperBoundOperands()),
                 false);
    } else {
      auto scfFor = cast<scf::ForOp>(op);
      addBound(facts.express(scfFor.getLowerBound()), true);
      addBound(facts.express(scfFor.getUpperBound()), false);
    }
    auto isKnown = [](AffineExpr expr) { return bool(expr); };
    if (!loop.expr || !step || *step < 1 ||
        !llvm::all_of(loop.lowers, isKnown) ||
        !llvm::all_of(loop.uppers, isKnown))
      return refuse("unknown-bounds",
                    "the bounds of a loop around the access are not affine",
                    op);
    loop.step = *step;
    if (*step != 1 && !(loop.lowers.size() == 1 &&
                        isa<AffineConstantExpr>(loop.lowers.front())))
      return refuse("unknown-bounds",
                    "a loop with a step starts at no constant", op);
    loops.push_back(std::move(loop));
    return success();
  }

  /// The loop of which `variable` is the variable, by its number.
  std::optional<unsigned> findLoop(unsigned variable) const {
    for (auto [number, loop] : llvm::enumerate(loops))
      if (loop.expr == getDim(variable))
        return number;
    return std::nullopt;
  }

  /// Values from around the nest, which are the same in all of it.
  LogicalResult addFixed(AffineExpr expr, Operation *at) {
    LogicalResult result = success();
    expr.walk([&](AffineExpr part) {
      auto dim = dyn_cast<AffineDimExpr>(part);
      if (!dim || findLoop(dim.getPosition()) || failed(result))
        return;
      Value value = facts.getVariable(dim.getPosition());
      Operation *parent = value.getParentRegion()->getParentOp();
      if (!value.getType().isIndex() ||
          request.chain.getRoot()->isAncestor(parent)) {
        result = refuse("not-affine",
                        "the index is not affine in the loops around it", at);
        return;
      }
      if (!llvm::is_contained(plan.fixed, value)) {
        plan.fixed.push_back(value);
        fixedExprs.push_back(part);
      }
    });
    return result;
  }

  LogicalResult readPlace() {
    for (AffineExpr expr : request.place) {
      if (!expr)
        return refuse("not-affine",
                      "the index is not affine in the loops around it");
      if (failed(addFixed(expr, refusal.at)))
        return failure();
    }
    numFixedOfPlace = plan.fixed.size();
    for (const Loop &loop : loops)
      for (AffineExpr bound :
           llvm::concat<const AffineExpr>(loop.lowers, loop.uppers))
        if (failed(addFixed(bound, loop.op)))
          return failure();
    for (auto [coordinate, expr] : llvm::enumerate(request.place))
      if (dependsOnLoop(expr))
        walkedCoordinates.push_back(coordinate);
    return success();
  }

  bool mentions(AffineExpr expr, const Loop &loop) const {
    return expr.isFunctionOfDim(cast<AffineDimExpr>(loop.expr).getPosition());
  }
  bool dependsOnLoop(AffineExpr expr) const {
    return llvm::any_of(loops,
                        [&](const Loop &loop) { return mentions(expr, loop); });
  }

  /// Are the outermost loops the place, one by one?
  bool isInOrder() const {
    if (walkedCoordinates.size() > loops.size())
      return false;
    for (auto [loop, coordinate] : llvm::zip(loops, walkedCoordinates))
      if (request.place[coordinate] != loop.expr)
        return false;
    return true;
  }

  //===--------------------------------------------------------------------===//
  // The inverse
  //===--------------------------------------------------------------------===//

  /// The map (loops, fixed) -> (place, inner loops, fixed), with counters from
  /// 0.
  WalkMap makeMap() const {
    WalkMap map(context);
    for (const Loop &loop : loops) {
      Interval range = facts.getRange(loop.expr);
      map.addInput(loop.expr, range, loop.step);
    }
    for (AffineExpr expr : ArrayRef(fixedExprs).take_front(numFixedOfPlace))
      map.addInput(expr, facts.getRange(expr), 1);
    for (unsigned coordinate : walkedCoordinates)
      map.addResult(request.place[coordinate],
                    facts.getRange(request.place[coordinate]));
    for (const Loop &loop : loops)
      if (!loop.isWalked)
        map.addKept(loop.expr);
    for (AffineExpr expr : ArrayRef(fixedExprs).take_front(numFixedOfPlace))
      map.addKept(expr);
    return map;
  }

  /// Outermost loops first: those that the place tells, given the others. A
  /// nest map tells all.
  LogicalResult chooseWalked() {
    for (const Loop &loop : loops)
      if (!facts.getRange(loop.expr).low)
        return refuse("unknown-bounds",
                      "the lower bound of a loop around the access is not "
                      "known",
                      loop.op);
    for (AffineExpr expr : ArrayRef(fixedExprs).take_front(numFixedOfPlace))
      if (!facts.getRange(expr).low)
        return refuse("not-affine", "the index depends on a value around the "
                                    "loops that may be negative");
    if (!request.access)
      return walkAll();
    for (Loop &loop : loops) {
      if (llvm::none_of(request.place,
                        [&](AffineExpr expr) { return mentions(expr, loop); }))
        continue;
      loop.isWalked = true;
      if (FailureOr<AffineMap> found = makeMap().inverse(); succeeded(found))
        inverse = *found;
      else
        loop.isWalked = false;
    }
    bool isTold = inverse && llvm::all_of(walkedCoordinates, [&](unsigned c) {
                    return llvm::any_of(loops, [&](const Loop &loop) {
                      return loop.isWalked && mentions(request.place[c], loop);
                    });
                  });
    if (isTold)
      return success();
    return refuseToInvert("the loops cannot be told from the index");
  }

  LogicalResult walkAll() {
    for (Loop &loop : loops)
      loop.isWalked = true;
    if (FailureOr<AffineMap> found = makeMap().inverse(); succeeded(found)) {
      inverse = *found;
      return success();
    }
    return refuseToInvert("the loops cannot be told from the nest map");
  }

  LogicalResult refuseToInvert(const std::string &text) {
    for (Loop &loop : loops)
      loop.isWalked = true;
    Decision injective = makeMap().isInjective();
    refusal.isNotInjective = injective.isNo();
    return refuse("not-invertible",
                  injective.isNo() ? text + ": " + injective.witness : text);
  }

  //===--------------------------------------------------------------------===//
  // New loops
  //===--------------------------------------------------------------------===//

  /// Where all iterations have come to that do anything.
  Operation *getCore() const {
    Block *block = request.chain.getBlock(request.chain.getOps().size() - 1);
    while (Operation *branch = getWholeBody(block)) {
      if (!isBranch(branch) || !isEmpty(getArm(branch, /*isThen=*/false)))
        break;
      block = getArm(branch, /*isThen=*/true);
    }
    return &block->front();
  }

  LogicalResult findNewLoops() {
    for (unsigned coordinate : walkedCoordinates) {
      AffineExpr expr = request.place[coordinate];
      WalkPlan::NewLoop loop;
      Interval range = facts.getRange(expr);
      narrowToBuffer(coordinate, expr, range, loop);
      if (!range.low)
        return refuse("unknown-bounds",
                      "the least index of the walk is not a known number");
      loop.lower = *range.low;
      if (range.high)
        loop.upper = *range.high + 1;
      else if (AffineExpr upper = getUpperOfVariable(expr))
        loop.upperExpr = upper;
      else if (!loop.dim)
        return refuse("unknown-bounds",
                      "the greatest index of the walk is not known");
      plan.loops.push_back(loop);
    }
    return success();
  }

  /// Iterations that do anything stay inside the buffer.
  void narrowToBuffer(unsigned coordinate, AffineExpr expr, Interval &range,
                      WalkPlan::NewLoop &loop) {
    auto type = request.buffer ? dyn_cast<MemRefType>(request.buffer.getType())
                               : MemRefType();
    if (!type)
      return;
    Operation *core = getCore();
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
    for (const Loop &loop : loops) {
      auto offset = dyn_cast<AffineConstantExpr>(expr - loop.expr);
      if (!offset || loop.uppers.size() != 1 ||
          dependsOnLoop(loop.uppers.front()))
        continue;
      return toFixed(loop.uppers.front() + offset.getValue());
    }
    return {};
  }

  LogicalResult readInnerLoops() {
    for (const Loop &loop : loops) {
      if (loop.isWalked)
        continue;
      for (AffineExpr bound :
           llvm::concat<const AffineExpr>(loop.lowers, loop.uppers))
        if (llvm::any_of(loops, [&](const Loop &other) {
              return other.isWalked && mentions(bound, other);
            }))
          return refuse("bounds-depend",
                        "the bounds of an inner loop depend on a loop that is "
                        "replaced",
                        loop.op);
      for (Value operand : loop.op->getOperands())
        if (request.chain.getRoot()->isAncestor(
                operand.getParentRegion()->getParentOp()) &&
            !isInnerVariable(operand))
          return refuse("bounds-depend",
                        "the bounds of an inner loop are computed between the "
                        "loops",
                        loop.op);
      plan.inner.push_back(loop.op);
    }
    return success();
  }

  bool isInnerVariable(Value value) const {
    return llvm::any_of(loops, [&](const Loop &loop) {
      return !loop.isWalked && loop.variable == value;
    });
  }

  //===--------------------------------------------------------------------===//
  // Iterations and guards
  //===--------------------------------------------------------------------===//

  unsigned getFixedOffset() const {
    return plan.loops.size() + plan.inner.size();
  }

  AffineExpr toFixed(AffineExpr expr) const {
    DenseMap<AffineExpr, AffineExpr> position;
    for (auto [number, own] : llvm::enumerate(fixedExprs))
      position[own] = getAffineSymbolExpr(number, context);
    return expr.replace(position);
  }

  LogicalResult solveForIterations() {
    unsigned numInner = 0;
    for (auto [number, loop] : llvm::enumerate(plan.loops))
      (void)loop, mapInputs.push_back(getDim(number));
    for (const Loop &loop : loops)
      if (!loop.isWalked) {
        AffineExpr inner = getDim(plan.loops.size() + numInner++);
        mapInputs.push_back(inner);
        newExprs[loop.expr] = inner;
      }
    for (auto [number, expr] : llvm::enumerate(fixedExprs)) {
      AffineExpr fixed = getDim(getFixedOffset() + number);
      if (number < numFixedOfPlace)
        mapInputs.push_back(fixed);
      newExprs[expr] = fixed;
    }
    WalkMap map = makeMap();
    for (auto [number, loop] : llvm::enumerate(loops)) {
      if (!loop.isWalked)
        continue;
      AffineExpr value = map.solve(inverse, number, mapInputs);
      newExprs[loop.expr] = value;
      plan.iterations.push_back({loop.variable, value});
    }
    for (WalkPlan::NewLoop &loop : plan.loops)
      if (loop.upperExpr) {
        SmallVector<AffineExpr> dims;
        for (unsigned i = 0; i < fixedExprs.size(); ++i)
          dims.push_back(getDim(getFixedOffset() + i));
        loop.upperExpr = loop.upperExpr.replaceSymbols(dims);
      }
    unsigned next = 0;
    for (auto [coordinate, expr] : llvm::enumerate(request.place))
      plan.place.push_back(llvm::is_contained(walkedCoordinates, coordinate)
                               ? getDim(next++)
                               : expr.replace(newExprs));
    return success();
  }

  SmallVector<Interval> getRanges() const {
    SmallVector<Interval> ranges;
    for (const WalkPlan::NewLoop &loop : plan.loops)
      ranges.push_back({loop.lower, loop.upper ? std::optional(*loop.upper - 1)
                                               : std::nullopt});
    for (const Loop &loop : loops)
      if (!loop.isWalked)
        ranges.push_back(facts.getRange(loop.expr));
    for (AffineExpr expr : fixedExprs)
      ranges.push_back(facts.getRange(expr));
    return ranges;
  }

  LogicalResult findGuards() {
    GuardFinder finder(context, getRanges());
    for (auto [number, loop] : llvm::enumerate(plan.loops))
      if (loop.upperExpr)
        finder.addKnown({loop.upperExpr - 1 - getDim(number)});
    for (const Loop &loop : loops)
      if (!loop.isWalked)
        for (IndexConstraint constraint : getDomain(loop))
          finder.addKnown(constraint);
    addConditions(finder);
    // What the image is, then the iterations that there were.
    for (auto [number, coordinate] : llvm::enumerate(walkedCoordinates))
      finder.addGuard(
          {request.place[coordinate].replace(newExprs) - getDim(number),
           /*isEq=*/true});
    for (const Loop &loop : loops)
      if (loop.isWalked)
        for (IndexConstraint constraint : getDomain(loop))
          finder.addGuard(constraint);
    FailureOr<SmallVector<IndexConstraint>> guards = finder.find();
    if (failed(guards))
      return refuse("not-invertible", "the condition for an index to be "
                                      "touched could not be derived");
    for (const IndexConstraint &guard : *guards) {
      bool isInner = false;
      for (unsigned i = 0; i < plan.inner.size(); ++i)
        isInner |= guard.expr.isFunctionOfDim(plan.loops.size() + i);
      (isInner ? plan.innerGuard : plan.outerGuard).push_back(guard);
    }
    return success();
  }

  SmallVector<IndexConstraint> getDomain(const Loop &loop) const {
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
    for (Operation *op = getCore()->getBlock()->getParentOp();
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

  //===--------------------------------------------------------------------===//
  // What is split off, and the order of all
  //===--------------------------------------------------------------------===//

  LogicalResult splitPieces() {
    plan.pieces = request.chain.getPieces();
    const char *text = "a value that is computed between the loops, and not "
                       "from loop variables alone, is used in another part";
    Operation *blocker = nullptr;
    for (const LoopChain::Piece &piece : plan.pieces) {
      SmallVector<Operation *> users(piece.statements);
      users.append(request.chain.getOps().begin() + 1,
                   request.chain.getOps().begin() + piece.level + 1);
      request.chain.getNeeded(users, blocker);
      if (blocker)
        return refuse("value-between-loops", text, blocker);
    }
    SmallVector<Operation *> users(request.chain.getOps().drop_front());
    for (Operation &op : *request.chain.getBlock(users.size()))
      users.push_back(&op);
    request.chain.getNeeded(users, blocker);
    if (blocker)
      return refuse("value-between-loops", text, blocker);
    return success();
  }

  /// New loops are affine where all that they need is; else ops of the affine
  /// dialect inside could not use them.
  LogicalResult chooseDialect() {
    Operation *root = request.chain.getRoot();
    Region *scope = affine::getAffineScope(root);
    auto isValid = [&](Value value) {
      return affine::isValidDim(value, scope);
    };
    plan.isAffine =
        llvm::all_of(plan.fixed, isValid) &&
        llvm::all_of(plan.inner, llvm::IsaPred<affine::AffineForOp>) &&
        llvm::all_of(plan.loops, [&](const WalkPlan::NewLoop &loop) {
          return loop.upper || loop.upperExpr ||
                 affine::isTopLevelValue(request.buffer, scope);
        });
    if (plan.isAffine)
      return success();
    Operation *affineOp = nullptr;
    root->walk([&](Operation *op) {
      bool isFree =
          isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
              op) ||
          (isa<affine::AffineForOp, affine::AffineYieldOp>(op) &&
           llvm::is_contained(request.chain.getOps(), op));
      if (isa<affine::AffineDialect>(op->getDialect()) && !isFree &&
          !isa<affine::AffineYieldOp>(op))
        affineOp = op;
    });
    if (affineOp)
      return refuse("mixed-dialects",
                    "an op of the affine dialect could not use the new loops, "
                    "which must be scf.for",
                    affineOp);
    return success();
  }

  LogicalResult checkOrder() {
    Operation *root = request.chain.getRoot();
    std::vector<ScheduledAccess> accesses;
    auto add = [&](Operation *op, ArrayRef<AffineExpr> before,
                   ArrayRef<AffineExpr> after) {
      for (MemoryAccess &access : dependences.getAccesses(op))
        accesses.push_back({std::move(access), root,
                            SmallVector<AffineExpr>(before),
                            SmallVector<AffineExpr>(after)});
    };
    // Of statements in front of the next level, behind it, and in the core.
    SmallVector<SmallVector<AffineExpr>> before, loopsOnly;
    SmallVector<AffineExpr> times, variables;
    for (auto [level, op] : llvm::enumerate(request.chain.getOps())) {
      if (request.chain.isLoop(level)) {
        times.push_back(facts.express(LoopRange(op).getVariable()));
        variables.push_back(times.back());
      }
      before.push_back(times);
      loopsOnly.push_back(variables);
      times.push_back(getConstant(0));
    }
    int64_t rank = 0;
    auto addPieces = [&](bool isBefore) {
      for (const LoopChain::Piece &piece : plan.pieces) {
        if (piece.isBefore != isBefore)
          continue;
        SmallVector<AffineExpr> old = before[piece.level];
        old.push_back(getConstant(isBefore ? -1 : 1));
        SmallVector<AffineExpr> now{getConstant(rank++)};
        now.append(loopsOnly[piece.level]);
        for (Operation *op : piece.statements)
          add(op, old, now);
      }
    };
    addPieces(true);
    SmallVector<AffineExpr> now{getConstant(rank++)};
    for (unsigned coordinate : walkedCoordinates)
      now.push_back(request.place[coordinate]);
    for (const Loop &loop : loops)
      if (!loop.isWalked)
        now.push_back(loop.expr);
    for (Operation &op : *request.chain.getBlock(before.size() - 1))
      add(&op, before.back(), now);
    addPieces(false);
    return takeAnswer(dependences.keepOrder(accesses));
  }

  LogicalResult takeAnswer(const OrderAnswer &answer) {
    plan.losesWrapFlags = answer.losesWrapFlags;
    if (answer.decision.isYes())
      return success();
    refusal.isOrder = true;
    refusal.isUnknown = answer.decision.isUnknown();
    if (refusal.isUnknown)
      return refuse("not-decided", "whether the order may change could not be "
                                   "decided: " +
                                       answer.decision.witness);
    if (answer.needsReassociation)
      return refuse("needs-reassociation",
                    "the order of '" +
                        answer.needsReassociation->getName().getStringRef() +
                        "' would change, which takes `reassoc` on it or "
                        "reassociate=true: " +
                        answer.decision.witness,
                    answer.needsReassociation);
    return refuse("order", "another order would change results: " +
                               answer.decision.witness);
  }

  /// All accesses with the same index can say it by the new loops.
  void findAccesses() {
    if (!request.access)
      return;
    Operation *leaf = request.chain.getOps().back();
    for (MemoryAccess &access : dependences.getAccesses(leaf))
      if (access.buffer == request.buffer && access.index &&
          ArrayRef<AffineExpr>(*access.index) ==
              ArrayRef<AffineExpr>(request.place))
        plan.accesses.push_back(access.op);
  }

  const WalkRequest &request;
  IntegerFacts &facts;
  Dependences &dependences;
  WalkRefusal &refusal;
  MLIRContext *context;
  WalkPlan plan;
  SmallVector<Loop> loops;
  SmallVector<AffineExpr> fixedExprs; ///< of plan.fixed
  unsigned numFixedOfPlace = 0;
  SmallVector<unsigned> walkedCoordinates;
  AffineMap inverse;
  SmallVector<AffineExpr> mapInputs;         ///< of the inverse
  DenseMap<AffineExpr, AffineExpr> newExprs; ///< of variables of the facts
};

} // namespace

FailureOr<std::optional<WalkPlan>> layout::planWalk(const WalkRequest &request,
                                                    IntegerFacts &facts,
                                                    Dependences &dependences,
                                                    WalkRefusal &refusal) {
  return WalkPlanner(request, facts, dependences, refusal).run();
}
