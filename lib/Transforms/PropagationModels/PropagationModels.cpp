//===- PropagationModels.cpp - Propagation models of ops ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/PropagationModels/PropagationModels.h"

#include "Models.h"

using namespace mlir;

void layout::registerLayoutPropagationExternalModels(
    DialectRegistry &registry) {
  registerTensorModels(registry);
  registerControlFlowModels(registry);
  registerStructuredModels(registry);
}
