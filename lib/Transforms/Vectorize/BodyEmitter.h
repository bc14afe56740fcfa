//===- BodyEmitter.h - The body of a band for rows and lanes ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_BODYEMITTER_H
#define LIB_TRANSFORMS_VECTORIZE_BODYEMITTER_H

#include "ExtendedChunks.h"
#include "LaneAccesses.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::layout {

/// Executes the body of a band for all rows and lanes that are built.
class BodyEmitter {
public:
  BodyEmitter(BandBuilder &builder, LaneAccesses &accesses)
      : extended(builder), builder(builder), accesses(accesses) {
    findRowInvariants();
  }

  /// `sums`: what is kept in registers, by row, then by kept element. `masks`:
  /// by row; none where all lanes exist, or others may be stored as well.
  void emit(MutableArrayRef<SmallVector<Value>> sums, ArrayRef<Value> masks);
  /// One row after the other, from row 0 on. `shared` has what is the same in
  /// all of them.
  void emitRow(int64_t row, IRMapping &shared,
               MutableArrayRef<SmallVector<Value>> sums, ArrayRef<Value> masks);
  /// Once for all lanes, by row 0. What the ops use from outside is in
  /// `mapping`, which has what they yield then. `mask`: of loads, if any.
  void emitLanes(IRMapping &mapping, Value mask);

  ExtendedChunks extended;

private:
  void findRowInvariants();
  void emitOp(Operation *op, int64_t row, IRMapping &mapping,
              MutableArrayRef<Value> sums, Value mask);
  void emitStore(affine::AffineStoreOp store, int64_t row, Value value,
                 MutableArrayRef<Value> sums, Value mask);
  /// For all lanes if an operand differs between lanes.
  void emitElementwise(Operation *op, IRMapping &mapping);

  BandBuilder &builder;
  LaneAccesses &accesses;
  DenseSet<Operation *> rowInvariant; ///< the same values for all rows
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_BODYEMITTER_H
