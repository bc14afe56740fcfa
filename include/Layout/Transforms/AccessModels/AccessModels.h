//===- AccessModels.h - Access models of upstream's ops ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_ACCESSMODELS_ACCESSMODELS_H
#define LAYOUT_TRANSFORMS_ACCESSMODELS_ACCESSMODELS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::layout {

/// Gives upstream's ops and those of this dialect `LayoutAccessOpInterface`, as
/// soon as their dialects are loaded; also every op of any dialect that is a
/// `linalg::LinalgOp`. Without it no pass knows what they do to a buffer.
void registerLayoutAccessExternalModels(DialectRegistry &registry);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_ACCESSMODELS_ACCESSMODELS_H
