//===- ConversionGraph.cpp - Conversions and what is between them ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionGraph.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<BufferAttr> layout::getTensorLayout(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  if (!tensor.getEncoding())
    return BufferAttr();
  auto layout = dyn_cast<BufferAttr>(tensor.getEncoding());
  return layout ? std::optional(layout) : std::nullopt;
}

BufferAttr layout::getOrder(BufferAttr layout) {
  if (!layout)
    return {};
  MLIRContext *context = layout.getContext();
  SmallVector<PadAttr> pads(layout.getNumSteps(),
                            PadAttr::get(context, PadKind::None));
  return BufferAttr::get(context, layout.getIndexMaps(), layout.getExtents(),
                         pads, layout.getSeparators());
}

BufferAttr layout::getOrder(Type tensor) {
  return getOrder(*getTensorLayout(tensor));
}

bool layout::readsDestination(linalg::LinalgOp op, OpOperand &destination) {
  return op.payloadUsesValueFromOperand(&destination);
}

static int64_t getBits(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getBits(complex.getElementType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

/// Can it be made in any layout, at no cost when the program runs?
static bool isFree(Value value) {
  if (value.getDefiningOp<tensor::EmptyOp>())
    return true;
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  auto type = cast<RankedTensorType>(value.getType());
  return isa<DenseElementsAttr, DenseResourceElementsAttr>(
             constant.getValue()) &&
         type.getElementType().isIntOrIndexOrFloat();
}

/// The node of `op`, if its results can lie in any order.
static std::optional<ElementwiseNode> getNode(Operation *op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  if (!linalg || !linalg.hasPureTensorSemantics() || op->getNumResults() == 0 ||
      linalg.getNumParallelLoops() != linalg.getNumLoops())
    return std::nullopt;
  std::optional<BufferAttr> layout =
      getTensorLayout(op->getResult(0).getType());
  if (!layout)
    return std::nullopt;
  ElementwiseNode node{linalg, getOrder(*layout), {}};
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  auto isInOrder = [&](OpOperand &operand) {
    std::optional<BufferAttr> other = getTensorLayout(operand.get().getType());
    return other && getOrder(*other) == node.order &&
           linalg.getMatchingIndexingMap(&operand).isIdentity() &&
           cast<RankedTensorType>(operand.get().getType()).getShape() == shape;
  };
  for (OpOperand &init : linalg.getDpsInitsMutable())
    if (!isInOrder(init) || readsDestination(linalg, init))
      return std::nullopt;
  for (OpOperand *input : linalg.getDpsInputOperands())
    if (isInOrder(*input))
      node.linked.push_back(input);
  return node;
}

ConversionGraph::ConversionGraph(Block &block) : block(block) {
  bool hasConversion = llvm::any_of(block, [](Operation &op) {
    auto convert = dyn_cast<ConvertOp>(op);
    return convert && !convert.isOnBuffers();
  });
  if (!hasConversion)
    return;
  addNodes();
  for (Operation &op : block) {
    auto known = nodeOf.find(&op);
    if (known != nodeOf.end()) {
      for (OpOperand *input : nodes[known->second].linked)
        addValue(getRoot(input->get()), std::nullopt);
      for (OpOperand &init : nodes[known->second].op.getDpsInitsMutable())
        addValue(getRoot(init.get()), std::nullopt);
      for (Value result : op.getResults())
        addValue(result, known->second);
    } else if (auto convert = dyn_cast<ConvertOp>(op)) {
      if (!convert.isOnBuffers())
        addValue(getRoot(convert.getSource()), std::nullopt);
    }
  }
  for (TensorValue &value : values)
    addUses(value);
}

void ConversionGraph::addNodes() {
  for (Operation &op : block)
    if (std::optional<ElementwiseNode> node = getNode(&op)) {
      nodeOf[&op] = nodes.size();
      nodes.push_back(std::move(*node));
    }
}

Value ConversionGraph::getRoot(Value tensor) const {
  while (auto convert = tensor.getDefiningOp<ConvertOp>()) {
    if (convert->getBlock() != &block)
      break;
    tensor = convert.getSource();
  }
  return tensor;
}

void ConversionGraph::addValue(Value root, std::optional<unsigned> node) {
  if (!getTensorLayout(root.getType()) ||
      !positions.try_emplace(root, values.size()).second)
    return;
  TensorValue value;
  value.value = root;
  value.node = node;
  Type element = value.getType().getElementType();
  value.cost = isFree(root) ? 0 : getBits(element);
  values.push_back(std::move(value));
}

void ConversionGraph::addUses(TensorValue &value) {
  SmallVector<Value> worklist{value.value};
  while (!worklist.empty()) {
    Value tensor = worklist.pop_back_val();
    bool isOfBlock = tensor.getParentBlock() == &block;
    for (OpOperand &use : tensor.getUses()) {
      auto convert = dyn_cast<ConvertOp>(use.getOwner());
      if (convert && convert->getBlock() == &block) {
        value.converts.push_back(convert);
        worklist.push_back(convert.getResult());
      } else if (isOfBlock || use.getOwner()->getBlock() == &block) {
        addUse(value, use);
      }
    }
  }
  // Use lists have no order that a person could tell.
  auto getPosition = [&](const TensorUse &use) {
    Operation *user = block.findAncestorOpInBlock(*use.operand->getOwner());
    return user ? user : &block.back();
  };
  llvm::sort(value.uses, [&](const TensorUse &a, const TensorUse &b) {
    Operation *first = getPosition(a), *second = getPosition(b);
    return first == second
               ? a.operand->getOperandNumber() < b.operand->getOperandNumber()
               : first->isBeforeInBlock(second);
  });
  llvm::sort(value.converts,
             [](ConvertOp a, ConvertOp b) { return a->isBeforeInBlock(b); });
}

void ConversionGraph::addUse(TensorValue &value, OpOperand &use) {
  TensorUse result{&use, cast<RankedTensorType>(use.get().getType()),
                   std::nullopt};
  if (isa<tensor::DimOp, tensor::RankOp>(use.getOwner())) {
    value.extentUses.push_back(&use);
    return;
  }
  auto known = nodeOf.find(use.getOwner());
  if (known == nodeOf.end()) {
    value.uses.push_back(result);
    return;
  }
  result.node = known->second;
  ElementwiseNode &node = nodes[known->second];
  if (node.op.isDpsInit(&use)) {
    value.unreadUses.push_back(result);
    return;
  }
  if (!llvm::is_contained(node.linked, &use))
    result.node = std::nullopt;
  value.uses.push_back(result);
}
