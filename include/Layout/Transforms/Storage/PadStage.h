//===- PadStage.h - Loops that write padding --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_STORAGE_PADSTAGE_H
#define LAYOUT_TRANSFORMS_STORAGE_PADSTAGE_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/Builders.h"

namespace mlir::layout {

/// Which pads a stage writes. Copying pads wait for their sources, the others
/// do not.
enum class PadGroup { ConstantAndValue, Copy };

/// Returns true if the layout of `type` has a pad of this group with padding
/// under it.
bool hasPadOfGroup(MemRefType type, PadGroup group);

/// Returns true if the layout of `type` has a pad that holds something, of any
/// group.
bool holdsSomething(MemRefType type);

/// Checks that the pads of `type` can be written. Refuses, through `emitError`,
/// a layout whose map has no inverse, naming the map, if there is a pad to
/// write.
LogicalResult planPadStage(MemRefType type,
                           function_ref<InFlightDiagnostic()> emitError);

/// Writes the pads of one group of `type` into `physical`, the storage of a
/// buffer of that type: one loop nest over the physical shape, predicated on
/// "is padding" in physical indices. Emits nothing if there is no such pad.
/// `extents` are the dynamic logical extents of the buffer.
void buildPadStage(OpBuilder &builder, Location loc, Value physical,
                   MemRefType type, ValueRange extents, PadGroup group);

/// One loop nest over the physical shape that fills it: `buildData` writes the
/// places that hold data, the pads of constants and values go to the others.
/// The layout must have an inverse. `extents` are the dynamic logical extents
/// of the buffer; the loops may be affine or not.
void buildFillNest(OpBuilder &builder, Location loc, Value physical,
                   MemRefType type, ValueRange extents,
                   function_ref<void(OpBuilder &, ValueRange place)> buildData);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_STORAGE_PADSTAGE_H
