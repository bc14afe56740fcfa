//===- Cache.h - Local copies with layouts of their own ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_REORDER_CACHE_H
#define LAYOUT_TRANSFORMS_REORDER_CACHE_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// A buffer, and where a copy takes its place.
struct CachePlan {
  Value buffer;
  BufferAttr layout;
  Operation *scope; ///< a loop, or the function whose argument it is
  bool isRead;      ///< filled before
  bool isWritten;   ///< written back after the loop or function
};

/// Finds what is to be cached in a module: the buffers marked `layout.cache`,
/// around the loops so marked or around whole functions. Refuses, with an error
/// at the op, a use of a buffer that cannot become one of the copy: a call, a
/// return, another name that is defined outside; and a mark without effect.
/// Cost: linear.
FailureOr<SmallVector<CachePlan>> planCaches(ModuleOp module);

/// Cannot fail. All marks have been looked at, and are taken off.
void applyCaches(ModuleOp module, ArrayRef<CachePlan> plans);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_REORDER_CACHE_H
