//===- ReadInPlace.h - Operands that need no conversion ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bias is not worth a conversion, so that it has no part in where an op goes,
// and the row sums of a softmax are one. Once it has gone there, what it reads
// may lie in the very order in which it works, and be converted from it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_READINPLACE_H
#define LIB_TRANSFORMS_PROPAGATE_READINPLACE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Ops take what a conversion takes, where that lies in the order of their
/// results. True if something changed; conversions stay, perhaps unused.
bool readInPlace(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_READINPLACE_H
