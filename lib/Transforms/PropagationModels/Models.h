//===- Models.h - Registration of the models --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATIONMODELS_MODELS_H
#define LIB_TRANSFORMS_PROPAGATIONMODELS_MODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout {

/// Structured ops: what their indexing maps and their bodies say.
void registerStructuredModels(DialectRegistry &registry);

/// Ops that take, place or reshape the elements of tensors.
void registerTensorModels(DialectRegistry &registry);

/// Ops that forward tensors: loops, branches, functions.
void registerControlFlowModels(DialectRegistry &registry);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATIONMODELS_MODELS_H
