//===- Models.h - Registration of the models --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ACCESSMODELS_MODELS_H
#define LIB_TRANSFORMS_ACCESSMODELS_MODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout {

/// Accesses to one element.
void registerElementModels(DialectRegistry &registry);

/// Accesses to the lanes of a vector.
void registerGpuModels(DialectRegistry &registry);

void registerVectorModels(DialectRegistry &registry);

/// Ops on all elements, or on none.
void registerWholeModels(DialectRegistry &registry);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ACCESSMODELS_MODELS_H
