//===- EmulatedProgram.h - A program as an executable file ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_EMULATEDPROGRAM_H
#define LAYOUT_LIB_CHECK_EMULATEDPROGRAM_H

#include "Layout/Jit/Emulator.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallString.h"
#include <memory>

namespace mlir::layout {

struct ChildEnd;

/// An executable file for another processor, in a folder that goes with this.
/// It expects its work as EmulatedJob.h says.
class EmulatedProgram {
public:
  ~EmulatedProgram();

  /// Compiles and links a module in the LLVM dialect. Null, with the reason in
  /// `why`, on what LLVM cannot compile, or what cannot be linked.
  static std::unique_ptr<EmulatedProgram> compile(ModuleOp lowered,
                                                  StringRef entry,
                                                  const RunTarget &target,
                                                  std::string &why);

  /// Becomes the emulator, which runs the program; does not return.
  [[noreturn]] void execute(ArrayRef<std::string> arguments) const;

  /// Adds to the end of a run the first 400 characters that the emulator, or
  /// the program, wrote to its error output, as one line, and which of both
  /// ended.
  void explain(ChildEnd &end) const;

private:
  explicit EmulatedProgram(Emulator emulator) : emulator(std::move(emulator)) {}

  std::string getPath(StringRef name) const;
  bool writeFile(StringRef name, StringRef text, std::string &why) const;
  bool link(std::string &why) const;

  Emulator emulator;
  SmallString<128> folder;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_EMULATEDPROGRAM_H
