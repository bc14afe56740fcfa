//===- UndefStores.h - Removing stores of undef -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_UNDEFSTORES_H
#define LIB_TRANSFORMS_PADDING_UNDEFSTORES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Makes no store of what may be anything:
///
///     store undef                       nothing
///     store select(c, undef, x)         if not c { store x }
///     store (if c { undef } else { x }) if c {} else { store x }
///
/// The data is stored as before. Returns true if something changed.
bool eraseUndefStores(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_UNDEFSTORES_H
