//===- RowMajor.h - Indices of boxes as numbers -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The indices of a box, numbered with the last dimension fastest. Upstream's
// functions of this kind (mlir/Dialect/Utils/IndexingUtils.h) go by strides.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_ROWMAJOR_H
#define LAYOUT_MAP_ROWMAJOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace mlir::layout {

/// The number of `index` in the box [0, shape), which fits 64 bits.
inline int64_t getRowMajorNumber(llvm::ArrayRef<int64_t> index,
                                 llvm::ArrayRef<int64_t> shape) {
  int64_t number = 0;
  for (auto [i, extent] : llvm::zip_equal(index, shape))
    number = number * extent + i;
  return number;
}

/// The index with that number. No extent is 0.
inline llvm::SmallVector<int64_t>
getRowMajorIndex(int64_t number, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> index(shape.size());
  for (size_t i = shape.size(); i-- > 0; number /= shape[i])
    index[i] = number % shape[i];
  return index;
}

} // namespace mlir::layout

#endif // LAYOUT_MAP_ROWMAJOR_H
