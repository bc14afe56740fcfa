//===- Jit.h - Programs compiled into this process --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_JIT_JIT_H
#define LAYOUT_JIT_JIT_H

#include "mlir/IR/BuiltinOps.h"
#include <functional>
#include <memory>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mlir::layout {

struct JitOptions {
  unsigned optLevel = 3; ///< of LLVM, up to 3
  /// Called with the program in LLVM IR before anything is optimised.
  std::function<void(llvm::Module &)> prepare;
  /// Functions of this process by the names that the program calls them;
  /// others are looked up among the symbols of the process.
  std::vector<std::pair<llvm::StringRef, void *>> symbols;
};

/// Takes the address of every argument as the C interface of a function has it:
/// of the descriptor pointer of a memref, of the value of a scalar; an
/// aggregate result comes first, a scalar result last.
using JitEntry = void (*)(void **);

/// Compiles a module in the LLVM dialect for the processor here. `entry`, which
/// has a C interface (`llvm.emit_c_interface`), is where it can be entered, at
/// `address`, as long as the engine lives. Everything is compiled before this
/// returns. States the data layout of the processor in `lowered`. Null, with
/// the reason in `why`, on what LLVM cannot compile or link.
std::unique_ptr<ExecutionEngine>
compileInProcess(ModuleOp lowered, StringRef entry, const JitOptions &options,
                 JitEntry &address, std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_JIT_JIT_H
