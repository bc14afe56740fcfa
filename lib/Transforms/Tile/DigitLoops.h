//===- DigitLoops.h - Loops over digits -------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_DIGITLOOPS_H
#define LIB_TRANSFORMS_TILE_DIGITLOOPS_H

#include "Digits.h"

namespace mlir::layout {

/// The loops of a nest as loops over digits in a given order, with exactly the
/// iterations that the nest has.
///
/// Every condition of the nest bounds each digit in it, inner digits being as
/// large or small as they can; it is exact at the innermost of its digits. So
///
///     for %i = 0 to 127                    for %io = 0 to 4
///       for %j = 0 to %i + 1               for %jo = 0 to %io + 1
///                                          for %ii = 0 to min(32, 127 - 32
///                                          %io) for %ji = 0 to
///                                     min(32, 32 %io + %ii - 32 %jo + 1)
///
/// and where an outer digit is in the last tile some loops do nothing.
class DigitLoops {
public:
  /// Nullopt where a loop over a first digit would have no lower or no upper
  /// bound, or where a bound might not fit 64 bits.
  static std::optional<DigitLoops> plan(const AffineNest &nest,
                                        SmallVector<Digit> digits);

  /// The nest that `apply` makes, of which there are no loops yet: what the
  /// loops would be read as, with the digits for variables.
  AffineNest describe(const AffineNest &nest) const;

  /// Replaces the nest, whose body moves. Returns the new loops, which carry
  /// what the loop of a nest of one did.
  SmallVector<affine::AffineForOp> apply(AffineNest &nest) const;

  const DigitOrder &getOrder() const { return order; }

private:
  explicit DigitLoops(DigitOrder order) : order(std::move(order)) {}

  struct Bounds {
    SmallVector<AffineExpr> lowers, uppers; ///< >= each, < each
  };
  DigitOrder order;
  SmallVector<Bounds> bounds;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_DIGITLOOPS_H
