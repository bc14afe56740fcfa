//===- Passes.cpp - The passes of this project, in C ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout-c/Passes.h"

#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Passes.h"
#include "mlir/CAPI/Pass.h"

using namespace mlir;
using namespace mlir::layout;

#include "Layout-c/ConversionPasses.capi.inc"
#include "Layout-c/Passes.capi.inc"
