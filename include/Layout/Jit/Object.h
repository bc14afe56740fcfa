//===- Object.h - Programs as object files ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_JIT_OBJECT_H
#define LAYOUT_JIT_OBJECT_H

#include "Layout/Analysis/Target/Processor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout {

struct ObjectOptions {
  unsigned optLevel = 3; ///< of LLVM, up to 3
  /// Called with the program in LLVM IR before anything is optimised.
  std::function<void(llvm::Module &)> prepare;
};

/// The bytes of an ELF file.
using ObjectCode = SmallVector<char, 0>;

/// Compiles a module in the LLVM dialect for a processor, which is written on
/// its functions (`attachTarget`). Failure, with the reason in `why`, on what
/// LLVM cannot compile.
LogicalResult compileToObject(ModuleOp lowered, const Processor &processor,
                              const ObjectOptions &options, ObjectCode &code,
                              std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_JIT_OBJECT_H
