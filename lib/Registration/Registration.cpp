//===- Registration.cpp - Registration of all dialects and passes ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Registration/Registration.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Layout.h"
#include "Layout/Pipelines/Pipelines.h"
#include "Layout/TransformOps/TransformOps.h"
#include "Layout/Transforms/AccessModels/AccessModels.h"
#include "Layout/Transforms/Bufferize/Bufferize.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/PropagationModels/PropagationModels.h"

using namespace mlir;

void layout::registerAll(DialectRegistry &registry) {
  registry.insert<LayoutDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  registerLayoutAccessExternalModels(registry);
  registerLayoutPropagationExternalModels(registry);
  registerTransformOps(registry);
}

void layout::registerAllPasses() {
  registerLayoutPasses();
  registerLayoutConversionPasses();
  registerLayoutPipelines();
}
