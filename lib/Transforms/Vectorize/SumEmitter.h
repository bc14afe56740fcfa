//===- SumEmitter.h - Loops of sums around a body ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_SUMEMITTER_H
#define LIB_TRANSFORMS_VECTORIZE_SUMEMITTER_H

#include "BodyEmitter.h"
#include "DotEmitter.h"
#include "PanelPrefetch.h"
#include "TileConditions.h"

namespace mlir::layout {

/// Executes the loops of sums of a band. Stored elements are carried around
/// them: by row, then by kept element. Behind these are the *collected* masks
/// of the rows, where they are needed: the lanes that some iteration computed,
/// which are all that may be stored in the end; and behind these the sums of
/// lanes (DotEmitter.h).
class SumEmitter {
public:
  SumEmitter(BandBuilder &builder, TileConditions &conditions,
             WideLoads &wideLoads, LaneAccesses &accesses, BodyEmitter &body)
      : builder(builder), band(builder.band), conditions(conditions),
        wideLoads(wideLoads), accesses(accesses), body(body),
        extended(body.extended), prefetch(builder),
        dots(builder, conditions, wideLoads, accesses) {}

  void emit();

private:
  SmallVector<Value> buildInitial();
  void storeSums(ArrayRef<Value> results, ArrayRef<Value> masks);

  /// From the `number`th loop of sums on.
  SmallVector<Value> emitLoops(unsigned number, ValueRange carried);
  SmallVector<Value> emitLoop(unsigned number, ValueRange carried);
  /// The loop around the groups, by chunks of repeated factors.
  SmallVector<Value> emitChunks(ValueRange carried);
  SmallVector<Value> emitChunk(ValueRange carried);
  SmallVector<Value> emitOneGroup(ValueRange carried);
  /// The `number`th loop of sums, whose bounds are constants, by chunks of
  /// floats that are extended together.
  SmallVector<Value> emitExtended(unsigned number, ValueRange carried);
  SmallVector<Value> emitExtendedChunk(unsigned number, ValueRange carried);
  SmallVector<Value> emitInChunk(unsigned number, ValueRange carried);
  /// A part of the loop at `position`, if it has an iteration.
  SmallVector<Value>
  emitPart(unsigned position, ConstantRange range, ValueRange carried,
           function_ref<SmallVector<Value>(ValueRange)> emit);
  SmallVector<Value> emitIteration(ValueRange carried);
  /// The last loop of sums where masks may depend on it: without masks where
  /// they do not.
  SmallVector<Value> emitTriangle(ValueRange carried);
  SmallVector<Value> emitUnmasked(ValueRange carried, Value first);
  /// All iterations of a group at once. Where some may be missing, under a
  /// branch beside the loop that the group is.
  SmallVector<Value> emitGroup(ValueRange carried);
  SmallVector<Value> emitFullGroup(ValueRange carried);
  void yield(ValueRange results);
  SmallVector<Value> emitPartialGroup(ValueRange carried);
  /// The body for each step, where no instruction multiplies several of them.
  void emitSteps(MutableArrayRef<SmallVector<Value>> sums);
  /// Returns how many rows execute a step before the next one.
  int64_t countRowsOfSteps() const;
  void emitProducts(int64_t row, MutableArrayRef<Value> sums);
  Value emitPairs(const DotProduct &product, int64_t row, Value sum);

  std::vector<SmallVector<Value>> unpackSums(ValueRange carried) const;
  static SmallVector<Value> packSums(ArrayRef<SmallVector<Value>> sums,
                                     ValueRange collected);
  bool collectsMasks() const;
  /// How many of what is carried are sums by row, and masks.
  size_t getNumSums() const { return builder.getNumRows() * band.kept.size(); }
  size_t getNumMasks() const {
    return collectsMasks() ? builder.getNumRows() : 0;
  }
  SmallVector<Value> collectMasks(ValueRange carried, ArrayRef<Value> masks);

  /// What is carried around groups, and what is around single iterations
  /// (GroupOps.h).
  SmallVector<Value> splitAll(ValueRange carried);
  SmallVector<Value> joinAll(ValueRange carried);
  SmallVector<Value>
  mapSums(ValueRange carried,
          function_ref<Value(OpBuilder &, Location, Value, int64_t)> change);

  BandBuilder &builder;
  RegisterTile &band;
  TileConditions &conditions;
  WideLoads &wideLoads;
  LaneAccesses &accesses;
  BodyEmitter &body;
  ExtendedChunks &extended;
  PanelPrefetch prefetch;
  DotEmitter dots;
  SmallVector<Value> bodyMasks; ///< of accesses inside of the sums, by row
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_SUMEMITTER_H
