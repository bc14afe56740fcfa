//===- TextureArguments.h - Textures of a kernel ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_TEXTUREARGUMENTS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_TEXTUREARGUMENTS_H

#include "Layout/Conversion/LayoutToSPIRV.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"

namespace mlir::layout {

/// The type of a kernel's argument that is a texture, with the access that the
/// kernel makes. Refuses, by an error at the argument or at the access, one
/// that can be no image, or not the one that the kernel needs.
FailureOr<Type> planTexture(BlockArgument argument,
                            const LayoutToSPIRVOptions &options,
                            const spirv::TargetEnv &target);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_TEXTUREARGUMENTS_H
