//===- ToPack.h - Conversions become linalg.pack and unpack -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PACK_TOPACK_H
#define LAYOUT_TRANSFORMS_PACK_TOPACK_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Makes packed tensors of all tensors of `module` that have layouts, and
/// `linalg.pack` and `linalg.unpack` of conversions. Fails, with an error that
/// says what cannot be packed, and leaves the module as it was. `hasChanged`
/// tells whether there were any.
LogicalResult convertToPack(ModuleOp module, bool &hasChanged);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PACK_TOPACK_H
