//===- FunctionCompiler.h - From a function to machine code -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SESSION_FUNCTIONCOMPILER_H
#define LAYOUT_LIB_SESSION_FUNCTIONCOMPILER_H

#include "Layout/Session/ModuleHandle.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::layout {

/// The passes of a pipeline in text form, of a module.
Result<OpPassManager> parsePipeline(StringRef text);

/// Compiles one function of a module, which has it and is changed. What is
/// wrong is an error of the context, or else in `why`.
class FunctionCompiler {
public:
  FunctionCompiler(ModuleOp module, StringRef entry, bool takesBits,
                   std::string &why)
      : module(module), entry(entry), takesBits(takesBits), why(why) {}

  /// Null on failure.
  std::shared_ptr<CompiledFunction> compile(StringRef pipeline);

  /// Remembers how the function is called if it is no LLVM function yet.
  void recordInterface();

private:
  LogicalResult fail(const Twine &reason);
  LogicalResult prepare();
  LogicalResult runPasses(StringRef pipeline);
  LogicalResult readInterface(CompiledFunction &function);
  /// Checks that the lowered function has the calling convention of `function`.
  LogicalResult checkLowered(const CompiledFunction &function);
  FailureOr<CompiledType> readType(Type type, const Twine &name);

  ModuleOp module;
  std::string entry;
  bool takesBits;
  std::string &why;
  FunctionType type;           ///< as last recorded
  SmallVector<bool> isWritten; ///< of each argument, in the source
  SmallVector<bool> isAlone;   ///< of each argument
  SmallVector<bool> isValue;   ///< of each result, in the source
  /// Of results that are buffers, as last recorded.
  std::string whyNotReturned = "no buffer can be returned";
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SESSION_FUNCTIONCOMPILER_H
