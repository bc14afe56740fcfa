//===- Packing.cpp - Packing and unpacking buffers ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Packing.h"

#include "Layout/Check/Evaluate.h"
#include "Layout/Map/RowMajor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// A table larger than this is not made: about 3 GiB.
static constexpr int64_t kMaxPlaces = int64_t(1) << 27;

bool Packing::isTooLarge(ArrayRef<int64_t> shape) {
  int64_t numPlaces = 1;
  for (int64_t extent : shape)
    if (extent > kMaxPlaces || (numPlaces *= extent) > kMaxPlaces)
      return true;
  return false;
}

std::string layout::formatIndex(ArrayRef<int64_t> index, char open,
                                char close) {
  std::string text(1, open);
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(index, stream);
  return text + close;
}

Packing Packing::getIdentity(ArrayRef<int64_t> shape) {
  Packing packing;
  packing.logicalShape.assign(shape.begin(), shape.end());
  packing.physicalShape = packing.logicalShape;
  packing.places.resize(countPoints(shape));
  for (auto [i, place] : llvm::enumerate(packing.places))
    place.element = i;
  packing.numberElements();
  return packing;
}

FailureOr<Packing> Packing::get(BufferAttr layout, ArrayRef<int64_t> shape,
                                std::string &why) {
  if (layout.getLogicalRank() != shape.size()) {
    why = "the layout takes another number of indices than the type has";
    return failure();
  }
  if (isTooLarge(shape)) {
    why = "the buffer is too large to be checked";
    return failure();
  }
  Packing packing = getIdentity(shape);
  for (auto [map, extent, pad] : llvm::zip_equal(
           layout.getIndexMaps(), layout.getExtents(), layout.getPads()))
    if (failed(packing.addStep(map, extent, pad, why)))
      return failure();
  packing.numberElements();
  return packing;
}

void Packing::numberElements() {
  placeOfElement.resize(countPoints(logicalShape));
  for (auto [number, place] : llvm::enumerate(places))
    if (place.isData())
      placeOfElement[place.element] = number;
}

LogicalResult Packing::addStep(IndexMapAttr indexMap, ExtentAttr extent,
                               PadAttr pad, std::string &why) {
  AffineMap map = indexMap.getMap();
  SmallVector<int64_t> box;
  if (failed(computeBox(map, extent, box, why)))
    return failure();
  pads.push_back(pad);
  std::vector<Place> carried;
  if (failed(carryPlaces(map, box, carried, why)) ||
      failed(describePadding(carried, pad, box, why)))
    return failure();
  physicalShape = box;
  places = std::move(carried);
  return success();
}

LogicalResult Packing::computeBox(AffineMap map, ExtentAttr extent,
                                  SmallVectorImpl<int64_t> &box,
                                  std::string &why) {
  for (auto [r, result] : llvm::enumerate(map.getResults())) {
    FailureOr<int64_t> derived = computeExtent(result, physicalShape, why);
    if (failed(derived))
      return failure();
    StatedExtent stated =
        extent ? extent.getExtents()[r] : StatedExtent::derived();
    if (stated.isDerived()) {
      int64_t size;
      if (llvm::AddOverflow(*derived, stated.getBorder(), size))
        size = kMaxPlaces + 1; // too large, which is said below
      box.push_back(size);
      continue;
    }
    if (stated.getSize() < *derived) {
      why = "extent " + stated.str() + " is less than " +
            std::to_string(*derived);
      return failure();
    }
    box.push_back(stated.getSize());
  }
  if (!isTooLarge(box))
    return success();
  why = "the buffer is too large to be checked";
  return failure();
}

static bool isInside(ArrayRef<int64_t> index, ArrayRef<int64_t> box) {
  return llvm::all_of(llvm::zip_equal(index, box), [](auto pair) {
    auto [i, extent] = pair;
    return 0 <= i && i < extent;
  });
}

/// Moves everything to where `map` leads it; what nothing leads to is padding
/// of this step.
LogicalResult Packing::carryPlaces(AffineMap map, ArrayRef<int64_t> box,
                                   std::vector<Place> &carried,
                                   std::string &why) {
  Place padding;
  padding.step = pads.size();
  carried.assign(countPoints(box), padding);
  std::vector<bool> isTaken(carried.size(), false);
  bool isRight = true;
  int64_t from = 0;
  visitBox(physicalShape, [&](ArrayRef<int64_t> index) {
    const Place &place = places[from++];
    SmallVector<int64_t> to = evaluateAt(map, index);
    bool isPlace = isInside(to, box);
    int64_t number = isPlace ? getRowMajorNumber(to, box) : 0;
    if (isRight && (!isPlace || isTaken[number])) {
      isRight = false;
      why = formatIndex(index, '(', ')') + " maps to " +
            formatIndex(to, '(', ')') +
            (isPlace ? ", where another index leads, too"
                     : ", outside of the buffer");
    }
    if (!isRight)
      return;
    isTaken[number] = true;
    carried[number] = place;
  });
  return success(isRight);
}

/// Fills in what a pad map says of the padding of the newest step.
LogicalResult Packing::describePadding(MutableArrayRef<Place> carried,
                                       PadAttr pad, ArrayRef<int64_t> box,
                                       std::string &why) {
  if (!pad.getMap())
    return success();
  for (auto [number, place] : llvm::enumerate(carried)) {
    if (place.step != pads.size())
      continue;
    SmallVector<int64_t> index = getRowMajorIndex(number, box);
    SmallVector<int64_t> value = evaluateAt(pad.getMap(), index);
    if (!pad.isCopy()) {
      place.number = value.front();
      continue;
    }
    if (!isInside(value, box) ||
        !carried[getRowMajorNumber(value, box)].isData()) {
      why = "the pad at " + formatIndex(index, '(', ')') + " copies " +
            formatIndex(value, '(', ')') + ", which is no data";
      return failure();
    }
    place.element = carried[getRowMajorNumber(value, box)].element;
  }
  return success();
}
