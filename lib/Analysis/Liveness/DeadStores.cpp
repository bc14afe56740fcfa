//===- DeadStores.cpp - Dead stores to buffers ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Liveness/DeadStores.h"

#include "BufferUses.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "StoreLiveness.h"

using namespace mlir;
using namespace mlir::layout;

namespace mlir::layout {

/// The analysis of one function. What is known of a buffer is collected at the
/// first query about a store to it.
class DeadStores::Impl {
public:
  Impl(func::FuncOp function, const AccessModes &modes,
       SymbolTableCollection &symbols, bool explains, AccessMemo *shared)
      : function(function), modes(modes), symbols(symbols), explains(explains),
        memo(shared ? *shared : ownMemo), names(function), variables(function),
        collector(function, modes, symbols) {}

  DeadStore isDead(Operation *store, const StoreExecutions &executions) {
    SmallVector<OpOperand *> written;
    for (OpOperand &operand : store->getOpOperands())
      if (isa<BaseMemRefType>(operand.get().getType()) &&
          modes.getTouch(operand, symbols).writes)
        written.push_back(&operand);
    // An op without such an operand may write memory that no operand names.
    if (written.empty())
      return {
          Decision::unknown("none of its operands is a buffer that it writes")};
    for (OpOperand *operand : written)
      if (DeadStore answer = isDead(*operand, executions); !answer.isYes())
        return answer;
    return {Decision::yes()};
  }

private:
  /// What is known of one buffer.
  struct Buffer {
    BufferUses uses;
    std::unique_ptr<AccessTree> tree;
    std::unique_ptr<WrittenElements> written;
    std::unique_ptr<StoreLiveness> laterReads;
  };

  DeadStore isDead(OpOperand &operand, const StoreExecutions &executions) {
    Value root = modes.getFlow().getRoot(operand.get());
    Buffer &buffer = getBuffer(root);
    if (!buffer.uses.fault.empty())
      return {Decision::unknown(buffer.uses.fault)};
    return buffer.laterReads->find(operand, executions);
  }

  Buffer &getBuffer(Value root) {
    std::unique_ptr<Buffer> &buffer = buffers[root];
    if (buffer)
      return *buffer;
    buffer = std::make_unique<Buffer>();
    buffer->uses = collector.collect(root);
    if (!buffer->uses.fault.empty())
      return *buffer;
    buffer->tree = std::make_unique<AccessTree>(root, buffer->uses.touches,
                                                modes.getFlow());
    for (Operation *reader : buffer->uses.otherReaders)
      buffer->tree->addUnnamedRead(reader);
    // A write that several iterations make to one element has an inverse for
    // each choice among these.
    unsigned maxSolves = 16 * buffer->uses.touches.size() + 256;
    buffer->written =
        std::make_unique<WrittenElements>(*buffer->tree, memo, maxSolves);
    buffer->laterReads = std::make_unique<StoreLiveness>(
        function, *buffer->tree, *buffer->written, memo, buffer->uses,
        explains ? &names : nullptr, explains ? &variables : nullptr);
    return *buffer;
  }

  func::FuncOp function;
  const AccessModes &modes;
  SymbolTableCollection &symbols;
  bool explains;
  AccessMemo ownMemo, &memo;
  ValueNames names;
  IntegerVariables variables;
  BufferUseCollector collector;
  DenseMap<Value, std::unique_ptr<Buffer>> buffers;
};

} // namespace mlir::layout

DeadStores::DeadStores(func::FuncOp function, const AccessModes &modes,
                       SymbolTableCollection &symbols, bool explains,
                       AccessMemo *memo)
    : impl(std::make_unique<Impl>(function, modes, symbols, explains, memo)) {}

DeadStores::~DeadStores() = default;

std::shared_ptr<AccessMemo> layout::createLivenessMemo() {
  return std::make_shared<AccessMemo>();
}

DeadStore DeadStores::isDead(Operation *store) {
  return impl->isDead(store, {});
}

DeadStore DeadStores::isDeadUnguarded(Operation *store, Operation *guard) {
  return impl->isDead(store, {guard, {}, {}, nullptr});
}

DeadStore DeadStores::isDeadUnless(Operation *store, IntegerSet set,
                                   ValueRange operands, Block *body) {
  return impl->isDead(store, {nullptr, set, operands, body});
}
