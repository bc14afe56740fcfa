//===- DataBytes.cpp - Constants as they lie in memory --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataBytes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;

/// Bytes of an element that are alike in an attribute and in memory; 0 if they
/// are not. Attributes hold an i1 as a bit and an i24 as 3 bytes, memory as 1
/// and 4.
static uint64_t getElementBytes(Type element) {
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  return llvm::is_contained({8, 16, 32, 64}, bits) ? bits / 8 : 0;
}

std::optional<DataBytes> layout::getDataBytes(Attribute data, Type type) {
  uint64_t count = 1;
  while (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    count *= array.getNumElements();
    type = array.getElementType();
  }
  uint64_t element = getElementBytes(type);
  DataBytes result{{}, count * element};
  if (element == 0 || count == 0)
    return std::nullopt;
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(data)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || blob->getData().size() != result.size)
      return std::nullopt;
    result.bytes = blob->getData();
    return result;
  }
  auto dense = dyn_cast_or_null<DenseElementsAttr>(data);
  if (!dense || isa<DenseStringElementsAttr>(dense) ||
      dense.getElementType().isInteger(1) ||
      uint64_t(dense.getNumElements()) != count)
    return std::nullopt;
  result.bytes = dense.getRawData();
  if (result.bytes.size() != (dense.isSplat() ? element : result.size))
    return std::nullopt;
  return result;
}

/// Writes all of `bytes`, `offset` bytes from the beginning.
static llvm::Error writeAt(int file, ArrayRef<char> bytes, uint64_t offset) {
  constexpr size_t most = size_t(1) << 30; // in one call of some systems
  while (!bytes.empty()) {
    ssize_t written =
        pwrite(file, bytes.data(), std::min(bytes.size(), most), offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return llvm::errorCodeToError(
          std::error_code(errno, std::generic_category()));
    bytes = bytes.drop_front(written);
    offset += written;
  }
  return llvm::Error::success();
}

/// One element again and again, some at a time.
static llvm::Error writeRepeated(int file, const DataBytes &data,
                                 uint64_t offset) {
  if (llvm::all_of(data.bytes, [](char byte) { return byte == 0; }))
    return llvm::Error::success(); // as it is there
  constexpr uint64_t chunk = 1 << 16; // a multiple of all elements
  std::vector<char> block;
  while (block.size() < std::min(chunk, data.size))
    block.insert(block.end(), data.bytes.begin(), data.bytes.end());
  for (uint64_t done = 0; done < data.size; done += block.size()) {
    uint64_t size = std::min<uint64_t>(block.size(), data.size - done);
    if (auto error =
            writeAt(file, ArrayRef(block).take_front(size), offset + done))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error layout::writeOverZeros(int file, const DataBytes &data,
                                   uint64_t offset) {
  return data.bytes.size() < data.size ? writeRepeated(file, data, offset)
                                       : writeAt(file, data.bytes, offset);
}
