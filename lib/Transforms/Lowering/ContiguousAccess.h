//===- ContiguousAccess.h - Accesses to contiguous lanes --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_CONTIGUOUSACCESS_H
#define LAYOUT_LIB_TRANSFORMS_CONTIGUOUSACCESS_H

#include "KnownBase.h"
#include "LaneTransfer.h"

namespace mlir::layout {

/// Builds the accesses to runs of lanes of one transfer: a vector transfer for
/// each run on the physical memref, a scalar access for a lane that is alone.
/// All lanes that a mask selects are inside of the buffer.
class ContiguousAccess {
public:
  ContiguousAccess(RewriterBase &rewriter, Location loc, LaneTransfer transfer,
                   KnownBase known, AffineMap layout)
      : rewriter(rewriter), loc(loc), transfer(std::move(transfer)),
        known(std::move(known)), layout(layout) {}

  /// The vector `flat` with all lanes of the runs read.
  Value read(const LaneRuns &runs, Value flat);
  void write(const LaneRuns &runs, Value flat);

private:
  Value readRun(ArrayRef<int64_t> run, Value flat);
  void writeRun(ArrayRef<int64_t> run, Value flat);
  Value readLane(int64_t number, Value flat);
  void writeLane(int64_t number, Value flat);

  Value getPhysical();
  bool isWhole(ArrayRef<int64_t> run) const;
  Value take(Value flat, ArrayRef<int64_t> run);
  Value put(Value piece, Value flat, ArrayRef<int64_t> run);
  SmallVector<Value> buildPlace(int64_t number);
  SmallVector<Value> buildLogicalIndex(int64_t number);
  Value buildLaneGuard(int64_t number);

  RewriterBase &rewriter;
  Location loc;
  LaneTransfer transfer;
  KnownBase known;
  AffineMap layout; ///< of the base
};

/// The results of `map`, over the operands of `known`.
SmallVector<Value> buildIndex(RewriterBase &rewriter, Location loc,
                              const KnownBase &known, AffineMap map);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_CONTIGUOUSACCESS_H
