//===- Flatten.h - Joining separated axes -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_FLATTEN_FLATTEN_H
#define LAYOUT_TRANSFORMS_FLATTEN_FLATTEN_H

#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include <optional>

namespace mlir::layout {

struct FlattenOptions {
  /// The highest rank that the target can address; none if it does not matter.
  std::optional<unsigned> maxRank;
};

/// What `layout-flatten` will do to a module.
struct FlattenPlan {
  SmallVector<Operation *> facts;    ///< say something of places: erased
  SmallVector<Operation *> compound; ///< linalg, copies
  SmallVector<Operation *> vectors;  ///< accesses to vectors of elements
  SmallVector<Operation *> texels;   ///< each accesses one of a texture, whole
  SmallVector<memref::GlobalOp> globals;
  SmallVector<TracedFunction> functions; ///< whose type names such a buffer
  SmallVector<Value> buffers;            ///< allocated here, or forwarded
  bool isEmpty = true;
};

/// Reads the module. Refuses, by an error at the op, layouts that are not
/// applied yet, ops that cannot be rewritten, and ranks beyond `maxRank`.
FailureOr<FlattenPlan> planFlatten(ModuleOp module,
                                   const FlattenOptions &options);

/// Joins the physical axes between separators: allocations get the flat shape,
/// accesses the flat index (RFC 0039). What crosses an interface keeps its
/// shape and is seen through an aliasing view (RFC 0063). Cannot fail.
void applyFlatten(ModuleOp module, const FlattenPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_FLATTEN_FLATTEN_H
