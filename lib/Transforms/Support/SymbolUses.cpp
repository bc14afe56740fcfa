//===- SymbolUses.cpp - Uses of symbols -----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"

using namespace mlir;
using namespace mlir::layout;

memref::GlobalOp layout::lookUpGlobal(Operation *user, StringAttr name,
                                      SymbolTableCollection &symbols) {
  return symbols.lookupNearestSymbolFrom<memref::GlobalOp>(user, name);
}

memref::GlobalOp layout::lookUpConstantGlobal(Operation *user, StringAttr name,
                                              SymbolTableCollection &symbols) {
  memref::GlobalOp global = lookUpGlobal(user, name, symbols);
  return global && global.getConstant() ? global : memref::GlobalOp();
}

SymbolUses::SymbolUses(ModuleOp module, SymbolTableCollection &symbols)
    : symbols(symbols) {
  // The ops of these dialects name no symbols by themselves (memref's are met
  // apart). To look through the attributes of each op would be most of the
  // cost of the walk.
  for (StringRef name : {"affine", "arith", "cf", "linalg", "math", "memref",
                         "scf", "ub", "vector"})
    if (Dialect *dialect = module.getContext()->getLoadedDialect(name))
      dialectsWithoutSymbols.insert(dialect);
  module.walk([&](Operation *op) { visit(op); });
}

void SymbolUses::visit(Operation *op) {
  bool isMet = dialectsWithoutSymbols.contains(op->getDialect());
  if (auto call = dyn_cast<TracedCall>(op)) {
    isMet = true;
    if (TracedFunction callee = getCallee(call))
      calls[callee].push_back(call);
  } else if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
    if (memref::GlobalOp global = getGlobal(get))
      getGlobals[global].push_back(get);
  }
  if (!isMet)
    noteNames(op->getAttrDictionary());
  else
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      noteNames(attribute.getValue());
}

void SymbolUses::noteNames(Attribute attribute) {
  attribute.walk([&](SymbolRefAttr name) {
    namedOtherwise.insert(name.getRootReference());
    namedOtherwise.insert(name.getLeafReference());
  });
}

ArrayRef<TracedCall> SymbolUses::getCalls(TracedFunction function) const {
  auto it = calls.find(function);
  return it == calls.end() ? ArrayRef<TracedCall>() : it->second;
}

ArrayRef<memref::GetGlobalOp>
SymbolUses::getGetGlobals(memref::GlobalOp global) const {
  auto it = getGlobals.find(global);
  return it == getGlobals.end() ? ArrayRef<memref::GetGlobalOp>() : it->second;
}

TracedFunction SymbolUses::getCallee(TracedCall call) const {
  return call.lookUpCallee(symbols);
}

memref::GlobalOp SymbolUses::getGlobal(memref::GetGlobalOp get) const {
  return lookUpGlobal(get, get.getNameAttr().getAttr(), symbols);
}

bool SymbolUses::isNamedOtherwise(Operation *symbol) const {
  return namedOtherwise.contains(SymbolTable::getSymbolName(symbol));
}
