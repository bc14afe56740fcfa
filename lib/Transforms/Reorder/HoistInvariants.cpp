//===- HoistInvariants.cpp - Loop-invariant code motion -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/IR/Trapping.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/StackRooms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTHOISTINVARIANTS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Moves reads of memory that a loop does not write before the loop. LLVM
/// proves two buffers distinct only by their allocations, which
/// `layout-plan-memory` merges; and it does not vectorize a loop that reads an
/// element in each iteration which it might also write.
class ReadHoister {
public:
  explicit ReadHoister(Operation *function) : flow(function), aliases(flow) {}

  /// Moves what it can out of `loop`.
  void hoist(LoopLikeOpInterface loop);

private:
  bool mayWrite(Operation *op, Value buffer);
  bool isRead(Operation *op, LoopLikeOpInterface loop);

  BufferFlow flow;
  BufferAliases aliases;
};

class LayoutHoistInvariantsPass
    : public layout::impl::LayoutHoistInvariantsBase<
          LayoutHoistInvariantsPass> {
public:
  using LayoutHoistInvariantsBase::LayoutHoistInvariantsBase;

  void runOnOperation() override {
    // From the inside out, so that what leaves one loop may leave the next.
    getOperation().walk([&](FunctionOpInterface function) {
      shareStackOfLoops(function);
      hoistArithmetic(function);
      hoistReads(function);
    });
  }

private:
  static void hoistReads(Operation *function) {
    SmallVector<LoopLikeOpInterface> loops;
    function->walk([&](LoopLikeOpInterface loop) {
      if (isSurelyEntered(loop))
        loops.push_back(loop);
    });
    if (loops.empty())
      return;
    ReadHoister hoister(function);
    for (LoopLikeOpInterface loop : loops)
      hoister.hoist(loop);
  }

  static void hoistArithmetic(Operation *function) {
    function->walk([](LoopLikeOpInterface loop) {
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) {
            return loop.isDefinedOutsideOfLoop(value);
          },
          [&](Operation *op, Region *) { return mayMove(op); },
          [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
    });
  }

  static bool mayMove(Operation *op) {
    if (!isMemoryEffectFree(op))
      return false;
    if (isSpeculatable(op) && !mayTrap(op))
      return true;
    remarkMissed(op->getLoc(), "layout-hoist-invariants/not-speculatable")
        << ("'" + op->getName().getStringRef() +
            "' stays in the loop: it is not speculatable, as it may be "
            "undefined or not terminate, and the loop may not be entered")
               .str();
    return false;
  }

  /// The op or one in its regions.
  static bool mayTrap(Operation *op) {
    return op
        ->walk([](Operation *inner) {
          return mayTrapThoughPure(inner) ? WalkResult::interrupt()
                                          : WalkResult::advance();
        })
        .wasInterrupted();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// Returns true unless it is known that `op`, without what is in its regions,
/// leaves every element of `buffer` as it is.
bool ReadHoister::mayWrite(Operation *op, Value buffer) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() && !isPure(op);
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [&](const auto &effect) {
    if (isa<MemoryEffects::Read, MemoryEffects::Allocate>(effect.getEffect()))
      return false;
    Value written = effect.getValue();
    return !written || !isa<BaseMemRefType>(written.getType()) ||
           aliases.mayBeOneMemory(written, buffer);
  });
}

/// Returns true if `op` reads an element in each iteration, always the same.
bool ReadHoister::isRead(Operation *op, LoopLikeOpInterface loop) {
  if (!isa<memref::LoadOp, affine::AffineLoadOp>(op) ||
      !llvm::all_of(op->getOperands(), [&](Value operand) {
        return loop.isDefinedOutsideOfLoop(operand);
      }))
    return false;
  return !loop
              ->walk([&](Operation *other) {
                return mayWrite(other, op->getOperand(0))
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

void ReadHoister::hoist(LoopLikeOpInterface loop) {
  SmallVector<Operation *> reads;
  for (Region *region : loop.getLoopRegions())
    for (Operation &op : region->front())
      if (isRead(&op, loop))
        reads.push_back(&op);
  for (Operation *op : reads)
    loop.moveOutOfLoop(op);
}
