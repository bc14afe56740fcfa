//===- PadEvents.h - Events of the padding of a buffer ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_PADEVENTS_H
#define LAYOUT_LIB_ANALYSIS_PADEVENTS_H

#include "Layout/Analysis/Padding/PadPoints.h"

namespace mlir::layout {

class BufferFlow;

/// What one op does to the padding of one buffer.
struct PadEvent {
  Operation *op = nullptr;
  bool isImplicit = false;  ///< concerns the buffer without naming it
  bool breaks = false;      ///< afterwards the padding may hold anything
  bool isDue = false;       ///< an op relies on the padding
  bool isLocalRead = false; ///< a read that later passes may widen to padding
  bool establishes = false; ///< afterwards the padding holds what it should
  bool writesData = false;  ///< a logical store
  bool frees = false;       ///< afterwards there is no buffer
  bool isForwarded = false; ///< afterwards a merge may be the buffer

  bool needsPad() const { return isDue || isLocalRead; }
};

/// All events nested in one op of the block of the allocation site.
struct PadSite {
  Operation *ancestor = nullptr;
  SmallVector<PadEvent, 2> events;
  bool breaks = false, writesData = false;

  bool isNested() const { return ancestor->getNumRegions() != 0; }
};

/// The events of one buffer in its function. `copies`: those that concern
/// copying pads, else those of constants and values.
class PadEvents {
public:
  PadEvents(PadPointFinder &finder, Value root, bool copies);

  ArrayRef<PadSite> getSites() const { return sites; } ///< in their order
  /// Events in other blocks, which control flow leads to in any order.
  ArrayRef<PadEvent> getElsewhere() const { return elsewhere; }
  /// Returns true if a break is nested in `op`, an op of a site.
  bool hasBreakInside(Operation *op) const { return breakers.contains(op); }
  bool isBrokenAtAllocation() const;

  Value getRoot() const { return root; }
  bool isOfArgument() const { return isArgument; }
  bool isForwardedToMerge() const { return isForwarded; }
  /// A global, what a call returns, a merge, or one that is not followed.
  bool hasOtherNames() const { return mayHaveOtherNames; }
  /// Returns true if it may be broken under a name that is not followed.
  bool isBrokenUnseen() const { return mayBreakUnseen; }

private:
  bool hasOtherLayout(Value name) const;
  PadEvent classify(OpOperand &operand);
  void classifyDeviceCopy(PadEvent &event, OpOperand &operand);
  PadEvent classifyForwarding(OpOperand &operand);
  void classifyCall(PadEvent &event, TracedCall call, OpOperand &operand,
                    bool isPhysical);
  void add(const PadEvent &event);

  PadPointFinder &finder;
  Value root;
  bool copies;
  Block *home;
  bool isMerge, isArgument, isLocal = false;
  bool isForwarded = false, mayHaveOtherNames = false, mayBreakUnseen = false;
  std::vector<PadSite> sites;
  llvm::DenseMap<Operation *, size_t> siteOf;
  SmallVector<PadEvent> elsewhere;
  llvm::DenseSet<Operation *> breakers; ///< in sites: breaks, and ops around
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_PADEVENTS_H
