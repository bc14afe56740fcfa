//===- ControlFlow.h - Control flow of regions ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_CONTROLFLOW_H
#define LAYOUT_IR_CONTROLFLOW_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// How often, and in which order, an op executes its regions.
enum class ControlFlow {
  /// One iteration after the other, as often as its bounds say: `affine.for`,
  /// `scf.for`.
  CountedLoop,
  /// As often as its bounds say, in any order or at once: `affine.parallel`,
  /// `scf.parallel`, `scf.forall`.
  ParallelLoop,
  /// One iteration after the other, perhaps for ever: `scf.while`.
  WhileLoop,
  /// At most one of its regions, once: `affine.if`, `scf.if`,
  /// `scf.index_switch`.
  Branch,
  /// Its region, once: `scf.execute_region`, `memref.alloca_scope`.
  Sequence,
  /// Perhaps later, by other threads, or not at all: every other op.
  Unknown,
};

/// What passes and analyses ask that know ops with regions by when these are
/// executed. Of the op alone: what is in its regions may not end. Constant
/// time.
ControlFlow getControlFlow(Operation *op);

/// `affine.for`, `scf.for`.
bool isCountedLoop(Operation *op);
/// `affine.parallel`, `scf.parallel`, `scf.forall`.
bool isParallelLoop(Operation *op);
/// A loop with iterations one after the other, or a branch.
bool isSequentialControlFlow(Operation *op);
/// A branch, or a loop with a known number of iterations.
bool isFiniteControlFlow(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_IR_CONTROLFLOW_H
