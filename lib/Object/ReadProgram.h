//===- ReadProgram.h - Reading programs with large weights ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_READPROGRAM_H
#define LAYOUT_LIB_OBJECT_READPROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// Reads MLIR, as text or as bytecode, in little memory: that of the constants
/// as bytes, and of the text without them. Constants of bytecode are used in
/// the mapped file. Long constants of a text, which are hexadecimal digits
/// there, are taken out of it before it is parsed (LongConstants.h): a
/// `dense<"0x..">` becomes a `dense_resource`, whose bytes can be freed once
/// they are not needed. Errors of the parser are printed to stderr, with their
/// position; the returned error names the file.
llvm::Expected<OwningOpRef<ModuleOp>> readProgram(StringRef path,
                                                  MLIRContext &context);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_READPROGRAM_H
