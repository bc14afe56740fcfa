//===- LastUses.h - Moving deallocations to last uses -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_LASTUSES_H
#define LIB_TRANSFORMS_BUFFERIZE_LASTUSES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Moves each `memref.dealloc` of a buffer that is allocated in the same block
/// up to after the last use of the buffer, so that fewer buffers live at one
/// time. A deallocation stays if an alias of the buffer may be used where its
/// uses do not show it: an op stores or returns the buffer, takes its address,
/// or is unknown. If `root` is a module, a call counts as what the body of its
/// callee does; else as unknown. Returns true if a deallocation was moved.
/// Cost: linear in the uses of buffers, times the depth of calls.
bool freeAfterLastUse(Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_LASTUSES_H
