//===- LoopConditions.h - Conditions on loop variables ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_LOOPCONDITIONS_H
#define LIB_TRANSFORMS_CONDITIONS_LOOPCONDITIONS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"

namespace mlir::layout {

/// Returns true if the op branches or selects on a condition. Some of these
/// conditions cannot be read.
bool isConditional(Operation *op);
/// How many ops in `op` are.
unsigned countConditions(Operation *op);
/// The condition of a branch or of a select by one boolean; nullopt for others.
std::optional<Condition> readCondition(IntegerFacts &facts, Operation *op);
/// On what `values` depend in `loop`, apart from variables of loops: what an op
/// reads or otherwise makes there, or what a loop carries; empty if on nothing.
std::string describeSource(Operation *loop, ValueRange values);
/// Why no loop is split where the condition of `op`, on a loop's variable,
/// changes, and what to do.
std::string describeLeftCondition(Operation *op, IntegerFacts &facts);
/// Remarks on conditions in loops, and on why they are left there.
void explainLeftConditions(Operation *function);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_LOOPCONDITIONS_H
