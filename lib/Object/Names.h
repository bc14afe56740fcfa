//===- Names.h - Names of functions and options -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_NAMES_H
#define LAYOUT_LIB_OBJECT_NAMES_H

#include "mlir/Support/LLVM.h"
#include <string>

namespace mlir::layout {

/// Returns true if `name` is one in C and in assembly as it is.
bool isIdentifier(StringRef name);

/// Returns ", did you mean 'name'?", with `prefix` before the name, or nothing
/// if no name is near.
std::string suggestName(StringRef found, ArrayRef<StringRef> names,
                        StringRef prefix = "");

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_NAMES_H
