//===- Requests.h - Layout requests of ops ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request is an attribute beside a buffer, and the buffer has its plain type
// until a pass meets the request. Whatever lowers plain types would lower such
// a buffer as if nothing had been requested, so the passes from `layout-apply`
// on ask here first.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_REQUESTS_H
#define LAYOUT_IR_REQUESTS_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Returns the buffer that `op` allocates, if the op may have a request: a
/// `memref.alloc` or a `memref.alloca`. Null for others.
Value getRequestedBuffer(Operation *op);

/// Returns the layout that is requested for an argument of the body of a
/// function, a memory attribution of a kernel among them; null if none is.
BufferAttr getRequestedLayout(BlockArgument argument);

/// Takes that request away.
void removeRequestedLayout(BlockArgument argument);

/// Returns true if `op` or one of its arguments has the attribute `request`; of
/// a kernel, its memory attributions count as arguments.
bool makesRequest(Operation *op, StringRef request);

/// The request that `op` itself, its arguments included, makes and that no pass
/// has met: `layout.transform`, which `layout-assign` meets, or `layout.cache`,
/// which `layout-cache` meets. Empty if there is none.
StringRef findRequest(Operation *op);

/// Fails, with an error at the op, if an op in `root` still makes a request,
/// and names the passes to run before the pass `asking`, or first if that is
/// one of a pipeline. Fails, too, as `verifyNoStrayAttributes` does. Cost: one
/// walk.
LogicalResult verifyNothingRequested(Operation *root, StringRef asking = "");

/// Fails, with an error at the op, if an attribute of this dialect is where no
/// pass reads it and no verifier of MLIR looks: beside an operand or a result
/// of a call, or, unless it is a request for a layout, beside a memory
/// attribution of a kernel. Cost: one walk.
LogicalResult verifyNoStrayAttributes(Operation *root);

} // namespace mlir::layout

#endif // LAYOUT_IR_REQUESTS_H
