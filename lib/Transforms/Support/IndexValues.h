//===- IndexValues.h - Ranges of index values -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_INDEXVALUES_H
#define LAYOUT_LIB_TRANSFORMS_INDEXVALUES_H

#include "Layout/IR/LoopCounters.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"

namespace mlir::layout {

/// The values `offset + step * k`, with `k` in the range `counter`.
struct Progression {
  int64_t offset = 0, step = 1;
  Interval counter;

  Interval getRange() const;
};

/// What values an index takes, from what it is: a constant, a variable of a
/// loop whose lower bound and step are constants, or what an op says of itself
/// that has no operands. For all others: any value.
Progression getProgression(Value index);

/// The range of each.
SmallVector<Interval> getRangesOfProgressions(ValueRange indices);

/// `map` with fewer divisions: those decided that the ranges of its operands
/// decide, and digits without the remainders that their quotients tell.
AffineMap simplifyUnderRanges(AffineMap map, ArrayRef<Interval> operands);

/// The values that indices take, from what `getProgression` tells, the bounds of
/// the affine loops whose variables they are computed from (a variable is no
/// less than any of its lower bounds), and what ops of integers infer from their
/// operands. Integers of a fixed width count as signed. What was found is kept,
/// so the cost is linear in the bounds; changed bounds need another object.
class IndexRanges {
public:
  /// `extents`: what sizes of buffers are taken to be, where nothing is known.
  explicit IndexRanges(Interval extents = {}) : extents(extents) {}

  Interval get(Value index) { return get(index, 0); }
  /// Of each result of the bound of an affine loop.
  SmallVector<Interval> get(const CounterBound &bound) {
    return getResults(bound.map, bound.operands, 0);
  }
  /// Returns true if the ranges of its bounds show that the `affine.for` is
  /// never entered.
  bool isNeverEntered(Operation *loop);

private:
  Interval get(Value index, unsigned depth);
  Interval compute(Value index, unsigned depth);
  std::optional<Interval> getOfExtremum(Operation *op, unsigned depth);
  std::optional<Interval> inferFromOperands(Operation *op, Value result,
                                            unsigned depth);
  /// Of an affine loop: what the variable is at least, and what it is below.
  Interval getBounds(const LoopCounter &counter, unsigned depth);
  SmallVector<Interval> getResults(AffineMap map, ValueRange operands,
                                   unsigned depth);

  Interval extents;
  DenseMap<Value, Interval> known;
};

/// A map of values that no `affine.apply` computes, each once.
affine::AffineValueMap composeMap(AffineMap map, ValueRange operands);
/// The bound of an affine loop.
inline affine::AffineValueMap composeMap(const CounterBound &bound) {
  return composeMap(bound.map, bound.operands);
}

/// Returns true if the map, once composed of the `affine.apply` ops that
/// compute its operands, would be large (`isLarge`), or they are more than 256
/// in a row. Ops that use each other twice double it each time. Cost: linear in
/// the ops.
bool composesToLarge(AffineMap map, ValueRange operands);

/// Indices as affine expressions: dimensions of `map`, which has no symbols,
/// are `operands`, each another value.
struct ComposedIndices {
  AffineMap map;
  SmallVector<Value> operands;
};

/// Looks through `affine.apply`, and through additions and multiplications by a
/// constant on `index`, in a bounded number of steps.
ComposedIndices composeIndices(ValueRange indices, MLIRContext *context);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_INDEXVALUES_H
