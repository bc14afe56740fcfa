//===- DataBytes.cpp - Constants as they lie in memory --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataBytes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The numbers that an element consists of.
struct Numbers {
  unsigned bits;  ///< of each
  uint64_t count; ///< in an element: 2 of a complex number
};

} // namespace

/// The numbers of an element of an array of LLVM, if they lie side by side.
static std::optional<Numbers> getNumbers(Type element) {
  uint64_t count = 1;
  auto complex = dyn_cast<LLVM::LLVMStructType>(element);
  if (complex && complex.getBody().size() == 2 &&
      llvm::all_equal(complex.getBody())) {
    count = 2;
    element = complex.getBody().front();
  }
  if (!element.isIntOrFloat() || isa<Float80Type>(element))
    return std::nullopt;
  unsigned bits = element.getIntOrFloatBitWidth();
  bool isOfBytes = llvm::isPowerOf2_32(bits) && bits >= 8;
  if (bits > 128 || (!isOfBytes && (bits > 64 || count > 1)))
    return std::nullopt;
  return Numbers{bits, count};
}

/// What an attribute with such elements consists of.
static std::optional<Numbers> getNumbersOfAttribute(Type element) {
  constexpr unsigned bitsOfIndex = 64;
  if (auto complex = dyn_cast<ComplexType>(element))
    return Numbers{complex.getElementType().getIntOrFloatBitWidth(), 2};
  if (element.isIndex())
    return Numbers{bitsOfIndex, 1};
  if (!element.isIntOrFloat())
    return std::nullopt;
  return Numbers{element.getIntOrFloatBitWidth(), 1};
}

/// Integers of bits lie in memory as LLVM aligns them.
static uint64_t getBytesInMemory(unsigned bits) {
  return llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
}

/// Whether the attribute's bytes are `data`; sets how it holds bits.
static bool holdsBytes(DenseElementsAttr dense, uint64_t count,
                       DataBytes &data) {
  data.isSplat = dense.isSplat();
  data.bytes = dense.getRawData();
  uint64_t held = data.isSplat ? 1 : count;
  if (data.bits == 0)
    return data.bytes.size() == (data.isSplat ? data.element : data.size);
  data.heldBytes = data.bits == 1 ? 0 : llvm::divideCeil(data.bits, 8);
  return data.bytes.size() ==
         (data.heldBytes ? held * data.heldBytes : llvm::divideCeil(held, 8));
}

/// A resource has whole bytes for an integer of bits.
static bool holdsBytes(DenseResourceElementsAttr resource, uint64_t count,
                       DataBytes &data) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return false;
  data.bytes = blob->getData();
  data.heldBytes = data.bits ? llvm::divideCeil(data.bits, 8) : 0;
  return data.bytes.size() == (data.bits ? count * data.heldBytes : data.size);
}

std::optional<DataBytes> layout::getDataBytes(Attribute data, Type type) {
  uint64_t count = 1;
  while (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    count *= array.getNumElements();
    type = array.getElementType();
  }
  std::optional<Numbers> numbers = getNumbers(type);
  auto elements = dyn_cast_or_null<ElementsAttr>(data);
  if (!numbers || !elements || count == 0)
    return std::nullopt;
  std::optional<Numbers> held = getNumbersOfAttribute(elements.getElementType());
  count *= numbers->count;
  if (!held || held->bits != numbers->bits ||
      elements.getNumElements() * int64_t(held->count) != int64_t(count))
    return std::nullopt;
  uint64_t bytes = getBytesInMemory(numbers->bits);
  // An element of the attribute is what a splat repeats.
  DataBytes result;
  result.size = count * bytes;
  result.element = bytes * held->count;
  result.bits = bytes * 8 == numbers->bits ? 0 : numbers->bits;
  bool isHeld = false;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(data))
    isHeld = holdsBytes(resource, count, result);
  else if (auto dense = dyn_cast<DenseElementsAttr>(data))
    isHeld = !isa<DenseStringElementsAttr>(dense) &&
             holdsBytes(dense, count, result);
  return isHeld ? std::optional(result) : std::nullopt;
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

/// The bits of the integer `number` of those that an attribute holds.
static uint64_t readBits(const DataBytes &data, uint64_t number) {
  if (data.isSplat)
    number = 0;
  if (data.heldBytes == 0)
    return data.bytes[number / 8] >> number % 8 & 1;
  uint64_t value = 0;
  for (unsigned i = data.heldBytes; i-- > 0;)
    value = value << 8 | uint8_t(data.bytes[number * data.heldBytes + i]);
  return value & llvm::maskTrailingOnes<uint64_t>(data.bits);
}

/// What lies in memory from `begin` on, where an element begins.
static void fillBlock(const DataBytes &data, uint64_t begin,
                      MutableArrayRef<char> block) {
  for (uint64_t i = 0; i < block.size(); i += data.element) {
    if (data.bits == 0) {
      llvm::copy(data.bytes, block.begin() + i);
      continue;
    }
    uint64_t value = readBits(data, (begin + i) / data.element);
    for (uint64_t byte = 0; byte < data.element; ++byte)
      block[i + byte] = char(value >> 8 * byte);
  }
}

/// Elements that are made or repeated, some at a time.
static llvm::Error writeMade(int file, const DataBytes &data, uint64_t offset) {
  if (llvm::all_of(data.bytes, [](char byte) { return byte == 0; }))
    return llvm::Error::success(); // as it is there
  constexpr uint64_t chunk = 1 << 16; // a multiple of all elements
  std::vector<char> block(std::min(chunk, data.size));
  for (uint64_t done = 0; done < data.size; done += block.size()) {
    block.resize(std::min<uint64_t>(block.size(), data.size - done));
    fillBlock(data, done, block);
    if (auto error = writeAt(file, block, offset + done))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error layout::writeOverZeros(int file, const DataBytes &data,
                                   uint64_t offset) {
  return data.isSplat || data.bits ? writeMade(file, data, offset)
                                   : writeAt(file, data.bytes, offset);
}
