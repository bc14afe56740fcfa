//===- LayoutRequests.h - Collecting layout requests ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_LAYOUTREQUESTS_H
#define LIB_TRANSFORMS_ASSIGN_LAYOUTREQUESTS_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// A `layout.transform` of the module.
struct LayoutRequest {
  Operation *holder; ///< allocation, global or function
  Value value;       ///< what it is on; null for a global
  Type type;         ///< of the buffer
  Location loc;
  BufferAttr layout;
};

/// Finds all requests, in program order; refuses, by an error, those on an
/// argument of a function without body or of another dialect, and attributes
/// that nothing reads (`verifyNoStrayAttributes`). Cost: two walks.
FailureOr<SmallVector<LayoutRequest>> findLayoutRequests(ModuleOp module);

/// The type that the requested layout makes of the buffer's, which the dialect
/// has verified to be plain. Refuses, by an error, tensors, dynamic shapes and
/// what could not be decided about the layout.
FailureOr<MemRefType> getRequestedType(const LayoutRequest &request);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_LAYOUTREQUESTS_H
