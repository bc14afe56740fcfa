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
/// bf16, by name: `__truncsfbf2` and `__truncdfbf2`. They round to the nearest,
/// ties to even, keep infinities, and make each NaN a quiet one with the same
/// leading bits. The library of the host's compiler has them only if it is as
/// new as GCC 13.
std::array<std::pair<llvm::StringRef, void *>, 2> getConversionBuiltins();

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_BUILTINS_H
