//===- LowerTransfer.h - Vector transfers become accesses -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_LOWERTRANSFER_H
#define LAYOUT_LIB_TRANSFORMS_LOWERTRANSFER_H

#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/VectorInterfaces.h"

namespace mlir::layout {

/// Checks that `lowerTransfer` can lower it. Emits an error at the op if not.
LogicalResult planLowerTransfer(VectorTransferOpInterface transfer);

/// Replaces a `vector.transfer_read` or `vector.transfer_write` of a laid-out
/// buffer, for which `planLowerTransfer` succeeded, by accesses to its elements
/// by logical index. `rows` are those of a `LaneTransfer`.
void lowerTransfer(RewriterBase &rewriter, VectorTransferOpInterface transfer,
                   AffineMap rows = {});

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_LOWERTRANSFER_H
