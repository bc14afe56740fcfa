//===- Drawing.cpp - Pictures of layouts ----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Drawing.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr int64_t kMaxPlaces = int64_t(1) << 20; // of one table
constexpr size_t kMaxDrawnCells = 1 << 12;       // after cutting
constexpr unsigned kMaxUncutLines = 16;          // rows or columns

/// Dimensions of all boxes of a layout that hang together: `dims[k]` are those
/// of Box_k. The map of a layout is the product of the maps of its components.
struct Component {
  SmallVector<SmallVector<unsigned>> dims;
  ArrayRef<unsigned> logicalDims() const { return dims.front(); }
  ArrayRef<unsigned> axes() const { return dims.back(); }
};

/// What lies at each place of one component, row-major over its axes: the
/// number of a logical index (row-major over its logical dimensions), or -k
/// for padding of step k.
struct Table {
  SmallVector<int64_t> shape;
  std::vector<int64_t> states;

  bool keepsEachPlace() const {
    if (shape.size() > 1)
      return false;
    for (auto [place, state] : llvm::enumerate(states))
      if (state != int64_t(place))
        return false;
    return true;
  }
  int64_t numColumns() const { return shape.empty() ? 1 : shape.back(); }
  int64_t numRows() const {
    return numColumns() ? int64_t(states.size()) / numColumns() : 0;
  }
  int64_t at(int64_t row, int64_t column) const {
    return states[row * numColumns() + column];
  }
};

} // namespace

static SmallVector<int64_t> select(ArrayRef<int64_t> from,
                                   ArrayRef<unsigned> which) {
  return llvm::map_to_vector(which, [&](unsigned i) { return from[i]; });
}

static int64_t linearize(ArrayRef<int64_t> index, ArrayRef<int64_t> shape) {
  int64_t linear = 0;
  for (auto [i, extent] : llvm::zip_equal(index, shape))
    linear = linear * extent + i;
  return linear;
}

static SmallVector<int64_t> delinearize(int64_t linear,
                                        ArrayRef<int64_t> shape) {
  SmallVector<int64_t> index(shape.size());
  for (size_t i = shape.size(); i-- > 0; linear /= shape[i])
    index[i] = linear % shape[i];
  return index;
}

static SmallVector<Component> findComponents(const PhysicalLayout &layout) {
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

/// Visits the indices of Box_k whose dimensions outside the component stay at
/// `origin`.
static void forEachComponentIndex(
    const PhysicalLayout &layout, const Component &component, unsigned k,
    ArrayRef<int64_t> origin,
    llvm::function_ref<void(ArrayRef<int64_t> whole, ArrayRef<int64_t> part)>
        visit) {
  ArrayRef<unsigned> dims = component.dims[k];
  SmallVector<int64_t> whole(origin);
  forEachIndex(select(layout.getBox(k).getShape(), dims),
               [&](ArrayRef<int64_t> part) {
                 for (auto [dim, value] : llvm::zip_equal(dims, part))
                   whole[dim] = value;
                 visit(whole, part);
                 return true;
               });
}

/// Fills the table from the outermost step inwards, so that what comes from an
/// earlier box overwrites the padding of the step that made the later one.
static Table makeTable(const PhysicalLayout &layout,
                       const Component &component) {
  unsigned numSteps = layout.getNumSteps();
  Table table;
  table.shape = select(layout.getPhysicalShape(), component.axes());
  table.states.assign(llvm::product_of(table.shape, int64_t(1)),
                      -int64_t(numSteps));

  SmallVector<SmallVector<int64_t>> origins = {
      SmallVector<int64_t>(layout.getLogicalBox().getRank(), 0)};
  for (const LayoutStep &step : layout.getSpec().steps)
    origins.push_back(IndexMap(step.map).evaluate(origins.back()));

  SmallVector<int64_t> logicalShape =
      select(layout.getLogicalShape(), component.logicalDims());
  for (unsigned k = numSteps; k-- > 0;) {
    IndexMap toPlace(layout.getMapFromStep(k));
    forEachComponentIndex(
        layout, component, k, origins[k],
        [&](ArrayRef<int64_t> whole, ArrayRef<int64_t> part) {
          SmallVector<int64_t> place = toPlace.evaluate(whole);
          table
              .states[linearize(select(place, component.axes()), table.shape)] =
              k == 0 ? linearize(part, logicalShape) : -int64_t(k);
        });
  }
  return table;
}

/// The lines (rows or columns) to draw: all of few ones; of many, the first and
/// last three and those whose padding differs from a neighbour's.
static SmallVector<int64_t>
selectLines(int64_t count,
            llvm::function_ref<bool(int64_t, int64_t)> haveSamePadding) {
  SmallVector<int64_t> lines;
  for (int64_t i = 0; i < count; ++i)
    if (count <= kMaxUncutLines || i < 3 || i >= count - 3 ||
        !haveSamePadding(i, i - 1) || !haveSamePadding(i, i + 1))
      lines.push_back(i);
  return lines;
}

static SmallVector<int64_t> selectRows(const Table &table) {
  return selectLines(table.numRows(), [&](int64_t a, int64_t b) {
    for (int64_t c = 0; c < table.numColumns(); ++c)
      if (std::min<int64_t>(table.at(a, c), 0) !=
          std::min<int64_t>(table.at(b, c), 0))
        return false;
    return true;
  });
}

static SmallVector<int64_t> selectColumns(const Table &table) {
  return selectLines(table.numColumns(), [&](int64_t a, int64_t b) {
    for (int64_t r = 0; r < table.numRows(); ++r)
      if (std::min<int64_t>(table.at(r, a), 0) !=
          std::min<int64_t>(table.at(r, b), 0))
        return false;
    return true;
  });
}

static std::string joinIndex(ArrayRef<int64_t> index) {
  return llvm::join(
      llvm::map_range(index, [](int64_t i) { return std::to_string(i); }), ",");
}

namespace {

/// Draws one table; cells are as wide as the widest logical index.
class TablePrinter {
public:
  TablePrinter(const Table &table, ArrayRef<int64_t> logicalShape,
               llvm::raw_ostream &os)
      : table(table), logicalShape(logicalShape), os(os),
        rows(selectRows(table)), columns(selectColumns(table)) {
    for (int64_t column : columns)
      cellWidth = std::max(cellWidth, std::to_string(column).size());
    for (int64_t row : rows) {
      labelWidth = std::max(labelWidth, rowLabel(row).size());
      for (int64_t column : columns)
        if (int64_t state = table.at(row, column); state >= 0)
          cellWidth = std::max(cellWidth, dataLabel(state).size());
    }
  }

  size_t numCells() const { return rows.size() * columns.size(); }

  void print() {
    os.indent(2 + labelWidth);
    forEachColumn([&](int64_t column) {
      os << llvm::right_justify(std::to_string(column), cellWidth);
    });
    int64_t previous = -1;
    for (int64_t row : rows) {
      if (row != previous + 1)
        os.indent(2) << llvm::right_justify("...", labelWidth) << "\n";
      previous = row;
      os.indent(2) << llvm::right_justify(rowLabel(row), labelWidth);
      forEachColumn([&](int64_t column) { printCell(table.at(row, column)); });
    }
  }

private:
  void forEachColumn(llvm::function_ref<void(int64_t)> printOne) {
    int64_t previous = -1;
    for (int64_t column : columns) {
      os << (column == previous + 1 ? " " : " ... ");
      previous = column;
      printOne(column);
    }
    os << "\n";
  }

  void printCell(int64_t state) {
    if (state >= 0) {
      os << llvm::right_justify(dataLabel(state), cellWidth);
      return;
    }
    for (size_t i = 0; i < cellWidth; ++i)
      os << getPaddingShade(-state);
  }

  std::string dataLabel(int64_t state) const {
    if (logicalShape.empty())
      return "*"; // every logical index
    return joinIndex(delinearize(state, logicalShape));
  }
  std::string rowLabel(int64_t row) const {
    return joinIndex(delinearize(
        row,
        ArrayRef<int64_t>(table.shape).drop_back(table.shape.empty() ? 0 : 1)));
  }

  const Table &table;
  ArrayRef<int64_t> logicalShape;
  llvm::raw_ostream &os;
  SmallVector<int64_t> rows, columns;
  size_t cellWidth = 1, labelWidth = 3;
};

} // namespace

static LogicalResult drawComponent(const PhysicalLayout &layout,
                                   const Component &component,
                                   llvm::raw_ostream &os, std::string &why) {
  Table table = makeTable(layout, component);
  if (table.states.empty() ||
      (component.logicalDims().size() <= 1 && table.keepsEachPlace()))
    return success();
  SmallVector<int64_t> logicalShape =
      select(layout.getLogicalShape(), component.logicalDims());
  TablePrinter printer(table, logicalShape, os);
  if (printer.numCells() > kMaxDrawnCells) {
    why = "its padding is too irregular for a picture";
    return failure();
  }
  os << (logicalShape.empty() ? "every index" : "logical ");
  llvm::interleaveComma(component.logicalDims(), os,
                        [&](unsigned dim) { os << "d" << dim; });
  os << " in physical [";
  llvm::interleaveComma(component.axes(), os);
  os << "]\n";
  printer.print();
  return success();
}

llvm::StringRef mlir::layout::getPaddingShade(unsigned k) {
  return k == 1 ? "░" : k == 2 ? "▒" : "▓";
}

LogicalResult mlir::layout::drawLayout(const PhysicalLayout &layout,
                                       llvm::raw_ostream &os,
                                       std::string &why) {
  if (!layout.getLogicalBox().isStatic()) {
    why = "its shape is dynamic";
    return failure();
  }
  SmallVector<Component> components = findComponents(layout);
  SmallVector<int64_t> physicalShape = layout.getPhysicalShape();
  for (const Component &component : components) {
    int64_t numPlaces = 1;
    for (unsigned axis : component.axes())
      if (llvm::MulOverflow(numPlaces, physicalShape[axis], numPlaces) ||
          numPlaces > kMaxPlaces) {
        why = "it has more places than a picture can show";
        return failure();
      }
  }
  for (const Component &component : components)
    if (failed(drawComponent(layout, component, os, why)))
      return failure();
  return success();
}
