//===- LayoutAsMemorySpace.h - Layouts as memory spaces ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferisation computes the layout of a memref anew wherever it makes one, but
// carries a memory space along faithfully: through allocations, copies, calls,
// loops and branches, and never casts one into another. So a layout travels as
// the memory space of a memref of identity layout:
//
//   memref<14xi32, #L>      <->  memref<14xi32, affine_map<(i) -> (i)>, #L>
//   memref<14xi32, #L, 3>   <->  memref<14xi32, affine_map<(i) -> (i)>,
//                                       {layout = #L, space = 3}>
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_LAYOUTASMEMORYSPACE_H
#define LIB_TRANSFORMS_LOWERING_LAYOUTASMEMORYSPACE_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Returns the memory space that encodes a layout (null: none) in a memory
/// space (null: the default one).
Attribute joinMemorySpace(BufferAttr layout, Attribute space);

/// Layout and memory space that a memory space encodes.
std::pair<BufferAttr, Attribute> splitMemorySpace(Attribute joined);

/// Turns every layout of this dialect in a memref type into a memory space.
void moveLayoutsToMemorySpaces(ModuleOp module);

/// The way back. Fails, with an error at the op, if a view of a laid-out buffer
/// has come into being, which has no layout of its own.
LogicalResult moveLayoutsBack(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_LAYOUTASMEMORYSPACE_H
