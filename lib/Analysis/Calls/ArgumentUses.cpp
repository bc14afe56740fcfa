//===- ArgumentUses.cpp - What callers from outside must know -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Calls/ArgumentUses.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace mlir::layout;

static bool findLayouts(ModuleOp module) {
  AttrTypeWalker walker;
  walker.addWalk([](BufferAttr) { return WalkResult::interrupt(); });
  walker.addWalk([](Type type) {
    return isLaidOut(type) ? WalkResult::interrupt() : WalkResult::advance();
  });
  auto states = [&](Operation *op) {
    bool found = walker.walk(op->getAttrDictionary()).wasInterrupted();
    for (Type type : op->getResultTypes())
      found = found || walker.walk(type).wasInterrupted();
    return found ? WalkResult::interrupt() : WalkResult::advance();
  };
  return module.walk(states).wasInterrupted();
}

ArgumentUses::ArgumentUses(ModuleOp module)
    : flow(module), modes(module, symbols, flow),
      statesLayouts(findLayouts(module)) {}

SmallVector<bool> ArgumentUses::getWritten(func::FuncOp function,
                                           bool keepsTensors) {
  StringRef writable = bufferization::BufferizationDialect::kWritableAttrName;
  auto isWritten = [&](unsigned i, Type argument) {
    if (isa<BaseMemRefType>(argument))
      return modes.getMode(function, i) != AccessMode::Read;
    if (!isa<TensorType>(argument))
      return true;
    auto says = function.getArgAttrOfType<BoolAttr>(i, writable);
    return says ? says.getValue() : !keepsTensors;
  };
  SmallVector<bool> written;
  for (auto [i, argument] : llvm::enumerate(function.getArgumentTypes()))
    written.push_back(isWritten(i, argument));
  return written;
}
