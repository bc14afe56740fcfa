//===- GroupOps.h - Ops on groups of sums -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A *wide* vector has a group of elements (Support/SumGroups.h) for each lane,
// those of one lane side by side. Sums of products of integers are kept in
// pairs: one for every two iterations of the group, which add up to the sum.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_GROUPOPS_H
#define LIB_TRANSFORMS_VECTORIZE_GROUPOPS_H

#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// One element of each group of `size`.
Value buildStep(OpBuilder &builder, Location loc, Value wide, int64_t size,
                int64_t step);

/// The wide vector of all steps of a group, of which there are two or four.
Value buildInterleaved(OpBuilder &builder, Location loc, ArrayRef<Value> steps);

/// One group for all lanes.
Value buildRepeated(OpBuilder &builder, Location loc, Value group,
                    int64_t numLanes);

/// One of `numGroups` groups of 32 bits for all lanes, as a number: a load
/// broadcasts the only one, and instructions take another one by element.
Value buildBroadcast(OpBuilder &builder, Location loc, Value groups,
                     int64_t numLanes, int64_t numGroups = 1,
                     int64_t position = 0);

/// `bytes` with the highest bit of each changed, which adds or subtracts 128
/// and changes whether they have a sign.
Value buildFlipped(OpBuilder &builder, Location loc, Value bytes);

/// A wide vector of integers of at most 16 bits, which fit 16 with a sign less
/// the zero point.
struct WideFactor {
  Value elements;
  bool isSigned;
  int64_t zeroPoint;
};

/// Adds the products of `left` and `right` to `sums`. In the form in which LLVM
/// finds instructions that multiply and add pairs (vpmaddwd, vpdpwssd).
Value buildPairProducts(OpBuilder &builder, Location loc, Value sums,
                        const WideFactor &left, const WideFactor &right);

/// Sums as `numPairs` parts each, and back.
Value splitSums(OpBuilder &builder, Location loc, Value sums, int64_t numPairs);
Value joinSums(OpBuilder &builder, Location loc, Value parts, int64_t numPairs);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_GROUPOPS_H
