//===- FromPack.h - linalg.pack and unpack become conversions ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PACK_FROMPACK_H
#define LAYOUT_TRANSFORMS_PACK_FROMPACK_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Where `linalg.pack` puts each element; null if a tile is a value.
AffineMap getMapOfPack(linalg::PackOp pack);

/// Makes `layout.convert` and views of storage of each `linalg.pack` and
/// `linalg.unpack` in `module` of which it is proven that a layout says the
/// same; others stay, with a remark. True if something changed.
bool convertFromPack(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PACK_FROMPACK_H
