//===- DataBytes.h - Constants as they lie in memory ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_DATABYTES_H
#define LAYOUT_LIB_OBJECT_DATABYTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace mlir::layout {

/// Where large constants begin: at a line of a cache, and as the longest
/// vectors want it.
inline constexpr uint64_t kDataAlignment = 64;

/// The bytes of a constant.
struct DataBytes {
  ArrayRef<char> bytes; ///< of all elements, or of one that is repeated
  uint64_t size = 0;    ///< of the constant, in memory
  uint64_t element = 1; ///< bytes of an element, in memory
  /// Of an integer that fills no bytes: elements of `bytes` have others beside
  /// these bits, which are zero in memory. 0: `bytes` are as in memory.
  unsigned bits = 0;
  /// Bytes of such an integer in `bytes`; 0: eight of them are a byte.
  unsigned heldBytes = 0;
  bool isSplat = false;
};

/// Returns the bytes that `data` puts into memory of the LLVM type `type`, of
/// numbers and complex numbers; nothing for others (vectors, floats of 80
/// bits), and where the attribute has another number of elements.
std::optional<DataBytes> getDataBytes(Attribute data, Type type);

/// Writes `data` to its place in a file, which is zero there.
llvm::Error writeOverZeros(int file, const DataBytes &data, uint64_t offset);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_DATABYTES_H
