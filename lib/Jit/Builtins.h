//===- Builtins.h - Builtin float conversions -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_BUILTINS_H
#define LAYOUT_LIB_JIT_BUILTINS_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <utility>

namespace mlir::layout {

/// Returns the functions of a compiler's runtime that LLVM calls to round to
/// bf16, and to round to and extend f16 for x86-64 without F16C, by name. They
/// round to the nearest, ties to even, keep infinities, and make each NaN a quiet
/// one with the same leading bits. A program has no library of the host's
/// compiler, which has them only if it is as new as GCC 13.
std::array<std::pair<llvm::StringRef, void *>, 5> getConversionBuiltins();

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_BUILTINS_H
