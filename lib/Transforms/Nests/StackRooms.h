//===- StackRooms.h - Buffers of loops on the stack -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_STACKROOMS_H
#define LIB_TRANSFORMS_NESTS_STACKROOMS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Moves what loops allocate on the stack before them. It is undefined when an
/// iteration begins, and dead after it, so one allocation serves all iterations
/// that are sequential: those of loops that are not parallel.
void shareStackOfLoops(Operation *function);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_STACKROOMS_H
