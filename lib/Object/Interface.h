//===- Interface.h - How a library is called by who loads it ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_INTERFACE_H
#define LAYOUT_LIB_OBJECT_INTERFACE_H

#include "Layout/Conversion/AttachTarget.h"
#include "ObjectTarget.h"
#include "PublicFunctions.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout {

/// The names of what `addInterface` adds; that of a function is appended.
inline constexpr StringLiteral kInterfaceName("layout_interface");
inline constexpr StringLiteral kCallPrefix("layout_call_");

/// Adds to a program what a process needs that loads it as a library: a text,
/// JSON, that says which functions it has, of which types, for which processor
/// and which others that functions are compiled for (`codes`), and how its
/// weights are loaded; and for each function one that takes the addresses of
/// its arguments, and of its result if that is a number, as an array. Error:
/// the program has one of these names.
llvm::Error addInterface(llvm::Module &program,
                         ArrayRef<PublicFunction> functions,
                         const ObjectTarget &target,
                         ArrayRef<CompiledCode> codes, StringRef weights);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_INTERFACE_H
