//===- NotRaised.h - Loops that cannot be raised ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_NOTRAISED_H
#define LIB_TRANSFORMS_SUPPORT_NOTRAISED_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Remarks on the first loop of scf, or linalg op on buffers, of a function:
/// for a pass for affine loops that finds none there, which would be silent.
void remarkNotRaised(Operation *function, StringRef pass);

/// How `op` becomes affine loops; empty for what is none.
StringRef adviseOnRaising(Operation *op);

/// What to do with a loop that a pass for `affine.for` and `scf.for` leaves
/// alone.
StringRef adviseOnLoopKind(Operation *loop);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_NOTRAISED_H
