//===- RemoveNoOp.cpp - Stores and loops without effect -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dead-store elimination over elements, and what becomes unused by it:
//
//     for %i = 0 to 16 { a[%i] = 0 }    for %i = 12 to 16 { a[%i] = 0 }
//     for %i = 0 to 12 { a[%i] = x } -> for %i = 0 to 12 { a[%i] = x }
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Padding/RemoveNoOp.h"

#include "DeadCode.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Liveness/DeadStores.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "NeededIterations.h"
#include "StoreOps.h"
#include "Transforms/Support/Advice.h"
#include "Transforms/Support/UndefValues.h"
#include "UnchangingStores.h"
#include "UndefStores.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREMOVENOOP
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Calls `visit` for functions with a body that are not in another function.
static void forEachFunction(ModuleOp module,
                            function_ref<void(func::FuncOp)> visit) {
  module.walk<WalkOrder::PreOrder>([&](func::FuncOp function) {
    if (!function.isExternal())
      visit(function);
  });
}

//===----------------------------------------------------------------------===//
// Dead stores
//===----------------------------------------------------------------------===//

static void explainLiveStore(Operation *store, const DeadStore &answer) {
  if (answer.decision.isUnknown()) {
    remarkUnknown(store->getLoc(), "layout-remove-noop/not-known")
        << "cannot determine whether the store is needed: " +
               answer.decision.witness;
    return;
  }
  // No remark where only the caller needs a stored value: that is what most
  // stores are for.
  bool isPlainResult = answer.reader &&
                       answer.reader->hasTrait<OpTrait::ReturnLike>() &&
                       !answer.isPartlyOverwritten;
  if (!isPlainResult)
    remarkMissed(store->getLoc(), "layout-remove-noop/needed")
        << "the store is needed: " + answer.decision.witness;
}

SmallVector<Operation *>
layout::planDeadStores(ModuleOp module, bool explains,
                       SmallVectorImpl<Operation *> *partlyDead,
                       AccessMemo *memo) {
  SymbolTableCollection symbols;
  BufferFlow flow(module);
  AccessModes modes(module, symbols, flow);
  SmallVector<Operation *> dead;
  forEachFunction(module, [&](func::FuncOp function) {
    DeadStores stores(function, modes, symbols, explains, memo);
    function.walk([&](Operation *op) {
      if (!isStore(op))
        return;
      DeadStore answer = stores.isDead(op);
      if (answer.isYes())
        dead.push_back(op);
      else if (partlyDead && answer.isPartlyOverwritten)
        partlyDead->push_back(op);
      else if (explains)
        explainLiveStore(op, answer);
    });
  });
  return dead;
}

//===----------------------------------------------------------------------===//
// The whole pass
//===----------------------------------------------------------------------===//

static bool erase(ArrayRef<Operation *> stores, StringRef name, StringRef why) {
  for (Operation *store : stores) {
    remarkDone(store->getLoc(), name) << why;
    store->erase();
  }
  return !stores.empty();
}

/// The steps that ask nothing of elements. Returns true if one erased an op.
static bool eraseUnused(ModuleOp module) {
  bool changed = eraseUndefStores(module);
  changed |= eraseLoopsWithoutIterations(module);
  changed |= eraseDeadCode(module);
  return changed;
}

/// Returns true if a store was erased; if not, `partlyDead` is valid.
static bool eraseStores(ModuleOp module,
                        SmallVectorImpl<Operation *> &partlyDead,
                        AccessMemo &memo) {
  partlyDead.clear();
  bool changed =
      erase(planDeadStores(module, /*explains=*/false, &partlyDead, &memo),
            "layout-remove-noop/dead",
            "what it stores is not read before it is overwritten or freed");
  changed |=
      erase(planUnchangingStores(module), "layout-remove-noop/unchanging",
            "it stores what is there already");
  return changed;
}

/// Runs all steps again and again, as each may enable others. Returns the
/// number of rounds that erased something.
static unsigned runRounds(ModuleOp module, unsigned maxRounds,
                          SmallVectorImpl<Operation *> &partlyDead,
                          AccessMemo &memo) {
  // Stores take nearly all of the time. Where the last look at them found
  // nothing to erase, and nothing was erased since, another finds nothing.
  bool areStoresDone = false;
  for (unsigned round = 0; round < maxRounds; ++round) {
    bool changed = eraseUnused(module);
    if (changed || !areStoresDone)
      areStoresDone = !eraseStores(module, partlyDead, memo);
    if (!changed && areStoresDone)
      return round;
  }
  return maxRounds;
}

LogicalResult layout::removeNoOps(ModuleOp module) {
  if (failed(verifyNoUndefIndex(module)))
    return failure();
  // An erased op may have been the only reader of another store.
  constexpr unsigned maxRounds = 64;
  SmallVector<Operation *> partlyDead;
  std::shared_ptr<AccessMemo> memo = createLivenessMemo();
  unsigned numRounds = runRounds(module, maxRounds, partlyDead, *memo);
  // Each round may make other stores dead. The bound is there for programs on
  // which that would go on for very long.
  if (numRounds == maxRounds)
    remarkUnknown(module.getLoc(), "layout-remove-noop/rounds")
        << ("stopped after " + Twine(maxRounds) +
            " rounds, each of which erased something; another run may go on")
               .str();
  else if (!partlyDead.empty())
    applyNeededIterations(planNeededIterations(module, partlyDead, *memo));
  if (areRemarksEnabled(module.getContext()))
    (void)planDeadStores(module, /*explains=*/true, nullptr, memo.get());
  return success();
}

namespace {

class LayoutRemoveNoOpPass
    : public layout::impl::LayoutRemoveNoOpBase<LayoutRemoveNoOpPass> {
public:
  using LayoutRemoveNoOpBase::LayoutRemoveNoOpBase;

  void runOnOperation() override {
    explainUnmetRequests(getOperation(), getArgument());
    if (failed(removeNoOps(getOperation())))
      signalPassFailure();
  }
};

} // namespace
