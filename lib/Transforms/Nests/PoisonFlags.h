//===- PoisonFlags.h - Dropping poison flags --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_POISONFLAGS_H
#define LIB_TRANSFORMS_NESTS_POISONFLAGS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Takes the flags off `op` that make poison (`hasPoisonFlags`), as where it is
/// executed or used more often than the program does. Those that only allow
/// another rounding or sign of zero stay.
void dropPoisonFlags(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_POISONFLAGS_H
