//===- BufferNames.cpp - Tensors that may share a buffer ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

static bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

BufferNames::BufferNames(func::FuncOp function,
                         const bufferization::OneShotAnalysisState &state)
    : state(state) {
  for (BlockArgument argument : function.getArguments()) {
    auto writable = function.getArgAttrOfType<BoolAttr>(
        argument.getArgNumber(),
        bufferization::BufferizationDialect::kWritableAttrName);
    add(argument);
    note(argument, /*isWhole=*/true, !writable || writable.getValue());
  }
  for (Operation &op : function.front())
    visit(&op);
  for (Value value : pinned)
    pinnedClasses.insert(classes.findLeader(getNumber(value)));
}

std::vector<SmallVector<Value>>
BufferNames::getLongLists(unsigned maxNames) const {
  std::vector<SmallVector<Value>> lists(values.size());
  for (auto [i, value] : llvm::enumerate(values))
    lists[classes.findLeader(i)].push_back(value);
  llvm::erase_if(lists, [&](const SmallVector<Value> &list) {
    return list.size() <= maxNames;
  });
  return lists;
}

SmallVector<Value> BufferNames::getNames(Value tensor) const {
  unsigned leader = classes.findLeader(getNumber(tensor));
  SmallVector<Value> names;
  for (auto [i, value] : llvm::enumerate(values))
    if (classes.findLeader(i) == leader)
      names.push_back(value);
  return names;
}

bool BufferNames::isSeenElsewhere(Value tensor) const {
  return pinnedClasses.contains(classes.findLeader(getNumber(tensor)));
}

void BufferNames::add(Value value) {
  if (!isTensor(value) || !numbers.try_emplace(value, values.size()).second)
    return;
  values.push_back(value);
  classes.grow(values.size());
}

void BufferNames::join(Value a, Value b) {
  if (isTensor(a) && isTensor(b))
    classes.join(getNumber(a), getNumber(b));
}

void BufferNames::pin(Value value) {
  if (isTensor(value))
    pinned.push_back(value);
}

void BufferNames::note(Value value, bool isWhole, bool isOwned) {
  if (!isWhole || !isTensor(value))
    return;
  whole.insert(value);
  if (isOwned)
    owned.insert(value);
}

void BufferNames::addAll(Operation *op) {
  for (Value result : op->getResults())
    add(result);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        add(argument);
}

void BufferNames::visit(Operation *op) {
  addAll(op);
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  // Where a region has several blocks, branches pass tensors, too.
  if (branch && llvm::any_of(op->getRegions(), [](Region &region) {
        return !region.empty() && !region.hasOneBlock();
      }))
    branch = {};
  if (branch)
    enterRegions(branch);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        visit(&inner);
  if (branch)
    leaveRegions(branch);
  else
    joinInner(op);
  joinOperands(op);
  noteKind(op);
}

void BufferNames::enterRegions(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping, RegionBranchPoint::parent());
  for (auto &[operand, inputs] : mapping)
    for (Value input : inputs) {
      join(operand->get(), input);
      if (isa<BlockArgument>(input))
        note(input, whole.contains(operand->get()),
             isa<LoopLikeOpInterface>(op.getOperation()));
    }
}

void BufferNames::leaveRegions(RegionBranchOpInterface op) {
  RegionBranchInverseSuccessorMapping mapping;
  op.getSuccessorInputOperandMapping(mapping);
  for (auto &[input, operands] : mapping) {
    auto areIn = [&, &operands = operands](const DenseSet<Value> &set) {
      return llvm::all_of(operands, [&](OpOperand *operand) {
        return set.contains(operand->get());
      });
    };
    for (OpOperand *operand : operands)
      join(operand->get(), input);
    if (input.getDefiningOp() != op || !isTensor(input))
      continue;
    if (areIn(whole))
      whole.insert(input);
    if (areIn(owned))
      owned.insert(input);
  }
}

/// If `op` has tensors in its regions, all that it takes, makes and has there
/// may have one buffer.
void BufferNames::joinInner(Operation *op) {
  SmallVector<Value> all;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      llvm::append_range(all, block.getArguments());
      if (!block.mightHaveTerminator())
        continue;
      // That of `scf.forall` has a region in which ops write slices.
      block.getTerminator()->walk([&](Operation *inner) {
        llvm::append_range(all, inner->getOperands());
      });
    }
  if (llvm::none_of(all, isTensor))
    return;
  llvm::append_range(all, op->getOperands());
  llvm::append_range(all, op->getResults());
  llvm::erase_if(all, [](Value value) { return !isTensor(value); });
  for (Value value : all)
    join(all.front(), value);
}

void BufferNames::joinOperands(Operation *op) {
  // What is done by a memref is not seen, nor what an unknown op does.
  if (!isa<bufferization::BufferizableOpInterface>(op) ||
      isa<bufferization::ToBufferOp>(op)) {
    for (Value operand : op->getOperands())
      pin(operand);
    for (Value result : op->getResults())
      pin(result);
    return;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (isTensor(operand.get()))
      for (const bufferization::AliasingValue &alias :
           state.getAliasingValues(operand))
        join(operand.get(), alias.value);
}

void BufferNames::noteKind(Operation *op) {
  if (isa<tensor::EmptyOp, bufferization::AllocTensorOp, func::CallOp>(op)) {
    for (Value result : op->getResults())
      note(result, true, true);
  } else if (isa<arith::ConstantOp>(op)) {
    note(op->getResult(0), true, false);
  } else if (auto toTensor = dyn_cast<bufferization::ToTensorOp>(op)) {
    auto type = dyn_cast<MemRefType>(toTensor.getBuffer().getType());
    note(toTensor.getResult(), type && type.getLayout().isIdentity(),
         toTensor.getWritable());
  } else if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
    Value from = op->getOperand(0);
    note(op->getResult(0), whole.contains(from), owned.contains(from));
  } else if (auto destination = dyn_cast<DestinationStyleOpInterface>(op)) {
    for (OpOperand &init : destination.getDpsInitsMutable())
      if (isTensor(init.get()))
        note(destination.getTiedOpResult(&init), whole.contains(init.get()),
             true);
  }
}
