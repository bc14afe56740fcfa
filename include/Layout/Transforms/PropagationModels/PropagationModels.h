//===- PropagationModels.h - Propagation models of ops ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PROPAGATIONMODELS_PROPAGATIONMODELS_H
#define LAYOUT_TRANSFORMS_PROPAGATIONMODELS_PROPAGATIONMODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout {

/// Gives upstream's ops on tensors `LayoutPropagationOpInterface`, as soon as
/// their dialects are loaded; also every op of any dialect that is a
/// `linalg::LinalgOp`. Without it `layout-reflow` steps around them.
void registerLayoutPropagationExternalModels(DialectRegistry &registry);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PROPAGATIONMODELS_PROPAGATIONMODELS_H
