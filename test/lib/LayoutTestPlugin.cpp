//===- LayoutTestPlugin.cpp - Passes for tests, as a plugin ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDialect.h"
#include "TestPasses.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

static void registerAll() {
  mlir::layout::test::registerAccessModesPass();
  mlir::layout::test::registerCallAliasingPass();
  mlir::layout::test::registerCrashPass();
  mlir::layout::test::registerLowerTestOpsPass();
  mlir::layout::test::registerRegisterTilesPass();
  mlir::layout::test::registerSubstitutePass();
  mlir::layout::test::registerTamperPass();
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "LayoutTest", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            registry->insert<mlir::layout::test::LayoutTestDialect>();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "LayoutTest", LLVM_VERSION_STRING,
          registerAll};
}
