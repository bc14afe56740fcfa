//===- SlotTable.cpp - Tables of physical slots ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/SlotTable.h"

#include "Layout/Map/RowMajor.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kMaxPlaces = int64_t(1) << 20; // of one table

bool SlotTable::keepsEachPlace() const {
  if (shape.size() > 1)
    return false;
  for (auto [place, state] : llvm::enumerate(states))
    if (state != int64_t(place))
      return false;
  return true;
}

SmallVector<int64_t> layout::selectDims(ArrayRef<int64_t> from,
                                        ArrayRef<unsigned> which) {
  return llvm::map_to_vector(which, [&](unsigned i) { return from[i]; });
}

SmallVector<Component> layout::findComponents(const PhysicalLayout &layout) {
  unsigned numSteps = layout.getNumSteps();
  SmallVector<unsigned> offsets; // of Box_k's dimensions among all nodes
  unsigned numNodes = 0;
  for (unsigned k = 0; k <= numSteps; ++k) {
    offsets.push_back(numNodes);
    numNodes += layout.getBox(k).getRank();
  }
  llvm::EquivalenceClasses<unsigned> classes;
  for (unsigned node = 0; node < numNodes; ++node)
    classes.insert(node);
  for (auto [k, step] : llvm::enumerate(layout.getSpec().steps))
    for (auto [r, result] : llvm::enumerate(step.map.getResults()))
      for (unsigned d = 0; d < step.map.getNumDims(); ++d)
        if (result.isFunctionOfDim(d))
          classes.unionSets(offsets[k] + d, offsets[k + 1] + r);

  SmallVector<Component> components;
  llvm::DenseMap<unsigned, unsigned> componentOf; // by leader of the class
  for (unsigned k = 0; k <= numSteps; ++k)
    for (unsigned d = 0; d < layout.getBox(k).getRank(); ++d) {
      auto [it, isNew] = componentOf.try_emplace(
          classes.getLeaderValue(offsets[k] + d), components.size());
      if (isNew)
        components.emplace_back().dims.resize(numSteps + 1);
      components[it->second].dims[k].push_back(d);
    }
  return components;
}

bool layout::canMakeTable(const PhysicalLayout &layout,
                          const Component &component) {
  // Of an empty buffer, more indices may be visited than there are places.
  for (auto [k, dims] : llvm::enumerate(component.dims)) {
    SmallVector<int64_t> shape = layout.getBox(k).getShape();
    int64_t numIndices = 1;
    for (unsigned dim : dims)
      if (llvm::MulOverflow(numIndices, shape[dim], numIndices) ||
          numIndices > kMaxPlaces)
        return false;
  }
  return true;
}

/// Visits the indices of Box_k whose dimensions outside the component stay at
/// `origin`.
static void forEachComponentIndex(
    const PhysicalLayout &layout, const Component &component, unsigned k,
    ArrayRef<int64_t> origin,
    llvm::function_ref<void(ArrayRef<int64_t> whole, ArrayRef<int64_t> part)>
        visit) {
  ArrayRef<unsigned> dims = component.dims[k];
  SmallVector<int64_t> whole(origin);
  forEachIndex(selectDims(layout.getBox(k).getShape(), dims),
               [&](ArrayRef<int64_t> part) {
                 for (auto [dim, value] : llvm::zip_equal(dims, part))
                   whole[dim] = value;
                 visit(whole, part);
                 return true;
               });
}

/// Fills the table from the outermost step inwards, so that what comes from an
/// earlier box overwrites the padding of the step that made the later one.
SlotTable layout::makeSlotTable(const PhysicalLayout &layout,
                                 const Component &component) {
  unsigned numSteps = layout.getNumSteps();
  SlotTable table;
  table.shape = selectDims(layout.getPhysicalShape(), component.axes());
  table.states.assign(llvm::product_of(table.shape, int64_t(1)),
                      -int64_t(numSteps));

  SmallVector<SmallVector<int64_t>> origins = {
      SmallVector<int64_t>(layout.getLogicalBox().getRank(), 0)};
  for (const LayoutStep &step : layout.getSpec().steps)
    origins.push_back(IndexMap(step.map).evaluate(origins.back()));

  SmallVector<int64_t> logicalShape =
      selectDims(layout.getLogicalShape(), component.logicalDims());
  for (unsigned k = numSteps; k-- > 0;) {
    IndexMap toPlace(layout.getMapFromStep(k));
    forEachComponentIndex(
        layout, component, k, origins[k],
        [&](ArrayRef<int64_t> whole, ArrayRef<int64_t> part) {
          SmallVector<int64_t> place =
              selectDims(toPlace.evaluate(whole), component.axes());
          // A buffer without elements, as some other dimension has none: the
          // layout need not have a place for the indices of these.
          if (llvm::any_of(llvm::zip_equal(place, table.shape), [](auto pair) {
                auto [at, extent] = pair;
                return at < 0 || at >= extent;
              }))
            return;
          table.states[getRowMajorNumber(place, table.shape)] =
              k == 0 ? getRowMajorNumber(part, logicalShape) : -int64_t(k);
        });
  }
  return table;
}
