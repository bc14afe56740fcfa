//===- LastUses.h - Freeing buffers after their last use --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_LASTUSES_H
#define LIB_TRANSFORMS_BUFFERIZE_LASTUSES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Moves each `memref.dealloc` up, after the last use of a buffer that is
/// allocated in the same block. It stays where an op may keep the buffer or
/// forward it: one that stores it, returns it, takes its address, or is not
/// known. From a module, calls are looked into. Returns true if one was moved.
/// Cost: linear in the uses of buffers, times the depth of calls.
bool freeAfterLastUse(Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_LASTUSES_H
