//===- KeptBuffers.cpp - Buffers that memory or an address names ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptBuffers.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if a number that is computed from an address may be one again.
/// Tests of alignment compare, and compute with nothing but arithmetic.
static bool mayBeAddressAgain(Value address) {
  SmallVector<Value> numbers{address};
  for (size_t i = 0; i < numbers.size(); ++i)
    for (Operation *user : numbers[i].getUsers()) {
      constexpr size_t most = 32;
      if (isa<arith::CmpIOp>(user))
        continue;
      if (!isa<arith::ArithDialect>(user->getDialect()) ||
          numbers.size() > most)
        return true;
      llvm::append_range(numbers, user->getResults());
    }
  return false;
}

/// Returns true if the op, other than a call, keeps the buffer of the operand
/// where values do not tell.
static bool keeps(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (!isa<BaseMemRefType>(operand.get().getType()) ||
      isa<CallOpInterface>(op) || !getViews(operand).empty() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto address = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op))
    return mayBeAddressAgain(address.getResult());
  return getOperandEffect(operand).escapes;
}

namespace {

class KeptBuffers {
public:
  explicit KeptBuffers(ModuleOp module) : module(module), flow(module) {}

  bool isKept(Value buffer) {
    bool found = false;
    flow.forEachUser(
        buffer, [&](OpOperand &use, bool) { found = found || isKeptBy(use); });
    return found;
  }

private:
  bool isKeptBy(OpOperand &use) {
    auto call = dyn_cast<func::CallOp>(use.getOwner());
    if (!call)
      return flow.getNames(use).empty() && keeps(use);
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    return callee && !callee.isExternal() &&
           isKept(callee, use.getOperandNumber());
  }

  /// A recursive call is taken to keep it.
  bool isKept(func::FuncOp callee, unsigned argument) {
    auto [it, isNew] = known.try_emplace({callee, argument}, true);
    if (!isNew)
      return it->second;
    bool found = isKept(callee.getArgument(argument));
    return known[{callee, argument}] = found;
  }

  ModuleOp module;
  BufferFlow flow;
  SymbolTableCollection symbols;
  llvm::DenseMap<std::pair<Operation *, unsigned>, bool> known;
};

} // namespace

SmallVector<OpResult> layout::findKeptBuffers(ModuleOp module) {
  WalkResult keepsAny = module.walk([](Operation *op) {
    return llvm::any_of(op->getOpOperands(), keeps) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  if (!keepsAny.wasInterrupted())
    return {};
  KeptBuffers buffers(module);
  SmallVector<OpResult> kept;
  module.walk([&](Operation *op) {
    if (!isa<memref::AllocOp, CallOpInterface>(op))
      return;
    for (OpResult result : op->getResults())
      if (isa<BaseMemRefType>(result.getType()) && buffers.isKept(result))
        kept.push_back(result);
  });
  return kept;
}
