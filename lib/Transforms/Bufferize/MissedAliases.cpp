//===- MissedAliases.cpp - Aliases that upstream misses -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/MissedAliases.h"

#include "CutNests.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the buffer of a tensor may be written through it, or through
/// results that ops and branches derive from it.
static bool mayBeWritten(Value tensor,
                         const bufferization::OneShotAnalysisState &state) {
  llvm::SetVector<Value> names;
  names.insert(tensor);
  for (size_t i = 0; i < names.size(); ++i)
    for (OpOperand &use : names[i].getUses()) {
      Operation *op = use.getOwner();
      if (auto branch = dyn_cast<BranchOpInterface>(op)) {
        if (auto name =
                branch.getSuccessorBlockArgument(use.getOperandNumber()))
          names.insert(*name);
        continue;
      }
      if (state.bufferizesToMemoryWrite(use))
        return true;
      for (const bufferization::AliasingValue &alias :
           state.getAliasingValues(use))
        names.insert(alias.value);
    }
  return false;
}

/// Returns true if a tensor lies in memory of a stated kind.
static bool hasMemorySpaces(ModuleOp module) {
  return module
      ->walk([](Operation *op) {
        auto toTensor = dyn_cast<bufferization::ToTensorOp>(op);
        auto alloc = dyn_cast<bufferization::AllocTensorOp>(op);
        bool isStated =
            (toTensor && cast<BaseMemRefType>(toTensor.getBuffer().getType())
                             .getMemorySpace()) ||
            (alloc && alloc.getMemorySpace());
        return isStated ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Upstream finds the type of a buffer that blocks forward to each other by
/// those of all, without an end where copies are among them.
static void stateMemories(ModuleOp module,
                          ArrayRef<bufferization::AllocTensorOp> copies) {
  if (!hasMemorySpaces(module))
    for (bufferization::AllocTensorOp copy : copies)
      stateMemory(copy);
}

static bool isInside(Operation *op, Block *block) {
  return block->findAncestorOpInBlock(*op);
}

static void appendTensorArguments(Block *block,
                                  SmallVectorImpl<BlockArgument> &arguments) {
  for (BlockArgument argument : block->getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      arguments.push_back(argument);
}

/// Returns true if the program says that the owner writes to this buffer, not
/// to a copy of it.
static bool isNamedDestination(OpOperand &use) {
  return isa<bufferization::MaterializeInDestinationOp>(use.getOwner());
}

/// Returns the argument, and what ops of its block derive from it without a
/// write, as views, branches and calls do.
static llvm::SetVector<Value>
findNamesInBlock(BlockArgument argument,
                 const bufferization::OneShotAnalysisState &state) {
  Block *block = argument.getOwner();
  llvm::SetVector<Value> names;
  auto add = [&](Value name) {
    if (isa<RankedTensorType>(name.getType()))
      names.insert(name);
  };
  add(argument);
  for (size_t i = 0; i < names.size(); ++i)
    for (OpOperand &use : names[i].getUses()) {
      Operation *op = use.getOwner();
      // Whether a callee or a loop writes is not known yet.
      if (isa<BranchOpInterface>(op) || !isInside(op, block) ||
          (state.bufferizesToMemoryWrite(use) &&
           !isa<CallOpInterface, LoopLikeOpInterface>(op)))
        continue;
      for (const bufferization::AliasingValue &alias :
           state.getAliasingValues(use))
        add(alias.value);
      // Upstream names no result of a loop where it asks what is yielded.
      if (op->hasTrait<OpTrait::IsTerminator>() &&
          isInside(op->getParentOp(), block))
        for (Value result : op->getParentOp()->getResults())
          add(result);
    }
  return names;
}

/// Upstream takes no write in another block for one that changes what an
/// argument of a block holds. An argument that is read there, also by a name
/// that is derived from it, and may be written, is used there by a copy.
static void copyAcrossBlocks(ModuleOp module) {
  SmallVector<BlockArgument> arguments;
  module.walk([&](Block *block) {
    if (!block->getParent()->hasOneBlock())
      appendTensorArguments(block, arguments);
  });
  if (arguments.empty())
    return;
  UndecidedAnalysis analysis(module);
  SmallVector<std::pair<Value, Block *>> copied;
  for (BlockArgument argument : arguments) {
    Block *block = argument.getOwner();
    auto isElsewhere = [&](Operation *user) { return !isInside(user, block); };
    for (Value name : findNamesInBlock(argument, analysis.state))
      if (llvm::any_of(name.getUsers(), isElsewhere) &&
          mayBeWritten(name, analysis.state))
        copied.push_back({name, block});
  }
  OpBuilder builder(module.getContext());
  SmallVector<bufferization::AllocTensorOp> copies;
  for (auto [name, block] : copied) {
    builder.setInsertionPointAfterValue(name);
    Value copy = buildTensorCopy(name, builder);
    name.replaceUsesWithIf(copy, [block = block](OpOperand &use) {
      return !isInside(use.getOwner(), block) && !isNamedDestination(use);
    });
    copies.push_back(copy.getDefiningOp<bufferization::AllocTensorOp>());
  }
  stateMemories(module, copies);
}

/// Returns true if `tensor` may have the buffer of `argument` by ops of which
/// one makes its result of a tensor without a write.
static bool isPassedOn(Value tensor, BlockArgument argument,
                       const bufferization::AnalysisState &state) {
  // With 1, an op has passed it on.
  llvm::SetVector<std::pair<Value, unsigned>> origins;
  auto add = [&](Value value, unsigned isPassed) {
    if (isa<TensorType>(value.getType()))
      origins.insert({value, isPassed});
  };
  add(tensor, 0);
  for (size_t i = 0; i < origins.size(); ++i) {
    auto [origin, isPassed] = origins[i];
    if (origin == argument && isPassed)
      return true;
    auto aliases = state.getAliasingOpOperands(origin);
    // Whether a callee writes is not known yet.
    if (isa<OpResult>(origin))
      isPassed |=
          isa<CallOpInterface>(origin.getDefiningOp()) ||
          llvm::none_of(aliases, [&](bufferization::AliasingOpOperand alias) {
            return state.bufferizesToMemoryWrite(*alias.opOperand);
          });
    for (const bufferization::AliasingOpOperand &alias : aliases)
      add(alias.opOperand->get(), isPassed);
  }
  return false;
}

static SmallVector<Block *> findBlocksInCircles(ModuleOp module) {
  SmallVector<Block *> blocks;
  module.walk([&](Region *region) {
    if (region->empty() || region->hasOneBlock())
      return;
    for (auto it = llvm::scc_begin(region); !it.isAtEnd(); ++it)
      if (it.hasCycle())
        llvm::append_range(blocks, *it);
  });
  return blocks;
}

/// Upstream's analysis does not end where blocks hand a tensor around in a
/// circle, and an op of these blocks passes it on without a write, as a call,
/// a branch and a view do: it gets a copy.
static void cutCircles(ModuleOp module) {
  SmallVector<BlockArgument> arguments;
  for (Block *block : findBlocksInCircles(module))
    appendTensorArguments(block, arguments);
  if (arguments.empty())
    return;
  UndecidedAnalysis analysis(module);
  SmallVector<bufferization::AllocTensorOp> copies;
  for (BlockArgument argument : arguments)
    for (Block *from : argument.getOwner()->getPredecessors()) {
      auto branch = dyn_cast<BranchOpInterface>(from->getTerminator());
      for (OpOperand &use : from->getTerminator()->getOpOperands())
        if (branch &&
            branch.getSuccessorBlockArgument(use.getOperandNumber()) ==
                argument &&
            isPassedOn(use.get(), argument, analysis.state)) {
          copyOperand(use);
          copies.push_back(
              use.get().getDefiningOp<bufferization::AllocTensorOp>());
        }
    }
  stateMemories(module, copies);
}

/// Returns true if the owner may write the tensor, as far as the callee of a
/// call tells.
static bool mayWrite(OpOperand &use,
                     const bufferization::OneShotAnalysisState &state) {
  if (!state.bufferizesToMemoryWrite(use))
    return false;
  auto call = dyn_cast<func::CallOp>(use.getOwner());
  auto callee = call ? dyn_cast_or_null<func::FuncOp>(call.resolveCallable())
                     : func::FuncOp();
  return !callee || callee.isExternal() ||
         mayBeWritten(callee.getArgument(use.getOperandNumber()), state);
}

/// Returns true if the buffer of `tensor`, by ops that do not write, may be one
/// from outside of the block.
static bool mayBeFromOutside(Value tensor, Block *block,
                             const bufferization::AnalysisState &state) {
  llvm::SetVector<Value> origins;
  origins.insert(tensor);
  for (size_t i = 0; i < origins.size(); ++i) {
    Value origin = origins[i];
    if (!isInside(origin.getParentBlock()->getParentOp(), block) &&
        origin.getParentBlock() != block)
      return true;
    Operation *op = origin.getDefiningOp();
    if (!op)
      continue;
    for (auto alias : state.getAliasingOpOperands(origin))
      if (!state.bufferizesToMemoryWrite(*alias.opOperand) ||
          isa<CallOpInterface>(op))
        origins.insert(alias.opOperand->get());
  }
  return false;
}

/// Upstream takes a write for no conflict with what another block reads, or the
/// same one in the next round, by several rules that hold for regions of one
/// block. A write is to a copy if the tensor is from outside of the block.
static void copyWrittenAcrossBlocks(ModuleOp module) {
  SmallVector<Block *> blocks;
  module.walk([&](Block *block) {
    if (!block->getParent()->hasOneBlock())
      blocks.push_back(block);
  });
  if (blocks.empty())
    return;
  UndecidedAnalysis analysis(module);
  SmallVector<OpOperand *> written;
  for (Block *block : blocks)
    block->walk([&](Operation *op) {
      // There is no room for a copy among what runs in parallel.
      if (isa<BranchOpInterface, tensor::ParallelInsertSliceOp>(op))
        return;
      for (OpOperand &use : op->getOpOperands())
        if (isa<RankedTensorType>(use.get().getType()) &&
            mayWrite(use, analysis.state) && !isNamedDestination(use) &&
            mayBeFromOutside(use.get(), block, analysis.state))
          written.push_back(&use);
    });
  for (OpOperand *use : written)
    copyOperand(*use);
}

/// Upstream cannot bufferise a branch two of whose edges hand tensors to one
/// block: the second goes through a block of its own.
static void splitEqualEdges(ModuleOp module) {
  SmallVector<BranchOpInterface> branches;
  module.walk([&](BranchOpInterface branch) {
    if (branch->getNumSuccessors() > 1)
      branches.push_back(branch);
  });
  OpBuilder builder(module.getContext());
  for (BranchOpInterface branch : branches)
    for (unsigned i = 1, e = branch->getNumSuccessors(); i < e; ++i) {
      Block *end = branch->getSuccessor(i);
      SuccessorOperands operands = branch.getSuccessorOperands(i);
      if (!llvm::is_contained(branch->getSuccessors().take_front(i), end) ||
          operands.getProducedOperandCount() > 0 ||
          llvm::none_of(operands.getForwardedOperands().getTypes(),
                        llvm::IsaPred<TensorType>))
        continue;
      Block *between = builder.createBlock(end);
      cf::BranchOp::create(builder, branch.getLoc(), end,
                           operands.getForwardedOperands());
      operands.erase(0, operands.size());
      branch->setSuccessor(between, i);
    }
}

/// Upstream cannot bufferise an `scf.execute_region` that yields tensors in
/// several places: these branch to one that does.
static void mergeYields(ModuleOp module) {
  SmallVector<scf::ExecuteRegionOp> regions;
  module.walk([&](scf::ExecuteRegionOp op) {
    if (llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>) &&
        llvm::range_size(op.getRegion().getOps<scf::YieldOp>()) > 1)
      regions.push_back(op);
  });
  OpBuilder builder(module.getContext());
  for (scf::ExecuteRegionOp op : regions) {
    SmallVector<Location> locations(op.getNumResults(), op.getLoc());
    SmallVector<scf::YieldOp> yields(op.getRegion().getOps<scf::YieldOp>());
    Block *end = builder.createBlock(&op.getRegion(), op.getRegion().end(),
                                     op.getResultTypes(), locations);
    scf::YieldOp::create(builder, op.getLoc(), end->getArguments());
    for (scf::YieldOp yield : yields) {
      builder.setInsertionPoint(yield);
      cf::BranchOp::create(builder, yield.getLoc(), end, yield.getResults());
      yield.erase();
    }
  }
}

static bool isView(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp, tensor::ReshapeOp>(op);
}

/// Returns true if the tensor is the storage of one with a layout, by views of
/// it.
static bool isPhysical(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  while (op && isView(op))
    op = op->getOperand(0).getDefiningOp();
  return isa_and_nonnull<AsPhysicalOp>(op);
}

/// What the tensor is a view of.
static Value getViewed(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isView(op) && !isa<AsPhysicalOp, AsLogicalOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

static bool mayReturnArgument(func::FuncOp callee, unsigned result,
                              unsigned argument);

/// Returns the tensors that a call is passed and may return as `result`.
static SmallVector<Value> getReturned(CallOpInterface call, OpResult result) {
  SmallVector<Value> returned;
  auto callee = dyn_cast_or_null<func::FuncOp>(call.resolveCallable());
  for (auto [i, operand] : llvm::enumerate(call.getArgOperands()))
    if (isa<TensorType>(operand.getType()) &&
        mayReturnArgument(callee, result.getResultNumber(), i))
      returned.push_back(operand);
  return returned;
}

/// Returns true if the buffer of `tensor` may be that of a tensor for which
/// `isIt` holds, by views, choices, calls and control flow of the function. If
/// `isIt` says false, no origin is searched. Ops that write have a buffer of
/// their own where that matters.
static bool mayBeBufferOf(Value tensor,
                          function_ref<std::optional<bool>(Value)> isIt) {
  llvm::SetVector<Value> origins;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (isa<TensorType>(value.getType()))
        origins.insert(value);
  };
  auto addOfRegions = [&](Operation *op) {
    add(op->getOperands());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (block.mightHaveTerminator())
          add(block.getTerminator()->getOperands());
  };
  add(tensor);
  for (size_t i = 0; i < origins.size(); ++i) {
    Value origin = origins[i];
    std::optional<bool> known = isIt(origin);
    if (known == true)
      return true;
    if (known)
      continue;
    Operation *op = origin.getDefiningOp();
    if (!op && !origin.getParentBlock()->isEntryBlock()) {
      for (Block *from : origin.getParentBlock()->getPredecessors())
        add(from->getTerminator()->getOperands());
      continue;
    }
    if (!op)
      op = origin.getParentBlock()->getParentOp();
    if (isa<RegionBranchOpInterface>(op))
      addOfRegions(op);
    else if (auto call = dyn_cast<CallOpInterface>(op))
      add(getReturned(call, cast<OpResult>(origin)));
    else if (isView(op) || isa<arith::SelectOp, AsPhysicalOp, AsLogicalOp>(op))
      add(op->getOperands());
  }
  return false;
}

/// Returns true if a call of `callee` may return, as result number `result`,
/// the buffer of argument number `argument`. Returns true, too, where another
/// call or code of another module decides.
static bool mayReturnArgument(func::FuncOp callee, unsigned result,
                              unsigned argument) {
  if (!callee || callee.isExternal())
    return true;
  auto isArgument = [&](Value origin) -> std::optional<bool> {
    if (origin == callee.getArgument(argument) ||
        origin.getDefiningOp<CallOpInterface>())
      return true;
    return std::nullopt;
  };
  auto isReturned = [&](func::ReturnOp ret) {
    return mayBeBufferOf(ret.getOperand(result), isArgument);
  };
  return llvm::any_of(callee.getOps<func::ReturnOp>(), isReturned);
}

/// Returns true if a constant, or a buffer that must not be written, is
/// returned, which callers must not write either, or one in a loop is carried,
/// which neither the next iteration must nor what uses the results. Upstream
/// sees those that are carried from outside of the loop.
static bool isConstantHandedOn(OpOperand &use) {
  Operation *parent = use.getOwner()->getParentOp();
  bool isOfLoop = isa<LoopLikeOpInterface>(parent);
  auto isConstant = [&](Value origin) -> std::optional<bool> {
    auto toTensor = origin.getDefiningOp<bufferization::ToTensorOp>();
    if (origin.getDefiningOp<arith::ConstantOp>() ||
        (toTensor && !toTensor.getWritable()))
      return !isOfLoop || parent->isAncestor(origin.getDefiningOp());
    return std::nullopt;
  };
  return (isOfLoop || isa<func::ReturnOp>(use.getOwner())) &&
         mayBeBufferOf(use.get(), isConstant);
}

/// Returns true if the value is forwarded to the next iteration of an
/// `scf.while`, and was defined before the loop. A value that the loop itself
/// carries has a buffer that it may write.
static bool isCarriedFromOutside(OpOperand &use) {
  auto loop = dyn_cast<scf::WhileOp>(use.getOwner()->getParentOp());
  auto isOutside = [&](Value origin) -> std::optional<bool> {
    Operation *parent = origin.getParentBlock()->getParentOp();
    if (!loop->isAncestor(parent))
      return true;
    if (isa<BlockArgument>(origin) && parent == loop)
      return false;
    return std::nullopt;
  };
  return loop && isa<scf::YieldOp>(use.getOwner()) &&
         mayBeBufferOf(use.get(), isOutside);
}

/// Returns true if control flow of the module forwards the value, as to the
/// results of a loop or a call.
static bool isForwarded(OpOperand &use) {
  Operation *op = use.getOwner();
  if (!isa<func::ReturnOp>(op))
    return op->hasTrait<OpTrait::IsTerminator>() &&
           isa<RegionBranchTerminatorOpInterface, BranchOpInterface>(op);
  auto function = op->getParentOfType<func::FuncOp>();
  return !SymbolTable::symbolKnownUseEmpty(
      function, function->getParentOfType<ModuleOp>());
}

/// What is written to the storage of a tensor with a layout could be padding,
/// which `layout-apply` writes again; a tensor that is forwarded twice would be
/// one buffer, of which a store to one result changes the other. Bufferization
/// does not know of either, nor that an `scf.index_switch` forwards a tensor,
/// nor that a function may return a constant, or a loop carry one of its own,
/// which must not be written, nor that an `scf.while` may carry a tensor from
/// before it, and write it in the next iteration: that gets a copy.
static void copyHandedOn(ModuleOp module) {
  SmallVector<OpOperand *> uses;
  module.walk([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>())
      return;
    bool isUnseen = isa<scf::IndexSwitchOp>(op->getParentOp());
    llvm::SmallPtrSet<Value, 4> seen;
    for (OpOperand &use : op->getOpOperands())
      if (isa<RankedTensorType>(use.get().getType()) &&
          (!seen.insert(getViewed(use.get())).second || isUnseen ||
           isPhysical(use.get()) || isConstantHandedOn(use) ||
           isCarriedFromOutside(use)) &&
          isForwarded(use)) // last, since it may look at the whole module
        uses.push_back(&use);
  });
  for (OpOperand *use : uses)
    copyOperand(*use);
}

//===----------------------------------------------------------------------===//
// Arguments that stay
//===----------------------------------------------------------------------===//

static constexpr StringRef kWritable =
    bufferization::BufferizationDialect::kWritableAttrName;

/// Returns true if the buffer of `tensor` may be that of an argument of
/// `function` which must not be written.
static bool mayBeKeptArgument(Value tensor, func::FuncOp function) {
  auto isKept = [&](Value origin) -> std::optional<bool> {
    auto argument = dyn_cast<BlockArgument>(origin);
    if (!argument || argument.getOwner() != &function.front())
      return std::nullopt;
    auto writable =
        function.getArgAttrOfType<BoolAttr>(argument.getArgNumber(), kWritable);
    return writable && !writable.getValue();
  };
  return mayBeBufferOf(tensor, isKept);
}

/// In place of a destination that must not be written, bufferization takes a
/// copy; for a result of `scf.if` it fails.
static void replaceKeptDestinations(ModuleOp module) {
  SmallVector<bufferization::MaterializeInDestinationOp> ops;
  module.walk([&](bufferization::MaterializeInDestinationOp op) {
    auto function = op->getParentOfType<func::FuncOp>();
    if (function && op.getDest().getDefiningOp<scf::IfOp>() &&
        mayBeKeptArgument(op.getDest(), function))
      ops.push_back(op);
  });
  OpBuilder builder(module.getContext());
  for (bufferization::MaterializeInDestinationOp op : ops) {
    builder.setInsertionPoint(op);
    Location loc = op.getLoc();
    op.getDestMutable().set(bufferization::AllocTensorOp::create(
        builder, loc, cast<RankedTensorType>(op.getDest().getType()),
        tensor::createDynamicDimValues(builder, loc, op.getDest())));
  }
}

/// Returns the op that names the argument as the tensor to be written; null if
/// there is none. Of other names there are copies.
static Operation *findNamedDestination(BlockArgument argument) {
  for (Operation *user : argument.getUsers()) {
    auto op = dyn_cast<bufferization::MaterializeInDestinationOp>(user);
    if (op && op.getDest() == argument)
      return op;
  }
  return nullptr;
}

/// Returns true if the buffer of `tensor` may be that of a global, by views,
/// choices, calls and branches. Constants that loops carry are copied, as is
/// what `scf.index_switch` yields.
static bool mayBeGlobal(Value tensor) {
  return mayBeBufferOf(tensor, [](Value origin) -> std::optional<bool> {
    Operation *op = origin.getDefiningOp();
    if (isa_and_nonnull<scf::ForallOp, scf::ForOp, scf::IndexSwitchOp,
                        scf::WhileOp>(op))
      return false;
    if (isa_and_nonnull<arith::ConstantOp>(op))
      return true;
    auto toTensor = dyn_cast_or_null<bufferization::ToTensorOp>(op);
    if (!toTensor)
      return std::nullopt;
    return bool(
        getViewRoot(toTensor.getBuffer()).getDefiningOp<memref::GetGlobalOp>());
  });
}

/// Returns true if `tensor` is memory that holds nothing yet, of no stated
/// kind.
static bool isNewMemory(Value tensor) {
  auto alloc = tensor.getDefiningOp<bufferization::AllocTensorOp>();
  return tensor.getDefiningOp<tensor::EmptyOp>() ||
         (alloc && !alloc.getCopy() && !alloc.getMemorySpace());
}

/// Writing into new memory that has no other name is a copy. Upstream insists
/// on the memory that is named, and fails where its analysis takes that for
/// memory that is read or must not be written.
static void replaceNewDestinations(ModuleOp module) {
  SmallVector<bufferization::MaterializeInDestinationOp> ops;
  module.walk([&](bufferization::MaterializeInDestinationOp op) {
    if (op->getNumResults() == 1 && op.getDest().hasOneUse() &&
        isNewMemory(op.getDest()) &&
        op.getSource().getType() == op.getDest().getType() &&
        isa<RankedTensorType>(op.getSource().getType()))
      ops.push_back(op);
  });
  for (bufferization::MaterializeInDestinationOp op : ops) {
    OpBuilder builder(op);
    op.getResult().replaceAllUsesWith(buildTensorCopy(op.getSource(), builder));
    op.erase();
  }
}

/// Copies what is returned and for which `isOfOthers` holds.
static void copyReturned(func::ReturnOp ret,
                         function_ref<bool(Value)> isOfOthers) {
  for (OpOperand &use : ret->getOpOperands())
    if (isa<RankedTensorType>(use.get().getType()) && isOfOthers(use.get()))
      copyOperand(use);
}

/// Makes `function` leave the arguments as they are that do not state whether
/// they may be written. One that an op names as a destination is left out, and
/// is an error if `isStrict`.
static LogicalResult keepArguments(func::FuncOp function,
                                   ArrayRef<unsigned> numbers, bool isStrict) {
  OpBuilder builder(function.getContext());
  for (unsigned number : numbers) {
    if (!isa<TensorType>(function.getArgumentTypes()[number]) ||
        function.getArgAttr(number, kWritable))
      continue;
    Operation *writer = findNamedDestination(function.getArgument(number));
    if (!writer)
      function.setArgAttr(number, kWritable, builder.getBoolAttr(false));
    else if (isStrict)
      return writer->emitOpError("names argument #")
             << number << " of public function '" << function.getName()
             << "' as its destination, which keep-arguments leaves as it is; "
                "state '"
             << kWritable
             << " = true' on the argument, or write into a tensor.empty";
  }
  function.walk([&](func::ReturnOp ret) {
    copyReturned(
        ret, [&](Value tensor) { return mayBeKeptArgument(tensor, function); });
  });
  return success();
}

LogicalResult layout::keepArguments(ModuleOp module) {
  WalkResult result = module.walk([&](func::FuncOp function) -> WalkResult {
    if (function.isExternal() || function.isPrivate())
      return success();
    return ::keepArguments(
        function,
        llvm::to_vector(llvm::seq<unsigned>(function.getNumArguments())),
        /*isStrict=*/true);
  });
  return failure(result.wasInterrupted());
}

void layout::keepArguments(func::FuncOp function, ArrayRef<unsigned> numbers) {
  (void)::keepArguments(function, numbers, /*isStrict=*/false);
}

//===----------------------------------------------------------------------===//
// Views that are forwarded
//===----------------------------------------------------------------------===//

/// Returns the tensors of which the use may become one, or nullopt if it is not
/// forwarded. Of a call, that is the tensor itself.
static std::optional<SmallVector<Value>> getForwardedTo(OpOperand &use) {
  Operation *op = use.getOwner();
  SmallVector<Value> names{use.get()};
  if (isa<func::ReturnOp>(op))
    return std::nullopt;
  if (isa<RegionBranchTerminatorOpInterface>(op))
    op = op->getParentOp();
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    if (auto name = branch.getSuccessorBlockArgument(use.getOperandNumber()))
      names.push_back(*name);
  } else if (isa<arith::SelectOp, RegionBranchOpInterface>(op)) {
    llvm::append_range(names, op->getResults());
  } else if (!isa<CallOpInterface>(op)) {
    return std::nullopt;
  }
  return names;
}

void layout::copyForwardedViews(func::FuncOp function,
                                ArrayRef<unsigned> numbers) {
  auto isNumbered = [&](Value origin) -> std::optional<bool> {
    auto argument = dyn_cast<BlockArgument>(origin);
    if (!argument || argument.getOwner() != &function.front())
      return std::nullopt;
    return llvm::is_contained(numbers, argument.getArgNumber());
  };
  SmallVector<OpOperand *> uses;
  function.walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      Operation *view = use.get().getDefiningOp();
      if (!view || !isView(view) || !isa<RankedTensorType>(use.get().getType()))
        continue;
      auto names = getForwardedTo(use);
      if (names && llvm::any_of(*names, [&](Value name) {
            return isa<TensorType>(name.getType()) &&
                   mayBeBufferOf(name, isNumbered);
          }))
        uses.push_back(&use);
    }
  });
  for (OpOperand *use : uses)
    copyOperand(*use);
}

void layout::copyReturnedGlobals(ModuleOp module) {
  module.walk([](func::FuncOp function) {
    if (function.isPrivate())
      return;
    for (auto ret : function.getOps<func::ReturnOp>())
      copyReturned(ret, mayBeGlobal);
  });
}

void layout::copyMissedAliases(ModuleOp module) {
  mergeYields(module);
  splitEqualEdges(module);
  cutCircles(module);
  copyWrittenAcrossBlocks(module);
  replaceKeptDestinations(module);
  replaceNewDestinations(module);
  copyHandedOn(module);
  copyAcrossBlocks(module);
}
