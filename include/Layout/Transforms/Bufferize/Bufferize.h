//===- Bufferize.h - Bufferization that keeps layouts -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_BUFFERIZE_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_BUFFERIZE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::layout {

/// What can be said before anything changes.
struct BufferizePlan {
  /// No tensor anywhere.
  bool isEmpty = true;
  /// Ops on laid-out tensors that are bufferised on plain copies of them.
  SmallVector<Operation *> roundTrips;
  /// The module and those in it, the inner ones first.
  SmallVector<ModuleOp> modules;
};

/// Checks that every op of `module` that has laid-out tensors can keep their
/// layouts. Explains a refusal by an error at the op. Cost: linear in the
/// module.
FailureOr<BufferizePlan> planBufferize(ModuleOp module);

/// Replaces all tensors of `module` by buffers: `tensor<S, #L>` by
/// `memref<S, #L>`, a plain tensor by a plain memref. Functions take and return
/// buffers of no other layout. Fails, with an error at the op that
/// bufferisation refuses, if a plan could not foresee that; then the module is
/// what it was, since all is done on a copy of it.
/// `keepsArguments`: of public functions, as `keepArguments` does it.
/// `returnsCopies`: deallocation follows, and so constants are not returned.
LogicalResult bufferizeKeepingLayouts(ModuleOp module,
                                      bool keepsArguments = false,
                                      bool returnsCopies = false);

/// Lets bufferisation know `layout.convert`, and everything upstream that it
/// meets on the way.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

/// Lets upstream's buffer deallocation pass over `memref.generic_atomic_rmw`.
void registerBufferDeallocationOpInterfaceExternalModels(
    DialectRegistry &registry);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_BUFFERIZE_H
