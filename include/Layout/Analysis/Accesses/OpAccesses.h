//===- OpAccesses.h - Which elements an op touches --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_ACCESSES_OPACCESSES_H
#define LAYOUT_ANALYSIS_ACCESSES_OPACCESSES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

/// What one execution of an op does to the elements of one of its memref
/// operands, as the definition of the op says it: nothing of loops, views or
/// of what is known of values.
///
///     vector.store %v, %A[%i, %j] : vector<4xf32>
///       start (d0, d1) of %i, %j    offsets (l0) -> (0, l0)    lanes 4
///     linalg.matmul outs(%C)
///       start 0    offsets (l0, l1, l2) -> (l0, l1)    lanes M, N, K
struct AccessDescription {
  enum class Kind {
    Unknown, ///< some elements, perhaps none
    Whole,   ///< each element of the operand
    Lanes    ///< `start + offsets`, for all lanes
  };
  Kind kind = Kind::Unknown;
  OpOperand *operand = nullptr;
  bool reads = true, writes = true;

  // Of lanes, which are those of a vector or the iterations of a linalg op.
  AffineMap start; ///< over `startOperands`; null: 0
  SmallVector<Value> startOperands;
  AffineMap offsets;               ///< over the lanes, one result a dimension
  SmallVector<int64_t> laneCounts; ///< dynamic: as far as the operand reaches

  bool isMasked = false; ///< some of the elements only, perhaps none
  /// Of a transfer: lanes outside of the operand touch nothing. All other ops
  /// must not have any.
  bool mayLeaveOperand = false;

  /// The elements are those that are described, and each of them is touched.
  bool isExact() const { return kind != Kind::Unknown && !isMasked; }
};

/// Describes what the owner of `operand`, a memref, does to it. The one place
/// that knows ops by their kinds: every analysis of elements asks here. Cost:
/// constant, in the rank.
AccessDescription describeAccess(OpOperand &operand);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_ACCESSES_OPACCESSES_H
