//===- LogicalExtents.h - Logical extents of buffers ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref tells its physical extents only. Where one of them is `a * n + b`,
// it tells the logical extent n as well; where tiles hide it, n travels beside
// the buffer, as one `index` per such extent at the end of a signature:
//
//     func.func @f(%a: memref<?x?xf32, #rows_in_fours>) -> f32
//     func.func @f(%a: memref<?x?x4xf32>, %n: index) -> f32
//
// While buffers are still laid out, `memref.dim` is how an extent is written.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_STORAGE_LOGICALEXTENTS_H
#define LIB_TRANSFORMS_STORAGE_LOGICALEXTENTS_H

#include "Layout/Transforms/Storage/AppliedTypes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The dynamic dimensions of a laid-out memref type whose extent its physical
/// shape does not tell, in order.
SmallVector<unsigned> getUndeterminedDims(MemRefType type);

/// The same of any type; none if it stays as it is.
SmallVector<unsigned> getUndeterminedDims(Type type, const AppliedTypes &types);

/// The dynamic extents of `buffer`, of any memref type, by `memref.dim`.
SmallVector<Value> buildExtents(OpBuilder &builder, Location loc, Value buffer);

/// The dynamic physical extents of a laid-out type, none negative, from its
/// dynamic logical ones.
SmallVector<Value> buildPhysicalExtents(OpBuilder &builder, Location loc,
                                        MemRefType type, ValueRange extents);

/// Dynamic extent `dim` of what was of the laid-out type `type` and is now
/// `physical`; its physical shape must tell it.
Value buildToldExtent(OpBuilder &builder, Location loc, MemRefType type,
                      unsigned dim, Value physical);

/// Checks that the source of each logical extent that shapes do not determine
/// is known, for all buffers that `op` defines. Explains a refusal by an error
/// at `op`.
LogicalResult planLogicalExtents(Operation *op, const AppliedTypes &types);

/// While types are laid out: passes extents that shapes do not determine to
/// functions and returns them from functions, and replaces every `memref.dim`
/// whose value is then available. What remains of `memref.dim` on memrefs of
/// these types has a constant index and is static, or determined by the
/// physical shape. Replaces calls that return such buffers. Cannot fail after a
/// successful plan. Cost: one walk.
void passLogicalExtents(RewriterBase &rewriter, ModuleOp module,
                        const AppliedTypes &types);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_STORAGE_LOGICALEXTENTS_H
