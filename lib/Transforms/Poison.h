//===- Poison.h - Values that break a promise -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_POISON_H
#define LIB_TRANSFORMS_POISON_H

#include "mlir/IR/Value.h"

namespace mlir::layout {

/// May `value` be poison, as what is computed from it breaks a promise: a sum
/// that wraps around in spite of `nsw`, a shift by too much, a NaN in spite of
/// `nnan`? Unused that is no fault; to branch on it is, so a branch must not be
/// put where the program has none. Arguments and what is read from memory are
/// taken to be no poison. False is a proof. Cost: bounded.
bool mayBePoison(Value value);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_POISON_H
