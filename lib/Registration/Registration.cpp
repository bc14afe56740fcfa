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
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

/// Passes of release 0.1 that are parts of others now.
static void registerRenamedPasses() {
  constexpr std::pair<StringLiteral, StringLiteral> renamed[] = {
      {"layout-expand-atomics", "layout-legalize{only=atomics}"},
      {"layout-expand-copies", "layout-legalize{only=copies}"},
      {"layout-expand-division", "layout-legalize{only=division}"},
      {"layout-expand-floats", "layout-legalize{only=floats}"},
      {"layout-expand-functions", "layout-legalize{only=functions}"},
      {"layout-expand-math", "layout-legalize{only=math}"},
      {"layout-expand-vectors", "layout-legalize{only=vectors}"},
      {"layout-expand-views", "layout-legalize{only=views}"},
      {"layout-fp-approximate", "layout-set-fastmath{approximate}"},
      {"layout-fp-contract", "layout-set-fastmath{contract}"},
      {"layout-guard-masked-accesses", "layout-legalize{only=masked-accesses}"},
      {"layout-inline-resources", "layout-legalize{only=resources}"},
      {"layout-remove-empty-loops", "layout-legalize{only=empty-loops}"},
      {"layout-split-slices", "layout-legalize{only=slices}"},
      {"layout-unpack-lanes", "layout-legalize{only=lanes}"},
  };
  for (const auto &names : renamed) {
    StringRef oldName = names.first, newName = names.second;
    registerPassPipeline(
        oldName, ("Renamed: " + newName).str(),
        [oldName, newName](OpPassManager &, StringRef,
                           function_ref<LogicalResult(const Twine &)> error) {
          return error("'" + oldName + "' is a part of another pass: use '" +
                       newName + "'");
        },
        [](function_ref<void(const detail::PassOptions &)>) {});
  }
}

void layout::registerAll(DialectRegistry &registry) {
  registry.insert<LayoutDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
  registerBufferDeallocationOpInterfaceExternalModels(registry);
  registerLayoutAccessExternalModels(registry);
  registerLayoutPropagationExternalModels(registry);
  registerTransformOps(registry);
}

void layout::registerAllPasses() {
  registerLayoutPasses();
  registerLayoutConversionPasses();
  registerLayoutPipelines();
  registerRenamedPasses();
}
