//===- Packing.h - Packing and unpacking buffers ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_PACKING_H
#define LAYOUT_CHECK_PACKING_H

#include "Layout/IR/Layout.h"

namespace mlir::layout {

/// What lies at one place of a physical buffer.
struct Place {
  /// 0: an element of the logical buffer; k: padding of step k.
  unsigned step = 0;
  /// Row-major logical index: of the element itself, or, in the padding of a
  /// copying pad, of the element that it copies.
  int64_t element = 0;
  /// In the padding of a value pad: the number that it holds.
  int64_t number = 0;

  bool isData() const { return step == 0; }
};

/// A table of a whole physical buffer of known size, made by walking through
/// every index of every step: the meaning of a layout by brute force.
///
/// Example: [5] under (i) -> (i floordiv 2, i mod 2), then
/// (a, b) -> (a floordiv 2, a mod 2, b):
///
///       0 1 | 2 3          "a" is padding of step 1, carried along by step 2,
///       4 a | b b          "b" of step 2.
///
/// Cost: time and memory proportional to the sum of the boxes.
class Packing {
public:
  /// Of a layout; fails with the reason in `why` on a layout that is wrong on
  /// this shape, or too large for a table.
  static FailureOr<Packing> get(BufferAttr layout, ArrayRef<int64_t> shape,
                                std::string &why);
  /// Of no layout: element i lies at place i. `shape` is not too large.
  static Packing getIdentity(ArrayRef<int64_t> shape);

  /// Returns true if a box has more slots than a table can have.
  static bool isTooLarge(ArrayRef<int64_t> shape);

  ArrayRef<int64_t> getLogicalShape() const { return logicalShape; }
  ArrayRef<int64_t> getPhysicalShape() const { return physicalShape; }
  /// One per place of the physical shape, in row-major order.
  ArrayRef<Place> getPlaces() const { return places; }
  /// The place of a logical element, by their row-major numbers.
  int64_t getPlaceOfElement(int64_t element) const {
    return placeOfElement[element];
  }
  /// What the padding at `place` holds.
  PadAttr getPad(const Place &place) const { return pads[place.step - 1]; }

private:
  void numberElements();
  LogicalResult addStep(IndexMapAttr indexMap, ExtentAttr extent, PadAttr pad,
                        std::string &why);
  LogicalResult computeBox(AffineMap map, ExtentAttr extent,
                           SmallVectorImpl<int64_t> &box, std::string &why);
  LogicalResult carryPlaces(AffineMap map, ArrayRef<int64_t> box,
                            std::vector<Place> &carried, std::string &why);
  LogicalResult describePadding(MutableArrayRef<Place> carried, PadAttr pad,
                                ArrayRef<int64_t> box, std::string &why);

  SmallVector<int64_t> logicalShape, physicalShape;
  std::vector<Place> places;
  std::vector<int64_t> placeOfElement;
  SmallVector<PadAttr> pads;
};

/// An index as a person writes it: "[3, 2]" or "(3, 2)".
std::string formatIndex(ArrayRef<int64_t> index, char open, char close);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_PACKING_H
