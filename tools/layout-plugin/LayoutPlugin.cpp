//===- LayoutPlugin.cpp - Entry points of the plugin ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit/Optimize.h"
#include "Layout/Registration/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Layout", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::layout::registerAll(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Layout", LLVM_VERSION_STRING,
          mlir::layout::registerAllPasses};
}

/// Of `opt` and `clang`: no pass, but what this project's own runs of LLVM have
/// in their pipelines.
extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Layout", LLVM_VERSION_STRING,
          [](llvm::PassBuilder &builder) {
            if (llvm::PassInstrumentationCallbacks *callbacks =
                    builder.getPassInstrumentationCallbacks())
              mlir::layout::dropSameSignBeforeIndVars(*callbacks);
          }};
}
