//===- PoisonMarks.h - Marking poison in LLVM IR ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation whose flag does not hold (`exact`, `nsw`, `nuw`, `nneg`,
// `disjoint`, `nnan`, `ninf`, `is_zero_poison`, `is_int_min_poison`), a shift
// by the width or more, a float that fits no integer of the result's type,
// `ub.poison`: machine code has a number there like any other, until LLVM makes
// use of the flag. Here such an operation gets a mark, by which a compiled
// program knows in each run and for each lane whether the value is poison.
// `tracePoison` follows marked values to where they do harm.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_POISONMARKS_H
#define LAYOUT_CHECK_POISONMARKS_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::layout {

/// An operation that may make poison, in one way.
struct PoisonSource {
  Location loc;
  std::string name;   ///< of the operation
  std::string reason; ///< "exact"; empty if its value is never anything else

  /// "the value of 'arith.divui' (exact) is poison".
  std::string describe() const;
};

/// Inserts a mark after every operation of `arith`, `math`, `vector`,
/// `complex`, `affine` and LLVM's dialect that may make poison by one of its
/// flags or by its operands: a call that takes the value, where it is poison,
/// and a number, and returns the value. Number i is described by `sources[i -
/// 1]`; 0 is none. Shifts and conversions get operands with which they are
/// defined, so that what runs is. Nothing is done to a module without such
/// operations.
///
/// Not looked at: lanes of scalable vectors, flags of addresses (`inbounds`),
/// an index of `vector.extract` or `insert` that is no lane.
void markPoison(ModuleOp module, SmallVectorImpl<PoisonSource> &sources);

/// Drops all flags that make poison or permit another rounding.
void dropFlags(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_POISONMARKS_H
