//===- WrittenArguments.cpp - Arguments that are overwritten --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenArguments.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Transforms/Support/SymbolUses.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::layout;

TensorArguments layout::collectTensorArguments(ModuleOp module) {
  SymbolTableCollection symbols;
  SymbolUses uses(module, symbols);
  TensorArguments arguments;
  module.walk([&](func::FuncOp function) {
    // A caller in the module may pass one buffer twice: bufferization decides
    // there whether it copies.
    if (function.isExternal() || !uses.getCalls(TracedFunction(function)).empty() ||
        uses.isNamedOtherwise(function))
      return;
    for (auto [number, type] : llvm::enumerate(function.getArgumentTypes()))
      if (isa<TensorType>(type))
        arguments[function].push_back(number);
  });
  return arguments;
}

static bool isWritten(const BufferFlow &flow, Value buffer) {
  bool written = false;
  flow.forEachUser(buffer, [&](OpOperand &use, bool) {
    written |= getOperandEffect(use).mayWrite;
  });
  return written;
}

void layout::markWrittenArguments(const TensorArguments &arguments) {
  for (auto &[op, numbers] : arguments) {
    auto function = cast<func::FuncOp>(op);
    BufferFlow flow(function);
    for (unsigned number : numbers)
      if (isa<MemRefType>(function.getArgumentTypes()[number]) &&
          isWritten(flow, function.getArgument(number)))
        function.setArgAttr(number, LLVM::LLVMDialect::getNoAliasAttrName(),
                            UnitAttr::get(function.getContext()));
  }
}
