//===- ReadInPlace.cpp - Operands that need no conversion -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadInPlace.h"

#include "ConversionGraph.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

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

//===----------------------------------------------------------------------===//
// Factors of a contraction
//===----------------------------------------------------------------------===//

/// Returns, for each dimension of an operand of `op`, true if only a reduction
/// indexes it, and that nothing else.
static SmallVector<bool> findSummedDims(linalg::LinalgOp op, AffineMap map) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr index) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    return dim &&
           iterators[dim.getPosition()] == utils::IteratorType::reduction &&
           llvm::count_if(map.getResults(), [&](AffineExpr other) {
             return other.isFunctionOfDim(dim.getPosition());
           }) == 1;
  });
}

static bool isLaidOut(Value tensor) {
  return getTensorLayout(tensor.getType()).value_or(BufferAttr()) != nullptr;
}

namespace {

/// The axes of a laid out tensor, and which of them are digits of summed
/// dimensions.
struct FactorAxes {
  FactorAxes(Type type, ArrayRef<bool> isSummed)
      : layout(getPhysicalLayout(cast<ShapedType>(type))) {
    for (AffineExpr axis : layout.getMap().getResults()) {
      bool isOfSum = !isa<AffineConstantExpr>(axis);
      for (auto [dim, summed] : llvm::enumerate(isSummed))
        isOfSum &= summed || !axis.isFunctionOfDim(dim);
      if (!isOfSum)
        others.push_back(axis);
      endsInSum = isOfSum;
    }
  }

  /// Returns true if it has more elements in memory than the tensor.
  bool hasPadding() const {
    return computeProduct(layout.getPhysicalShape()) !=
           computeProduct(layout.getLogicalShape());
  }
  int64_t getLastExtent() const { return layout.getPhysicalShape().back(); }

  const PhysicalLayout &layout;
  SmallVector<AffineExpr> others;
  bool endsInSum = false;
};

} // namespace

/// Returns true if reading `before` in place of `after` takes the summed
/// dimensions in other digits only: as many elements lie side by side, and
/// lanes lie as they did.
static bool differsInSums(Value before, Value after, ArrayRef<bool> isSummed) {
  auto type = dyn_cast<RankedTensorType>(before.getType());
  if (!type || !type.hasStaticShape() || !isLaidOut(before) ||
      !isLaidOut(after))
    return false;
  FactorAxes ours(type, isSummed), theirs(after.getType(), isSummed);
  return ours.endsInSum && theirs.endsInSum &&
         ours.getLastExtent() >= theirs.getLastExtent() &&
         ours.others == theirs.others && !ours.hasPadding() &&
         !theirs.hasPadding();
}

/// Returns true if lanes along a sum would take this operand in the order of
/// another one.
static bool endsInSum(linalg::LinalgOp op, OpOperand *operand) {
  SmallVector<bool> isSummed =
      findSummedDims(op, op.getMatchingIndexingMap(operand));
  if (!isLaidOut(operand->get()))
    return !isSummed.empty() && isSummed.back();
  return FactorAxes(operand->get().getType(), isSummed).endsInSum;
}

/// A contraction broadcasts the elements of a factor along the lanes of the
/// other one. Sums over channels that lie by groups need them in no other
/// order.
static bool readFactorInPlace(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op->hasAttr(LayoutDialect::kPreferAttrName))
    return false;
  for (unsigned i : {0, 1}) {
    OpOperand *factor = op.getDpsInputOperand(i);
    auto convert = factor->get().getDefiningOp<ConvertOp>();
    // With other users the conversion stays.
    if (!convert || convert.isOnBuffers() || !convert->hasOneUse() ||
        endsInSum(op, op.getDpsInputOperand(1 - i)))
      continue;
    Value root = ConversionGraph::getRoot(factor->get(), op->getBlock());
    if (root == factor->get() ||
        !differsInSums(root, factor->get(),
                       findSummedDims(op, op.getMatchingIndexingMap(factor))))
      continue;
    factor->set(root);
    return true;
  }
  return false;
}

bool layout::readInPlace(ModuleOp module) {
  bool hasChanged = false;
  module.walk([&](LayoutPropagationOpInterface op) {
    if (!op->hasAttr(LayoutDialect::kPreferAttrName))
      for (const TensorLinks &links : op.getTensorLinks())
        hasChanged |= ::readInPlace(links);
  });
  module.walk(
      [&](linalg::LinalgOp op) { hasChanged |= readFactorInPlace(op); });
  return hasChanged;
}
