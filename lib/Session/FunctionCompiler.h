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

/// Parses the passes of a textual pipeline on a module.
Result<OpPassManager> parsePipeline(StringRef text);

/// How a function takes and returns what is passed.
struct CompiledTypeReader {
  std::string entry; ///< its name, for what is said
  bool takesBits;    ///< buffers may have elements that no array has
  std::string &why;  ///< set on failure

  /// `name` says which one it is: "argument 0".
  FailureOr<CompiledType> read(Type type, const Twine &name) const;
};

/// Compiles one function of a module, and changes the module. Errors are
/// diagnostics of the context, or else in `why`.
class FunctionCompiler {
public:
  FunctionCompiler(ModuleOp module, StringRef entry, bool takesBits,
                   std::string &why)
      : module(module), entry(entry), takesBits(takesBits), why(why) {}

  /// Null on failure.
  std::shared_ptr<CompiledFunction> compile(StringRef pipeline);

  /// Records the calling convention of the function if it is no LLVM function
  /// yet.
  void recordInterface();

private:
  LogicalResult fail(const Twine &reason);
  LogicalResult prepare();
  LogicalResult runPasses(StringRef pipeline);
  LogicalResult readInterface(CompiledFunction &function);
  /// Checks that the lowered function has the calling convention of `function`.
  LogicalResult checkLowered(const CompiledFunction &function);

  ModuleOp module;
  std::string entry;
  bool takesBits;
  std::string &why;
  FunctionType type;           ///< as last recorded
  SmallVector<bool> isWritten; ///< of each argument, in the source
  SmallVector<bool> isAlone;   ///< of each argument
  SmallVector<bool> isValue;   ///< of each result, in the source
  /// Why buffers cannot be returned, as last recorded.
  std::string whyNotReturned = "no buffer can be returned";
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SESSION_FUNCTIONCOMPILER_H
