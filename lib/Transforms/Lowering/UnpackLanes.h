//===- UnpackLanes.h - Lanes that LLVM packs bit by bit ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_UNPACKLANES_H
#define LIB_TRANSFORMS_LOWERING_UNPACKLANES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Replaces each access in `root` to a vector of elements that lie apart in the
/// buffer, but that LLVM packs bit by bit (`i1`, `i4`, `i65`), by one access
/// for each lane. Emits an error, and changes nothing, where that cannot be.
LogicalResult unpackLanes(Operation *root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_UNPACKLANES_H
