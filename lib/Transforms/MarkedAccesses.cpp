//===- MarkedAccesses.cpp - What layout.sequential stands on --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkedAccesses.h"

#include "Layout/Analysis/Aliases.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isMarkedSequential(Operation *op) {
  return op->hasAttr(LayoutDialect::kSequentialAttrName);
}

bool layout::isMarkedSequential(Value buffer) {
  if (Operation *op = buffer.getDefiningOp())
    return isa<memref::AllocOp, memref::AllocaOp>(op) && isMarkedSequential(op);
  FunctionOpInterface function = getFunctionOfArgument(buffer);
  return function &&
         function.getArgAttr(cast<BlockArgument>(buffer).getArgNumber(),
                             LayoutDialect::kSequentialAttrName);
}

Value layout::getAccessedBuffer(Operation *op) {
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

MarkedAccesses::MarkedAccesses(Operation *function) {
  llvm::MapVector<Value, SmallVector<Operation *>> byBuffer;
  auto addBuffer = [&](Value buffer) {
    if (!byBuffer.insert({buffer, {}}).second)
      return;
    marks.insert({buffer.getAsOpaquePointer(), {buffer.getLoc(), true}});
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (isMarkedSequential(argument))
            addBuffer(argument);
    bool isMade = isa<memref::AllocOp, memref::AllocaOp>(op);
    if (isMade && isMarkedSequential(op))
      addBuffer(op->getResult(0));
    Value buffer = getAccessedBuffer(op);
    if (isMarkedSequential(op) && !isMade && op != function) {
      marks.insert({op, {op->getLoc(), false, op}});
      markOf[op] = op;
      if (buffer)
        accesses.push_back(op);
    } else if (buffer) {
      if (auto it = byBuffer.find(buffer); it != byBuffer.end()) {
        it->second.push_back(op);
        markOf[op] = buffer.getAsOpaquePointer();
      }
    }
  });
  for (auto &[buffer, own] : byBuffer)
    accesses.append(own);
}

void MarkedAccesses::note(Operation *access, Outcome outcome) {
  auto mark = marks.find(markOf.lookup(access));
  if (mark != marks.end())
    mark->second.outcome = std::max(mark->second.outcome, outcome);
}

void MarkedAccesses::addTold(llvm::DenseSet<const void *> &told) const {
  for (auto &[key, mark] : marks)
    if (mark.outcome == Outcome::Told)
      told.insert(key);
}

void MarkedAccesses::explainSilent(
    const llvm::DenseSet<const void *> &told) const {
  for (auto &[key, mark] : marks)
    if (!told.contains(key))
      explain(mark);
}

void MarkedAccesses::explain(const Mark &mark) {
  switch (mark.outcome) {
  case Outcome::Told:
    return;
  case Outcome::InOrder:
    remarkDone(mark.location, "layout-sequential-access/in-order")
        << "it is walked in order as it stands";
    return;
  case Outcome::Taken:
    remarkMissed(mark.location, "layout-sequential-access/other-access")
        << "the loops around it go by another access";
    return;
  case Outcome::Fixed:
    remarkMissed(mark.location, "layout-sequential-access/no-loop")
        << "no loop changes the index of an access to it";
    return;
  case Outcome::None:
    break;
  }
  if (mark.isBuffer)
    remarkMissed(mark.location, "layout-sequential-access/no-access")
        << "no load or store in this function accesses single elements of it "
           "by its own name";
  else if (isa<affine::AffineForOp, scf::ForOp>(mark.op))
    remarkMissed(mark.location, "layout-sequential-access/no-access")
        << "a marked loop is rewritten by nest-map only; else mark a buffer, "
           "or a load or store";
  else
    remarkMissed(mark.location, "layout-sequential-access/no-access")
        << ("'" + mark.op->getName().getStringRef() +
            "' is no load or store of one element")
               .str();
}
