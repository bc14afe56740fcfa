//===- TensorNode.cpp - An op through which conversions can move ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorNode.h"

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

RankedTensorType TensorNode::getType(size_t tensor) const {
  size_t numOperands = links.operands.size();
  return cast<RankedTensorType>(
      tensor < numOperands
          ? links.operands[tensor].operand->get().getType()
          : links.values[tensor - numOperands].value.getType());
}

const MatchedDims &TensorNode::getDims(size_t tensor) const {
  size_t numOperands = links.operands.size();
  return tensor < numOperands ? links.operands[tensor].dims
                              : links.values[tensor - numOperands].dims;
}

DenseSet<int64_t> layout::getNumbers(const MatchedDims &dims) {
  DenseSet<int64_t> numbers;
  for (const auto &matched : dims)
    numbers.insert_range(matched);
  return numbers;
}

bool TensorNode::isRelabeling() const {
  if (links.isDataMovement)
    return true;
  return links.operands.size() == 1 && links.values.size() == 1 &&
         links.wholeDims.none() &&
         links.operands.front().dims != links.values.front().dims &&
         getNumbers(links.operands.front().dims) ==
             getNumbers(links.values.front().dims);
}

size_t TensorNode::getPosition(Value value) const {
  for (auto [i, linked] : llvm::enumerate(links.values))
    if (linked.value == value)
      return links.operands.size() + i;
  llvm_unreachable("asked for a value that is not linked");
}

std::optional<SmallVector<BufferAttr>>
TensorNode::carry(size_t from, BufferAttr order) const {
  SmallVector<BufferAttr> result;
  for (size_t to = 0; to < getNumTensors(); ++to) {
    std::optional<BufferAttr> carried =
        to == from ? order
                   : cache->carry(order, getTensor(from), getTensor(to), links);
    if (!carried)
      return std::nullopt;
    result.push_back(*carried);
  }
  return result;
}

size_t TensorNode::getReference() const {
  size_t reference = links.operands.size(), most = 0;
  auto consider = [&](size_t tensor) {
    size_t count = getNumbers(getDims(tensor)).size();
    if (count > most || tensor == reference) {
      reference = tensor;
      most = count;
    }
  };
  consider(reference);
  for (size_t tensor = 0; tensor < getNumTensors(); ++tensor)
    consider(tensor);
  return reference;
}

bool TensorNode::fits(size_t from, size_t to) const {
  std::optional<BufferAttr> carried =
      cache->carry(orders[from], getTensor(from), getTensor(to), links);
  return carried == orders[to] ||
         (isRelabeling() && cache->isSameStorage(orders[from], getTensor(from),
                                                 orders[to], getTensor(to)));
}
