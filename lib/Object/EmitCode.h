//===- EmitCode.h - LLVM IR, assembly, object files -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_EMITCODE_H
#define LAYOUT_LIB_OBJECT_EMITCODE_H

#include "Layout/Object/CompileFile.h"
#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
class raw_pwrite_stream;
} // namespace llvm

namespace mlir::layout {

/// Translates a module in the LLVM dialect. Error: it is for another target, or
/// has what the target or LLVM has not.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateProgram(ModuleOp module, llvm::TargetMachine &machine,
                 llvm::LLVMContext &context);

/// Writes an optimised module as text or machine code. Error: what LLVM says.
llvm::Error emitCode(llvm::Module &module, llvm::TargetMachine &machine,
                     FileKind kind, llvm::raw_pwrite_stream &os);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_EMITCODE_H
