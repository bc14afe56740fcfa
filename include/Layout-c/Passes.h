//===- Passes.h - The passes of this project, in C ------------- -*- C -*--===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// For each pass a function that makes it with default options,
/// `mlirCreateLayoutLayoutApply`, and one that registers it,
/// `mlirRegisterLayoutLayoutApply`, named as upstream names its own: group,
/// then pass. The groups are `Layout` and, for the passes around the lowerings,
/// `LayoutConversion`. Options and pipelines are for text, as
/// `mlirOpPassManagerAddPipeline` reads it after `mlirLayoutRegisterAllPasses`.
#ifndef LAYOUT_C_PASSES_H
#define LAYOUT_C_PASSES_H

#include "Layout-c/ConversionPasses.h.inc"
#include "Layout-c/Passes.h.inc"

#endif // LAYOUT_C_PASSES_H
