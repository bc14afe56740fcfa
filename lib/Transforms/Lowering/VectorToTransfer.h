//===- VectorToTransfer.h - Vector accesses as transfers --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `vector.load`, `vector.store` and their affine forms require a memref whose
// last dimension has unit stride, which a laid-out memref never has.
// `vector.transfer_read` and `vector.transfer_write` do not.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_VECTORTOTRANSFER_H
#define LIB_TRANSFORMS_LOWERING_VECTORTOTRANSFER_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true if `op` is a `vector.load` or `vector.store`, or a masked or
/// affine form of one.
bool isVectorLoadOrStore(Operation *op);

/// Returns the type of the vector that such an op moves.
VectorType getVectorTypeOfAccess(Operation *op);

/// Checks that it has a transfer of the same meaning. Explains a refusal by an
/// error.
LogicalResult planVectorToTransfer(Operation *op);

/// Replaces `op` by an in-bounds transfer, or, on a memref of such vectors, by
/// an access to one element. Lanes that a masked load does not read are
/// selected after it. Cannot fail after a successful plan. Returns the new
/// access.
Operation *convertVectorToTransfer(RewriterBase &rewriter, Operation *op);

/// Builds a padding operand that is never read. A zero lowers everywhere; types
/// without one get poison.
Value buildUnusedPadding(OpBuilder &builder, Location loc, Type type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_VECTORTOTRANSFER_H
