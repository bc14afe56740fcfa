//===- DropDeallocs.cpp - Dropping explicit deallocations -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %a = memref.alloc() : memref<3x4xi32>
//   memref.dealloc %a : memref<3x4xi32>       // erased
//
//===----------------------------------------------------------------------===//

#include "KeptBuffers.h"
#include "Layout/Transforms/Bufferize/Bufferize.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferDeallocationOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CFGToSCF.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTDROPDEALLOCS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;

/// Returns the op that makes the buffer, of which casts are other names; null
/// for an argument.
static Operation *findMaker(Value buffer) {
  while (auto cast = buffer.getDefiningOp<memref::CastOp>())
    buffer = cast.getSource();
  return buffer.getDefiningOp();
}

/// Returns true if buffer deallocation frees `buffer`: it owns what the
/// function allocates, and what calls return.
static bool isOwned(Value buffer) {
  return isa_and_nonnull<memref::AllocOp, memref::ReallocOp, CallOpInterface>(
      findMaker(buffer));
}

static bool frees(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> found;
  effects.getEffects<MemoryEffects::Free>(found);
  return llvm::any_of(found, [](const MemoryEffects::EffectInstance &effect) {
    Value value = effect.getValue();
    return value && isa<BaseMemRefType>(value.getType());
  });
}

static LogicalResult refuse(Operation *op) {
  return op->emitOpError(
      "frees a buffer, which buffer deallocation cannot allow for: only "
      "results of allocations and calls may be freed, not arguments of "
      "functions or of loops; run layout-compile without 'deallocate' for a "
      "program that frees its buffers itself");
}

/// Returns true if control may go from the end of `block` to its beginning.
static bool isInLoop(Block *block) {
  return llvm::any_of(block->getSuccessors(),
                      [&](Block *next) { return next->isReachable(block); });
}

/// Returns true if `op` branches in a way that buffer deallocation has no form
/// for: backwards, or to more than two blocks.
static bool isUnstructured(Operation *op) {
  if (op->getNumSuccessors() == 0)
    return false;
  return (op->getNumSuccessors() > 1 && !isa<cf::CondBranchOp>(op)) ||
         isInLoop(op->getBlock());
}

static bool mayKeepBuffers(Operation *op) {
  return hasUnknownEffects(op) &&
         !isa<CallOpInterface, FunctionOpInterface,
              bufferization::BufferDeallocationOpInterface>(op);
}

/// Checks what upstream's pass requires of ops, which names neither the op nor
/// what to do.
static LogicalResult checkForm(Operation *op) {
  if (isUnstructured(op))
    return op->emitOpError(
        "branches backwards or to several blocks, where buffer deallocation "
        "cannot tell who owns a buffer; write loops and branches of scf, as "
        "lift-cf-to-scf does, or run layout-compile without 'deallocate'");
  if (op->getParentOfType<FunctionOpInterface>() && mayKeepBuffers(op))
    return op->emitOpError(
        "does not say whether it frees or keeps a buffer, which buffer "
        "deallocation must know; lower it before, give it "
        "MemoryEffectOpInterface, or run layout-compile without 'deallocate'");
  return success();
}

/// Upstream's deallocation follows each path from the first block on: 2^n of
/// them for n branches one after the other. From `kFewBranches` on they are
/// written as `scf.if`; functions that cannot have these may have more.
static constexpr unsigned kFewBranches = 8, kMostBranches = 24;

static unsigned countBranches(Region &region) {
  return llvm::count_if(region, [](Block &block) {
    return !block.empty() && isa<cf::CondBranchOp>(block.back());
  });
}

/// Returns true if affine ops may use `value` wherever they are: a variable of
/// an affine loop, a constant, or what is computed from such values by ops that
/// are looked at themselves.
static bool isIndexAnywhere(Value value, Region &region) {
  return value.getParentBlock() == &region.front() ||
         !region.isAncestor(value.getParentRegion()) ||
         affine::isAffineInductionVar(value) ||
         matchPattern(value, m_Constant()) ||
         isa_and_nonnull<affine::AffineApplyOp>(value.getDefiningOp());
}

/// Returns true if affine ops use values of blocks other than the first. There
/// these are symbols; within an `scf.if` they would be none.
static bool usesSymbolsOfBlocks(Region &region) {
  auto usesSymbol = [&](Operation *op) {
    return isa_and_nonnull<affine::AffineDialect>(op->getDialect()) &&
           llvm::any_of(op->getOperands(), [&](Value operand) {
             return operand.getType().isIndex() &&
                    !isIndexAnywhere(operand, region);
           });
  };
  for (Block &block : llvm::drop_begin(region)) {
    WalkResult result = block.walk([&](Operation *op) {
      return usesSymbol(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

static LogicalResult checkBranches(FunctionOpInterface function) {
  Region &region = function.getFunctionBody();
  unsigned numBranches = countBranches(region);
  if (numBranches <= kMostBranches || !usesSymbolsOfBlocks(region))
    return success();
  return function.emitOpError()
         << "has " << numBranches
         << " branches, each of whose paths buffer deallocation follows, and "
            "affine ops whose symbols are of its blocks; expects "
         << kMostBranches
         << " branches at most, or scf.if in their place, or run "
            "layout-compile without 'deallocate'";
}

/// Leaves what memory or an address names to the program: buffer deallocation
/// then does not free it, nor does it touch a `memref.dealloc` of it. Fails for
/// what a call returns, which has no such mark.
static LogicalResult leaveKeptBuffers(ModuleOp module) {
  SmallVector<layout::KeptBuffer> kept = layout::findKeptBuffers(module);
  for (auto [buffer, isReturned] : kept) {
    Operation *op = buffer.getDefiningOp();
    if (isReturned)
      return (op ? op : buffer.getParentBlock()->getParentOp())
          ->emitOpError(
              "has a buffer that is stored in memory, or whose address is "
              "taken, and that the function returns, of which buffer "
              "deallocation returns a copy; return nothing, or run "
              "layout-compile without 'deallocate'");
    if (!isa<memref::AllocOp>(op))
      return op->emitOpError(
          "returns a buffer that is stored in memory, or whose address is "
          "taken, and buffer deallocation would free it while it may still be "
          "used; allocate it in the function that stores it, or run "
          "layout-compile without 'deallocate'");
  }
  for (auto [buffer, isReturned] : kept) {
    Operation *alloc = buffer.getDefiningOp();
    alloc->setAttr(layout::kLeftToProgram, UnitAttr::get(module.getContext()));
    layout::remarkMissed(alloc->getLoc(), "layout-drop-deallocs/kept")
        << "the buffer is stored in memory, or its address is taken: it is not "
           "freed";
  }
  return success();
}

/// Writes the branches of a function as `scf.if` if there are many. There are
/// no loops among them, so no block is executed in another order, or twice.
static LogicalResult structureBranches(FunctionOpInterface function) {
  Region &region = function.getFunctionBody();
  if (countBranches(region) <= kFewBranches || usesSymbolsOfBlocks(region))
    return success();
  ControlFlowToSCFTransformation transformation;
  DominanceInfo dominance(function);
  return transformCFGToSCF(region, transformation, dominance);
}

namespace {

class DropDeallocsPass
    : public layout::impl::LayoutDropDeallocsBase<DropDeallocsPass> {
  void runOnOperation() override {
    SmallVector<memref::DeallocOp> deallocs;
    WalkResult result =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (isa<gpu::GPUModuleOp>(op))
            return WalkResult::skip();
          // Expanded to other ops before, or allocates by itself.
          if (isa<memref::ReallocOp>(op))
            return WalkResult::advance();
          if (!frees(op))
            return WalkResult(checkForm(op));
          auto dealloc = dyn_cast<memref::DeallocOp>(op);
          if (!dealloc || !isOwned(dealloc.getMemref()))
            return WalkResult(refuse(op));
          deallocs.push_back(dealloc);
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    result = getOperation().walk([](FunctionOpInterface function) {
      return WalkResult(checkBranches(function));
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    if (failed(leaveKeptBuffers(getOperation())))
      return signalPassFailure();
    for (memref::DeallocOp dealloc : deallocs)
      if (findMaker(dealloc.getMemref())->hasAttr(layout::kLeftToProgram))
        dealloc->setAttr(layout::kLeftToProgram, UnitAttr::get(&getContext()));
      else
        dealloc.erase();
    result = getOperation().walk([](FunctionOpInterface function) {
      return WalkResult(structureBranches(function));
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace

namespace {

/// An op that neither frees nor keeps a buffer, though it does not say so. Of
/// an atomic update upstream takes the region for control flow that it does not
/// know; of a prefetch it knows no effects.
template <typename OpTy>
struct UnaffectedOwners
    : bufferization::BufferDeallocationOpInterface::ExternalModel<
          UnaffectedOwners<OpTy>, OpTy> {
  FailureOr<Operation *>
  process(Operation *op, bufferization::DeallocationState & /*state*/,
          const bufferization::DeallocationOptions & /*options*/) const {
    return op;
  }
};

} // namespace

void layout::registerBufferDeallocationOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    memref::GenericAtomicRMWOp::attachInterface<
        UnaffectedOwners<memref::GenericAtomicRMWOp>>(*context);
    memref::PrefetchOp::attachInterface<UnaffectedOwners<memref::PrefetchOp>>(
        *context);
  });
  registry.addExtension(+[](MLIRContext *context, affine::AffineDialect *) {
    affine::AffinePrefetchOp::attachInterface<
        UnaffectedOwners<affine::AffinePrefetchOp>>(*context);
  });
}
