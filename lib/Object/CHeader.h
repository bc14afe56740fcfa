//===- CHeader.h - Declarations for C ---------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_CHEADER_H
#define LAYOUT_LIB_OBJECT_CHEADER_H

#include "PublicFunctions.h"

namespace mlir::layout {

/// Writes a header for C and C++ that declares `functions` as the object file
/// has them: by descriptors of buffers, and, where all extents are known or
/// can be passed, by a function that takes pointers to row-major elements. The
/// name of the file is what the guard is named after. What C has no type for is
/// a comment.
/// `weights` is before the names of what loads them; empty if nothing does.
void writeCHeader(ArrayRef<PublicFunction> functions, StringRef fileName,
                  StringRef weights, llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_CHEADER_H
