//===- SequentialAccess.cpp - Walking a buffer in physical order ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/SequentialAccess.h"

#include "Layout/Analysis/Aliases.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Map/IndexMap.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Remarks.h"
#include "WalkPlan.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSEQUENTIALACCESS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

bool isMarked(Operation *op) {
  return op->hasAttr(LayoutDialect::kSequentialAttrName);
}

bool isMarked(Value buffer) {
  if (Operation *op = buffer.getDefiningOp())
    return isa<memref::AllocOp, memref::AllocaOp>(op) && isMarked(op);
  FunctionOpInterface function = getFunctionOfArgument(buffer);
  return function &&
         function.getArgAttr(cast<BlockArgument>(buffer).getArgNumber(),
                             LayoutDialect::kSequentialAttrName);
}

/// The buffer of an access to one element; null for other ops.
Value getAccessedBuffer(Operation *op) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return store.getMemRef();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getMemRef();
  return {};
}

/// One time through a function: plans for nests that share nothing, then all of
/// them applied.
class Round {
public:
  Round(Operation *function, const SequentialAccessOptions &options)
      : function(function), options(options), flow(function), facts(function),
        dependences(function, facts, flow, options.reassociate) {}

  LogicalResult plan() {
    if (options.nestMap)
      return planNestMap();
    for (Operation *access : findAccesses())
      planAccess(access);
    return success();
  }

  /// True if there was something to do.
  bool apply() {
    for (auto &[plan, location] : plans) {
      remark(plan, location);
      applyWalk(plan);
    }
    return !plans.empty();
  }

  void explainRefusals() {
    for (const WalkRefusal &refusal : refusals) {
      std::string name = "layout-sequential-access/" + refusal.reason;
      if (refusal.isUnknown)
        remarkUnknown(refusal.at->getLoc(), name) << refusal.text;
      else
        remarkMissed(refusal.at->getLoc(), name) << refusal.text;
    }
  }

private:
  //===--------------------------------------------------------------------===//
  // By accesses
  //===--------------------------------------------------------------------===//

  /// Those marked themselves come first, then those of marked buffers in the
  /// order in which these are born.
  SmallVector<Operation *> findAccesses() {
    SmallVector<Operation *> marked;
    llvm::MapVector<Value, SmallVector<Operation *>> byBuffer;
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            if (isa<MemRefType>(argument.getType()) && isMarked(argument))
              byBuffer.insert({argument, {}});
      if (isa<memref::AllocOp, memref::AllocaOp>(op) && isMarked(op))
        byBuffer.insert({op->getResult(0), {}});
      Value buffer = getAccessedBuffer(op);
      if (!buffer)
        return;
      if (isMarked(op))
        marked.push_back(op);
      else if (auto it = byBuffer.find(buffer); it != byBuffer.end())
        it->second.push_back(op);
    });
    for (auto &[buffer, accesses] : byBuffer)
      marked.append(accesses);
    return marked;
  }

  static constexpr unsigned maxAttempts = 8;

  /// Tries all loops around the access, then without outer ones that its index
  /// does not depend on.
  void planAccess(Operation *access) {
    Value buffer = getAccessedBuffer(access);
    WalkRefusal refusal;
    refusal.at = access;
    if (isLaidOut(buffer.getType())) {
      refusal.reason = "layout-not-applied";
      refusal.text = "the layout of the buffer is not applied yet";
      refusals.push_back(refusal);
      return;
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
        return;
      if (!containsTaken(root) && numRefused[root] < maxAttempts) {
        WalkRequest request{chain.slice(begin, end), place, access, buffer};
        refusal = WalkRefusal();
        if (tryPlan(request, refusal))
          return;
        isTried = true;
        ++numRefused[root];
      }
      if (mentions(place, root))
        break;
    }
    if (isTried)
      refusals.push_back(refusal);
  }

  /// True if the nest is planned, or in order.
  bool tryPlan(const WalkRequest &request, WalkRefusal &refusal) {
    auto plan = planWalk(request, facts, dependences, refusal);
    if (failed(plan))
      return false;
    settled.insert(request.chain.getRoot());
    for (Operation *op = request.chain.getRoot(); *plan && op;
         op = op->getParentOp())
      changed.insert(op);
    if (*plan)
      plans.push_back({std::move(**plan), refusal.at->getLoc()});
    return true;
  }

  SmallVector<AffineExpr> getPlace(Operation *access) {
    for (const MemoryAccess &own : dependences.getAccesses(access))
      if (own.op == access && own.index)
        return *own.index;
    return {};
  }

  bool mentions(ArrayRef<AffineExpr> place, Operation *loop) {
    auto variable = dyn_cast_or_null<AffineDimExpr>(
        facts.express(loop->getRegion(0).front().getArgument(0)));
    return variable && llvm::any_of(place, [&](AffineExpr expr) {
             return expr && expr.isFunctionOfDim(variable.getPosition());
           });
  }

  /// An index that no loop changes needs no walk; what changes in a loop that
  /// is not understood does.
  void explainNoLoop(Operation *access, ArrayRef<AffineExpr> place) {
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
      return;
    WalkRefusal refusal;
    refusal.at = access;
    refusal.reason = "no-loop";
    refusal.text = "the index is not affine in affine.for or scf.for loops "
                   "around the access";
    refusals.push_back(refusal);
  }

  bool isTaken(Operation *root) const {
    while (root && !settled.contains(root))
      root = root->getParentOp();
    return root;
  }
  bool containsTaken(Operation *root) const { return changed.contains(root); }

  //===--------------------------------------------------------------------===//
  // By a map
  //===--------------------------------------------------------------------===//

  LogicalResult planNestMap() {
    SmallVector<Operation *> marked = findAccesses();
    function->walk([&](Operation *op) {
      if (isa<affine::AffineForOp, scf::ForOp>(op) && isMarked(op))
        marked.push_back(&op->getRegion(0).front().front());
    });
    for (Operation *op : marked)
      if (failed(planNestMap(op)))
        return failure();
    return success();
  }

  /// From the outermost marked loop around `op`, or else from the outermost.
  LogicalResult planNestMap(Operation *op) {
    LoopChain chain = LoopChain::around(getInnermost(op));
    unsigned numLevels = chain.getOps().size(), begin = numLevels;
    for (unsigned level = numLevels; level-- > 0;)
      if (chain.isLoop(level) &&
          (begin == numLevels || !hasMarkedLoop(chain, level)))
        begin = level;
    if (begin == numLevels || isTaken(chain.getOps()[begin]) ||
        containsTaken(chain.getOps()[begin]))
      return success();
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
                               << " loops, the nest has " << numLoops;
    WalkRequest request;
    request.chain = chain.slice(begin, end);
    for (AffineExpr expr : options.nestMap.getResults())
      request.place.push_back(expr.replaceDims(variables));
    WalkRefusal refusal;
    if (tryPlan(request, refusal))
      return success();
    if (refusal.isNotInjective)
      return root->emitError()
             << "layout-sequential-access: nest-map is not injective on this "
                "nest: "
             << StringRef(refusal.text).split(": ").second;
    refusals.push_back(refusal);
    return success();
  }

  /// Is there a marked loop at an inner level, and none at `level`?
  static bool hasMarkedLoop(const LoopChain &chain, unsigned level) {
    bool isInside = false;
    for (unsigned inner = level + 1; inner < chain.getOps().size(); ++inner)
      isInside |= chain.isLoop(inner) && isMarked(chain.getOps()[inner]);
    return isInside && !isMarked(chain.getOps()[level]);
  }

  /// The first place that has all perfectly nested loops around it.
  static Operation *getInnermost(Operation *op) {
    while (isa<affine::AffineForOp, scf::ForOp>(op))
      op = &op->getRegion(0).front().front();
    return op;
  }

  static std::string count(size_t number, const char *noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
  }

  static void remark(const WalkPlan &plan, Location location) {
    std::string text = "walked in order by " + count(plan.loops.size(), "loop");
    if (!plan.inner.empty())
      text += ", " + count(plan.inner.size(), "loop") + " inside of them";
    size_t numGuards = plan.outerGuard.size() + plan.innerGuard.size();
    text += numGuards ? ", under a condition" : ", without a condition";
    if (!plan.pieces.empty())
      text += ", " + count(plan.pieces.size(), "part") +
              " split off into nests of their own";
    remarkDone(location, "layout-sequential-access/walked") << text;
  }

  Operation *function;
  const SequentialAccessOptions &options;
  BufferFlow flow;
  IntegerFacts facts;
  Dependences dependences;
  std::vector<std::pair<WalkPlan, Location>> plans;
  DenseSet<Operation *> settled; ///< roots of nests that are done
  DenseSet<Operation *> changed; ///< those to be changed, and all around them
  /// How often a nest was tried.
  DenseMap<Operation *, unsigned> numRefused;
  SmallVector<WalkRefusal> refusals;
};

class LayoutSequentialAccessPass
    : public layout::impl::LayoutSequentialAccessBase<
          LayoutSequentialAccessPass> {
public:
  using LayoutSequentialAccessBase::LayoutSequentialAccessBase;

  LogicalResult initialize(MLIRContext *context) override {
    options.reassociate = reassociate;
    options.nestMap = AffineMap();
    if (nestMap.empty())
      return success();
    Attribute parsed = parseAttribute("affine_map<" + nestMap + ">", context);
    if (auto map = dyn_cast_or_null<AffineMapAttr>(parsed))
      options.nestMap = map.getValue();
    if (options.nestMap && IndexMap(options.nestMap).getFault().empty())
      return success();
    return emitError(UnknownLoc::get(context))
           << "layout-sequential-access: nest-map is an index map such as "
              "\"(i, j) -> (j, i)\", not \""
           << nestMap << "\"";
  }

  void runOnOperation() override {
    SmallVector<Operation *> functions;
    getOperation().walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
    for (Operation *function : functions)
      if (failed(walkSequentially(function, options)))
        return signalPassFailure();
  }

private:
  SequentialAccessOptions options;
};

bool hasMark(Operation *function) {
  auto interface = dyn_cast<FunctionOpInterface>(function);
  for (unsigned i = 0, e = interface ? interface.getNumArguments() : 0; i < e;
       ++i)
    if (interface.getArgAttr(i, LayoutDialect::kSequentialAttrName))
      return true;
  return function
      ->walk([](Operation *op) {
        return isMarked(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

LogicalResult layout::walkSequentially(Operation *function,
                                       const SequentialAccessOptions &options) {
  if (!hasMark(function))
    return success();
  // What is split off may hold accesses to other marked buffers.
  constexpr unsigned maxRounds = 8;
  for (unsigned number = 1;; ++number) {
    Round round(function, options);
    if (failed(round.plan()))
      return failure();
    // A map is applied once.
    bool isLast = options.nestMap || number == maxRounds;
    if (isLast)
      round.explainRefusals();
    if (!round.apply()) {
      if (!isLast)
        round.explainRefusals();
      return success();
    }
    if (isLast)
      return success();
  }
}
