//===- Poison.h - Values that break a promise -------------------*- C++ -*-===//
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
// not take the flag for a promise: either the flag goes (`dropPoisonFlags`), as
// the op then has a value, or the rewrite does not happen. Arguments, and what
// is read from memory or returned by a call, are taken to be no poison.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_VALUES_POISON_H
#define LAYOUT_ANALYSIS_VALUES_POISON_H

#include "Layout/Analysis/Values/KnownValue.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Has the op a flag that makes poison where what it promises does not hold?
bool hasPoisonFlags(Operation *op);

/// May the op make poison of operands that are none, whatever its flags are?
bool mayMakePoisonUnflagged(Operation *op);

/// Is the result surely no poison, as `operands` are what is known of the
/// operands, which are no poison, and `result` of the result? Cost: constant.
bool isSurelyDefined(Operation *op, ArrayRef<KnownValue> operands,
                     const KnownValue &result);

/// The ops that `values` are computed by, through arithmetic and control flow,
/// not through memory and calls. What `end` is computed by is left out. Of a
/// region that hands values on in a way of its own, all ops. Cost: linear in
/// the number of ops.
using PoisonSources = llvm::SmallSetVector<Operation *, 16>;
PoisonSources getPoisonSources(ArrayRef<Value> values, Value end = {});

/// May `value` be poison? A branch on it must not be put where the program has
/// none. False is a proof.
bool mayBePoison(Value value);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_VALUES_POISON_H
