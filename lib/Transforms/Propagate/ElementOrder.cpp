//===- ElementOrder.cpp - Comparison of element orders --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementOrder.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Appends a digit inside of the others; with the one before it, it is one
/// digit if both count on.
static void append(ElementOrder::Digits &digits, ElementOrder::Digit digit) {
  if (!digits.empty() && digits.back().stride == digit.stride * digit.extent)
    digits.back() = {digits.back().extent * digit.extent, digit.stride};
  else
    digits.push_back(digit);
}

ElementOrder::ElementOrder(int64_t numElements) {
  if (numElements > 1)
    digits.push_back({numElements, 1});
}

/// The digits of each dimension of a shape; nullopt if one of them is part of
/// two and cannot be divided.
std::optional<SmallVector<ElementOrder::Digits>>
ElementOrder::split(ArrayRef<int64_t> shape) const {
  SmallVector<Digits> dims(shape.size());
  Digits left = digits;
  for (size_t d = shape.size(); d-- > 0;) {
    for (int64_t extent = shape[d]; extent > 1;) {
      // From the inside to the outside: as much of the dimension as the
      // innermost digit has, or as much of the digit as the dimension has.
      Digit &inner = left.back();
      int64_t part = std::min(extent, inner.extent);
      if (extent % part != 0 || inner.extent % part != 0)
        return std::nullopt;
      dims[d].insert(dims[d].begin(), {part, inner.stride});
      inner = {inner.extent / part, inner.stride * part};
      if (inner.extent == 1)
        left.pop_back();
      extent /= part;
    }
  }
  return dims;
}

bool ElementOrder::transpose(ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> permutation) {
  std::optional<SmallVector<Digits>> dims = split(shape);
  if (!dims)
    return false;
  digits.clear();
  for (int64_t d : permutation)
    for (Digit digit : (*dims)[d])
      append(digits, digit);
  return true;
}

SmallVector<unsigned> ElementOrder::getOldOrder() const {
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, digits.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return digits[a].stride > digits[b].stride;
  });
  return order;
}

SmallVector<int64_t> ElementOrder::getShapeBefore() const {
  return llvm::map_to_vector(getOldOrder(), [&](unsigned position) {
    return digits[position].extent;
  });
}

AffineMap ElementOrder::getMap(MLIRContext *context) const {
  SmallVector<AffineExpr> results(digits.size());
  for (auto [dim, position] : llvm::enumerate(getOldOrder()))
    results[position] = getAffineDimExpr(dim, context);
  return AffineMap::get(digits.size(), 0, results, context);
}
