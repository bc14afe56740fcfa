//===- CopyEmitter.h - Blocks of a copy as vector code ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RELAYOUT_COPYEMITTER_H
#define LIB_TRANSFORMS_RELAYOUT_COPYEMITTER_H

#include "CopyBlocks.h"

namespace mlir::layout {

/// Replaces the nest by loops over its blocks, each copied by vectors. Elements
/// are read and written where the nest does it, and nowhere else: blocks of
/// which not all elements exist or hold data have masks. Cannot fail.
void emitCopyBlocks(CopyBlocks &blocks);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RELAYOUT_COPYEMITTER_H
