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

/// Builds the accesses of one vector transfer to a laid-out buffer. For each
/// run of lanes that are contiguous in physical memory there is a vector
/// transfer on the physical memref; a single lane is accessed as a scalar. With
/// rows of 4:
///
///     vector.transfer_read %a[2] : memref<14xf32, #t>, vector<4xf32>
/// ->  vector.transfer_read %p[0, 2] : memref<4x4xf32>, vector<2xf32>
///     vector.transfer_read %p[1, 0] : memref<4x4xf32>, vector<2xf32>
///
/// Expects that all lanes are in bounds that the mask selects, or all, if there
/// is no mask.
class ContiguousAccess {
public:
  ContiguousAccess(RewriterBase &rewriter, Location loc, LaneTransfer transfer,
                   KnownBase known, AffineMap layout)
      : rewriter(rewriter), loc(loc), transfer(std::move(transfer)),
        known(std::move(known)), layout(layout) {}

  /// Returns `flat`, the vector of all lanes, with the lanes of `runs` replaced
  /// by what they read.
  Value read(const LaneRuns &runs, Value flat);
  /// Writes the lanes of `runs` from `flat`, the vector of all lanes.
  void write(const LaneRuns &runs, Value flat);

private:
  Value readRun(ArrayRef<int64_t> run, Value flat);
  void writeRun(ArrayRef<int64_t> run, Value flat);
  Value readLane(int64_t number, Value flat);
  void writeLane(int64_t number, Value flat);

  Value getPhysical();
  /// Returns true if the run has all lanes of the transfer.
  bool isWhole(ArrayRef<int64_t> run) const;
  Value take(Value flat, ArrayRef<int64_t> run);
  Value put(Value piece, Value flat, ArrayRef<int64_t> run);
  /// Returns the index of lane `number` in the memref of `getPhysical`.
  SmallVector<Value> buildPlace(int64_t number);
  SmallVector<Value> buildLogicalIndex(int64_t number);
  Value buildLaneGuard(int64_t number);

  RewriterBase &rewriter;
  Location loc;
  LaneTransfer transfer;
  KnownBase known;
  AffineMap layout; ///< of the base
};

/// Builds the results of `map` applied to the operands of `known`.
SmallVector<Value> buildIndex(RewriterBase &rewriter, Location loc,
                              const KnownBase &known, AffineMap map);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_CONTIGUOUSACCESS_H
