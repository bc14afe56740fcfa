//===- ExtendedChunks.h - Shared floats, extended together ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float of 16 bits that all lanes share is loaded, extended and broadcast in
// each step of a sum, by three or four instructions beside a multiply-add or
// two. Instead, 16 of them, a *chunk*, are extended at once, to a room on the
// stack, from which multiply-adds broadcast them:
//
//     for %k = 0 to 64 { ext(%a[%i, %k]) }
// becomes
//     for %c = 0 to 64 step 16 {
//       %room[0..16] = ext(%a[%i, %c..])
//       for %k = %c to %c + 16 { %room[%k - %c] } }
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_EXTENDEDCHUNKS_H
#define LIB_TRANSFORMS_VECTORIZE_EXTENDEDCHUNKS_H

#include "BandBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// Of a loop.
struct ConstantRange {
  int64_t begin, end, step;
};

class ExtendedChunks {
public:
  explicit ExtendedChunks(BandBuilder &builder);

  /// Returns true if the `number`th loop of sums is to be executed by chunks,
  /// as the band is built now.
  bool isLoop(unsigned number) const;
  /// The whole chunks of that loop, and the iterations after them that have
  /// all steps, which are the last chunk.
  const ConstantRange &getWholeChunks() const { return whole; }
  const ConstantRange &getLast() const { return last; }

  /// Extends the chunk of `number` iterations from one of that loop on.
  void enter(Value iteration, int64_t number);
  void leave() { first = {}; }

  /// What `op` in the body is for one row, in the iteration and the step that
  /// are built, if it extends an element of the chunk.
  Value get(Operation *op, int64_t row);
  /// Returns true if `op` loads an element, which then needs not be loaded.
  bool contains(Operation *op) const { return first && rooms.contains(op); }

private:
  unsigned getLoop() const;
  bool isExtended(const AffineNest::Access &access) const;
  void extend(const AffineNest::Access &access, int64_t row, int64_t length);
  bool isPerRow(const AffineNest::Access &access) const;
  Value getRoom(const AffineNest::Access &access);

  BandBuilder &builder;
  RegisterTile &band;
  ConstantRange whole{}, last{};
  /// Of each load that is extended.
  llvm::MapVector<Operation *, Value> rooms;
  Value first; ///< iteration of the chunk that is built, if one is
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_EXTENDEDCHUNKS_H
