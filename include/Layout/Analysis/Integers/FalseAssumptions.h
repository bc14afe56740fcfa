//===- FalseAssumptions.h - Assumptions that are always false ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     affine.for %i = 0 to 16 {            each call executes iteration 0, and
//       layout.assume %i >= 1 }            there it is false
//     affine.for %i = 0 to %n {            nothing is known: there may be no
//       layout.assume %i >= 1 }            iteration
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_FALSEASSUMPTIONS_H
#define LAYOUT_ANALYSIS_INTEGERS_FALSEASSUMPTIONS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// A `layout.assume`, and an iteration of the loops around it in which it is
/// false.
struct FalseAssumption {
  AssumeOp assume;
  /// Loops with the values of their variables, outer ones first.
  SmallVector<std::pair<Operation *, SmallVector<int64_t>>> iteration;
};

/// Assumptions of which every call of `function` executes one, and that are
/// false then: mostly one, several where control takes one of several ways.
/// Empty: none is known.
///
/// A call executes the ops of the first block in order, up to one after which
/// control may end: an assertion, a loop without bounds, a callee that has one
/// or is not known. It executes an iteration of a loop if the variables are in
/// its bounds for all that is known, and one arm of a branch. Of the iterations
/// one is tried for each assumption in the loop, the first in which it may be
/// false. Work is bounded by `maxTries` iterations.
SmallVector<FalseAssumption> findFalseAssumptions(func::FuncOp function,
                                                  IntegerFacts &facts);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_FALSEASSUMPTIONS_H
