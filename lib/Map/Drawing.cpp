//===- Drawing.cpp - Pictures of layouts ----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Drawing.h"

#include "Layout/Map/RowMajor.h"
#include "Layout/Map/SlotTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr size_t kMaxDrawnCells = 1 << 12; // after cutting
constexpr unsigned kMaxUncutLines = 16;    // rows or columns

} // namespace

/// The lines (rows or columns) to draw: all of few ones; of many, the first and
/// last three and those whose padding differs from the ones beside them.
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

static SmallVector<int64_t> selectRows(const SlotTable &table) {
  return selectLines(table.numRows(), [&](int64_t a, int64_t b) {
    for (int64_t c = 0; c < table.numColumns(); ++c)
      if (std::min<int64_t>(table.at(a, c), 0) !=
          std::min<int64_t>(table.at(b, c), 0))
        return false;
    return true;
  });
}

static SmallVector<int64_t> selectColumns(const SlotTable &table) {
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
  TablePrinter(const SlotTable &table, ArrayRef<int64_t> logicalShape,
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
    return joinIndex(getRowMajorIndex(state, logicalShape));
  }
  std::string rowLabel(int64_t row) const {
    return joinIndex(getRowMajorIndex(
        row,
        ArrayRef<int64_t>(table.shape).drop_back(table.shape.empty() ? 0 : 1)));
  }

  const SlotTable &table;
  ArrayRef<int64_t> logicalShape;
  llvm::raw_ostream &os;
  SmallVector<int64_t> rows, columns;
  size_t cellWidth = 1, labelWidth = 3;
};

} // namespace

static LogicalResult drawComponent(const PhysicalLayout &layout,
                                   const Component &component,
                                   llvm::raw_ostream &os, std::string &why) {
  SlotTable table = makeSlotTable(layout, component);
  if (table.states.empty() ||
      (component.logicalDims().size() <= 1 && table.keepsEachPlace()))
    return success();
  SmallVector<int64_t> logicalShape =
      selectDims(layout.getLogicalShape(), component.logicalDims());
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
  for (const Component &component : components)
    if (!canMakeTable(layout, component)) {
      why = "its physical box is larger than a picture can show; draw a "
            "smaller shape";
      return failure();
    }
  for (const Component &component : components)
    if (failed(drawComponent(layout, component, os, why)))
      return failure();
  return success();
}
