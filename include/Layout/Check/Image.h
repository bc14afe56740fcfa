//===- Image.h - Buffer images for checked runs -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_IMAGE_H
#define LAYOUT_CHECK_IMAGE_H

#include "Layout/Check/Element.h"
#include "Layout/Check/Packing.h"
#include <memory>
#include <vector>

namespace mlir::layout {

/// The logical elements of a buffer, in row-major order.
struct ElementArray {
  ElementArray(ElementFormat format, ArrayRef<int64_t> shape);

  int64_t size() const { return bytes.size() / format.getNumBytes(); }
  llvm::APInt get(int64_t i) const {
    return format.load(bytes.data() + i * format.getNumBytes());
  }
  void set(int64_t i, const llvm::APInt &value) {
    format.store(value, bytes.data() + i * format.getNumBytes());
  }
  /// Fills this with elements of a data set. Infinities and NaN are few, since
  /// each of them can hide the rest of a sum.
  void fill(DataSet set, std::mt19937_64 &random);

  ElementFormat format;
  SmallVector<int64_t> shape;
  std::vector<char> bytes;
};

/// How a buffer lies in memory: its packing, on a memref type that may be
/// strided. Dynamic strides are chosen so that rows have a gap between them, a
/// dynamic offset is not 0: programs must not count on anything else.
class BufferImage {
public:
  /// Of a buffer of `type`, without any layout but a `strided` one, whose
  /// shape is that of the packing.
  static FailureOr<BufferImage> get(ElementFormat format, MemRefType type,
                                    std::shared_ptr<const Packing> packing,
                                    std::string &why);
  /// Of elements side by side.
  BufferImage(ElementFormat format, std::shared_ptr<const Packing> packing);

  size_t getNumBytes() const { return numBytes; }

  /// Writes a buffer into `memory`: its elements, its padding as its pads state
  /// or, where none is stated or due yet, poison.
  void pack(const ElementArray &logical, bool padIsAssumed, uint8_t poison,
            char *memory) const;
  ElementArray unpack(const char *memory) const;

  /// What is wrong with the padding of the buffer `name` in `memory`: it does
  /// not hold its pad, or `pad<none>` was written since `before` (which may be
  /// null if that is not known).
  std::optional<std::string>
  findBadPadding(const char *memory, const char *before, StringRef name) const;
  /// Returns true if all bytes between the elements of a strided buffer still
  /// have the content that they had in `before`.
  bool areGapsIntact(const char *memory, const char *before) const;

  /// The descriptor of the buffer in the C interface: base twice, offset,
  /// sizes, strides.
  SmallVector<int64_t> getDescriptor(char *memory) const;

private:
  size_t getByteOffset(int64_t place) const;
  /// What the padding at a place must hold, given the data in `memory`;
  /// nothing for `none` and `undef`.
  std::optional<llvm::APInt> getExpected(const Place &place,
                                         const char *memory) const;

  ElementFormat format;
  std::shared_ptr<const Packing> packing;
  int64_t offset = 0;
  SmallVector<int64_t> strides;
  bool isContiguous = true;
  size_t numBytes = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_CHECK_IMAGE_H
