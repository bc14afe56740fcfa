//===- PadPoints.h - Where padding must be written --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pad that holds something is *broken* by ops after which the padding may not
// hold its content, and *due* where the program may rely on it.
//
// Broken by:
//   - allocation, and `layout.as_logical`;
//   - entry, for an argument of mode `write`;
//   - a store through `layout.as_physical` or by an unknown op, a
//     `gpu.memset`;
//   - for copying pads, every store that may touch a source, and every launch
//     of a kernel with such a store.
// Where a buffer is forwarded to a name that may be that of several, the pad is
// due: users of that name rely on it, and a break is repaired at once. Due
// before:
//   - every return, if the buffer is an argument, a global or returned (but
//     not copying pads on a device, which are the caller's to write);
//   - every call that may see the buffer other than as `write`;
//   - every read through `layout.as_physical`, every `gpu.memcpy` from it;
//   - every read, if the buffer is local;
//   - every forwarding to a merge.
//
// Logical stores never touch padding, so they do not break pads of constants
// and values: one stage serves all due points that it dominates. It is placed
// after the last write before the first of them (RFC 0077), or, on request, at
// the break.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_PADDING_PADPOINTS_H
#define LAYOUT_ANALYSIS_PADDING_PADPOINTS_H

#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// A place between two operations.
struct PadPoint {
  Block *block = nullptr;
  Operation *op = nullptr; ///< null: the start of `block`
  bool after = false;      ///< after `op`, else before it
  /// Only a read of data needs it, which later passes may widen to padding;
  /// they then know less.
  bool isOptional = false;

  static PadPoint atStart(Block *block) { return {block, nullptr}; }
  static PadPoint before(Operation *op) { return {op->getBlock(), op}; }
  static PadPoint justAfter(Operation *op) {
    return {op->getBlock(), op, true};
  }
};

/// Where pads of constants and values go, relative to the data.
enum class PadPlacement {
  After, ///< after the last write before they are due
  Before ///< right where they are broken
};

/// Returns true if `value`, a name of `root`, is derived from a
/// `layout.as_physical`.
bool isReachedThroughPhysical(Value value, Value root, const BufferFlow &flow);

/// Finds where the padding of `root` must be written so that it holds wherever
/// it is due. `root` is the root of a laid-out buffer: an argument of
/// `function`, the result of an op in it, or a merge (`BufferFlow`).
///
/// Sound: from every break every path to a due point passes a pad point that is
/// not optional. Cost: n log n in the number of users of the buffer.
class PadPointFinder {
public:
  PadPointFinder(TracedFunction function, const AccessModes &modes,
                 SymbolTableCollection &symbols);

  /// Points for pads of constants and values.
  SmallVector<PadPoint> findForConstants(Value root, PadPlacement placement);
  /// Points for copying pads: after the last store to a source, before each due
  /// point.
  SmallVector<PadPoint> findForCopies(Value root);

  /// An op of the function that relies on copying pads of its argument `root`
  /// before it returns; null if there is none.
  Operation *findNeedOfCopies(Value root);

private:
  SmallVector<PadPoint> find(Value root, bool copies, PadPlacement placement);

  /// Returns true if the padding of `root` may be broken under a name that is
  /// not followed, since another name that merges with it is forwarded there.
  bool mayBreakUnseen(Value root);
  /// Returns true if an op in `op` may rely on the padding of `root` under
  /// another name.
  bool mayNeedPadInside(Operation *op, Value root);

  /// A read through `layout.as_physical` that relies on no padding.
  bool readsDataOnly(Operation *op);

  void index();
  void indexUse(OpOperand &operand);
  void indexNeed(Operation *op, Value root);
  const void *getGroup(Value buffer) const;

  TracedFunction function;
  const AccessModes &modes;
  const BufferFlow &flow;
  SymbolTableCollection &symbols;
  std::unique_ptr<IntegerFacts> facts; ///< made at the first query
  SmallVector<Operation *> returns;
  SmallVector<Operation *> calls;

  // By group of buffers, built at the first query.
  bool isIndexed = false;
  llvm::DenseSet<const void *> foreignGroups; ///< perhaps known elsewhere
  llvm::DenseSet<const void *> unseenGroups;
  llvm::DenseMap<std::pair<const void *, Operation *>, llvm::SetVector<Value>>
      needsInside;
  friend class PadEvents;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_PADDING_PADPOINTS_H
