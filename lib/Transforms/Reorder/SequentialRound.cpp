//===- SequentialRound.cpp - One pass over a function ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SequentialRound.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/NotRaised.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

SequentialRound::SequentialRound(Operation *function,
                                 const SequentialAccessOptions &options)
    : function(function), options(options), flow(function),
      // A wrong map is an error, which is always emitted.
      facts(function,
            options.nestMap || areRemarksEnabled(function->getContext())),
      dependences(function, facts, flow, options.reassociate),
      marked(function) {}

static std::string count(size_t number, const char *noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

static void remarkReordered(const NestReorderPlan &plan, Location location) {
  std::string text =
      plan.buffer ? "reordered to physical order: " : "rewritten by nest-map: ";
  text += count(plan.loops.size(), "new loop");
  if (!plan.inner.empty())
    text += " around " + std::to_string(plan.inner.size()) + " as before";
  size_t numGuards = plan.outerGuard.size() + plan.innerGuard.size();
  text += numGuards ? ", under a condition" : ", without a condition";
  if (!plan.pieces.empty())
    text += ", " + count(plan.pieces.size(), "part") +
            " split off into nests of their own";
  remarkDone(location, "layout-sequential-access/reordered") << text;
}

LogicalResult SequentialRound::plan() {
  if (options.nestMap)
    return planNestMap();
  for (Operation *access : marked.getAccesses())
    marked.note(access, planAccess(access));
  return success();
}

bool SequentialRound::apply() {
  for (auto &[plan, location] : plans) {
    remarkReordered(plan, location);
    applyNestReorder(plan);
  }
  return !plans.empty();
}

void SequentialRound::explainRefusals(const DenseSet<const void *> &told) {
  for (const NestReorderRefusal &refusal : refusals) {
    std::string name = "layout-sequential-access/" + refusal.reason;
    if (refusal.isUnknown)
      remarkUnknown(refusal.at->getLoc(), name) << refusal.text;
    else
      remarkMissed(refusal.at->getLoc(), name) << refusal.text;
  }
  marked.explainSilent(told);
}

//===----------------------------------------------------------------------===//
// By accesses
//===----------------------------------------------------------------------===//

/// Number of accesses for which one nest is tried in vain, each by a query of
/// all its dependences.
static constexpr unsigned maxAttempts = 8;

/// Returns true if a layout is requested for the buffer: its physical order is
/// another then.
static bool isRequested(Value buffer) {
  StringRef name = LayoutDialect::kTransformAttrName;
  if (Operation *op = buffer.getDefiningOp())
    return op->hasAttr(name);
  FunctionOpInterface function = getFunctionOfArgument(buffer);
  return function &&
         function.getArgAttr(cast<BlockArgument>(buffer).getArgNumber(), name);
}

/// Tries all loops around the access, then without outer ones that its index
/// does not depend on.
MarkedAccesses::Outcome SequentialRound::planAccess(Operation *access) {
  Value buffer = getAccessedBuffer(access);
  NestReorderRefusal refusal;
  refusal.at = access;
  if (isLaidOut(buffer.getType()) || isRequested(buffer)) {
    refusal.reason = "layout-not-applied";
    refusal.text =
        "the layout of the buffer is not applied yet; run layout-apply first";
    refusals.push_back(refusal);
    return Outcome::Told;
  }
  SmallVector<AffineExpr> place = getPlace(access);
  LoopChain chain = LoopChain::around(access);
  unsigned numLevels = chain.getOps().size(), end = 0;
  for (unsigned level = 0; level < numLevels; ++level)
    if (chain.isLoop(level) && mentions(place, chain.getOps()[level]))
      end = level + 1;
  if (end == 0)
    return explainNoLoop(access, place);
  bool isTried = false;
  for (unsigned begin = 0; begin < end; ++begin) {
    if (!chain.isLoop(begin))
      continue;
    Operation *root = chain.getOps()[begin];
    if (isTaken(root))
      return Outcome::Taken;
    if (!containsTaken(root) && numRefused[root] < maxAttempts) {
      NestReorderRequest request{chain.slice(begin, end), place, access, buffer,
                                 options.reorderOnly};
      refusal = NestReorderRefusal();
      size_t numPlans = plans.size();
      if (tryPlan(request, refusal))
        return plans.size() == numPlans ? Outcome::InOrder : Outcome::Told;
      isTried = true;
      ++numRefused[root];
    }
    // The nest must contain all loops that the index depends on.
    if (mentions(place, root))
      break;
  }
  if (!isTried)
    return Outcome::Taken;
  refusals.push_back(refusal);
  return Outcome::Told;
}

/// Returns true if a loop of the chain is marked for `layout-cache`. The new
/// loops would not have the mark, as they may be others in number.
static bool isToBeCached(const LoopChain &chain) {
  return llvm::any_of(chain.getOps(), [](Operation *op) {
    return op->hasAttr(LayoutDialect::kCacheAttrName);
  });
}

/// True if the nest is planned, or in order.
bool SequentialRound::tryPlan(const NestReorderRequest &request,
                              NestReorderRefusal &refusal) {
  if (isToBeCached(request.chain)) {
    if (!refusal.at)
      refusal.at = request.chain.getRoot();
    refusal.reason = "cached-loop";
    refusal.text = "a loop around the access is marked layout.cache; run "
                   "layout-cache first";
    return false;
  }
  auto plan = planNestReorder(request, facts, dependences, refusal);
  if (failed(plan))
    return false;
  // Plans of one round must not overlap: a nest that is changed excludes all
  // nests around it and inside of it.
  settled.insert(request.chain.getRoot());
  for (Operation *op = request.chain.getRoot(); *plan && op;
       op = op->getParentOp())
    changed.insert(op);
  if (*plan)
    plans.push_back({std::move(**plan), refusal.at->getLoc()});
  return true;
}

SmallVector<AffineExpr> SequentialRound::getPlace(Operation *access) {
  for (const MemoryAccess &own : dependences.getAccesses(access))
    if (std::optional<SmallVector<AffineExpr>> index = own.getIndex();
        index && own.op == access)
      return *index;
  return {};
}

bool SequentialRound::mentions(ArrayRef<AffineExpr> place, Operation *loop) {
  auto variable = dyn_cast_or_null<AffineDimExpr>(
      facts.express(loop->getRegion(0).front().getArgument(0)));
  return variable && llvm::any_of(place, [&](AffineExpr expr) {
           return expr && expr.isFunctionOfDim(variable.getPosition());
         });
}

/// Explains an access whose index depends on no loop that can be reordered:
/// either it is the same in all iterations, or a loop of another kind changes
/// it.
MarkedAccesses::Outcome
SequentialRound::explainNoLoop(Operation *access, ArrayRef<AffineExpr> place) {
  bool isFixed = llvm::all_of(place, [&](AffineExpr expr) {
    bool isOutside = bool(expr);
    if (expr)
      expr.walk([&](AffineExpr part) {
        if (auto dim = dyn_cast<AffineDimExpr>(part))
          isOutside &= facts.getVariable(dim.getPosition())
                           .getParentRegion()
                           ->getParentOp() == function;
      });
    return isOutside;
  });
  if (isFixed)
    return Outcome::Fixed;
  NestReorderRefusal refusal;
  refusal.at = access;
  refusal.reason = "no-loop";
  refusal.text = "the index is not affine in affine.for or scf.for loops "
                 "around the access";
  for (Operation *op = access->getParentOp(); op != function;
       op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op) && !isCountedLoop(op))
      refusal.text =
          ("'" + op->getName().getStringRef() +
           "' around the access is not reordered; " + adviseOnLoopKind(op))
              .str();
  refusals.push_back(refusal);
  return Outcome::Told;
}

bool SequentialRound::isTaken(Operation *root) const {
  while (root && !settled.contains(root))
    root = root->getParentOp();
  return root;
}
//===----------------------------------------------------------------------===//
// By a map
//===----------------------------------------------------------------------===//

/// Returns true if a loop at an inner level is marked, and none at `level`.
static bool hasMarkedLoop(const LoopChain &chain, unsigned level) {
  bool isInside = false;
  for (unsigned inner = level + 1; inner < chain.getOps().size(); ++inner)
    isInside |=
        chain.isLoop(inner) && isMarkedSequential(chain.getOps()[inner]);
  return isInside && !isMarkedSequential(chain.getOps()[level]);
}

/// The first place that has all perfectly nested loops around it.
static Operation *getInnermost(Operation *op) {
  while (isCountedLoop(op))
    op = &op->getRegion(0).front().front();
  return op;
}

LogicalResult SequentialRound::planNestMap() {
  for (Operation *access : marked.getAccesses())
    if (failed(planNestMap(access, access)))
      return failure();
  WalkResult walked = function->walk([&](Operation *op) {
    bool isMarked = isCountedLoop(op) && isMarkedSequential(op);
    return isMarked &&
                   failed(planNestMap(&op->getRegion(0).front().front(), op))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

/// From the outermost marked loop around `op`, or else from the outermost.
/// `mark` is the op with the mark: a loop, or the access itself.
LogicalResult SequentialRound::planNestMap(Operation *op, Operation *mark) {
  LoopChain chain = LoopChain::around(getInnermost(op));
  unsigned numLevels = chain.getOps().size(), begin = numLevels;
  for (unsigned level = numLevels; level-- > 0;)
    if (chain.isLoop(level) &&
        (begin == numLevels || !hasMarkedLoop(chain, level)))
      begin = level;
  if (begin == numLevels) {
    marked.note(mark, Outcome::Fixed);
    return success();
  }
  if (isTaken(chain.getOps()[begin]) || containsTaken(chain.getOps()[begin])) {
    marked.note(mark, Outcome::Taken);
    return success();
  }
  unsigned end = begin, numLoops = 0;
  SmallVector<AffineExpr> variables;
  for (; end < numLevels && numLoops < options.nestMap.getNumDims(); ++end)
    if (chain.isLoop(end)) {
      ++numLoops;
      variables.push_back(facts.express(
          chain.getOps()[end]->getRegion(0).front().getArgument(0)));
    }
  Operation *root = chain.getOps()[begin];
  if (numLoops != options.nestMap.getNumDims())
    return root->emitError() << "layout-sequential-access: nest-map takes "
                             << options.nestMap.getNumDims()
                             << " loops, but the nest has " << numLoops;
  NestReorderRequest request;
  request.chain = chain.slice(begin, end);
  for (AffineExpr expr : options.nestMap.getResults())
    request.place.push_back(expr.replaceDims(variables));
  NestReorderRefusal refusal;
  size_t numPlans = plans.size();
  bool isPlanned = tryPlan(request, refusal);
  marked.note(mark, isPlanned && plans.size() == numPlans ? Outcome::AsMapped
                                                          : Outcome::Told);
  if (isPlanned)
    return success();
  if (refusal.isNotInjective)
    return root->emitError()
           << "layout-sequential-access: nest-map is not injective on this "
              "nest: "
           << StringRef(refusal.text).split(": ").second;
  refusals.push_back(refusal);
  return success();
}
