//===- ProductBody.h - Products of contractions -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a sum of products: an element of each of two tensors is extended,
// a zero point is subtracted from it, as quantized ops do, which is the same
// for all elements, or for those of a channel, and the product is added to the
// result.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_PRODUCTBODY_H
#define LIB_TRANSFORMS_PROPAGATE_PRODUCTBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

struct ProductBody {
  /// The operands whose elements are multiplied, in order.
  std::array<unsigned, 2> factors;
  /// What is multiplied: each computed from its factor and from values that are
  /// the same for all elements of a sum.
  std::array<Value, 2> values;
  Operation *sum;

  /// Returns true if both factors fit 16 bits with a sign, and their sum has 32
  /// bits: the products that layout::findDotProducts finds in loops.
  bool isNarrow() const;
  /// Returns true if both factors are bytes, with any zero points, and their
  /// sum has 32 bits: products for dot product instructions.
  bool isOfBytes() const;
  /// Returns true if both factors are bf16 and their sum f32, and products may
  /// be contracted and reassociated: those that layout::findDotProducts finds,
  /// too.
  bool isOfShortFloats() const;
  /// The number that is subtracted from the elements of an integer factor, 0 if
  /// there is none; nullopt where it is no constant that an element may be.
  std::optional<int64_t> getZeroPoint(unsigned operand) const;
  /// Returns true if the order in which products are added makes no difference.
  bool isOrderFree() const;
};

/// Nullopt if the op does something else.
std::optional<ProductBody> findProductBody(linalg::LinalgOp op);

/// What is in the way where there is none.
std::string explainNoProducts(linalg::LinalgOp op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_PRODUCTBODY_H
