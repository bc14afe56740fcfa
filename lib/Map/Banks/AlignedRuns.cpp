//===- AlignedRuns.cpp - Rows that a layout keeps together ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (i, j) -> (i, j xor (i mod 2)) on [4, 8]: row 1 holds 1 0 3 2 5 4 7 6, so runs
// of 2 are broken at (1, 0) and (1, 1).
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/AlignedRuns.h"

#include "Layout/Map/Tabulate.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t maxElements = int64_t(1) << 22;

/// The logical index of an element by its row-major number.
static SmallVector<int64_t> getIndex(int64_t number, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; number /= shape[dim])
    index[dim] = number % shape[dim];
  return index;
}

/// Why nothing can be enumerated; empty if it can.
static std::string whyNotEnumerable(const PhysicalLayout &layout) {
  AffineMap offset = layout.getLinearOffset();
  if (!offset || !layout.getLogicalBox().getNumElements())
    return "the shape is dynamic";
  if (offset.getNumResults() != 1)
    return "the buffer has axis separators, so it is not one run of memory";
  if (*layout.getLogicalBox().getNumElements() > maxElements)
    return "the buffer has more than 2^22 elements";
  return {};
}

Decision layout::keepsAlignedRuns(const PhysicalLayout &layout,
                                  int64_t length) {
  if (std::string why = whyNotEnumerable(layout); !why.empty())
    return Decision::unknown(why);
  SmallVector<int64_t> shape = layout.getLogicalShape();
  if (length <= 1 || llvm::is_contained(shape, 0))
    return Decision::yes();
  int64_t rowLength = shape.empty() ? 1 : shape.back();
  if (rowLength % length != 0)
    return Decision::no("rows of " + std::to_string(rowLength) +
                        " elements do not consist of runs of " +
                        std::to_string(length));
  std::string broken;
  int64_t number = 0, last = 0;
  auto visit = [&](TabulatedRows rows) {
    for (int64_t offset : rows.front()) {
      bool begins = number % length == 0;
      if (broken.empty() && begins && offset % length != 0)
        broken = "element " + formatIndex(getIndex(number, shape)) +
                 " is at offset " + std::to_string(offset) +
                 ", which is no multiple of " + std::to_string(length);
      if (broken.empty() && !begins && offset != last + 1)
        broken = "elements " + formatIndex(getIndex(number - 1, shape)) +
                 " and " + formatIndex(getIndex(number, shape)) +
                 " are at offsets " + std::to_string(last) + " and " +
                 std::to_string(offset);
      last = offset;
      ++number;
    }
  };
  tabulate(layout.getLinearOffset().getResult(0), shape, visit);
  return broken.empty() ? Decision::yes() : Decision::no(broken);
}
