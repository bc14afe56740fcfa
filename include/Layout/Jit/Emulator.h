//===- Emulator.h - Emulators of other processors ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs for processors that this machine is not run in QEMU's emulation of
// processes, linked by the cross compiler of Debian.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_JIT_EMULATOR_H
#define LAYOUT_JIT_EMULATOR_H

#include "Layout/Analysis/Target/Processor.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// How programs for a processor are linked and run on this machine.
struct Emulator {
  std::string compiler;             ///< a C compiler, with its libraries
  std::string program;              ///< QEMU
  std::vector<std::string> options; ///< the processor that it is to be

  /// Nothing, with the reason in `why`, if there is no such emulator, or if it
  /// or the compiler are not installed.
  static std::optional<Emulator> find(const Processor &processor,
                                      std::string &why);
};

/// The processor that programs are compiled for and run on.
struct RunTarget {
  Processor processor;
  std::optional<Emulator> emulator; ///< none: this machine

  /// Nothing, with the reason in `why`, for a name that is not known, and where
  /// neither this machine nor an emulator can execute code of the processor.
  static std::optional<RunTarget> get(StringRef name, std::string &why);
};

} // namespace mlir::layout

#endif // LAYOUT_JIT_EMULATOR_H
