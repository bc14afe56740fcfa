//===- MoveOutOfLoop.h - Moving values before a loop ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_MOVEOUTOFLOOP_H
#define LIB_TRANSFORMS_SUPPORT_MOVEOUTOFLOOP_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Moves the ops that compute `value`, which must be invariant
/// (`isLoopInvariant`), before `loop`.
void moveOutOfLoop(Operation *loop, Value value);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_MOVEOUTOFLOOP_H
