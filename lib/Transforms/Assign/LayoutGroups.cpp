//===- LayoutGroups.cpp - Groups of buffers with one layout ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutGroups.h"

#include "Layout/IR/Requests.h"

using namespace mlir;
using namespace mlir::layout;

LayoutGroups::Name LayoutGroups::getResultName(TracedFunction function,
                                               unsigned result) {
  for (Block &block : function.getFunctionBody())
    if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator()))
      return &ret->getOpOperand(result);
  return nullptr;
}

void LayoutGroups::unite(Name a, Name b) {
  Name groupOfA = getGroup(a), groupOfB = getGroup(b);
  if (groupOfA == groupOfB)
    return;
  SmallVector<BufferAttr> all = getLayouts(a);
  llvm::append_range(all, getLayouts(b));
  layouts.erase(groupOfA);
  layouts.erase(groupOfB);
  names.unionSets(groupOfA, groupOfB);
  for (BufferAttr layout : all)
    request(a, layout);
}

void LayoutGroups::request(Name name, BufferAttr layout) {
  layouts[getGroup(name)].insert(layout);
}

SmallVector<BufferAttr> LayoutGroups::getLayouts(Name name) {
  auto it = layouts.find(getGroup(name));
  return it == layouts.end() ? SmallVector<BufferAttr>()
                             : llvm::to_vector(it->second);
}

void LayoutGroups::addOp(
    Operation *op, const BufferFlow &flow,
    function_ref<bool(TracedCall, TracedFunction)> isApart) {
  addRequests(op);
  for (OpOperand &operand : op->getOpOperands())
    for (Value name : flow.getNames(operand))
      unite(getName(operand.get()), getName(name));
  if (auto call = dyn_cast<TracedCall>(op))
    return addCall(call, isApart);
  if (auto ret = dyn_cast<func::ReturnOp>(op))
    return addReturn(ret);
  if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
    if (memref::GlobalOp global = uses.getGlobal(get))
      unite(getName(get.getResult()), getName(global.getOperation()));
  } else if (isa<memref::DistinctObjectsOp>(op)) {
    for (auto [from, to] : llvm::zip(op->getOperands(), op->getResults()))
      unite(getName(from), getName(to));
  }
}

void LayoutGroups::addRequests(Operation *op) {
  StringRef attribute = LayoutDialect::kTransformAttrName;
  // The dialect verifies that only allocations and globals have it.
  if (auto layout = op->getAttrOfType<BufferAttr>(attribute))
    return request(isa<memref::GlobalOp>(op) ? getName(op)
                                             : getName(op->getResult(0)),
                   layout);
  auto function = dyn_cast<TracedFunction>(op);
  if (!function || function.isExternal() || !makesRequest(op, attribute))
    return;
  for (BlockArgument argument : function.getFunctionBody().getArguments())
    if (BufferAttr layout = getRequestedLayout(argument))
      request(getName(argument), layout);
}

void LayoutGroups::addCall(
    TracedCall call, function_ref<bool(TracedCall, TracedFunction)> isApart) {
  TracedFunction callee = uses.getCallee(call);
  if (!callee || interfaces.isFixed(callee) || isApart(call, callee))
    return;
  for (auto [i, operand] : llvm::enumerate(call.getArguments()))
    if (!interfaces.isFixedArgument(callee, i))
      unite(getName(operand), getName(callee.getArgument(i)));
  for (OpResult result : call.getReturned())
    if (Name name = getResultName(callee, result.getResultNumber()))
      unite(getName(result), name);
}

void LayoutGroups::addReturn(func::ReturnOp ret) {
  TracedFunction function = getFunctionAround(ret);
  if (interfaces.isFixed(function))
    return;
  for (OpOperand &operand : ret->getOpOperands())
    unite(getName(operand.get()),
          getResultName(function, operand.getOperandNumber()));
}
