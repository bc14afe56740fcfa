//===- VectorMemory.h - Memory format of vectors ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_VECTORMEMORY_H
#define LAYOUT_LIB_TRANSFORMS_VECTORMEMORY_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// Returns true if the lanes of a vector of scalars `element` have the same
/// bytes in memory as the elements of a buffer. LLVM packs lanes bit by bit,
/// and gives each element of an array as many bytes as its alignment requires:
/// both are the same if the width is a power of two, from one byte on. False
/// for widths that are equal on some targets only (i192).
inline bool doLanesLieLikeElements(Type element) {
  if (!element.isIntOrFloat())
    return true; // index; complex numbers are no lanes
  unsigned width = element.getIntOrFloatBitWidth();
  return width >= 8 && llvm::isPowerOf2_32(width);
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_VECTORMEMORY_H
