//===- PadRewrites.h - Conversions that change padding only -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_PADREWRITES_H
#define LIB_TRANSFORMS_BUFFERIZE_PADREWRITES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Where a tensor is only there to be converted to the same layout with other
/// pads, it is made with those in the first place: its padding is written, as
/// its type then says, and its elements are not copied.
void mergePadRewrites(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_PADREWRITES_H
