//===- Evaluate.h - Values of affine expressions ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_EVALUATE_H
#define LAYOUT_MAP_EVALUATE_H

#include "mlir/IR/AffineMap.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// Why an expression or a map is not pure affine with positive constant
/// divisors ("symbolic divisor", "division by 0"); empty if it is.
std::string whyNotAffine(AffineExpr expr);
std::string whyNotAffine(AffineMap map);

/// The value of an expression; nullopt if a step of it overflows 64 bits or
/// divides by what is not positive.
std::optional<int64_t> evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                                ArrayRef<int64_t> symbols = {});
/// The values of all results; nullopt if one has none.
std::optional<SmallVector<int64_t>>
evaluate(AffineMap map, ArrayRef<int64_t> dims, ArrayRef<int64_t> symbols = {});

} // namespace mlir::layout

#endif // LAYOUT_MAP_EVALUATE_H
