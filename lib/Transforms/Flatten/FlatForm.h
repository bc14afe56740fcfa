//===- FlatForm.h - Flat forms of separated buffers -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements lie at the same address whether the axes between separators are one
// or several. So each form is a view of the other.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_FLATTEN_FLATFORM_H
#define LIB_TRANSFORMS_FLATTEN_FLATFORM_H

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// A physical buffer whose type states separators (`axis_separator<[]>`
/// included): only such a buffer is flattened.
bool isSeparated(Type type);

/// Returns true if there is a separated type inside of `type`, as in a function
/// type.
bool hasSeparatedTypeInside(Type type);

/// The type without its separators. In texture memory, of which there are no
/// views, the flat type.
MemRefType getShapedType(MemRefType separated);
/// The same for other types, which stay as they are.
Type withoutSeparators(Type type);

/// The type in which each group of axes is one. In texture memory an innermost
/// axis of four channels stays.
MemRefType getFlatType(MemRefType separated);

/// The static type with the way to its flat form as a layout to apply.
MemRefType getLinearisedType(MemRefType separated);

/// The axes of each group; none for rank 0, whose flat form has one axis.
SmallVector<ReassociationIndices> getAxisGroups(MemRefType separated);

/// The flat form of a buffer of type `getShapedType(separated)`; the buffer
/// itself if it is flat.
Value buildFlatView(OpBuilder &builder, Location loc, Value shaped,
                    MemRefType separated);

/// The way back. `sizes` are all extents of `separated`.
Value buildShapedView(OpBuilder &builder, Location loc, Value flat,
                      MemRefType separated, ArrayRef<OpFoldResult> sizes);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_FLATTEN_FLATFORM_H
