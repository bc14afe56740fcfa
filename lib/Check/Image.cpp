//===- Image.cpp - Buffer images for checked runs -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Image.h"

#include "Layout/Check/Evaluate.h"
#include "Layout/Map/RowMajor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <cstring>

using namespace mlir;
using namespace mlir::layout;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Logical elements
//===----------------------------------------------------------------------===//

ElementArray::ElementArray(ElementFormat format, ArrayRef<int64_t> shape)
    : format(format), shape(shape),
      bytes(countPoints(shape) * format.getNumBytes()) {}

void ElementArray::fill(DataSet set, std::mt19937_64 &random) {
  for (int64_t i = 0; i < size(); ++i)
    this->set(i, format.getRandom(set, random));
  if (set != DataSet::Specials || size() < 2)
    return;
  uint64_t number = size() < 8 ? 1 : std::max<int64_t>(3, size() / 64);
  for (uint64_t n = 0, first = random(); n < number; ++n)
    if (std::optional<APInt> value = format.getNonFinite(first + n))
      this->set(random() % size(), *value);
}

//===----------------------------------------------------------------------===//
// Where elements lie
//===----------------------------------------------------------------------===//

/// Elements from the start of a strided buffer to its last one: more than
/// `SharedMemory` has room for.
static constexpr uint64_t kMaxReach = uint64_t(1) << 34;

BufferImage::BufferImage(ElementFormat format,
                         std::shared_ptr<const Packing> packed)
    : format(format), packing(std::move(packed)),
      strides(computeStrides(packing->getPhysicalShape())),
      numBytes(packing->getPlaces().size() * format.getNumBytes()) {}

FailureOr<BufferImage> BufferImage::get(ElementFormat format, MemRefType type,
                                        std::shared_ptr<const Packing> packing,
                                        std::string &why) {
  BufferImage image(format, std::move(packing));
  if (type.getLayout().isIdentity())
    return image;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset))) {
    why = "its elements do not lie by strides";
    return failure();
  }
  ArrayRef<int64_t> shape = image.packing->getPhysicalShape();
  image.isContiguous = false;
  image.offset = ShapedType::isDynamic(offset) ? 3 : offset;
  uint64_t last = image.offset;
  auto isNear = [&](uint64_t element) {
    if (element > kMaxReach)
      why = "its strides or its offset lead too far";
    return element <= kMaxReach;
  };
  if (!isNear(last))
    return failure();
  for (size_t d = shape.size(); d-- > 0;) {
    if (ShapedType::isDynamic(strides[d]))
      strides[d] =
          d + 1 == shape.size()
              ? 1
              : std::max<int64_t>(strides[d + 1] * shape[d + 1], 1) + 1;
    if (strides[d] < 0) {
      why = "it has a negative stride";
      return failure();
    }
    last = llvm::SaturatingMultiplyAdd<uint64_t>(
        std::max<int64_t>(shape[d] - 1, 0), strides[d], last);
    // Of the stride, the next one may be made.
    if (!isNear(last) || !isNear(strides[d]))
      return failure();
  }
  image.strides = strides;
  image.numBytes = (last + 1) * format.getNumBytes();
  return image;
}

size_t BufferImage::getByteOffset(int64_t place) const {
  if (isContiguous)
    return place * format.getNumBytes();
  int64_t element = offset;
  SmallVector<int64_t> index =
      getRowMajorIndex(place, packing->getPhysicalShape());
  for (auto [i, stride] : llvm::zip_equal(index, strides))
    element += i * stride;
  return element * format.getNumBytes();
}

SmallVector<int64_t> BufferImage::getDescriptor(char *memory) const {
  auto address = reinterpret_cast<int64_t>(memory);
  SmallVector<int64_t> words{address, address, offset};
  llvm::append_range(words, packing->getPhysicalShape());
  llvm::append_range(words, strides);
  return words;
}

//===----------------------------------------------------------------------===//
// In and out
//===----------------------------------------------------------------------===//

std::optional<APInt> BufferImage::getExpected(const Place &place,
                                              const char *memory) const {
  PadAttr pad = packing->getPad(place);
  switch (pad.getKind()) {
  case PadKind::None:
  case PadKind::Undef:
    return std::nullopt;
  case PadKind::Constant:
    return format.getConstant(pad.getValue());
  case PadKind::Value:
    return format.getNumber(place.number);
  case PadKind::Copy:
    return format.load(
        memory + getByteOffset(packing->getPlaceOfElement(place.element)));
  }
  llvm_unreachable("no other pads");
}

void BufferImage::pack(const ElementArray &logical, bool padIsAssumed,
                       uint8_t poison, char *memory) const {
  std::memset(memory, poison, numBytes);
  for (auto [number, place] : llvm::enumerate(packing->getPlaces()))
    format.store(place.isData() ? logical.get(place.element)
                                : format.getPoison(poison),
                 memory + getByteOffset(number));
  if (!padIsAssumed)
    return;
  for (auto [number, place] : llvm::enumerate(packing->getPlaces()))
    if (!place.isData())
      if (std::optional<APInt> expected = getExpected(place, memory))
        format.store(*expected, memory + getByteOffset(number));
}

ElementArray BufferImage::unpack(const char *memory) const {
  ElementArray logical(format, packing->getLogicalShape());
  for (int64_t i = 0; i < logical.size(); ++i)
    logical.set(
        i, format.load(memory + getByteOffset(packing->getPlaceOfElement(i))));
  return logical;
}

//===----------------------------------------------------------------------===//
// What must not have changed
//===----------------------------------------------------------------------===//

std::optional<std::string> BufferImage::findBadPadding(const char *memory,
                                                       const char *before,
                                                       StringRef name) const {
  for (auto [number, place] : llvm::enumerate(packing->getPlaces())) {
    if (place.isData())
      continue;
    size_t at = getByteOffset(number);
    APInt found = format.load(memory + at);
    auto where = [&, number = number] {
      return "padding of " + name.str() + " at physical " +
             formatIndex(getRowMajorIndex(number, packing->getPhysicalShape()),
                         '(', ')');
    };
    if (packing->getPad(place).isNone()) {
      if (before && format.load(before + at) != found)
        return "none " + where() + " was written";
      continue;
    }
    std::optional<APInt> expected = getExpected(place, memory);
    if (expected && !format.areSame(*expected, found))
      return where() + ": expected " + format.print(*expected) + ", got " +
             format.print(found);
  }
  return std::nullopt;
}

bool BufferImage::areGapsIntact(const char *memory, const char *before) const {
  if (isContiguous)
    return true;
  std::vector<bool> isElement(numBytes, false);
  for (int64_t number = 0; number < int64_t(packing->getPlaces().size());
       ++number)
    for (size_t at = getByteOffset(number), n = 0; n < format.getNumBytes();
         ++n)
      isElement[at + n] = true;
  for (size_t i = 0; i < numBytes; ++i)
    if (!isElement[i] && memory[i] != before[i])
      return false;
  return true;
}
