//===- ExactRange.h - Ranges within 64 bits ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MAP_EXACTRANGE_H
#define LIB_MAP_EXACTRANGE_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/DynamicAPInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <limits>
#include <optional>

namespace mlir::layout {

/// A range whose ends may be beyond 64 bits.
struct ExactRange {
  /// The ends of what fits.
  static constexpr int64_t least = std::numeric_limits<int64_t>::min();
  static constexpr int64_t most = std::numeric_limits<int64_t>::max();

  llvm::DynamicAPInt low, high;
  bool fits() const;
};

/// The range of a dimension.
using GetExactRange = llvm::function_ref<ExactRange(unsigned)>;
/// Narrows the range of a sum that does not fit, if more is known of it.
using NarrowRange = llvm::function_ref<void(AffineExpr, ExactRange &)>;

/// The range of an expression over dimensions; nullopt if it, or a product or
/// dividend in it, may leave 64 bits when it is computed. A sum within a sum
/// may: what wraps around there comes back.
std::optional<ExactRange> evaluateExactly(AffineExpr expr,
                                          GetExactRange getRange,
                                          NarrowRange narrow = {});

/// Returns 1 if `expr` grows with a dimension, -1 if it falls, 0 if it does not
/// contain it. Nullopt if that is not clear.
std::optional<int> getDirection(AffineExpr expr, unsigned dim);

} // namespace mlir::layout

#endif // LIB_MAP_EXACTRANGE_H
