//===- ContractionDims.h - The loops of a contraction -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products and convolutions of any number and order of dimensions are
// one kind of op: a sum of products of two tensors. What tells them apart is
// which loops index which tensors. Upstream's inferContractionDims and
// inferConvolutionDims group loops in the same way, and want at least a row and
// a column, or a window; a product with a vector, or a convolution that became
// a product, has none.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CONTRACTIONDIMS_H
#define LIB_TRANSFORMS_PROPAGATE_CONTRACTIONDIMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::layout {

/// The loops of a sum of products of two factors, the data and the weights:
/// each in one list, except that those in `image` are in `rows`, too. Those of
/// the result are in its order, `sums` in that of the data, `window` in that of
/// the weights.
struct ContractionDims {
  using Loops = SmallVector<unsigned, 4>;

  unsigned data;    ///< which operand
  unsigned weights; ///< the other factor
  unsigned result;  ///< the destination
  Loops shared;     ///< of both and the result: batches, groups
  Loops rows;       ///< of data and result
  Loops image;      ///< rows that are added to a loop of `window`
  Loops columns;    ///< of weights and result: output channels
  Loops sums;       ///< of both factors: input channels
  Loops window;     ///< of weights, and added to a row for data
};

/// Returns true if the op reduces products of more than one tensor. Such ops
/// are fast in few layouts. Pooling is not one: it uses only the shape of its
/// window.
bool isContraction(Operation *op);

/// Returns true if the op reduces elements of one tensor, each times itself.
/// Both factors have the same dimensions then, so that there are no columns for
/// lanes.
bool addsUpSquares(Operation *op);

/// The loops of a contraction that adds up products of two factors
/// (ProductBody.h) with factor `data`, 0 or 1, as its data; nullopt if it is no
/// such op, or indexes a factor otherwise, and then `why` says so.
std::optional<ContractionDims>
findContractionDims(linalg::LinalgOp op, unsigned data, std::string &why);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CONTRACTIONDIMS_H
