//===- PoisonTrace.h - Tracing poison at run time ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each value that may be poison has a shadow: for each lane the number of the
// mark that the poison comes from, or 0. It goes where LLVM's rules say that
// poison goes: through every operation with such an operand, but not through
// the arm of a select that is not taken, a phi from elsewhere, a lane that is
// not read. This is done on LLVM's instructions, not on MLIR's operations: they
// are few, and all there is.
//
// Memory has no shadow. What is stored is looked at there, so what is loaded is
// never poison.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_POISONTRACE_H
#define LAYOUT_CHECK_POISONTRACE_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout {

/// Adds shadows for all that a mark (`markPoison`) may reach, and calls a hook
/// of the run (`RuntimeNames::kPoisonReaches`) where poison reaches a store, an
/// address, a branch, a divisor, a function outside or a result. Marks become
/// the values that they have marked, changed as the run wants it
/// (`RuntimeNames::kPoisonBits`) where that is poison. To be called before
/// anything is optimised. A module without marks stays as it is. Cost: linear
/// in what marks reach.
///
/// No poison is traced through: an indirect call, an intrinsic of vectors that
/// is neither elementwise nor a reduction, memory on the stack.
void tracePoison(llvm::Module &module);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_POISONTRACE_H
