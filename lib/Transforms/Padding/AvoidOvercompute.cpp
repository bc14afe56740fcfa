//===- AvoidOvercompute.cpp - Skipping iterations in the padding ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opposite of speculation, where the program computes on padding in vain:
//
//     for %io, for %ii                  for %io, for %ii
//       b[%io, %ii] = f(a[%io, %ii]) ->   if 4 * %io + %ii < 14
//                                           b[%io, %ii] = f(a[%io, %ii])
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Padding/AvoidOvercompute.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "Layout/Analysis/Contents/UnchangedElements.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/Analysis/Liveness/DeadStores.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "StoreOps.h"
#include "Transforms/Nests/WholeBody.h"
#include "Transforms/Support/Advice.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/IR/Dominance.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTAVOIDOVERCOMPUTE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Where an access touches data
//===----------------------------------------------------------------------===//

/// Over the physical index (dimensions) and the dynamic logical extents
/// (symbols) of `type`; null if it has no padding or it is not known where.
static IntegerSet getDataCondition(MemRefType type) {
  const PhysicalLayout &layout = getPhysicalLayout(type);
  if (!layout.getFault().empty() || !layout.getUnknown().empty())
    return {};
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> eqFlags;
  for (unsigned step = layout.getNumSteps(); step > 0; --step) {
    IntegerSet set = layout.getDataCondition(step);
    if (!set)
      return {};
    if (layout.hasPadding(step) == Truth::No)
      continue;
    llvm::append_range(constraints, set.getConstraints());
    llvm::append_range(eqFlags, set.getEqFlags());
  }
  if (constraints.empty())
    return {};
  return IntegerSet::get(layout.getPhysicalBox().getRank(),
                         layout.getPhysicalBox().getNumParams(), constraints,
                         eqFlags);
}

/// "The access touches data", over the operands of the access and the extents
/// of its buffer.
static DataGuard getGuard(Operation *op, const OperandAccess &access,
                          IntegerSet isData, ValueRange sizes) {
  MLIRContext *context = op->getContext();
  unsigned numDims = access.map.getNumDims();
  unsigned numSymbols = access.map.getNumSymbols();
  SmallVector<AffineExpr> extents, constraints;
  for (unsigned i = 0; i < sizes.size(); ++i)
    extents.push_back(getAffineSymbolExpr(numSymbols + i, context));
  for (AffineExpr constraint : isData.getConstraints())
    constraints.push_back(simplifyAffineExpr(
        constraint.replaceDimsAndSymbols(access.map.getResults(), extents),
        numDims, numSymbols + sizes.size()));
  DataGuard guard;
  guard.body = op->getBlock();
  guard.condition =
      IntegerSet::get(numDims, numSymbols + sizes.size(), constraints,
                      SmallVector<bool>(isData.getEqFlags()));
  guard.operands = access.operands;
  llvm::append_range(guard.operands, sizes);
  return guard;
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// A loop that yields nothing, and what it executes.
static bool isBodyOfLoop(Block *block) {
  Operation *loop = block->getParentOp();
  // Other loops may execute their region once, or later: a guard in them is not
  // one per iteration.
  return (isCountedLoop(loop) || isParallelLoop(loop)) &&
         loop->getNumResults() == 0;
}

/// The first op of a body that does more than compute.
static Operation *getFirstGuarded(Block *body) {
  for (Operation &op : *body)
    if (!onlyComputes(op))
      return &op;
  return nullptr;
}

/// Returns true if the condition is known before the first effect.
static bool isKnownInTime(const DataGuard &guard, Operation *first) {
  return llvm::all_of(guard.operands, [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return !op || op->getBlock() != guard.body || op->isBeforeInBlock(first);
  });
}

namespace {

class AvoidOvercomputePlanner {
public:
  AvoidOvercomputePlanner(func::FuncOp function, const AccessModes &modes,
                          SymbolTableCollection &symbols, bool explains,
                          SmallVectorImpl<DataGuard> &guards)
      : function(function), explains(explains), guards(guards),
        facts(function, /*explains=*/false), calls(modes, symbols),
        contents(function, facts, &calls),
        deadStores(function, modes, symbols, explains), dominance(function) {}

  void run() {
    function.walk([&](PaddingOp padding) {
      if (IntegerSet isData = getDataCondition(padding.getLaidOutType()))
        conditionsOf[padding.getPhysical()].push_back(
            {isData, padding.getSizes()});
      else if (explains &&
               getPhysicalLayout(padding.getLaidOutType()).hasPadding() !=
                   Truth::No)
        remarkUnknown(padding.getLoc(), "layout-avoid-overcompute/not-known")
            << "cannot determine where this buffer holds data: its map has no "
               "inverse; state one in the index_map";
    });
    if (conditionsOf.empty())
      return;
    // A guard around an outer body leaves nothing to its inner ones.
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (guarded.contains(op->getBlock()) || !isBodyOfLoop(op->getBlock()))
        return;
      for (OpOperand &operand : op->getOpOperands())
        considerAccess(operand);
    });
  }

private:
  struct Padded {
    IntegerSet isData;
    SmallVector<Value> sizes;
  };

  /// One whose extents are known where the access is. Of one buffer there may
  /// be several, after an inlined call that follows the access, too.
  const Padded *findCondition(Value buffer, Operation *access) const {
    auto known = conditionsOf.find(buffer);
    if (known == conditionsOf.end())
      return nullptr;
    for (const Padded &padded : known->second)
      if (llvm::all_of(padded.sizes, [&](Value size) {
            return dominance.properlyDominates(size, access);
          }))
        return &padded;
    return nullptr;
  }

  /// An access to one element, by whatever op.
  void considerAccess(OpOperand &operand) {
    Operation *op = operand.getOwner();
    const Padded *known = findCondition(operand.get(), op);
    if (!known || guarded.contains(op->getBlock()))
      return;
    OperandAccess access = getAccess(operand);
    if (access.reach == OperandAccess::Reach::Elements && access.isExact() &&
        access.lanes.empty() && (access.reads || access.writes))
      consider(op, getGuard(op, access, known->isData, known->sizes));
  }

  void consider(Operation *access, DataGuard guard) {
    std::optional<Condition> isData =
        facts.read(guard.condition, guard.operands);
    // A condition that is not affine, and one that gets too many parts when it
    // is negated, are different causes with different remedies.
    if (!isData)
      return explainUnknown(access, "its index is not affine");
    std::optional<Condition> elsewhere = isData->negate();
    if (!elsewhere)
      return explainUnknown(access, "the condition has too many parts");
    Decision touchesData = facts.isImplied(*isData, access);
    if (touchesData.isYes())
      return;
    if (touchesData.isUnknown())
      return explainUnknown(access, touchesData.witness);
    if (!isKnownInTime(guard, getFirstGuarded(guard.body))) {
      if (explains)
        remarkMissed(access->getLoc(), "layout-avoid-overcompute/late-index")
            << "padded iterations are not skipped: the index is computed only "
               "after another load or store of the body; compute it first";
      return;
    }
    if (!mayGuard(access, guard, *elsewhere))
      return;
    if (explains)
      return;
    remarkDone(access->getLoc(), "layout-avoid-overcompute/guarded")
        << "the body is executed only where this accesses data: what it stores "
           "elsewhere is not needed, or is there already";
    guarded.insert(guard.body);
    guards.push_back(std::move(guard));
  }

  bool mayGuard(Operation *access, const DataGuard &guard,
                const Condition &elsewhere) {
    for (Operation &op : guard.body->without_terminator()) {
      if (canBeSkipped(&op))
        continue;
      // Its effect would be lost for the padding.
      if (explains)
        remarkMissed(access->getLoc(), "layout-avoid-overcompute/side-effect")
            << ("padded iterations are not skipped: the body executes '" +
                op.getName().getStringRef() +
                "', which has side effects; inline it, or move it to a loop of "
                "its own")
                   .str();
      return false;
    }
    LeftOut leftOut = leftOutSoFar;
    WalkResult walked = guard.body->walk([&](Operation *op) {
      return !isStore(op) || canBeLeftOut(op, access, guard, elsewhere, leftOut)
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      return false;
    // One store is dead only if the other is executed, which changes nothing
    // only if the first one is: without both, the element loses its value.
    for (Value buffer : leftOut.unchanged)
      if (leftOut.needless.contains(buffer)) {
        if (explains)
          remarkMissed(access->getLoc(), "layout-avoid-overcompute/either")
              << "padded iterations are not skipped: of two stores to one "
                 "buffer each is redundant only if the other is executed; "
                 "remove one of them";
        return false;
      }
    leftOutSoFar = std::move(leftOut);
    return true;
  }

  /// Buffers with stores that make no difference where guards do not hold. Of
  /// `A[0] = 5; A[0] = 5` either is needless, but not both: the first is
  /// overwritten, the second stores what is there.
  struct LeftOut {
    llvm::SmallSetVector<Value, 4> needless, unchanged;
  };

  bool canBeLeftOut(Operation *store, Operation *access, const DataGuard &guard,
                    const Condition &elsewhere, LeftOut &leftOut) {
    auto addTo = [&](llvm::SmallSetVector<Value, 4> &buffers) {
      for (Value operand : store->getOperands())
        if (isa<BaseMemRefType>(operand.getType()))
          buffers.insert(contents.getFlow().getRoot(operand));
      return true;
    };
    DeadStore needed = deadStores.isDeadUnless(store, guard.condition,
                                               guard.operands, guard.body);
    if (needed.isYes())
      return addTo(leftOut.needless);
    EqualityAnswer unchanged = leavesWhatIsThere(store, elsewhere, contents);
    if (unchanged.isYes())
      return addTo(leftOut.unchanged);
    explain(access, needed, unchanged);
    return false;
  }

  void explainUnknown(Operation *access, const std::string &why) {
    if (explains)
      remarkUnknown(access->getLoc(), "layout-avoid-overcompute/not-known")
          << "cannot determine whether it accesses padding: " + why;
  }

  void explain(Operation *access, const DeadStore &answer,
               const EqualityAnswer &unchanged) {
    if (!explains)
      return;
    if (unchanged.op)
      remarkMissed(unchanged.op->getLoc(),
                   "layout-avoid-overcompute/needs-flag")
          << "fastmath<" + arith::stringifyFastMathFlags(unchanged.flags) +
                 "> on this op would allow to skip padded iterations, which "
                 "then store what is there already";
    else if (answer.decision.isUnknown())
      remarkUnknown(access->getLoc(), "layout-avoid-overcompute/not-known")
          << "cannot determine whether what padded iterations store is "
             "needed: " +
                 answer.decision.witness;
    else
      remarkMissed(access->getLoc(), "layout-avoid-overcompute/needed")
          << "padded iterations are not skipped: " + answer.decision.witness;
  }

  func::FuncOp function;
  bool explains;
  SmallVectorImpl<DataGuard> &guards;
  IntegerFacts facts;
  CallEffects calls;
  KnownContents contents;
  DeadStores deadStores;
  DominanceInfo dominance;
  DenseMap<Value, SmallVector<Padded, 1>> conditionsOf;
  llvm::SmallPtrSet<Block *, 8> guarded;
  LeftOut leftOutSoFar;
};

} // namespace

SmallVector<DataGuard> layout::planAvoidOvercompute(ModuleOp module,
                                                    bool explains) {
  SymbolTableCollection symbols;
  BufferFlow flow(module);
  AccessModes modes(module, symbols, flow);
  SmallVector<DataGuard> guards;
  module.walk([&](func::FuncOp function) {
    if (!function.isExternal())
      AvoidOvercomputePlanner(function, modes, symbols, explains, guards).run();
  });
  return guards;
}

void layout::applyAvoidOvercompute(ArrayRef<DataGuard> guards) {
  for (const DataGuard &guard : guards) {
    Operation *first = getFirstGuarded(guard.body);
    OpBuilder builder(first);
    unsigned numDims = guard.condition.getNumDims();
    ValueRange operands(guard.operands);
    buildBranch(
        builder, first->getLoc(), guard.condition, operands.take_front(numDims),
        operands.drop_front(numDims),
        [&](OpBuilder &inside) {
          inside.getBlock()->getOperations().splice(
              inside.getInsertionPoint(), guard.body->getOperations(),
              first->getIterator(), guard.body->getTerminator()->getIterator());
        },
        /*otherwise=*/nullptr);
  }
}

namespace {

class LayoutAvoidOvercomputePass
    : public layout::impl::LayoutAvoidOvercomputeBase<
          LayoutAvoidOvercomputePass> {
public:
  using LayoutAvoidOvercomputeBase::LayoutAvoidOvercomputeBase;

  void runOnOperation() override {
    explainUnmetRequests(getOperation(), getArgument());
    applyAvoidOvercompute(planAvoidOvercompute(getOperation(), false));
    // Once, of what is left in the end.
    if (areRemarksEnabled(&getContext()))
      (void)planAvoidOvercompute(getOperation(), /*explains=*/true);
  }
};

} // namespace
