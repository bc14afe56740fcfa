//===- RunAccess.h - Accesses to many elements by one address ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One address stands for several elements, so a layout must keep them together:
//
//   nvgpu.ldmatrix, nvgpu.device_async_copy             a run along the last
//                                                       dimension
//   gpu.subgroup_mma_load_matrix, .._store_matrix       rows, at one distance
//
// Upstream verifies of all but `ldmatrix` that the last dimension has a stride
// of 1, which no type with a layout states. As soon as their buffer has such a
// type, they access its physical form:
//
//   nvgpu.device_async_copy %in[%i, %j], %a[%i, %j], 8
//
//   %p = layout.as_physical %a
//   nvgpu.device_async_copy %in[%i, %j], %p[%i, %chunk, %0], 8
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_RUNACCESS_H
#define LIB_TRANSFORMS_LOWERING_RUNACCESS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Returns true for the four ops above.
bool movesByOneAddress(Operation *op);

/// Returns the number of elements of one run of an `ldmatrix` or a
/// `device_async_copy`.
int64_t getRunLength(Operation *op);

/// Returns the index operands of `buffer`, a memref of such an op.
MutableOperandRange getIndicesOfRun(OpOperand &buffer);

/// Checks that the layout of `laidOut` keeps together what the op of `buffer`
/// moves. Explains a refusal by an error that names the break. Runs begin at
/// multiples of their length: that an address is aligned to the bytes that it
/// stands for is part of the definition of these instructions. Cost: one visit
/// of each element of the buffer.
LogicalResult planRunAccess(OpOperand &buffer, MemRefType laidOut);

/// Returns true if `op` cannot access a buffer whose type has a layout.
bool needsUnitStride(Operation *op);

/// Makes such an op access the physical forms of its buffers whose types have
/// layouts. Cannot fail after a successful plan.
void accessPhysical(RewriterBase &rewriter, Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_RUNACCESS_H
