//===- WeightsFile.h - Weights in a file of their own -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_WEIGHTSFILE_H
#define LAYOUT_LIB_OBJECT_WEIGHTSFILE_H

#include "DataBytes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout {

/// The constants of a program that it reads from a file of the format
/// safetensors. Functions take the address of each from a table, which the
/// function `<name>_load_weights` fills; they end the process if it is empty.
class WeightsFile {
public:
  /// Error: the program has a name that begins as those of the table and of
  /// what fills it do.
  static llvm::Error checkNames(ModuleOp module);

  /// Takes the initial values of at least `threshold` bytes from the constants
  /// of a module in the LLVM dialect that are not seen outside, and lets
  /// functions find them by the table. `layouts` says, by the name of the
  /// constant, how it is laid out. `target` is what the code is for.
  WeightsFile(ModuleOp module, uint64_t threshold, StringRef name,
              const llvm::StringMap<std::string> &layouts, std::string target);

  bool empty() const { return tensors.empty(); }

  /// Adds the table and what fills it. Error: the program has functions of
  /// these names, or of those of C that are called for it.
  llvm::Error addLoader(llvm::Module &program) const;

  /// Writes the file.
  llvm::Error write(int file) const;

private:
  struct Tensor {
    std::string name, type, shape; ///< in words of the format
    DataBytes data;
    std::string layout; ///< empty if there is none
    uint64_t offset;    ///< after the header
  };
  void take(ModuleOp module, uint64_t threshold,
            const llvm::StringMap<std::string> &layouts);
  void sort();
  void rewriteUses(ModuleOp module) const;
  void setModel(ModuleOp module);
  void defineTensors(llvm::Module &program) const;
  std::string getHeader() const;

  std::string name, target, model;
  std::vector<Tensor> tensors;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_WEIGHTSFILE_H
