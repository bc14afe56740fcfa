//===- ReadInPlace.cpp - Operands that need no conversion -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadInPlace.h"

#include "ConversionGraph.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if `tensor` is in the order of the first value of the group.
static bool liesInOrder(Value tensor, const LinkedOperand &linked,
                        const TensorLinks &links) {
  const LinkedValue &first = links.values.front();
  auto type = cast<RankedTensorType>(tensor.getType());
  auto firstType = cast<RankedTensorType>(first.value.getType());
  std::optional<BufferAttr> order = carryOrder(
      getOrder(firstType), firstType, first.dims, type, linked.dims, links);
  return order && *order == getOrder(type);
}

static bool readInPlace(const TensorLinks &links) {
  if (links.values.empty() ||
      !getTensorLayout(links.values.front().value.getType()))
    return false;
  bool hasChanged = false;
  for (const LinkedOperand &linked : links.operands) {
    OpOperand &operand = *linked.operand;
    auto convert = operand.get().getDefiningOp<ConvertOp>();
    if (!convert || linked.tied || convert.isOnBuffers())
      continue;
    Value root =
        ConversionGraph::getRoot(operand.get(), operand.getOwner()->getBlock());
    // Only if the tensor before the conversion has the order that the op needs
    // anyway.
    if (root == operand.get() || !getTensorLayout(root.getType()) ||
        !liesInOrder(root, linked, links))
      continue;
    operand.set(root);
    hasChanged = true;
  }
  return hasChanged;
}

bool layout::readInPlace(ModuleOp module) {
  bool hasChanged = false;
  module.walk([&](LayoutPropagationOpInterface op) {
    if (!op->hasAttr(LayoutDialect::kPreferAttrName))
      for (const TensorLinks &links : op.getTensorLinks())
        hasChanged |= ::readInPlace(links);
  });
  return hasChanged;
}
