//===- Calls.cpp - Functions, kernels and who calls them ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Functions/Calls.h"

using namespace mlir;
using namespace mlir::layout;

Block::BlockArgListType TracedFunction::getArguments() {
  if (isExternal())
    return {};
  return getFunctionBody().getArguments().take_front(getNumArguments());
}

Block::BlockArgListType TracedFunction::getAttributions() {
  if (isExternal())
    return {};
  return getFunctionBody().getArguments().drop_front(getNumArguments());
}

bool TracedFunction::isKernel() {
  auto function = dyn_cast<gpu::GPUFuncOp>(getOperation());
  return function && function.isKernel();
}

bool TracedFunction::isOnDevice() {
  return (*this)->getParentOfType<gpu::GPUModuleOp>() != nullptr;
}

OperandRange TracedCall::getArguments() {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(getOperation()))
    return launch.getKernelOperands();
  return getOperation()->getOperands();
}

OpOperand &TracedCall::getArgumentOperand(unsigned argument) {
  unsigned first = getArguments().getBeginOperandIndex();
  return getOperation()->getOpOperand(first + argument);
}

std::optional<unsigned> TracedCall::getArgumentNumber(OpOperand &operand) {
  OperandRange arguments = getArguments();
  unsigned first = arguments.getBeginOperandIndex();
  unsigned number = operand.getOperandNumber();
  if (number < first || number - first >= arguments.size())
    return std::nullopt;
  return number - first;
}

ResultRange TracedCall::getReturned() {
  ResultRange results = getOperation()->getResults();
  return isLaunch() ? results.take_front(0) : results;
}

SymbolRefAttr TracedCall::getCalleeName() {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(getOperation()))
    return launch.getKernel();
  return cast<func::CallOp>(getOperation()).getCalleeAttr();
}

TracedFunction TracedCall::lookUpCallee(SymbolTableCollection &symbols) const {
  TracedCall call = *this;
  Operation *callee = symbols.lookupNearestSymbolFrom(call.getOperation(),
                                                      call.getCalleeName());
  bool isTraced = call.isLaunch() ? isa_and_nonnull<gpu::GPUFuncOp>(callee)
                                  : isa_and_nonnull<func::FuncOp>(callee);
  return isTraced ? cast<TracedFunction>(callee) : TracedFunction();
}

TracedFunction layout::getFunctionAround(Operation *op, bool orItself) {
  for (op = orItself ? op : op->getParentOp(); op; op = op->getParentOp())
    if (auto function = dyn_cast<TracedFunction>(op))
      return function;
  return {};
}

/// Uses are found per symbol table: modules may be nested.
AddressTaken::AddressTaken(ModuleOp module) {
  module.walk([&](Operation *table) {
    if (!table->hasTrait<OpTrait::SymbolTable>())
      return;
    for (Region &region : table->getRegions())
      addUsesIn(region);
  });
}

void AddressTaken::addUsesIn(Region &region) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&region);
  if (!uses) {
    isEverything = true;
    return;
  }
  for (const SymbolTable::SymbolUse &use : *uses)
    if (!isa<TracedCall>(use.getUser()))
      names.insert(use.getSymbolRef().getLeafReference());
}
