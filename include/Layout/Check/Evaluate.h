//===- Evaluate.h - Evaluation of maps at indices ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A second, independent reading of what index maps mean: numbers in, numbers
// out. Nothing here is shared with the passes, nor with the exact mathematics
// that they rest on, so that a mistake there cannot hide itself here.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_EVALUATE_H
#define LAYOUT_CHECK_EVALUATE_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace mlir::layout {

/// The value of `expr` at an index. `expr` has no symbols and divides by
/// positive constants only. `floordiv` and `mod` round towards minus infinity.
int64_t evaluateAt(AffineExpr expr, ArrayRef<int64_t> index);

/// All results of `map` at an index.
SmallVector<int64_t> evaluateAt(AffineMap map, ArrayRef<int64_t> index);

/// The extent of one result of an index map on the box [0, shape): the maximum
/// plus one, after each `e mod c` is replaced by a variable in [0, c), equal
/// subexpressions by the same one. An empty dimension counts as the interval
/// [0, -1]. Fails, with the reason in `why`, where the maximum could only be
/// found by looking at too many points.
FailureOr<int64_t> computeExtent(AffineExpr result, ArrayRef<int64_t> shape,
                                 std::string &why);

/// Calls `visit` with each index of the box [0, shape), in row-major order.
void visitBox(ArrayRef<int64_t> shape,
              llvm::function_ref<void(ArrayRef<int64_t>)> visit);

/// Number of points of a box.
int64_t countPoints(ArrayRef<int64_t> shape);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_EVALUATE_H
