//===- HoistConditions.h - Hoisting conditions out of loops -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_CONDITIONS_HOISTCONDITIONS_H
#define LAYOUT_TRANSFORMS_CONDITIONS_HOISTCONDITIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

struct HoistConditionsOptions {
  /// Move the invariant parts of a conjunction too.
  bool split = true;
  /// Move the condition of an `arith.select`, or of an `if` that yields values
  /// and has no effect, out of a loop that does at most one thing.
  bool selects = true;
};

/// Moves conditions that do not change in a loop out of it, over as many loops
/// as possible, where an `if` is all that the body does:
///
///     for %j { for %k {               if %i < 2 {
///       if %j < 3 and %i < 2 {          for %j { if %j < 3 {
///         A } } }                         for %k { A } } } }
///
/// With an `else`, or where the loop yields values, the loop is cloned into
/// both arms (at most `maxCopies` of one loop). Conditions are moved together
/// with the pure ops that compute them. Two are one if they mean the same.
/// Cannot fail.
///
/// Source: RFC 0077, HoistExpression.
void hoistConditions(ModuleOp module, const HoistConditionsOptions &options);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_CONDITIONS_HOISTCONDITIONS_H
