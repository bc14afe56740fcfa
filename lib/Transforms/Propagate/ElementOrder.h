//===- ElementOrder.h - Comparison of element orders ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effect of a sequence of transpositions and reshapes on the elements of a
// tensor, as one transposition of digits:
//
//     8x6 transposed       6 steps of 1, 8 of 6
//     as 3x2x8             the same, as any shape of as many elements
//     transposed to 3x8x2  3 steps of 2, 8 of 6, 2 of 1
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_ELEMENTORDER_H
#define LIB_TRANSFORMS_PROPAGATE_ELEMENTORDER_H

#include "mlir/IR/AffineMap.h"
#include <optional>
#include <tuple>

namespace mlir::layout {

/// The elements of a tensor of static shape, which has some, in another order.
/// A reshape changes no order; a transposition states its shape.
class ElementOrder {
public:
  /// Digits of the number of an element, the outermost first: how many values
  /// it has, and how many elements apart these were at first.
  struct Digit {
    int64_t extent, stride;
    bool operator==(const Digit &other) const {
      return extent == other.extent && stride == other.stride;
    }
    bool operator<(const Digit &other) const {
      return std::tie(extent, stride) < std::tie(other.extent, other.stride);
    }
  };
  using Digits = SmallVector<Digit, 4>;

  explicit ElementOrder(int64_t numElements);

  /// Of elements as those of `shape`, so that dimension i becomes what
  /// dimension `permutation[i]` was. False, and nothing changes, if a digit
  /// would have to be divided with a remainder.
  bool transpose(ArrayRef<int64_t> shape, ArrayRef<int64_t> permutation);

  /// One that is as it was has one digit, or none.
  bool isIdentity() const { return digits.size() < 2; }
  const Digits &getDigits() const { return digits; }

  /// The tensor as it was, with a dimension for each digit, and where the
  /// elements went: a permutation.
  SmallVector<int64_t> getShapeBefore() const;
  AffineMap getMap(MLIRContext *context) const;

private:
  std::optional<SmallVector<Digits>> split(ArrayRef<int64_t> shape) const;
  /// Positions of digits, that of the greatest stride first.
  SmallVector<unsigned> getOldOrder() const;

  Digits digits;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_ELEMENTORDER_H
