//===- GraphPicture.cpp - Drawing tensor ops as a graph -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Pictures/GraphPicture.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

static std::string printShape(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape())
    ShapedType::isDynamic(extent) ? os << "?x" : os << extent << "x";
  os << type.getElementType();
  return text;
}

namespace {

class GraphBuilder {
public:
  explicit GraphBuilder(FunctionOpInterface function) : function(function) {
    picture.layouts.push_back("");
  }

  std::optional<GraphPicture> build() {
    if (function.isExternal())
      return std::nullopt;
    Block &entry = function.getFunctionBody().front();
    for (BlockArgument argument : entry.getArguments())
      if (isa<RankedTensorType>(argument.getType()))
        producers[argument] =
            addNode("argument " + std::to_string(argument.getArgNumber()),
                    GraphPicture::Kind::Border);
    for (Operation &op : entry)
      addOp(op);
    if (picture.edges.empty())
      return std::nullopt;
    picture.name = cast<SymbolOpInterface>(*function).getName().str();
    placeNodes();
    return std::move(picture);
  }

private:
  unsigned addNode(const Twine &text, GraphPicture::Kind kind) {
    picture.nodes.push_back({text.str(), kind, {}});
    return picture.nodes.size() - 1;
  }

  unsigned getLayout(RankedTensorType type) {
    BufferAttr layout = getTensorEncoding(type);
    auto [it, isNew] = numbers.try_emplace(layout, picture.layouts.size());
    if (!layout)
      return 0;
    if (isNew)
      picture.layouts.push_back(debugString(layout));
    return it->second;
  }

  /// Ops inside of `op` belong to it.
  static SmallVector<Value> getTensorsTaken(Operation &op) {
    SmallVector<Value> taken;
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (isa<RankedTensorType>(operand.getType()) &&
            operand.getParentBlock() == op.getBlock() &&
            !llvm::is_contained(taken, operand))
          taken.push_back(operand);
    });
    return taken;
  }

  static GraphPicture::Kind getKind(Operation &op) {
    if (isa<ConvertOp>(op))
      return GraphPicture::Kind::Conversion;
    return op.hasTrait<OpTrait::IsTerminator>() ? GraphPicture::Kind::Border
                                                : GraphPicture::Kind::Op;
  }

  void addOp(Operation &op) {
    SmallVector<Value> taken = getTensorsTaken(op);
    bool hasSource = llvm::any_of(
        taken, [&](Value tensor) { return producers.contains(tensor); });
    if (taken.empty() || !hasSource)
      return;
    StringRef name = op.getName().getStringRef();
    unsigned node = addNode(name, getKind(op));
    for (Value tensor : taken) {
      auto type = cast<RankedTensorType>(tensor.getType());
      auto producer = producers.find(tensor);
      if (producer != producers.end())
        picture.edges.push_back(
            {producer->second, node, getLayout(type), printShape(type)});
      else if (isData(tensor))
        picture.nodes[node].marks.push_back(
            {getLayout(type), printShape(type)});
    }
    for (Value result : op.getResults())
      if (isa<RankedTensorType>(result.getType()))
        producers[result] = node;
  }

  /// Returns true if a tensor that comes from no node holds elements of a
  /// constant.
  static bool isData(Value tensor) {
    Operation *op = tensor.getDefiningOp();
    if (auto convert = dyn_cast_or_null<ConvertOp>(op))
      return isData(convert.getSource());
    return op && op->hasTrait<OpTrait::ConstantLike>();
  }

  /// Each node below all that it takes tensors from, under the first of them if
  /// there is room.
  void placeNodes() {
    std::vector<std::vector<unsigned>> rows;
    for (auto [number, node] : llvm::enumerate(picture.nodes)) {
      double wanted = 0;
      bool isFirst = true;
      for (const GraphPicture::Edge &edge : picture.edges) {
        if (edge.to != number)
          continue;
        const GraphPicture::Node &from = picture.nodes[edge.from];
        node.row = std::max(node.row, from.row + 1);
        if (isFirst)
          wanted = from.column;
        isFirst = false;
      }
      rows.resize(std::max<size_t>(rows.size(), node.row + 1));
      node.column = findColumn(rows[node.row], wanted);
      rows[node.row].push_back(number);
    }
  }

  double findColumn(ArrayRef<unsigned> row, double wanted) const {
    while (llvm::any_of(row, [&](unsigned other) {
      return picture.nodes[other].column == wanted;
    }))
      ++wanted;
    return wanted;
  }

  FunctionOpInterface function;
  GraphPicture picture;
  DenseMap<Value, unsigned> producers; ///< nodes
  DenseMap<BufferAttr, unsigned> numbers;
};

} // namespace

unsigned GraphPicture::getNumRows() const {
  unsigned rows = 0;
  for (const Node &node : nodes)
    rows = std::max(rows, node.row + 1);
  return rows;
}

double GraphPicture::getNumColumns() const {
  double columns = 1;
  for (const Node &node : nodes)
    columns = std::max(columns, node.column + 1);
  return columns;
}

std::optional<GraphPicture>
layout::makeGraphPicture(FunctionOpInterface function) {
  return GraphBuilder(function).build();
}
