//===- FoldViews.h - Folding views into accesses ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view speaks of strides, which a laid-out buffer does not have. Before a
// buffer gets a layout, what its views do is done to the buffer itself:
//
//   %s = memref.subview %a[4, %o] [4, 8] [1, 2]    %x = memref.load
//   %x = memref.load %s[%i, %j]                ->      %a[%i + 4, 2 * %j + %o]
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_FOLDVIEWS_H
#define LIB_TRANSFORMS_LOWERING_FOLDVIEWS_H

#include "Layout/IR/LayoutAccess.h"

namespace mlir::layout {

/// Checks that the user of a view can do the same to the root of the view.
/// Explains a refusal by an error at the user. Calls and returns are not
/// checked here, nor whether a layout keeps together what an op moves by one
/// address (`planRunAccess`).
LogicalResult planFoldViewUse(OpOperand &use, StorageQuery mayBeOneStorage);

/// Folds every view of `root` into its users and erases the views. Users that
/// touch many elements at once become loops first, unless they can be folded
/// as they are. Cannot fail after successful plans of all views and uses.
/// Cost: linear in the number of uses.
void foldViews(RewriterBase &rewriter, Value root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_FOLDVIEWS_H
