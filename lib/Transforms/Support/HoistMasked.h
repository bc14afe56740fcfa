//===- HoistMasked.h - Hoisting ops out of vector.mask ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_HOISTMASKED_H
#define LAYOUT_LIB_TRANSFORMS_HOISTMASKED_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `op` is alone in the region of a `vector.mask`, where there
/// is no room for the ops that it becomes.
bool isInMask(Operation *op);

/// Returns true if `op` is an access to a buffer, or to a tensor, in the region
/// of a `vector.mask`: the ops that `hoistOutOfMask` takes.
bool isMaskedAccess(Operation *op);

/// Replaces the `vector.mask` around `op` by an op with a mask of its own,
/// which is returned; a passthru is selected after it. Requires
/// `isMaskedAccess(op)`.
Operation *hoistOutOfMask(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_HOISTMASKED_H
