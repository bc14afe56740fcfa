//===- ContractionWork.h - Work of a contraction ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CONTRACTIONWORK_H
#define LIB_TRANSFORMS_PROPAGATE_CONTRACTIONWORK_H

#include "ContractionDims.h"
#include "Estimate.h"

namespace mlir::layout {

/// A contraction and what is made lanes of it.
struct LanesOfContraction {
  linalg::LinalgOp op;
  const ContractionDims &dims;
  ArrayRef<int64_t> extents; ///< of loops
  unsigned lane;             ///< loop of the lanes, once it is laid out
  int64_t block;             ///< iterations of it that lie side by side then
  int64_t numLanes;          ///< of a vector
  bool mayReorder;           ///< sums
};

/// What `estimate` has to know of it. Cost: linear in its loops and indices.
ContractionWork readContractionWork(const LanesOfContraction &contraction,
                                    const Target &target);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CONTRACTIONWORK_H
