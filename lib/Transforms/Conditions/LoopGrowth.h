//===- LoopGrowth.h - Growth of a program by loops --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_LOOPGROWTH_H
#define LIB_TRANSFORMS_CONDITIONS_LOOPGROWTH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// `op`, if it is a loop, and the loops in it.
unsigned countLoops(Operation *op);
/// Returns how many loops a pass may leave in a function that had `numBefore`
/// before the pass, and any other run of it, copied some.
unsigned getMaxLoops(unsigned numBefore);

/// Which outermost loops were one when they were first seen, and by how much
/// they have grown since: what bounds the code that is made of one loop.
class LoopGrowth {
public:
  using Origin = unsigned;

  /// Counts what there is now. Loops that are not known are new origins.
  void measure(ArrayRef<Operation *> outermost);

  // Of the origin of a loop, when it was measured.
  unsigned getNumLoops(Operation *loop) const;
  bool wasSplit(Operation *loop) const;

  Origin getOrigin(Operation *loop) const { return origins.lookup(loop); }
  /// `loop` was cut from this.
  void add(Operation *loop, Origin origin) { origins[loop] = origin; }
  /// `loop` is about to be erased.
  void forget(Operation *loop) { origins.erase(loop); }

private:
  struct Count {
    unsigned atFirst = 0; ///< loops, those inside included
    unsigned numLoops = 0, numPieces = 0;
  };
  DenseMap<Operation *, Origin> origins;
  SmallVector<Count> counts;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_LOOPGROWTH_H
