//===- NestedBranches.cpp - Tensors of branches in branches ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/NestedBranches.h"

#include "BufferNames.h"
#include "CutNests.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Levels that the analysis has time for: 8 of branches and loops in turns take
/// 0.2 s, 10 take 1.7 s.
static constexpr unsigned maxLevels = 8;

/// That of buffers which bufferization makes.
static constexpr int64_t kYieldedAlignment = 64;

static bool yieldsTensors(Operation *op) {
  return isa<scf::IfOp, scf::IndexSwitchOp, scf::ForOp, scf::WhileOp>(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
}

bool layout::isDeeplyNested(Operation *op) {
  unsigned levels = 0;
  for (op = op->getParentOp(); op && levels < maxLevels; op = op->getParentOp())
    levels += yieldsTensors(op);
  return levels == maxLevels;
}

/// Returns the type of a buffer that a tensor of `type` can be copied into;
/// null if there is none.
static MemRefType getOwnBuffer(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Attribute encoding = tensor ? tensor.getEncoding() : Attribute();
  auto layout = dyn_cast_or_null<MemRefLayoutAttrInterface>(encoding);
  if (!tensor || (encoding && !layout))
    return {};
  return MemRefType::get(tensor.getShape(), tensor.getElementType(), layout);
}

/// Returns true if `value` is written by ops of `region` into a new tensor of
/// theirs, which has no other use: then its buffer is of no other tensor.
static bool isOnlyIn(Value value, Region &region) {
  while (value.getParentRegion() == &region && value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<tensor::EmptyOp, bufferization::AllocTensorOp>(op))
      return true;
    auto destination = dyn_cast_or_null<DestinationStyleOpInterface>(op);
    if (!destination)
      return false;
    value = destination.getTiedOpOperand(cast<OpResult>(value))->get();
  }
  return false;
}

/// Returns a buffer of the elements of `value`, for the end of its region.
static Value buildYielded(scf::YieldOp yield, Value value) {
  MemRefType type = getOwnBuffer(value.getType());
  // That of a branch inside, which nothing else uses.
  auto inner = value.getDefiningOp<bufferization::ToTensorOp>();
  if (inner && value.hasOneUse() && inner.getRestrict() &&
      isa_and_nonnull<scf::IfOp, scf::IndexSwitchOp>(
          inner.getBuffer().getDefiningOp()) &&
      inner->getBlock() == yield->getBlock() &&
      inner.getBuffer().getType() == type)
    return inner.getBuffer();
  OpBuilder builder(yield);
  Location loc = yield.getLoc();
  if (isOnlyIn(value, *yield->getParentRegion()))
    return bufferization::ToBufferOp::create(builder, loc, type, value);
  SmallVector<Value> extents;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      extents.push_back(tensor::DimOp::create(builder, loc, value, dim));
  Value buffer =
      memref::AllocOp::create(builder, loc, type, extents,
                              builder.getI64IntegerAttr(kYieldedAlignment));
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, /*result=*/Type(), value, buffer, /*restrict=*/false,
      /*writable=*/true);
  return buffer;
}

static void yieldBuffers(scf::YieldOp yield) {
  for (OpOperand &operand : yield->getOpOperands()) {
    Value value = operand.get();
    if (!getOwnBuffer(value.getType()))
      continue;
    operand.set(buildYielded(yield, value));
    if (value.use_empty())
      value.getDefiningOp()->erase(); // of the branch inside
  }
}

/// Lets a loop around `tensor`, which yields it, carry the buffer that it did.
static void yieldInCarried(Value tensor) {
  for (OpOperand &use : llvm::make_early_inc_range(tensor.getUses())) {
    auto yield = dyn_cast<scf::YieldOp>(use.getOwner());
    auto loop =
        yield ? dyn_cast<scf::ForOp>(yield->getParentOp()) : scf::ForOp();
    if (!loop)
      continue;
    OpBuilder builder(yield);
    auto tied = bufferization::MaterializeInDestinationOp::create(
        builder, tensor.getLoc(), tensor.getType(), tensor,
        loop.getRegionIterArg(use.getOperandNumber()));
    use.set(tied.getResult());
  }
}

static void buildBranch(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes()) {
    MemRefType buffer = getOwnBuffer(type);
    types.push_back(buffer ? buffer : type);
  }
  for (Region &region : op->getRegions())
    yieldBuffers(cast<scf::YieldOp>(region.front().getTerminator()));
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), types,
                       op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *made = builder.create(state);
  for (auto [result, buffer] :
       llvm::zip_equal(op->getResults(), made->getResults())) {
    if (result.getType() == buffer.getType()) {
      result.replaceAllUsesWith(buffer);
      continue;
    }
    Value tensor = bufferization::ToTensorOp::create(
        builder, op->getLoc(), result.getType(), buffer, /*restrict=*/true,
        /*writable=*/true);
    result.replaceAllUsesWith(tensor);
    yieldInCarried(tensor);
  }
  op->erase();
}

/// Returns true if `tensor` is made outside of `block`, or is a view of such a
/// tensor.
static bool isOfOuterBuffer(Value tensor, Block *block,
                            const bufferization::AnalysisState &state) {
  while (tensor.getParentBlock() == block && isa<OpResult>(tensor)) {
    bufferization::AliasingOpOperandList sources =
        state.getAliasingOpOperands(tensor);
    if (sources.getNumAliases() != 1)
      return false;
    OpOperand *source = sources.getAliases().front().opOperand;
    if (state.bufferizesToMemoryWrite(*source))
      return false;
    tensor = source->get();
  }
  return tensor.getParentBlock() != block;
}

/// Copies the tensors from outside of the block of `op` that it overwrites.
static void copyOverwritten(Operation *op,
                            const bufferization::AnalysisState &state) {
  // The program says that this one writes to that buffer.
  if (isa<bufferization::MaterializeInDestinationOp>(op))
    return;
  for (OpOperand &use : op->getOpOperands())
    if (getOwnBuffer(use.get().getType()) &&
        state.bufferizesToMemoryWrite(use) &&
        state.getAliasingValues(use).getNumAliases() > 0 &&
        isOfOuterBuffer(use.get(), op->getBlock(), state))
      copyOperand(use);
}

void layout::buildNestedBranches(ModuleOp module) {
  UndecidedAnalysis analysis(module);
  SmallVector<Operation *> branches, others;
  // Inner ones first.
  module.walk([&](Operation *op) {
    if (isDeeplyNested(op))
      (isa<scf::IfOp, scf::IndexSwitchOp>(op) ? branches : others)
          .push_back(op);
  });
  for (Operation *op : others)
    copyOverwritten(op, analysis.state);
  for (Operation *op : branches)
    if (llvm::any_of(op->getResultTypes(), getOwnBuffer))
      buildBranch(op);
}
