//===- BufferRows.cpp - Buffers with contiguous rows ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferRows.h"

#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

bool layout::hasContiguousRows(MemRefType type) {
  // A layout of this dialect has other coordinates than the buffer.
  return type.getRank() > 0 && (type.getLayout().isIdentity() ||
                                (isa<StridedLayoutAttr>(type.getLayout()) &&
                                 type.isLastDimUnitStride()));
}

bool layout::isRowMajor(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  auto layout = dyn_cast<StridedLayoutAttr>(type.getLayout());
  if (!layout)
    return false;
  std::optional<int64_t> stride = 1; // of the dimension, if it is row-major
  for (unsigned dim = type.getRank(); dim-- > 0;) {
    if (layout.getStrides()[dim] != stride)
      return false;
    int64_t next;
    stride = type.isDynamicDim(dim) ||
                     llvm::MulOverflow(*stride, type.getDimSize(dim), next)
                 ? std::nullopt
                 : std::optional(next);
  }
  return true;
}

std::optional<int64_t> layout::getBytes(MemRefType type) {
  Type element = type.getElementType();
  if (!type.hasStaticShape() || !isRowMajor(type) || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() < 8)
    return std::nullopt;
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bytes, extent, bytes))
      return std::numeric_limits<int64_t>::max();
  return bytes;
}
