//===- LLVMProgram.h - Preparing modules for LLVM ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_LLVMPROGRAM_H
#define LAYOUT_LIB_JIT_LLVMPROGRAM_H

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::layout {

/// Writes the layout of data of `machine` on a module in the LLVM dialect.
/// Sizes of types become numbers while LLVM IR is written, so it must be known
/// there: without one, an i65 in an array takes 12 bytes.
void stateDataLayout(ModuleOp module, const llvm::TargetMachine &machine);

/// Gives functions that state features the others that they are compiled with:
/// in front, those of `machine` unless they state a processor, since LLVM takes
/// what a function states in place of these; and last, `last`, which leaves
/// features out, but for those of which the function calls an intrinsic.
void completeFeatures(ModuleOp module, const llvm::TargetMachine &machine,
                      ArrayRef<StringRef> last);

/// Returns the first op with a vector of a length that the processor decides,
/// or null. Most processors have none, and the code generator then dies.
Operation *findScalableVector(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_LLVMPROGRAM_H
