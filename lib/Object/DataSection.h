//===- DataSection.h - Large constants beside the code ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_DATASECTION_H
#define LAYOUT_LIB_OBJECT_DATASECTION_H

#include "DataBytes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <string>
#include <vector>

namespace mlir::layout {

/// Returns true if all that is special about the global is its initial value.
bool isSimpleGlobal(LLVM::GlobalOp global);

/// Constants of an object file that LLVM sees only as declarations. LLVM would
/// hold them as constants of its own, and as text or fragments of a section.
/// Here the section is zeros, which cost LLVM nothing, and the bytes are
/// written over them where they are in the file.
class DataSection {
public:
  /// Takes the initial values of at least `threshold` bytes from the globals
  /// of a module in the LLVM dialect, which become declarations.
  DataSection(ModuleOp module, uint64_t threshold);

  bool empty() const { return entries.empty(); }
  uint64_t getSize() const { return sizes[0] + sizes[1]; } ///< in bytes

  /// Assembly that defines the symbols, for LLVM's assembler.
  std::string getAssembly(const llvm::Triple &triple) const;

  /// Writes the bytes into an object file that was assembled with it.
  llvm::Error write(int file, StringRef path) const;

  /// Returns true if it is known how to write such files.
  static bool isSupported(const llvm::Triple &triple);

private:
  struct Entry {
    std::string name;
    DataBytes data;
    uint64_t offset; ///< in its section
    bool isWritable, isPublic;
  };
  std::vector<Entry> entries;
  uint64_t sizes[2] = {0, 0}; ///< of what is constant, and of what is not
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_DATASECTION_H
