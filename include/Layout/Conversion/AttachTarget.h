//===- AttachTarget.h - Target attributes of LLVM ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_ATTACHTARGET_H
#define LAYOUT_CONVERSION_ATTACHTARGET_H

#include "Layout/Analysis/Target/Processor.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Returns the processor that the closest spec around a module states for its
/// programs (`layout.processor`); nothing if none does, or, with the reason in
/// `why`, for one that LLVM does not know.
std::optional<Processor> getStatedProcessor(ModuleOp module, std::string &why);

/// Code that is made for a processor.
struct CompiledCode {
  Processor processor;
  Instructions instructions; ///< that it may have
};

/// Returns what the functions of a module with bodies, in the LLVM dialect, say
/// that they are compiled for, each kind of code once. Kernels do not count.
SmallVector<CompiledCode> getCompiledCode(ModuleOp module);

/// Returns why a processor is not of the family that the triple of a module
/// states, or functions in the LLVM dialect do by their processors; empty if it
/// is, or none is stated.
std::string whyNotOfFamily(ModuleOp module, const Processor &processor);

/// What features are that a function states without a processor.
enum class Features {
  Needed, ///< the machine that runs all of the module has to have them
  Added   ///< the function has them beside those of the processor
};

/// Returns why a processor cannot run what a module is made for: its triple is
/// of another family, or the processor that its spec or that of a module in it
/// states, or a function in the LLVM dialect, has what that one lacks
/// (`whyNotRun`). Empty if it can, as where nothing is stated. Kernels do not
/// count. Linear in the operations.
std::string whyNotMadeFor(ModuleOp module, const Processor &processor,
                          Features features);

/// Writes the processor on each function with a body, in the LLVM dialect, and
/// its triple, layout of data and way of calling on the module. What functions
/// and the module state stays, and so do kernels.
void writeTarget(ModuleOp module, const Processor &processor);

/// The same, and the processor that specs name is then this one. Failure, with
/// the reason in `why`, and the module as it was, if the module is made for
/// another processor (`whyNotMadeFor`); features that functions add may be
/// more.
LogicalResult attachTarget(ModuleOp module, const Processor &processor,
                           std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_ATTACHTARGET_H
