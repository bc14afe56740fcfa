//===- NotRaised.h - Loops that cannot be raised ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_NOTRAISED_H
#define LIB_TRANSFORMS_NESTS_NOTRAISED_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Remarks on the first loop of scf, or linalg op on buffers, of a function.
/// For passes on affine loops, which would otherwise change nothing and say
/// nothing.
void remarkNotRaised(Operation *function, StringRef pass);

/// Returns advice on how `op` becomes affine loops; empty for other ops.
StringRef adviseOnRaising(Operation *op);

/// Returns advice on a loop that is neither `affine.for` nor `scf.for`.
StringRef adviseOnLoopKind(Operation *loop);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_NOTRAISED_H
