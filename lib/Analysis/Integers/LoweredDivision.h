//===- LoweredDivision.h - Recognizing lowered divisions --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_LOWEREDDIVISION_H
#define LAYOUT_LIB_ANALYSIS_LOWEREDDIVISION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineExpr.h"
#include <optional>

namespace mlir::layout {

/// `dividend` divided by a positive constant, of any sign.
struct LoweredDivision {
  AffineExprKind kind; ///< FloorDiv, CeilDiv or Mod
  Value dividend;
  int64_t divisor;
};

/// What upstream's `lower-affine` makes of divisions on `index`:
///
///     mod        %r = remsi %x, c             select (%r < 0), %r + c, %r
///     floordiv   %q = divsi (select (%x < 0), -1 - %x, %x), c
///                                             select (%x < 0), -1 - %q, %q
///     ceildiv    %q = divsi (select (%x <= 0), 0 - %x, %x - 1), c
///                                             select (%x <= 0), 0 - %q, %q + 1
std::optional<LoweredDivision> matchLoweredDivision(arith::SelectOp select);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_LOWEREDDIVISION_H
