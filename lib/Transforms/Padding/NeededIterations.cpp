//===- NeededIterations.cpp - Needed iterations of loops ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeededIterations.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/Analysis/Liveness/DeadStores.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "StoreOps.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Iterations of the loops of one function.
class NeededIterationsFinder {
public:
  NeededIterationsFinder(func::FuncOp function, const AccessModes &modes,
                         SymbolTableCollection &symbols, AccessMemo &memo)
      : facts(function, /*explains=*/false),
        deadStores(function, modes, symbols, /*explains=*/false, &memo) {}

  std::optional<NeededIterations> find(Operation *loop) {
    LoopRange range(loop);
    std::optional<int64_t> step = range.getStep();
    Interval values = facts.getRange(facts.express(range.getVariable()));
    auto first = dyn_cast_or_null<AffineConstantExpr>(range.getLower(facts));
    if (!step || *step < 1 || !first || !values.high ||
        *values.high < first.getValue() || !collectStores(loop))
      return std::nullopt;
    auto valueAt = [&](int64_t trip) {
      return first.getValue() + trip * *step;
    };
    int64_t distance, numTrips;
    // Bounds may be as far apart as 64 bits allow: their distance then
    // overflows.
    if (llvm::SubOverflow(*values.high, first.getValue(), distance) ||
        llvm::AddOverflow(distance / *step, int64_t(1), numTrips))
      return std::nullopt;
    // Of the iterations before a value, and then of those after one, some are
    // dead if all further away are.
    int64_t begin = search(numTrips, [&](int64_t trip) {
      return areDeadUnless(loop, valueAt(trip), /*isLower=*/true);
    });
    int64_t end = numTrips - search(numTrips - begin, [&](int64_t trip) {
                    return areDeadUnless(loop, valueAt(numTrips - 1 - trip),
                                         /*isLower=*/false);
                  });
    if (begin == 0 && end == numTrips)
      return std::nullopt;
    NeededIterations needed{loop, std::nullopt, std::nullopt};
    if (begin > 0)
      needed.begin = valueAt(begin);
    if (end < numTrips)
      needed.end = valueAt(end);
    return needed;
  }

private:
  static constexpr size_t maxStores = 8;

  /// The greatest number in [0, limit) for which all up to it hold.
  static int64_t search(int64_t limit, function_ref<bool(int64_t)> holds) {
    int64_t low = 0, high = limit;
    while (low + 1 < high) {
      int64_t middle = low + (high - low) / 2;
      (holds(middle) ? low : high) = middle;
    }
    return low;
  }

  /// False if the loop does more than store, or stores in too many places.
  bool collectStores(Operation *loop) {
    stores.clear();
    loop->walk([&](Operation *op) {
      if (isStore(op))
        stores.push_back(op);
    });
    return !stores.empty() && stores.size() <= maxStores &&
           llvm::all_of(LoopRange(loop).getBody()->without_terminator(),
                        [](Operation &op) { return canBeSkipped(&op); });
  }

  bool areDeadUnless(Operation *loop, int64_t value, bool isLower) {
    AffineExpr d0 = getAffineDimExpr(0, loop->getContext());
    IntegerSet isNeeded =
        IntegerSet::get(1, 0, {isLower ? d0 - value : -d0 + value}, {false});
    Block *body = LoopRange(loop).getBody();
    return llvm::all_of(stores, [&](Operation *store) {
      return deadStores
          .isDeadUnless(store, isNeeded, LoopRange(loop).getVariable(), body)
          .isYes();
    });
  }

  IntegerFacts facts;
  DeadStores deadStores;
  SmallVector<Operation *> stores;
};

} // namespace

/// Loops around the stores that yield nothing, the outermost first.
static llvm::SetVector<Operation *> getLoopsAround(ArrayRef<Operation *> stores,
                                                   func::FuncOp function) {
  llvm::SetVector<Operation *> loops;
  for (Operation *store : stores) {
    if (!function->isProperAncestor(store))
      continue;
    SmallVector<Operation *> around;
    for (Operation *op = store->getParentOp(); op != function;
         op = op->getParentOp())
      if (LoopRange::canHandle(op) && op->getNumResults() == 0)
        around.push_back(op);
    loops.insert(around.rbegin(), around.rend());
  }
  return loops;
}

SmallVector<NeededIterations>
layout::planNeededIterations(ModuleOp module, ArrayRef<Operation *> stores,
                             AccessMemo &memo) {
  constexpr size_t maxLoops = 32; // of one function
  SymbolTableCollection symbols;
  BufferFlow flow(module);
  AccessModes modes(module, symbols, flow);
  SmallVector<NeededIterations> needed;
  module.walk([&](func::FuncOp function) {
    llvm::SetVector<Operation *> loops = getLoopsAround(stores, function);
    if (loops.empty() || loops.size() > maxLoops)
      return;
    NeededIterationsFinder finder(function, modes, symbols, memo);
    for (Operation *loop : loops)
      if (std::optional<NeededIterations> found = finder.find(loop))
        needed.push_back(*found);
  });
  return needed;
}

void layout::applyNeededIterations(ArrayRef<NeededIterations> needed) {
  for (const NeededIterations &part : needed) {
    IntegerFacts facts(part.loop, /*explains=*/false);
    MLIRContext *context = part.loop->getContext();
    LoopRange range(part.loop);
    if (part.begin)
      range.narrowLower(facts, {getAffineConstantExpr(*part.begin, context)});
    if (part.end)
      range.narrowUpper(facts, {getAffineConstantExpr(*part.end, context)});
    remarkDone(part.loop->getLoc(), "layout-remove-noop/shrunk")
        << "iterations of which no store is needed are left out";
  }
}
