//===- BufferPicture.cpp - Cells of a layout drawing ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Pictures/BufferPicture.h"

#include "Layout/IR/ExampleShape.h"
#include "Layout/Map/Banks.h"
#include "Layout/Map/RowMajor.h"
#include "Layout/Map/SlotTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr size_t kMaxCells = 1600; // of a grid
static constexpr int64_t kMaxShown = 24;  // places of one axis

size_t PictureGrid::count(ArrayRef<PictureAxis> axes) {
  size_t count = 1;
  for (const PictureAxis &axis : axes)
    count *= axis.shown.size();
  return count;
}

namespace {

/// A component of which the slice has an axis, and what lies where.
struct Part {
  Component component;
  SlotTable table;
};

class PictureBuilder {
public:
  PictureBuilder(BufferAttr layout, ExampleShape taken)
      : layout(layout), example(std::move(taken)), shape(example.shape),
        facts(layout.getPhysicalLayout(shape)) {}

  std::optional<BufferPicture> build(ArrayRef<unsigned> axes, std::string &why);

private:
  std::string whyNot(ArrayRef<unsigned> axes) const;
  SmallVector<unsigned> chooseAxes() const;
  void describe();
  void makeLogicalGrid();
  void makePhysicalGrid();
  PictureCell getCellOf(ArrayRef<int64_t> logical) const;
  PictureCell getCellAt(ArrayRef<int64_t> place) const;
  void fillData(PictureCell &cell) const;

  BufferAttr layout;
  ExampleShape example;
  ArrayRef<int64_t> shape;
  const PhysicalLayout &facts;
  SmallVector<Part> parts;
  BufferPicture picture;
};

} // namespace

/// Visits the tuples of shown places, the last axis fastest.
static void forEachShown(ArrayRef<PictureAxis> axes,
                         function_ref<void(ArrayRef<int64_t> values)> visit) {
  SmallVector<int64_t> sizes = llvm::map_to_vector(
      axes, [](const PictureAxis &axis) { return int64_t(axis.shown.size()); });
  SmallVector<int64_t> values(axes.size());
  forEachIndex(sizes, [&](ArrayRef<int64_t> index) {
    for (auto [i, axis] : llvm::enumerate(axes))
      values[i] = axis.shown[index[i]];
    visit(values);
    return true;
  });
}

/// Calls `visit` with each index that a grid shows, row by row; what no axis of
/// it says stays as in `origin`.
static void forEachIndexOf(const PictureGrid &grid, ArrayRef<int64_t> origin,
                           function_ref<void(ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> index(origin);
  forEachShown(grid.rows, [&](ArrayRef<int64_t> rows) {
    for (auto [axis, value] : llvm::zip_equal(grid.rows, rows))
      index[axis.axis] = value;
    forEachShown(grid.columns, [&](ArrayRef<int64_t> columns) {
      for (auto [axis, value] : llvm::zip_equal(grid.columns, columns))
        index[axis.axis] = value;
      visit(index);
    });
  });
}

/// The first and the last of `extent` places, `most` at most.
static SmallVector<int64_t> selectShown(int64_t extent, int64_t most) {
  SmallVector<int64_t> shown;
  for (int64_t i = 0; i < extent; ++i)
    if (extent <= most || i < (most + 1) / 2 || i >= extent - most / 2)
      shown.push_back(i);
  return shown;
}

/// Chooses what is shown of each axis, less and less until all fits.
static void cut(PictureGrid &grid, ArrayRef<int64_t> shape) {
  for (int64_t most = kMaxShown; most > 0; --most) {
    for (auto *axes : {&grid.rows, &grid.columns})
      for (PictureAxis &axis : *axes) {
        axis.shown = selectShown(shape[axis.axis], most);
        grid.isCut |= int64_t(axis.shown.size()) < shape[axis.axis];
      }
    if (grid.numRows() * grid.numColumns() <= kMaxCells)
      return;
    grid.isCut = true;
  }
}

std::string PictureBuilder::whyNot(ArrayRef<unsigned> axes) const {
  std::string fault = facts.getFault() + facts.getUnknown();
  if (!fault.empty())
    return fault;
  if (!facts.getLogicalBox().getNumElements() ||
      !facts.getPhysicalBox().getNumElements())
    return "its number of places has more than 64 bits";
  if (llvm::is_contained(shape, 0) ||
      llvm::is_contained(facts.getPhysicalShape(), 0))
    return "it has no elements";
  if (axes.size() > 2 || (axes.size() == 2 && axes[0] == axes[1]))
    return "at most two different axes are shown";
  for (unsigned axis : axes)
    if (axis >= shape.size())
      return "there is no axis " + std::to_string(axis) + " of " +
             std::to_string(shape.size());
  return "";
}

/// Columns are the last dimension whose places change; rows one that hangs
/// together with it, else the last other one that has places.
SmallVector<unsigned> PictureBuilder::chooseAxes() const {
  SmallVector<unsigned> order; // the best columns last
  SmallVector<unsigned> kept;
  SmallVector<Component> components = findComponents(facts);
  auto componentOf = [&](unsigned dim) -> const Component & {
    return *llvm::find_if(components, [&](const Component &component) {
      return llvm::is_contained(component.logicalDims(), dim);
    });
  };
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    const Component &component = componentOf(dim);
    bool keepsPlaces =
        component.axes().size() == 1 && component.logicalDims().size() == 1 &&
        facts.getPhysicalShape()[component.axes()[0]] == shape[dim];
    (keepsPlaces ? kept : order).push_back(dim);
  }
  order.insert(order.begin(), kept.begin(), kept.end());
  if (order.size() < 2)
    return order;
  unsigned column = order.pop_back_val();
  for (unsigned dim : llvm::reverse(componentOf(column).logicalDims()))
    if (dim != column && shape[dim] > 1)
      return {dim, column};
  const auto row = llvm::find_if(llvm::reverse(order),
                                 [&](unsigned dim) { return shape[dim] > 1; });
  if (row == order.rend())
    return {column};
  // Of two that do not hang together the later one goes to the right.
  return {std::min(*row, column), std::max(*row, column)};
}

static std::string join(ArrayRef<int64_t> extents) {
  if (extents.empty())
    return "scalar";
  return llvm::join(
      llvm::map_range(extents, [](int64_t i) { return std::to_string(i); }),
      "x");
}

void PictureBuilder::describe() {
  picture.layout = llvm::to_string(layout);
  picture.facts = (example.words.empty() ? "" : "for " + example.words + ": ") +
                  "logical " + join(shape) + ", physical " +
                  join(facts.getPhysicalShape());
  if (layout.getSeparators())
    picture.facts += ", flattened " + join(facts.getFlattenedShape());
  picture.facts +=
      ": " + std::to_string(facts.getNumPadding().value_or(0)) + " of " +
      std::to_string(facts.getPhysicalBox().getNumElements().value_or(0)) +
      " places are padding";
  for (unsigned k = 1; k <= facts.getNumSteps(); ++k)
    if (facts.hasPadding(k) != Truth::No)
      picture.padding.emplace_back(k, llvm::to_string(layout.getPads()[k - 1]));
}

/// What is the same of data on both sides.
void PictureBuilder::fillData(PictureCell &cell) const {
  cell.kind = PictureCell::Kind::Data;
  for (auto [dim, value] : llvm::enumerate(cell.logical))
    if (value != 0 && !llvm::is_contained(picture.axes, dim))
      cell.kind = PictureCell::Kind::Other;
  auto getPart = [&](unsigned dim) {
    return double(cell.logical[dim]) / double(shape[dim]);
  };
  if (!picture.axes.empty())
    cell.column = getPart(picture.axes.back());
  if (picture.axes.size() == 2)
    cell.row = getPart(picture.axes.front());
  if (cell.kind == PictureCell::Kind::Data)
    cell.key = getRowMajorNumber(cell.logical, shape);
}

PictureCell PictureBuilder::getCellOf(ArrayRef<int64_t> logical) const {
  PictureCell cell;
  cell.logical.assign(logical.begin(), logical.end());
  cell.place = IndexMap(facts.getMap()).evaluate(logical);
  cell.offset = getRowMajorNumber(cell.place, facts.getPhysicalShape());
  fillData(cell);
  return cell;
}

PictureCell PictureBuilder::getCellAt(ArrayRef<int64_t> place) const {
  PictureCell cell;
  cell.place.assign(place.begin(), place.end());
  cell.offset = getRowMajorNumber(place, facts.getPhysicalShape());
  cell.logical.assign(shape.size(), 0);
  for (const Part &part : parts) {
    int64_t state = part.table.states[getRowMajorNumber(
        selectDims(place, part.component.axes()), part.table.shape)];
    if (state < 0) {
      cell.step = std::max<unsigned>(cell.step, -state);
      continue;
    }
    ArrayRef<unsigned> dims = part.component.logicalDims();
    SmallVector<int64_t> index =
        getRowMajorIndex(state, selectDims(shape, dims));
    for (auto [dim, value] : llvm::zip_equal(dims, index))
      cell.logical[dim] = value;
  }
  if (cell.step > 0) {
    cell.kind = PictureCell::Kind::Padding;
    cell.logical.clear();
  } else {
    fillData(cell);
  }
  return cell;
}

void PictureBuilder::makeLogicalGrid() {
  PictureGrid &grid = picture.logical;
  if (picture.axes.size() == 2)
    grid.rows.push_back({picture.axes.front(), {}});
  if (!picture.axes.empty())
    grid.columns.push_back({picture.axes.back(), {}});
  cut(grid, shape);
  forEachIndexOf(
      grid, SmallVector<int64_t>(shape.size(), 0),
      [&](ArrayRef<int64_t> index) { grid.cells.push_back(getCellOf(index)); });
}

void PictureBuilder::makePhysicalGrid() {
  PictureGrid &grid = picture.physical;
  SmallVector<unsigned> axes;
  for (const Part &part : parts)
    llvm::append_range(axes, part.component.axes());
  llvm::sort(axes);
  SmallVector<int64_t> physical = facts.getPhysicalShape();
  // One that has a single place says nothing.
  llvm::erase_if(axes, [&](unsigned axis) { return physical[axis] == 1; });
  for (auto [i, axis] : llvm::enumerate(llvm::reverse(axes))) {
    auto &side = i % 2 == 0 ? grid.columns : grid.rows;
    side.insert(side.begin(), {axis, {}});
  }
  cut(grid, physical);
  SmallVector<int64_t> origin =
      IndexMap(facts.getMap()).evaluate(SmallVector<int64_t>(shape.size()));
  forEachIndexOf(grid, origin, [&](ArrayRef<int64_t> place) {
    grid.cells.push_back(getCellAt(place));
  });
}

std::optional<BufferPicture> PictureBuilder::build(ArrayRef<unsigned> axes,
                                                   std::string &why) {
  why = whyNot(axes);
  if (!why.empty())
    return std::nullopt;
  picture.axes = axes.empty() ? chooseAxes() : SmallVector<unsigned>(axes);
  for (Component &component : findComponents(facts)) {
    if (llvm::none_of(component.logicalDims(),
                      [&](unsigned dim) {
                        return llvm::is_contained(picture.axes, dim);
                      }) &&
        !component.logicalDims().empty())
      continue;
    if (!canMakeTable(facts, component)) {
      why = "more than 2^20 places hang together";
      return std::nullopt;
    }
    SlotTable table = makeSlotTable(facts, component);
    parts.push_back({std::move(component), std::move(table)});
  }
  describe();
  makeLogicalGrid();
  makePhysicalGrid();
  return std::move(picture);
}

std::optional<BufferPicture> layout::makePicture(BufferAttr layout,
                                                 ArrayRef<int64_t> shape,
                                                 ArrayRef<unsigned> axes,
                                                 std::string &why,
                                                 int64_t bytesOfElement) {
  const PhysicalLayout &stated = layout.getPhysicalLayout(shape);
  why = stated.getFault() + stated.getUnknown();
  if (!why.empty())
    return std::nullopt;
  std::optional<BufferPicture> picture =
      PictureBuilder(layout, chooseExampleShape(layout, shape))
      .build(axes, why);
  if (!picture || bytesOfElement == 0)
    return picture;
  for (PictureGrid *grid : {&picture->logical, &picture->physical})
    for (PictureCell &cell : grid->cells)
      cell.bank = cell.offset * bytesOfElement / BankRules::bytesPerBank %
                  BankRules::numBanks;
  return picture;
}
