//===- CopyNest.h - Loops that copy a buffer --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `layout.convert` becomes, and other nests of this form: each iteration
// stores one element of another buffer, or a value from around the nest, or
// nothing, as conditions on the loop variables say.
//
//     for %o = 0 to 4 {
//       for %i = 0 to 16 {
//         if (60 - 16 * %o - %i >= 0) {   B[%o, %i] = A[16 * %o + %i]
//         } else {                        B[%o, %i] = %pad
//     } } }
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RELAYOUT_COPYNEST_H
#define LIB_TRANSFORMS_RELAYOUT_COPYNEST_H

#include "Transforms/Nests/AffineNest.h"
#include <memory>

namespace mlir::layout {

/// What one iteration stores, as a tree of conditions.
struct CopyNode {
  enum class Kind { Nothing, Data, Constant, Branch };
  Kind kind = Kind::Nothing;
  Value constant;
  SmallVector<AffineExpr> conditions; ///< of a branch: all are >= 0
  std::unique_ptr<CopyNode> then, otherwise;

  /// Returns true if each iteration stores something.
  bool storesAlways() const;
};

/// A nest that copies. Expressions are over the dimensions of the nest.
struct CopyNest {
  AffineNest nest;
  CopyNode root;
  Value source, dest;
  AffineMap sourceMap, destMap;
  /// Those under which the element of the source is read.
  SmallVector<AffineExpr> dataConditions;

  /// Nullopt for nests of another form, and where an access, a loop or a branch
  /// has attributes that would be lost. The order of loops does not
  /// matter.
  static std::optional<CopyNest> read(affine::AffineForOp root);

  /// Returns true if both buffers together are larger than `bytes`. Extents that
  /// are not known count for `unknown`; without it, buffers with such extents
  /// are not larger.
  bool exceeds(int64_t bytes,
               std::optional<int64_t> unknown = std::nullopt) const;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RELAYOUT_COPYNEST_H
