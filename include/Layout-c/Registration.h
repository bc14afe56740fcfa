//===- Registration.h - Everything of this project, in C ------- -*- C -*--===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_REGISTRATION_H
#define LAYOUT_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `mlirGetDialectHandle__layout__`: the dialect alone, which is enough to
/// build and inspect layouts.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Layout, layout);

/// Adds to `registry` the dialect and everything that hangs on it: what
/// upstream's ops do to buffers, bufferization, the ops of schedules. A context
/// in which passes run needs this.
MLIR_CAPI_EXPORTED void mlirLayoutRegisterAll(MlirDialectRegistry registry);

/// Makes all passes and pipelines known to textual pipelines of this process,
/// as `mlirOpPassManagerAddPipeline` reads them:
/// "layout-compile{target=native}". May be called once.
MLIR_CAPI_EXPORTED void mlirLayoutRegisterAllPasses(void);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_REGISTRATION_H
