//===- KeptBuffers.cpp - Buffers that memory or an address names ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptBuffers.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if what is computed from an address may become an address
/// again. Tests of alignment compare, and compute with nothing but arithmetic.
static bool mayBeAddressAgain(Value address) {
  SmallVector<Value> numbers{address};
  for (size_t i = 0; i < numbers.size(); ++i)
    for (Operation *user : numbers[i].getUsers()) {
      constexpr size_t most = 32;
      if (isa<arith::CmpIOp, index::CmpOp, vector::PrintOp>(user))
        continue;
      if (!isa<affine::AffineApplyOp>(user) &&
          !isa_and_present<arith::ArithDialect, index::IndexDialect>(
              user->getDialect()))
        return true;
      llvm::append_range(numbers, user->getResults());
      if (numbers.size() > most)
        return true;
    }
  return false;
}

/// Returns true if the op keeps the buffer of the operand where values do not
/// tell. Of calls, only those whose callee is not known do so by themselves.
static bool keeps(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (!isa<BaseMemRefType>(operand.get().getType()) || isa<func::CallOp>(op) ||
      !getViews(operand).empty() || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto address = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op))
    return mayBeAddressAgain(address.getResult());
  // The shape is read.
  if (isa<memref::ReshapeOp>(op))
    return false;
  return isa<CallOpInterface>(op) || getOperandEffect(operand).escapes;
}

bool layout::keepsBuffer(OpOperand &operand, const BufferFlow &flow) {
  return flow.getNames(operand).empty() && keeps(operand);
}

/// Of modules in the module, too.
static void forEachArgument(ModuleOp module,
                            function_ref<void(BlockArgument)> visit) {
  module.walk([&](func::FuncOp function) {
    for (BlockArgument argument : function.getArguments())
      if (isa<BaseMemRefType>(argument.getType()))
        visit(argument);
  });
}

namespace {

/// What becomes of one buffer of a function.
struct Fate {
  bool isKept = false, isReturned = false;
  SmallVector<BlockArgument> passedAs; ///< arguments of callees
};

class KeptBuffers {
public:
  explicit KeptBuffers(ModuleOp module) : flow(module) {
    forEachArgument(module, [&](BlockArgument argument) {
      arguments.insert({argument, read(argument)});
    });
    findKeptArguments();
  }

  bool isKept(const Fate &fate) const {
    return fate.isKept ||
           llvm::any_of(fate.passedAs, [&](BlockArgument argument) {
             return keptArguments.contains(argument);
           });
  }

  /// Returns what becomes of each argument of a function.
  const llvm::MapVector<BlockArgument, Fate> &getArguments() const {
    return arguments;
  }

  Fate read(Value buffer) {
    Fate fate;
    auto visit = [&](OpOperand &use) {
      if (auto call = dyn_cast<func::CallOp>(use.getOwner())) {
        auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
            call, call.getCalleeAttr());
        if (callee && !callee.isExternal())
          fate.passedAs.push_back(callee.getArgument(use.getOperandNumber()));
        return;
      }
      fate.isReturned |= isa<func::ReturnOp>(use.getOwner());
      fate.isKept |= keepsBuffer(use, flow);
    };
    flow.forEachUser(
        buffer, [&](OpOperand &use, bool) { visit(use); }, visit);
    return fate;
  }

private:
  /// From those that a function keeps by itself to those of its callers, each
  /// once: functions may call themselves.
  void findKeptArguments() {
    SmallVector<BlockArgument> open;
    llvm::DenseMap<Value, SmallVector<BlockArgument>> passedFrom;
    for (const auto &[argument, fate] : arguments) {
      if (fate.isKept && keptArguments.insert(argument).second)
        open.push_back(argument);
      for (BlockArgument other : fate.passedAs)
        passedFrom[other].push_back(argument);
    }
    while (!open.empty())
      for (BlockArgument argument : passedFrom.lookup(open.pop_back_val()))
        if (keptArguments.insert(argument).second)
          open.push_back(argument);
  }

  BufferFlow flow;
  SymbolTableCollection symbols;
  llvm::MapVector<BlockArgument, Fate> arguments;
  llvm::DenseSet<Value> keptArguments;
};

} // namespace

SmallVector<KeptBuffer> layout::findKeptBuffers(ModuleOp module) {
  WalkResult keepsAny = module.walk([](Operation *op) {
    return llvm::any_of(op->getOpOperands(), keeps) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  if (!keepsAny.wasInterrupted())
    return {};
  KeptBuffers buffers(module);
  SmallVector<KeptBuffer> kept;
  for (const auto &[argument, fate] : buffers.getArguments())
    if (fate.isReturned && buffers.isKept(fate))
      kept.push_back({argument, /*isReturned=*/true});
  module.walk([&](Operation *op) {
    if (!isa<memref::AllocOp, CallOpInterface>(op))
      return;
    for (OpResult result : op->getResults()) {
      if (!isa<BaseMemRefType>(result.getType()))
        continue;
      Fate fate = buffers.read(result);
      if (buffers.isKept(fate))
        kept.push_back({result, fate.isReturned});
    }
  });
  return kept;
}
