//===- Simplify.h - Affine expressions under known ranges -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_SIMPLIFY_H
#define LAYOUT_MAP_SIMPLIFY_H

#include "Layout/Map/Box.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlir::layout {

/// What is known of a variable: low <= x <= high, either side open.
struct Interval {
  std::optional<int64_t> low, high;
};

/// The ranges of the indices of a box, and of its parameters.
SmallVector<Interval> getIndexRanges(const Box &box);
SmallVector<Interval> getParameterRanges(const Box &box);

/// The range of `expr`, given one of each dimension and symbol. Sound, never
/// empty where the inputs are not; not tight where a variable occurs twice.
/// Cost: linear in the expression. Overflow yields an open side.
Interval rangeOf(AffineExpr expr, llvm::ArrayRef<Interval> dims,
                 llvm::ArrayRef<Interval> symbols);

/// Returns true if all values that arise while `map` is computed within these
/// ranges fit in 64 bits. Conservative, as `rangeOf` is.
bool fitsIn64Bits(AffineMap map, llvm::ArrayRef<Interval> dims);

/// Rewrites floordiv, ceildiv and mod that the ranges decide:
/// (16 a + x) floordiv 16 = a and (16 a + x) mod 16 = x where 0 <= x < 16;
/// also 4 (e floordiv 4) + e mod 4 = e. The result is equal to `expr` at every
/// point within the ranges. Cost: linear times the number of terms of a sum.
AffineExpr simplifyUnderRanges(AffineExpr expr, llvm::ArrayRef<Interval> dims,
                               llvm::ArrayRef<Interval> symbols);
AffineMap simplifyUnderRanges(AffineMap map, llvm::ArrayRef<Interval> dims,
                              llvm::ArrayRef<Interval> symbols);

/// Returns true for `floordiv`, `ceildiv` and `mod`.
bool isDivision(AffineExpr expr);
/// Returns true if one of them is in `expr`.
bool hasDivision(AffineExpr expr);

/// Of a map that passes flatten and compare.
inline constexpr int64_t kMostParts = 1024;

/// Returns true if the results have more than `kMostParts` parts once each e
/// mod c is written as e - c * (e floordiv c), like MLIR's flattening does. A
/// part that occurs twice counts twice. Constant cost.
bool isLarge(AffineMap map);
/// `outer` after `inner`; null if it has more nodes than passes should flatten
/// and compare, about as many as are large. Each part is to be computed then.
AffineMap composeShort(AffineMap outer, AffineMap inner);

/// Rewrites divisions of a digit, so that none is left:
///
///     (e mod 4) floordiv 2    (e floordiv 2) mod 2
///     (e mod 4) floordiv 3    (e + 1) floordiv 4 - e floordiv 4
///     (e mod 4) mod 3         e mod 4 - 3 * (that)
///     (e mod 4 + f) mod 3     (e + 4 + 4 * ((-e - 1) floordiv 4) + f) mod 3
///
/// MLIR 22 takes e mod c to be at least (least e) mod c, and so canonicalises
/// (i mod 4) floordiv 2 to 1 for i in [2, 8). Equal to `map` at every point.
/// Left alone where a dividend has more than 8 digits, or is large. Cost:
/// linear. With ranges, which may be open, nothing is added that could wrap in
/// 64 bits: of an e that may be large it is (e mod 4) floordiv 3 = (e - 3)
/// floordiv 4 - e floordiv 4 + 1, and what may be both large and small is
/// divided as a sum, like the last one.
AffineMap untangleDigits(AffineMap map, llvm::ArrayRef<Interval> dims,
                         llvm::ArrayRef<Interval> symbols);
/// The same for indices of boxes, which are far from wrapping.
AffineMap untangleDigits(AffineMap map);

/// The same for a bound of a loop, of which not even a digit itself is left:
///
///     e mod 4                 e + 4 + 4 * ((-e - 1) floordiv 4)
///     -(e mod 4)              -e + 4 * (e floordiv 4)
///
/// MLIR 22 canonicalises `affine.for .. to (3 * i) mod 4` for i in [1, 4) to 3.
AffineMap untangleBound(AffineMap map);

} // namespace mlir::layout

#endif // LAYOUT_MAP_SIMPLIFY_H
