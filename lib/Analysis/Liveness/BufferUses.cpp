//===- BufferUses.cpp - Uses of a buffer through all aliases --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferUses.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/ControlFlow.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the regions of `op` are executed as a part of its own
/// execution, once at a time. Ops that are not known may execute them later, or
/// several times at once.
static bool executesInPlace(Operation *op) {
  return isa<func::FuncOp>(op) || getControlFlow(op) != ControlFlow::Unknown;
}

static constexpr llvm::StringLiteral kEscapes =
    "the buffer escapes the region in which it is allocated";

/// Returns true if a terminator of `region` forwards the operand.
static bool leavesRegion(OpOperand &operand, Region *region) {
  Operation *op = operand.getOwner();
  return op->getParentRegion() == region &&
         op->hasTrait<OpTrait::IsTerminator>() && op->getNumSuccessors() == 0;
}

BufferUseCollector::BufferUseCollector(func::FuncOp function,
                                       const AccessModes &modes,
                                       SymbolTableCollection &symbols)
    : function(function), modes(modes), symbols(symbols), calls(modes, symbols),
      aliases(modes.getFlow(),
              [this](OpOperand &operand) { return calls.getEffect(operand); }) {
  function->walk([&](Operation *op) {
    if (op == function)
      return;
    if (calls.mayReadUnnamed(op))
      unknownReaders.push_back(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<BaseMemRefType>(operand.get().getType()) &&
          modes.getTouch(operand, symbols).reads && getViews(operand).empty())
        readersOf[modes.getFlow().getRoot(operand.get())].push_back(op);
  });
  for (const auto &[root, readers] : readersOf)
    if (modes.getFlow().isMerge(root) || !getMemoryOrigin(root).isKnown())
      derived.push_back(root);
}

void BufferUseCollector::addUse(Value root, OpOperand &operand, bool isSure,
                                bool &escapes, BufferUses &uses) {
  Operation *op = operand.getOwner();
  Region *life = root.getParentRegion();
  if (!life->isAncestor(op->getParentRegion())) {
    uses.fault = kEscapes;
    return;
  }
  for (Operation *around = op->getParentOp(); around != life->getParentOp();
       around = around->getParentOp())
    if (!executesInPlace(around))
      uses.fault = ("it is used in '" + around->getName().getStringRef() +
                    "', which may be executed at any time")
                       .str();
  if (isa<func::ReturnOp>(op)) {
    uses.isNeededAtEnd = true;
    return;
  }
  if (auto padding = dyn_cast<PaddingOp>(op))
    uses.paddings.push_back(padding);
  BufferTouch touch = modes.getTouch(operand, symbols);
  touch.isSure &= isSure;
  if (isDeallocation(operand)) {
    // It ends the life of all elements, and reads none.
    touch.writes = touch.isWhole = true;
    touch.isSure = isSure && operand.get() == root;
  }
  if (touch.reads || touch.writes)
    uses.touches.push_back(touch);
  escapes = escapes || calls.mayKeep(operand);
}

void BufferUseCollector::addOtherReaders(Value root, BufferUses &uses) {
  Region *life = root.getParentRegion();
  auto add = [&](Operation *op) {
    if (life->isAncestor(op->getParentRegion()))
      uses.otherReaders.push_back(op);
  };
  auto addReadersOf = [&](Value other, ArrayRef<Operation *> readers) {
    // A thousand noalias arguments, each compared with all others, made a
    // million pairs: only what may be this buffer counts.
    if (other == root || !aliases.mayBeUnderOtherName(root, other))
      return;
    numOtherReads += readers.size();
    if (numOtherReads > maxOtherReads)
      uses.fault = "there are too many reads through other names of the buffer";
    else
      llvm::for_each(readers, add);
  };
  if (aliases.isOwn(root)) {
    for (Value other : derived)
      if (uses.fault.empty())
        addReadersOf(other, readersOf[other]);
    if (aliases.isHidden(root))
      return;
  } else {
    for (const auto &[other, readers] : readersOf)
      if (uses.fault.empty())
        addReadersOf(other, readers);
  }
  llvm::for_each(unknownReaders, add);
}

BufferUses BufferUseCollector::collect(Value root) {
  BufferUses uses;
  const BufferFlow &flow = modes.getFlow();
  if (!isa<MemRefType>(root.getType()) || flow.isMerge(root)) {
    uses.fault = "the buffer may be one of several";
    return uses;
  }
  if (!hasDistinctElements(cast<MemRefType>(root.getType()))) {
    uses.fault = "two indices may be one element of the buffer";
    return uses;
  }
  uses.isNeededAtEnd = !isAllocation(root);
  bool escapes = false;
  auto addUser = [&](OpOperand &operand, bool isSure) {
    if (uses.fault.empty())
      addUse(root, operand, isSure, escapes, uses);
  };
  // The next execution of the region may have it as an argument, with uses that
  // are before those that they follow.
  auto addForward = [&](OpOperand &operand) {
    // A yielded buffer is read by the next iteration through the argument of
    // the region, in ops that are before the store in the block. Taken for
    // earlier reads of one iteration, these left a needed store dead.
    if (leavesRegion(operand, root.getParentRegion()))
      uses.fault = kEscapes;
  };
  flow.forEachUser(root, addUser, addForward);
  // By `layout.as_logical` the storage of one layout, whose padding may be
  // anything, may be that of another one, whose padding holds something.
  if (!llvm::all_equal(llvm::map_range(uses.paddings, [](PaddingOp fact) {
        return fact.getLogicalTypeAttr();
      })))
    uses.paddings.clear();
  uses.isNeededAtEnd |= escapes;
  // What is written by one op only and needed at the end is needed in any case:
  // nothing overwrites its last execution.
  size_t numWriters = llvm::count_if(
      uses.touches, [](const BufferTouch &touch) { return touch.writes; });
  if (uses.fault.empty() && !(uses.isNeededAtEnd && numWriters <= 1))
    addOtherReaders(root, uses);
  return uses;
}
