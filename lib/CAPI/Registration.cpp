//===- Registration.cpp - Registration, in C ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout-c/Registration.h"

#include "Layout/IR/Layout.h"
#include "Layout/Registration/Registration.h"
#include "mlir/CAPI/Registration.h"

using namespace mlir;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Layout, layout, layout::LayoutDialect)

void mlirLayoutRegisterAll(MlirDialectRegistry registry) {
  layout::registerAll(*unwrap(registry));
}

void mlirLayoutRegisterAllPasses(void) {
  // A pipeline cannot be registered twice.
  [[maybe_unused]] static bool isDone = (layout::registerAllPasses(), true);
}
