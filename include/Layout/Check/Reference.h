//===- Reference.h - Programs without layouts -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_REFERENCE_H
#define LAYOUT_CHECK_REFERENCE_H

#include "Layout/Check/Signature.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout {

/// What a program must do, before anything is optimized.
struct ReferenceProgram {
  OwningOpRef<ModuleOp> module; ///< without layouts and tensors, not lowered
  Signature signature;          ///< with the views of the reference
  SmallVector<Location> assumptions;
  bool hasUndef = false; ///< runs may differ
};

/// Erases the layouts of what `options.entry` reaches in `input`, which stays as
/// it is. Nullopt, with the reason in `why`, if there is no such function, or
/// nothing to compare with.
std::optional<ReferenceProgram> makeReference(ModuleOp input,
                                              const CheckOptions &options,
                                              std::string &why);

/// Makes the module that holds the function `a::b::f` the module `b`, which is a
/// program of its own: nothing outside is called from there.
void takeModuleOfEntry(OwningOpRef<ModuleOp> &module, StringRef entry);

/// "f", of `a::b::f`.
StringRef getNameOfEntry(StringRef entry);

/// Random contents of the buffer arguments, then of the uninitialized globals;
/// other ones for each seed and set.
std::vector<ElementArray> makeContents(const Signature &signature, DataSet set,
                                       uint64_t seed);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_REFERENCE_H
