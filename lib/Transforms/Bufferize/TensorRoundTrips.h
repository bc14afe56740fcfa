//===- TensorRoundTrips.h - Round trips of unsupported ops ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op whose buffer form takes a view, or makes its buffer by itself, cannot
// work on a laid-out buffer. Its tensors make a round trip through the identity
// layout:
//
//   %s = tensor.extract_slice %a   ->  a loop that reads these elements of %a
//   %r = tensor.insert_slice %s    ->  loops that write these elements
//   %p = tensor.pad %a             ->  %a converted to a plain tensor, padded,
//                                      converted to the layout of %p
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_TENSORROUNDTRIPS_H
#define LIB_TRANSFORMS_BUFFERIZE_TENSORROUNDTRIPS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Returns true if the op can work on plain tensors between two conversions.
bool hasRoundTrip(Operation *op);

/// Replaces `ops`, all inside of `module`, by round trips. Cannot fail if each
/// has one.
void buildRoundTrips(ModuleOp module, ArrayRef<Operation *> ops);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_TENSORROUNDTRIPS_H
