//===- BufferHistory.h - Ordered events of a buffer -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_BUFFERHISTORY_H
#define LAYOUT_LIB_ANALYSIS_BUFFERHISTORY_H

#include "Layout/Analysis/Accesses/TouchedElements.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "llvm/ADT/MapVector.h"
#include <deque>
#include <vector>

namespace mlir::layout {

/// Something that changes a buffer, or tells what it holds.
struct BufferEvent {
  enum class Kind {
    Allocation, ///< an allocation, or a global
    Write,      ///< through `operand`
    Barrier,    ///< may write any element
    Read,       ///< of one element by a load
    Assumption, ///< a `layout.assume` about what was read
    Padding     ///< a `layout.assume_padding`
  };
  Kind kind;
  Operation *op;
  OpOperand *operand = nullptr;
  TouchedElements touched = {}; ///< of Write and Read
  Value buffer = {}; ///< of a barrier that many share: no barrier for this one
};

/// All events of one buffer, by block and in the order of the program.
///
/// Writes to what may be the same memory are barriers for every buffer that is
/// not the function's own, and so are kept once, in histories that those share.
class BufferHistory {
public:
  explicit BufferHistory(Value root) : root(root) {}

  /// The last op of `block`, or of its ops before `before`, that is or contains
  /// an event; null if there is none. Cost: logarithmic.
  Operation *getLast(Block *block, Operation *before = nullptr);
  SmallVector<BufferEvent *, 2> getEvents(Operation *op) const;
  bool contains(Operation *op) const;
  /// Of all ops in `op`, in no order that matters; of the barriers that are
  /// shared only one.
  SmallVector<BufferEvent *> getEventsIn(Operation *op);

private:
  void add(BufferEvent event, Operation *function);
  ArrayRef<Operation *> getOwnOps(Block *block);
  ArrayRef<BufferEvent *> getOwnEvents(Operation *op) const;
  void addOwnEventsIn(Operation *op, SmallVectorImpl<BufferEvent *> &events);
  BufferEvent *findForeignIn(Operation *op, Value root);

  Value root;
  SmallVector<BufferHistory *, 2> shared;

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
/// A write to what may be the same memory, by `BufferAliases`, is a barrier.
class BufferHistories {
public:
  /// Without `calls`, a call does everything.
  BufferHistories(Operation *function, IntegerFacts &facts, CallEffects *calls);

  /// Of a root of the flow. Made once; cost: its uses, and the number of roots
  /// that are neither private to the function nor of unknown origin.
  BufferHistory &get(Value root);
  const BufferFlow &getFlow() const { return flow; }
  BufferAliases &getAliases() { return aliases; }
  size_t getNumOps() const { return numOps; }
  /// The `layout.padding` and `layout.assume_padding` of a buffer, of those
  /// that say the same of where padding is the first.
  SmallVector<Operation *, 2> getPaddingFacts(Value root);

private:
  void scan();
  OperandEffect getEffect(OpOperand &operand);
  bool mayWriteUnnamed(Operation *op);
  void addUsers(BufferHistory &history, Value root);
  void addAssumptions(BufferHistory &history, Value root);
  void addBarriers(BufferHistory &history, Value root, ArrayRef<Value> others);

  Operation *function;
  size_t numOps = 0;
  IntegerFacts &facts;
  CallEffects *calls;
  BufferFlow flow;
  BufferAliases aliases;
  llvm::MapVector<Value, SmallVector<Operation *, 2>> writersOf; ///< by root
  /// Of those roots: merges, those of unknown origin, which all may be the
  /// same, and all others that other roots may be the same as.
  SmallVector<Value> merged, strange, exposed;
  BufferHistory strangeWrites{Value()}; ///< to `strange`
  BufferHistory unknownWrites{Value()}; ///< to memory that the ops do not name
  SmallVector<std::pair<Operation *, SmallVector<Operation *, 2>>> assumptions;
  DenseMap<Value, std::unique_ptr<BufferHistory>> histories;
  DenseMap<Value, SmallVector<Operation *, 2>> paddingFacts;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_BUFFERHISTORY_H
