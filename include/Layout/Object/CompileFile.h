//===- CompileFile.h - Programs as object files -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_OBJECT_COMPILEFILE_H
#define LAYOUT_OBJECT_COMPILEFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

enum class FileKind { Object, SharedLibrary, Assembly, LLVMIR };

struct CompileFileOptions {
  std::string input = "-";   ///< MLIR, text or bytecode
  std::string output;        ///< "-" for text on the standard output
  std::string header;        ///< of C declarations; none if empty
  std::string weights;       ///< where large constants go; empty: the output
  FileKind kind = FileKind::Object;
  std::string target;        ///< a triple or a processor; empty: this machine
  std::string processor;     ///< as layout-set-target takes it
  std::string pipeline;      ///< instead of layout-compile
  /// Of `layout-compile`, each by itself: "threads=2".
  std::vector<std::string> compileOptions;
  unsigned optLevel = 3;     ///< of LLVM, up to 3
  /// Constants of so many bytes or more do not go through LLVM.
  uint64_t dataBytes = 4096;
  std::string linker;                   ///< of shared libraries; `cc` if empty
  std::vector<std::string> linkOptions; ///< after the object
  bool isVerbose = false;               ///< says what takes how long
};

/// Compiles `input` to `output` with LLVM in this process. The output, and the
/// header, are complete or not there: they are written beside their final
/// place, and renamed last. Failure: what is wrong with the program is said to
/// the context's diagnostics; the error says what could not be done.
llvm::Error compileFile(const CompileFileOptions &options,
                        MLIRContext &context);

/// The same for a module, which is changed; `input` only names it in errors.
llvm::Error compileModule(OwningOpRef<ModuleOp> module,
                          const CompileFileOptions &options);

/// What the program may hold: with these, `compileFile` can write LLVM IR.
void registerObjectDependencies(DialectRegistry &registry);

/// Returns an error, with the nearest name, for the first of `words` that is no
/// option of `layout-compile`.
llvm::Error checkCompileOptions(ArrayRef<std::string> words);

} // namespace mlir::layout

#endif // LAYOUT_OBJECT_COMPILEFILE_H
