//===- BufferFlow.h - Flow of buffers through values ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer begins at its *origin*: an argument of a function, an allocation,
// the result of a call. From there it gets other names:
//
//     view     the result of a view-like op, whose source is one value
//     copy     a name that control flow forwards one value to, as in a loop
//              that yields the buffer it was given; it is that value
//     merge    a name that control flow forwards several to: the result of
//              `arith.select`, a loop-carried buffer that changes places
//
// Views and copies lead back to one *root*: an origin or a merge. A store
// through a merge may be a write of each of its origins, and is surely one of
// none of them. A value that leaves the region that defines it, and so is not
// visible where its other name is, makes that name a merge too, of one origin.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_BUFFERFLOW_H
#define LAYOUT_ANALYSIS_BUFFERS_BUFFERFLOW_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// The values to which each memref is forwarded, in all of an op. Made of the
/// region-branch, loop, branch, select and view interfaces. Calls are not
/// followed.
///
/// Cost: linear in the size of the op, but for control flow that is nested and
/// merges, which is searched once per level of loops. The result goes stale
/// when the op changes.
class BufferFlow {
public:
  explicit BufferFlow(Operation *scope);

  /// The memref that `value` is a view or a copy of; null for a root.
  Value getSource(Value value) const;
  /// The value that the name `value` is a copy of; null if it is none.
  Value getCopied(Value value) const;
  /// Where `getSource` ends. Cost: length of the chain.
  Value getRoot(Value value) const;
  bool isMerge(Value value) const { return copied.lookup(value) == value; }
  /// In the order of the walk.
  llvm::ArrayRef<Value> getMerges() const { return merges.getArrayRef(); }

  /// The values that control flow forwards to `name`. Names that one op
  /// forwards together have them in the same order.
  llvm::ArrayRef<OpOperand *> getIncoming(Value name) const;
  /// The names that control flow hands this operand on to.
  llvm::ArrayRef<Value> getNames(OpOperand &operand) const;
  /// Returns true if `name` may also get a value that no operand shows.
  bool isUnknown(Value name) const { return unknown.contains(name); }

  /// The origins of a buffer; nullopt if they are too many.
  std::optional<llvm::SmallVector<Value>> getOrigins(Value buffer) const;
  static constexpr size_t maxOrigins = 64;

  /// Returns true if both may have the same origin at a time. False is a proof,
  /// except that two different origins are taken to be two buffers: whether
  /// they are is for the caller to decide.
  bool mayMeet(Value a, Value b) const;
  /// The same origin, for sure.
  static bool isSameOrigin(Value a, Value b);

  /// One of all buffers that some merge brings together, the same for all.
  const void *getGroup(Value buffer) const;

  /// Ops that touch `root` under any name: every use that does more than
  /// forward the buffer; calls `onForward` for those that only do. `isSure`:
  /// the name is always that of `root`. Cost: number of uses of all names.
  void
  forEachUser(Value root,
              llvm::function_ref<void(OpOperand &, bool isSure)> visit,
              llvm::function_ref<void(OpOperand &)> onForward = nullptr) const;
  /// The same for names that are always those of `root`. Calls `onForward` for
  /// operands that are forwarded to a merge.
  void forEachOwnUser(Value root, llvm::function_ref<void(OpOperand &)> visit,
                      llvm::function_ref<void(OpOperand &)> onForward) const;

private:
  void addOp(Operation *op);
  void addForwarding(OpOperand &from, Value to);
  void addUnknown(Value name);
  void resolve(llvm::ArrayRef<Value> open, unsigned depth);
  void resolveTogether(llvm::ArrayRef<Value> together, unsigned depth);
  void collectOrigins();
  bool mayMeet(Value a, Value b,
               llvm::DenseSet<std::pair<Value, Value>> &assumed) const;
  void walkUsers(Value root, bool throughMerges,
                 llvm::function_ref<void(OpOperand &, bool)> visit,
                 llvm::function_ref<void(OpOperand &)> onForward) const;

  llvm::SetVector<Value> names;
  llvm::DenseMap<Value, llvm::SmallVector<OpOperand *, 2>> incoming;
  llvm::DenseMap<OpOperand *, llvm::SmallVector<Value, 2>> handedTo;
  llvm::DenseSet<Value> unknown;
  /// What each name is a copy of; itself for a merge.
  llvm::DenseMap<Value, Value> copied;
  llvm::SetVector<Value> merges;
  struct Origins {
    llvm::SetVector<Value> values;
    bool tooMany = false;
  };
  llvm::DenseMap<Value, Origins> originsOf; ///< of merges
  llvm::EquivalenceClasses<const void *> groups;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_BUFFERFLOW_H
