//===- BufferBytes.cpp - How large buffers are ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferBytes.h"

#include "BufferRows.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

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
