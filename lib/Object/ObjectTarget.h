//===- ObjectTarget.h - The machine that code is for ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_OBJECTTARGET_H
#define LAYOUT_LIB_OBJECT_OBJECTTARGET_H

#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>

namespace mlir::layout {

struct ObjectTarget {
  llvm::Triple triple;
  /// As `layout-set-target` takes it; empty for what the module says.
  std::string processor;
  /// The same if only the triple says it: what a program states goes before.
  std::string assumed;
  std::string cpu, features; ///< as LLVM takes them
  std::string abi; ///< how floats are passed ("lp64d"); empty: in one way only
};

/// Finds what `target`, a triple or a processor, and `processor` mean together.
/// Where they leave the processor open it is the one that the program states,
/// `stated`, if that is not empty. Where they leave the triple open it is that
/// of this machine, or, for a processor of another kind, that of a Linux with
/// this kind. Processors have the names of `getNamedProcessor`; that of RISC-V
/// is rv64gc if it is open. Error: a name that is not known, with the nearest
/// one that is; names that contradict each other.
llvm::Expected<ObjectTarget> findTarget(llvm::StringRef target,
                                        llvm::StringRef processor,
                                        llvm::StringRef stated = "");

/// Code that can be anywhere in memory (PIC). Error: LLVM was built without.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const ObjectTarget &target, unsigned optLevel);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_OBJECTTARGET_H
