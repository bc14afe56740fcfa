//===- Optimize.h - LLVM's optimizer for the processor here -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_OPTIMIZE_H
#define LAYOUT_LIB_JIT_OPTIMIZE_H

namespace llvm {
class Module;
class PassInstrumentationCallbacks;
class TargetMachine;
} // namespace llvm

namespace mlir::layout {

/// Drops `samesign` from the comparisons of each loop before its induction
/// variables are simplified, in all pipelines with these callbacks.
///
/// LLVM 22 proves that a comparison is the same in each iteration by its signed
/// and its unsigned meaning at once, and so takes a condition that holds in
/// some iterations for one that holds in all (llvm/llvm-project#180870). The
/// flag is LLVM's own: passes before that one add it to comparisons of all
/// programs.
void dropSameSignBeforeIndVars(llvm::PassInstrumentationCallbacks &callbacks);

/// What `mlir::makeOptimizingTransformer` runs, at `-O0` to `-O3`, with
/// `dropSameSignBeforeIndVars`.
void optimize(llvm::Module &module, llvm::TargetMachine *machine,
              unsigned optLevel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_OPTIMIZE_H
