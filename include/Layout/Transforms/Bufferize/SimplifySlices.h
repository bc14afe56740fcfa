//===- SimplifySlices.h - Slices that upstream bufferizes -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_SIMPLIFYSLICES_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_SIMPLIFYSLICES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Rewrites slices of tensors whose buffers upstream's verifier would refuse,
/// as equal ones:
///
/// - along a single element the step is 1: by the strides of the buffer, steps
///   included, upstream decides what a slice drops;
///
///     tensor.extract_slice %t[3, 0, %i] [1, 1, 4] [3, 2, 1]
/// ->  tensor.extract_slice %t[3, 0, %i] [1, 1, 4] [1, 1, 1]
///
/// - one without elements has no place: a slice is a new empty tensor, an
///   insertion is nothing, and padding around nothing is a `tensor.generate`.
///
/// Cost: linear.
void simplifySlices(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_SIMPLIFYSLICES_H
