//===- ReverseParallel.h - Parallel loops backwards -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_REVERSEPARALLEL_H
#define LAYOUT_LIB_CHECK_REVERSEPARALLEL_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Parallel loops take their last iteration first, and so on. A program that
/// may run its iterations at once does the same then; one in which an iteration
/// needs the result of an earlier one, most likely not. Loops with reductions
/// keep their order, as these guarantee less about it. Affine loops are lowered
/// before.
void reverseParallelLoops(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_REVERSEPARALLEL_H
