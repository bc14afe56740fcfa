//===- FlattenTexels.h - Flattening texel accesses --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_FLATTEN_FLATTENTEXELS_H
#define LIB_TRANSFORMS_FLATTEN_FLATTENTEXELS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `op` accesses all four channels of one texel of a texture
/// with axis separators. Such an access remains one: texture memory is not
/// accessed by parts of texels.
bool isTexelAccess(Operation *op);

/// Makes a texel access one of the flat buffer, which its operand shows under
/// its former indices, by `layout.as_logical`, or is.
void flattenTexelAccess(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_FLATTEN_FLATTENTEXELS_H
