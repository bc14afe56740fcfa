//===- ElementBytes.cpp - Bytes of an element in memory -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/ElementBytes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

/// Other widths are rounded up in memory, in a way that depends on the target.
static std::optional<int64_t> getNumBytes(Type element) {
  if (auto vector = dyn_cast<VectorType>(element)) {
    std::optional<int64_t> bytes = getNumBytes(vector.getElementType());
    bool isWhole = bytes && !vector.isScalable() &&
                   llvm::isPowerOf2_64(vector.getNumElements());
    return isWhole ? *bytes * vector.getNumElements()
                   : std::optional<int64_t>();
  }
  if (auto complex = dyn_cast<ComplexType>(element)) {
    std::optional<int64_t> bytes = getNumBytes(complex.getElementType());
    return bytes ? 2 * *bytes : bytes;
  }
  if (!element.isIntOrIndexOrFloat())
    return std::nullopt;
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  return bits >= 8 && llvm::isPowerOf2_64(bits) ? std::optional(bits / 8)
                                                : std::nullopt;
}

std::optional<int64_t> layout::getElementBytes(Type element, std::string &why) {
  std::optional<int64_t> bytes = getNumBytes(element);
  if (!bytes) {
    llvm::raw_string_ostream os(why);
    os << "elements of type '" << element
       << "' are no power of two of whole bytes";
  }
  return bytes;
}
