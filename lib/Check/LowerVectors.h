//===- LowerVectors.h - Vectors that upstream does not lower ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_LOWERVECTORS_H
#define LAYOUT_LIB_CHECK_LOWERVECTORS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Turns into forms that upstream's passes lower: vector.mask with a passthru
/// around a read, vector.load and vector.store of several axes.
void prepareVectors(ModuleOp module);

/// Upstream lowers a transfer of a single element only where the innermost
/// stride is 1, and leaves a cast elsewhere.
void turnScalarTransfersIntoAccesses(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_LOWERVECTORS_H
