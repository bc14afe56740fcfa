//===- RunEmulated.h - One run in an emulator -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_RUNEMULATED_H
#define LAYOUT_LIB_CHECK_RUNEMULATED_H

#include "EmulatedProgram.h"
#include "RunState.h"

namespace mlir::layout {

/// Runs a program on what `run` has in `memory`, which an emulator can open.
/// `arguments` are what its entry takes. All that it does comes back in
/// `memory`, and for globals that have a value of their own, in `before`.
ChildEnd runEmulated(const EmulatedProgram &program, RunState &run,
                     ArrayRef<void *> arguments, SharedMemory &memory,
                     unsigned timeoutSeconds);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_RUNEMULATED_H
