//===- LargeNumbers.h - Numbers whose products may overflow -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MAP_LARGENUMBERS_H
#define LIB_MAP_LARGENUMBERS_H

#include "mlir/IR/AffineExpr.h"

namespace mlir::layout {

/// Returns true if a product of a number of `expr` with another one may not fit
/// 64 bits: if one is beyond 2^48.
inline bool hasLargeNumber(AffineExpr expr) {
  constexpr int64_t most = int64_t(1) << 48;
  bool isFound = false;
  expr.walk([&](AffineExpr part) {
    auto number = dyn_cast<AffineConstantExpr>(part);
    isFound |=
        number && (number.getValue() > most || number.getValue() < -most);
  });
  return isFound;
}

} // namespace mlir::layout

#endif // LIB_MAP_LARGENUMBERS_H
