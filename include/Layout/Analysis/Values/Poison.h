//===- Poison.h - Poison of values ------------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some ops yield poison instead of a number:
//
//     flags     nsw nuw     the result wraps around
//               exact       a remainder is lost
//               nnan ninf   an operand or the result is a NaN or infinite
//               disjoint    an index leaves its digits
//     others    a shift by the width or more, a float that fits no integer of
//               the result's type, a position outside of a vector
//
// Unused, poison is no fault; a branch on it, an index of it, or a store of it
// is. So a rewrite that executes or uses an op where the program does not must
// not rely on the flag: either the flag goes (`dropPoisonFlags`), as the op
// then has a value, or the rewrite does not happen. Arguments, and what is read
// from memory or returned by a call, are taken to be no poison.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_VALUES_POISON_H
#define LAYOUT_ANALYSIS_VALUES_POISON_H

#include "Layout/Analysis/Values/KnownValue.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Returns true if the op has a flag that makes poison where its guarantee does
/// not hold.
bool hasPoisonFlags(Operation *op);

/// Returns true if the op may make poison of operands that are not poison,
/// without regard to its flags.
bool mayMakePoisonUnflagged(Operation *op);

/// Returns true if it is proven that the result is not poison, given what is
/// known of the operands, which are not poison, and of the result. Cost:
/// constant.
bool isSurelyDefined(Operation *op, ArrayRef<KnownValue> operands,
                     const KnownValue &result);

/// The ops that `values` are computed by, through arithmetic and control flow,
/// not through memory and calls. What `end` is computed by is left out. For a
/// region that forwards values in an unknown way, all ops. Cost: linear in the
/// number of ops.
using PoisonSources = llvm::SmallSetVector<Operation *, 16>;
PoisonSources getPoisonSources(ArrayRef<Value> values, Value end = {});

/// Returns false if it is proven that `value` is not poison. A branch on a
/// value that may be poison must not be added to the program.
bool mayBePoison(Value value);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_VALUES_POISON_H
