//===- BufferHistory.h - What happens to a buffer, in order -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_BUFFERHISTORY_H
#define LAYOUT_LIB_ANALYSIS_BUFFERHISTORY_H

#include "Layout/Analysis/BufferFlow.h"
#include "Layout/Analysis/CallEffects.h"
#include "Layout/Analysis/TouchedElements.h"
#include "llvm/ADT/MapVector.h"
#include <deque>
#include <vector>

namespace mlir::layout {

/// Something that changes a buffer, or tells what it holds.
struct BufferEvent {
  enum class Kind {
    Birth,   ///< an allocation, or a global
    Write,   ///< through `operand`
    Barrier, ///< may write any element
    Read,    ///< of one element by a load
    Promise, ///< a `layout.assume` about what was read
    Padding  ///< a `layout.assume_padding`
  };
  Kind kind;
  Operation *op;
  OpOperand *operand = nullptr;
  TouchedElements touched = {}; ///< of Write and Read
};

/// All events of one buffer, by block and in the order of the program.
class BufferHistory {
public:
  /// Ops of `block` that are, or contain, an event.
  ArrayRef<Operation *> getOps(Block *block);
  ArrayRef<BufferEvent *> getEvents(Operation *op) const;
  bool contains(Operation *op) const { return known.contains(op); }
  /// Of all ops in `op`, in no order that matters.
  SmallVector<BufferEvent *> getEventsIn(Operation *op);

private:
  void add(BufferEvent event, Operation *function);

  std::deque<BufferEvent> events;
  DenseMap<Operation *, SmallVector<BufferEvent *, 1>> eventsOf;
  DenseSet<Operation *> known;
  struct Ops {
    std::vector<Operation *> ops;
    bool isSorted = false;
  };
  DenseMap<Block *, Ops> opsOf;
  friend class BufferHistories;
};

/// The histories of the buffers of one function.
///
/// Distinct allocations, globals, and arguments that are `noalias` or laid out
/// are distinct; everything else may be the same memory: a write to one is a
/// barrier for the other.
class BufferHistories {
public:
  /// Without `calls`, a call does everything.
  BufferHistories(Operation *function, IntegerFacts &facts, CallEffects *calls);

  /// Of a root of the flow. Made once; cost: its uses, the ops that may write
  /// to anything, the writes to what may be the same memory, and the number of
  /// roots that are not private to the function.
  BufferHistory &get(Value root);
  const BufferFlow &getFlow() const { return flow; }
  size_t getNumOps() const { return numOps; }
  /// The `layout.padding` and `layout.assume_padding` of a buffer, of those
  /// that say the same of where padding is the first.
  SmallVector<Operation *, 2> getPaddingFacts(Value root);

private:
  enum class Origin { Allocation, Private, Global, Constant, Other };
  void scan();
  OperandEffect getEffect(OpOperand &operand);
  bool mayWriteUnnamed(Operation *op);
  Origin classify(Value root) const;
  bool isHandedOn(OpOperand &operand) const;
  bool isEscaped(Value root);
  bool isHidden(Value root);
  bool mayBeSame(Value a, Value b);
  void addUsers(BufferHistory &history, Value root);
  void addPromise(BufferHistory &history, Value root);

  Operation *function;
  size_t numOps = 0;
  IntegerFacts &facts;
  CallEffects *calls;
  BufferFlow flow;
  llvm::MapVector<Value, SmallVector<Operation *, 2>> writersOf; ///< by root
  /// Of those roots: merges, and all that other roots may be the same as.
  SmallVector<Value> merged, exposed;
  SmallVector<Operation *> unknownWriters;
  SmallVector<std::pair<Operation *, SmallVector<Operation *, 2>>> promises;
  DenseMap<Value, bool> escaped;
  DenseMap<Value, std::unique_ptr<BufferHistory>> histories;
  DenseMap<Value, SmallVector<Operation *, 2>> paddingFacts;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_BUFFERHISTORY_H
