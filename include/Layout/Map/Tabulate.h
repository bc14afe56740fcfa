//===- Tabulate.h - Values of expressions at all indices --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_TABULATE_H
#define LAYOUT_MAP_TABULATE_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Values of some expressions at consecutive indices: one row for each
/// expression, all of one length, valid until the next are computed.
using TabulatedRows = ArrayRef<ArrayRef<int64_t>>;

/// Calls `visit` with the values of `exprs` at all indices of a static shape,
/// in row-major order, some thousand indices at a time. An expression is over
/// the dimensions of the shape, without symbols, and divides by positive
/// constants only (`whyNotAffine`).
///
/// Exact where every value on the way fits in 64 bits; beyond, a value is
/// what remains modulo 2^64, as for indices outside of the domain on which a
/// map is verified.
///
/// Cost: a few nanoseconds a value. What depends on few dimensions is computed
/// once for all indices that agree in them, so that a tile of constant
/// extents takes a sum for each value and no division.
void tabulate(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape,
              llvm::function_ref<void(TabulatedRows)> visit);

} // namespace mlir::layout

#endif // LAYOUT_MAP_TABULATE_H
