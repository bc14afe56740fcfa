//===- ReturnedCopies.h - Copies that deallocation returns ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   func.func private @same(%b) { return %b }    // returns a copy of %b
//
//   %r = call @same(%a)
//   memref.store %x, %r[%i]                      // is not seen in %a
//
// Upstream's buffer deallocation has each function return buffers that their
// caller may free. Of one that the function does not own it returns a copy.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_RETURNEDCOPIES_H
#define LIB_TRANSFORMS_BUFFERIZE_RETURNEDCOPIES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Checks that no caller of the module can tell a copy that deallocation
/// returns from the buffer itself: what is written to one of the two is not
/// read from the other after that. Callers outside of the module expect a
/// copy. Cost: without a call that may return a copy, that of `BufferFlow`;
/// else as `AccessModes`, and for each such call, unless nothing of its function
/// may write the memory of its result, the accesses that may be of that memory,
/// pair by pair if the result and the original are both accessed.
LogicalResult checkReturnedCopies(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_RETURNEDCOPIES_H
