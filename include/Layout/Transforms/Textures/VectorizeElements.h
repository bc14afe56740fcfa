//===- VectorizeElements.h - Buffers of vectors -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TEXTURES_VECTORIZEELEMENTS_H
#define LAYOUT_TRANSFORMS_TEXTURES_VECTORIZEELEMENTS_H

#include "Layout/Analysis/Functions/Calls.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

struct VectorizeElementsOptions {
  /// The innermost extent of the buffers to change, 2, 4, 8 or 16; 0: all of
  /// these.
  int64_t vectorSize = 0;
  /// A buffer of that extent that cannot change is an error.
  bool require = false;
};

/// What `layout-vectorize-elements` will do to a module.
struct VectorizeElementsPlan {
  struct Access {
    Operation *op;
    /// The stores of all elements of one vector, in order, if `op` is the last
    /// of them; else empty.
    SmallVector<Operation *> elements;
    bool isAligned; ///< the memory has the alignment of the vector
  };
  SmallVector<Value> changed;    ///< get the new type
  SmallVector<Value> viewed;     ///< keep theirs, and are seen through a view
  SmallVector<Access> accesses;  ///< of both
  SmallVector<Operation *> dims; ///< `memref.dim` of `changed`
  SmallVector<Operation *> facts;
  SmallVector<TracedFunction> functions; ///< whose type follows from their body
};

/// `memref<..xNxT>` with elements as vectors, `memref<..xvector<NxT>>`.
MemRefType getVectorizedType(MemRefType type);

/// Reads the module. Another vector size is an error. Buffers that stay are
/// remarked, with the access that is not whole; with `require` they are an
/// error there.
FailureOr<VectorizeElementsPlan>
planVectorizeElements(ModuleOp module, const VectorizeElementsOptions &options);

/// Makes vectors the elements of the buffers of the plan. Cannot fail.
void applyVectorizeElements(ModuleOp module, const VectorizeElementsPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TEXTURES_VECTORIZEELEMENTS_H
