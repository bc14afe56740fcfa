//===- IntegerExtensions.h - Extended narrow integers -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_INTEGEREXTENSIONS_H
#define LIB_TRANSFORMS_SUPPORT_INTEGEREXTENSIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Returns true if `op`, which may be null, extends integers.
bool isIntegerExtension(Operation *op);

/// Returns true if `extension` extends integers of 8 or 16 bits, and each of
/// these minus the zero point fits a signed integer of 16 bits.
bool fitsShort(Operation *extension, int64_t zeroPoint);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_INTEGEREXTENSIONS_H
