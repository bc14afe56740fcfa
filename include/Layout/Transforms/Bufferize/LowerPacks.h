//===- LowerPacks.h - Lowering of linalg.pack -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_LOWERPACKS_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_LOWERPACKS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Returns true if `op` is a `linalg.pack` or `linalg.unpack` that upstream
/// lowers: all extents and tiles are known.
bool isLowerablePack(Operation *op);

/// Makes of each `linalg.pack` and `linalg.unpack` what upstream says that it
/// means: padding, reshapes, transpositions, slices. Neither has a form on
/// buffers. Fails, with an error, at one that upstream does not lower.
LogicalResult lowerPacks(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_LOWERPACKS_H
