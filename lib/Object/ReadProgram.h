//===- ReadProgram.h - Programs and their long constants --------*- C++ -*-===//
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

/// Reads MLIR, text or bytecode. Constants of bytecode stay where they are in
/// the file. Long ones of a text, which are digits, are read once, and never
/// are in memory as digits and as bytes: the most memory is that of the bytes,
/// and of the rest of the text. Such a `dense<"0x..">` becomes a
/// `dense_resource`, whose bytes can be freed. Errors are said to the
/// diagnostics of the context.
llvm::Expected<OwningOpRef<ModuleOp>> readProgram(StringRef path,
                                                  MLIRContext &context);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_READPROGRAM_H
