//===- FlattenDynamic.h - Flat accesses by dynamic strides ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With extents m that the type does not tell, a row-major offset i * m + j is
// no affine map, so it is no layout that could be applied. Nothing has to be
// proven of it either: it is computed where it is needed.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_FLATTEN_FLATTENDYNAMIC_H
#define LIB_TRANSFORMS_FLATTEN_FLATTENDYNAMIC_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// A separated buffer in its flat form, with all extents of its axes.
struct FlatBuffer {
  MemRefType separated;
  Value flat;
  SmallVector<OpFoldResult> sizes;
};

/// The extents of the flat form that its type does not tell, each the product
/// of the extents of a group.
SmallVector<Value> buildFlatExtents(OpBuilder &builder, Location loc,
                                    MemRefType separated,
                                    ArrayRef<OpFoldResult> sizes);

/// The offset of an element in each group: i, then i * n1 + j, and so on
/// inwards. Where extents are static, it is an `affine.apply`.
SmallVector<Value> buildOffsets(OpBuilder &builder, Location loc,
                                ValueRange indices, const FlatBuffer &buffer);

/// Checks that `op` can access the flat form of its one separated buffer of
/// dynamic shape. Explains a refusal by an error at `op`.
LogicalResult planFlattenDynamic(Operation *op);

/// Makes `op` access `buffer.flat`. Cannot fail after a successful plan.
void flattenDynamic(RewriterBase &rewriter, Operation *op,
                    const FlatBuffer &buffer);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_FLATTEN_FLATTENDYNAMIC_H
