//===- SlotTable.h - Tables of physical slots -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_SLOTTABLE_H
#define LAYOUT_MAP_SLOTTABLE_H

#include "Layout/Map/PhysicalLayout.h"

namespace mlir::layout {

/// Dimensions of all boxes of a layout that hang together: `dims[k]` are those
/// of Box_k. The map of a layout is the product of the maps of its components.
/// So a place holds data if it does in each component, and is else padding of
/// the last step of which it is in one.
struct Component {
  SmallVector<SmallVector<unsigned>> dims;
  ArrayRef<unsigned> logicalDims() const { return dims.front(); }
  ArrayRef<unsigned> axes() const { return dims.back(); }
};

/// All components, in the order of their first dimensions.
SmallVector<Component> findComponents(const PhysicalLayout &layout);

/// What lies at each place of one component, row-major over its axes: the
/// number of a logical index (row-major over its logical dimensions), or -k
/// for padding of step k.
struct SlotTable {
  SmallVector<int64_t> shape;
  std::vector<int64_t> states;

  bool keepsEachPlace() const;
  int64_t numColumns() const { return shape.empty() ? 1 : shape.back(); }
  int64_t numRows() const {
    return numColumns() ? int64_t(states.size()) / numColumns() : 0;
  }
  int64_t at(int64_t row, int64_t column) const {
    return states[row * numColumns() + column];
  }
};

/// Returns true if the component has at most 2^20 slots. Of a static shape
/// without fault.
bool canMakeTable(const PhysicalLayout &layout, const Component &component);

/// Enumerates the places, without an inverse. Requires `canMakeTable`.
SlotTable makeSlotTable(const PhysicalLayout &layout,
                         const Component &component);

/// The entries of `from` at the places `which`.
SmallVector<int64_t> selectDims(ArrayRef<int64_t> from,
                                ArrayRef<unsigned> which);

} // namespace mlir::layout

#endif // LAYOUT_MAP_SLOTTABLE_H
