//===- NestCopy.h - Nests as functions of their own -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TUNING_NESTCOPY_H
#define LAYOUT_TRANSFORMS_TUNING_NESTCOPY_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout {

/// A copy of the nest, without its plan, as the body of a function that takes
/// what the nest uses:
///
///     affine.for %i = 0 to 64 {         func.func @nest(%0: memref<64xf32>,
///       %x = affine.load %a[%i]                         %1: memref<64xf32>) {
///       affine.store %x, %b[%i]           affine.for %2 = 0 to 64 {
///     }                                     ..
///
/// Arguments are in the order of their first uses, constants are inside. A
/// buffer that is allocated, or an argument that is known to be alone, is
/// `llvm.noalias`; where an alignment is stated, it is `llvm.align`. So the text
/// holds what code for the nest depends on: loops with their extents, index maps,
/// ops with their flags, element types, strides and alignment. Null of a nest
/// with results. Cost: linear in the nest.
OwningOpRef<func::FuncOp> copyNest(affine::AffineForOp root);

/// The nest of such a function; null if it is none.
affine::AffineForOp getNestOf(func::FuncOp function);

/// The text of such a function, whatever its name is, what is stated about it
/// and which plan its nest has. Nests are equal if their texts are.
std::string getNestText(func::FuncOp function);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TUNING_NESTCOPY_H
