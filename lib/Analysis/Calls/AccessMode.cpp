//===- AccessMode.cpp - Access modes of function arguments ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Calls/AccessMode.h"

#include "Layout/Analysis/Accesses/DefiniteWrites.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Functions/FunctionGraph.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::layout;

StringRef layout::stringifyAccessMode(AccessMode mode) {
  switch (mode) {
  case AccessMode::Read:
    return "read";
  case AccessMode::Write:
    return "write";
  case AccessMode::ReadWrite:
    return "readwrite";
  }
  llvm_unreachable("all modes are named");
}

std::optional<AccessMode> layout::symbolizeAccessMode(StringRef text) {
  for (AccessMode mode :
       {AccessMode::Read, AccessMode::Write, AccessMode::ReadWrite})
    if (stringifyAccessMode(mode) == text)
      return mode;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// One argument
//===----------------------------------------------------------------------===//

namespace mlir::layout {

class AccessModeInference {
public:
  AccessModeInference(ModuleOp module, AccessModes &modes,
                      SymbolTableCollection &symbols)
      : module(module), modes(modes), symbols(symbols), addressTaken(module) {}

  void run() {
    FunctionGraph graph(module);
    for (TracedFunction function : graph.getFunctions())
      function.walk(
          [&](TracedCall call) { graph.addCall(function, resolve(call)); });
    for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
      if (it->size() == 1 && !it.hasCycle() && it->front()->function)
        inferFunction(it->front()->function);
  }

private:
  TracedFunction resolve(TracedCall call) { return call.lookUpCallee(symbols); }

  void inferFunction(TracedFunction function) {
    if (function.isExternal() || addressTaken.contains(function))
      return;
    for (BlockArgument argument : function.getArguments())
      if (isa<MemRefType>(argument.getType()))
        modes.uses[{function, argument.getArgNumber()}] =
            inferArgument(argument);
  }

  AccessModes::ArgumentUse inferArgument(BlockArgument argument) {
    SmallVector<BufferTouch> touches;
    AccessModes::ArgumentUse use;
    bool isWritten = false;
    modes.flow.forEachUser(argument, [&](OpOperand &operand, bool isSure) {
      use.isReturned |= isReturn(operand.getOwner());
      BufferTouch touch = modes.getTouch(operand, symbols);
      // A name that may be that of another buffer.
      touch.isSure &= isSure;
      if (!touch.reads && !touch.writes)
        return;
      isWritten |= touch.writes;
      touches.push_back(touch);
    });
    if (!isWritten) {
      use.mode = AccessMode::Read;
      return use;
    }
    WriteSummary summary = summarizeWrites(argument, touches, modes.flow);
    use.firstWrite = summary.first;
    auto function = cast<TracedFunction>(argument.getOwner()->getParentOp());
    // Of a kernel, each thread writes a part: none of them has written all
    // before it reads.
    if (summary.isCompleteBeforeReads && !function.isOnDevice())
      use.mode = AccessMode::Write;
    return use;
  }

  ModuleOp module;
  AccessModes &modes;
  SymbolTableCollection &symbols;
  AddressTaken addressTaken;
};

/// Returns true if the op may still be running when the function returns.
static bool isInTask(Operation *op) {
  for (; op && !isa<TracedFunction>(op); op = op->getParentOp())
    if (isAsynchronous(op))
      return true;
  return false;
}

BufferTouch AccessModes::getTouch(OpOperand &operand,
                                  SymbolTableCollection &symbols) const {
  Operation *op = operand.getOwner();
  if (auto call = dyn_cast<TracedCall>(op))
    return getCallTouch(call, operand, symbols);
  // What a return hands out is the caller's concern: see `getCallTouch`.
  if (isReturn(op))
    return {&operand, false, false};
  OperandAccess access = getAccess(operand);
  OperandEffect effect = getEffectOfAccess(operand, access);
  BufferTouch touch{&operand, effect.mayRead, effect.mayWrite};
  // A store of what it states must not be found dead.
  touch.reads |= isa<AssumePaddingOp>(op);
  touch.isWhole =
      access.isExact() && access.reach == OperandAccess::Reach::Whole;
  touch.isSure = effect.mayWrite && access.isExact() && !isInTask(op);
  return touch;
}

BufferTouch AccessModes::getCallTouch(TracedCall call, OpOperand &operand,
                                      SymbolTableCollection &symbols) const {
  ArgumentUse use;
  std::optional<unsigned> argument = call.getArgumentNumber(operand);
  if (TracedFunction callee = call.lookUpCallee(symbols); callee && argument) {
    auto known = uses.find({callee, *argument});
    if (known != uses.end())
      use = known->second;
  }
  bool isWrite = use.mode == AccessMode::Write;
  // A result may be the operand under another name. If every element has
  // been written by then, nothing that happens to it matters any more.
  if (use.isReturned && !isWrite)
    return {&operand, true, true};
  return {&operand, !isWrite, use.mode != AccessMode::Read, isWrite, true};
}

AccessModes::AccessModes(ModuleOp module, SymbolTableCollection &symbols,
                         const BufferFlow &flow)
    : flow(flow) {
  AccessModeInference(module, *this, symbols).run();
}

AccessMode AccessModes::getMode(TracedFunction function,
                                unsigned argument) const {
  auto it = uses.find({function, argument});
  return it == uses.end() ? AccessMode::ReadWrite : it->second.mode;
}

LogicalResult AccessModes::adoptStatedMode(TracedFunction function,
                                           unsigned argument) {
  auto attribute = function.getArgAttrOfType<StringAttr>(
      argument, LayoutDialect::kAccessAttrName);
  if (!attribute)
    return success();
  std::optional<AccessMode> stated = symbolizeAccessMode(attribute.getValue());
  AccessMode inferred = getMode(function, argument);
  if (stated == inferred)
    return success();
  // A weaker statement is no contradiction: it leaves the callee free to
  // change.
  if (stated == AccessMode::ReadWrite) {
    uses[{function, argument}].mode = AccessMode::ReadWrite;
    return success();
  }
  Operation *culprit = function;
  if (stated == AccessMode::Read && getFirstWrite(function, argument))
    culprit = getFirstWrite(function, argument);
  InFlightDiagnostic diagnostic =
      culprit->emitOpError("contradicts the stated mode ");
  diagnostic << attribute << " of argument " << argument << " of '"
             << function.getName() << "': it is ";
  if (function.isExternal())
    return diagnostic << "external, so it may do both";
  if (stated == AccessMode::Write && function.isOnDevice())
    return diagnostic << "an argument of a kernel, of which no thread writes "
                         "all padding; expects the mode \"readwrite\"";
  if (stated == AccessMode::Write)
    return diagnostic << "not proven to be written in every element, on every "
                         "path, before it is read";
  return diagnostic << (culprit == function ? "not proven to be only read"
                                            : "written here");
}

bool AccessModes::mayReturn(TracedFunction function, unsigned argument) const {
  if (llvm::none_of(function.getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return false;
  auto it = uses.find({function, argument});
  return it == uses.end() || it->second.isReturned ||
         it->second.mode != AccessMode::Read;
}

Operation *AccessModes::getFirstWrite(TracedFunction function,
                                      unsigned argument) const {
  auto it = uses.find({function, argument});
  return it == uses.end() ? nullptr : it->second.firstWrite;
}

} // namespace mlir::layout
