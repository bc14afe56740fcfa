//===- TouchedElements.cpp - What a statement touches, and when -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Accesses/TouchedElements.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/IntegerConstants.h"
#include "StoredLanes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

Conjunction Elements::contains(ArrayRef<AffineExpr> place) const {
  Conjunction inside;
  for (auto [d, at] : llvm::enumerate(place)) {
    AffineExpr offset = at - index[d];
    AffineExpr extent = extents.empty() ? AffineExpr() : extents[d];
    auto constant = dyn_cast_or_null<AffineConstantExpr>(extent);
    if (!extent || (constant && constant.getValue() == 1)) {
      inside.push_back({offset, /*isEq=*/true});
      continue;
    }
    inside.push_back({offset});
    inside.push_back({extent - 1 - offset});
  }
  return inside;
}

namespace {

/// A box in a buffer or a view of it.
struct TouchedBox {
  SmallVector<AffineExpr, 4> index, extents;
  bool isExact = true;
};

class Describer {
public:
  Describer(IntegerFacts &facts, const BufferFlow &flow, MLIRContext *context)
      : facts(facts), flow(flow), context(context) {}

  /// Nullopt: may be any element. `names` gains the views on the way.
  std::optional<TouchedBox>
  describe(OpOperand &operand, SmallVectorImpl<Elements> *names = nullptr) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    auto root = dyn_cast<MemRefType>(flow.getRoot(operand.get()).getType());
    if (!type || !root || !hasDistinctElements(root))
      return std::nullopt;
    std::optional<TouchedBox> box = describeInView(operand, type);
    if (!box || !isComplete(*box))
      return std::nullopt;
    return toRoot(std::move(*box), operand.get(), names);
  }

  std::optional<TouchedBox> describeWhole(Value buffer) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    if (!type)
      return std::nullopt;
    TouchedBox box;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      box.index.push_back(getConstant(0));
      box.extents.push_back(facts.getExtent(buffer, d));
    }
    return isComplete(box) ? std::optional(std::move(box)) : std::nullopt;
  }

  /// Of lanes of a vector that lie in the buffer: nullopt if there are others
  /// in a view of it, or if they are not next to each other.
  std::optional<TouchedBox> describeLanes(OpOperand &operand,
                                          const StoredLanes &lanes) {
    Value view = operand.get();
    auto type = dyn_cast<MemRefType>(view.getType());
    auto root = dyn_cast<MemRefType>(flow.getRoot(view).getType());
    Operation *op = operand.getOwner();
    if (!type || !root || !hasDistinctElements(root) ||
        isa<VectorType>(type.getElementType()))
      return std::nullopt;
    auto transfer = dyn_cast<VectorTransferOpInterface>(op);
    if (transfer && transfer.hasOutOfBoundsDim() && view != flow.getRoot(view))
      return std::nullopt;
    std::optional<TouchedBox> box = describeInView(operand, type);
    if (!box || !isComplete(*box))
      return std::nullopt;
    int64_t numOuter = type.getRank() - lanes.offsets.size();
    for (auto [k, offset, size] : llvm::enumerate(lanes.offsets, lanes.sizes)) {
      unsigned d = transfer ? transfer.getPermutationMap().getDimPosition(k)
                            : numOuter + k;
      box->index[d] = box->index[d] + offset;
      box->extents[d] = getConstant(size);
    }
    box->isExact = true;
    box = toRoot(std::move(*box), view, nullptr);
    return box && box->isExact ? box : std::nullopt;
  }

private:
  AffineExpr getConstant(int64_t value) const {
    return getAffineConstantExpr(value, context);
  }

  static bool isComplete(const TouchedBox &box) {
    return llvm::all_of(box.index, [](AffineExpr e) { return bool(e); }) &&
           llvm::all_of(box.extents, [](AffineExpr e) { return bool(e); });
  }

  std::optional<TouchedBox> describeInView(OpOperand &operand,
                                           MemRefType type) {
    Operation *op = operand.getOwner();
    bool isStoredValue = isa<affine::AffineWriteOpInterface, memref::StoreOp,
                             vector::StoreOp, vector::TransferWriteOp>(op) &&
                         operand.getOperandNumber() == 0;
    if (isStoredValue)
      return std::nullopt;
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      return getPlace(load.getAffineMap(), load.getMapOperands());
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      return getPlace(store.getAffineMap(), store.getMapOperands());
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return getPlace(load.getIndices());
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return getPlace(store.getIndices());
    if (auto load = dyn_cast<affine::AffineVectorLoadOp>(op))
      return along(getPlace(load.getAffineMap(), load.getMapOperands()),
                   load.getVectorType(), type);
    if (auto store = dyn_cast<affine::AffineVectorStoreOp>(op))
      return along(getPlace(store.getAffineMap(), store.getMapOperands()),
                   store.getVectorType(), type);
    if (auto load = dyn_cast<vector::LoadOp>(op))
      return along(getPlace(load.getIndices()), load.getVectorType(), type);
    if (auto store = dyn_cast<vector::StoreOp>(op))
      return along(getPlace(store.getIndices()), store.getVectorType(), type);
    if (auto store = dyn_cast<vector::MaskedStoreOp>(op)) {
      auto box =
          along(getPlace(store.getIndices()), store.getVectorType(), type);
      if (box)
        box->isExact = false;
      return box;
    }
    if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
      return describeTransfer(transfer, type);
    if (isa<memref::CopyOp, linalg::FillOp>(op))
      return describeWhole(operand.get());
    return std::nullopt;
  }

  TouchedBox getPlace(AffineMap map, ValueRange operands) {
    TouchedBox box;
    for (AffineExpr result : map.getResults())
      box.index.push_back(facts.express(result, map.getNumDims(), operands));
    box.extents.assign(box.index.size(), getConstant(1));
    return box;
  }
  TouchedBox getPlace(ValueRange indices) {
    TouchedBox box;
    for (Value index : indices)
      box.index.push_back(facts.express(index));
    box.extents.assign(box.index.size(), getConstant(1));
    return box;
  }

  /// A vector lies along the last dimensions.
  std::optional<TouchedBox> along(TouchedBox box, VectorType vector,
                                  MemRefType type) {
    if (type.getElementType() == vector)
      return box;
    int64_t rank = type.getRank(), vectorRank = vector.getRank();
    if (vector.isScalable() || vectorRank > rank ||
        isa<VectorType>(type.getElementType()))
      return std::nullopt;
    for (int64_t d = 0; d < vectorRank; ++d)
      box.extents[rank - vectorRank + d] = getConstant(vector.getDimSize(d));
    return box;
  }

  std::optional<TouchedBox> describeTransfer(VectorTransferOpInterface transfer,
                                             MemRefType type) {
    VectorType vector = transfer.getVectorType();
    if (vector.isScalable() || isa<VectorType>(type.getElementType()))
      return std::nullopt;
    TouchedBox box = getPlace(transfer.getIndices());
    box.isExact =
        !transfer.getMask() && !isa<vector::MaskOp>(transfer->getParentOp());
    AffineMap map = transfer.getPermutationMap();
    for (auto [lane, result] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      if (!dim) // one element for all lanes
        continue;
      box.extents[dim.getPosition()] = getConstant(vector.getDimSize(lane));
      box.isExact &= transfer.isDimInBounds(lane);
    }
    return box;
  }

  //===--------------------------------------------------------------------===//
  // Views
  //===--------------------------------------------------------------------===//

  std::optional<TouchedBox> toRoot(TouchedBox box, Value view,
                                   SmallVectorImpl<Elements> *names) {
    while (Value source = flow.getSource(view)) {
      if (names)
        names->push_back({view, box.index, box.extents});
      Operation *op = view.getDefiningOp();
      bool hasSameIndices =
          flow.getCopied(view) ||
          (isa_and_nonnull<memref::CastOp, memref::MemorySpaceCastOp,
                           memref::AssumeAlignmentOp,
                           memref::DistinctObjectsOp>(op) &&
           isa<MemRefType>(view.getType()) &&
           isa<MemRefType>(source.getType()));
      if (!hasSameIndices) {
        auto slice = dyn_cast_or_null<memref::SubViewOp>(op);
        if (!slice || !toSource(box, slice))
          return std::nullopt;
      }
      view = source;
    }
    return box;
  }

  AffineExpr express(OpFoldResult value) {
    if (std::optional<int64_t> constant = getConstantNumber(value))
      return getConstant(*constant);
    return facts.express(cast<Value>(value));
  }

  bool toSource(TouchedBox &box, memref::SubViewOp slice) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    TouchedBox result;
    result.isExact = box.isExact;
    unsigned next = 0;
    for (auto [d, offset, stride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
      AffineExpr start = express(offset);
      std::optional<int64_t> step = getConstantNumber(stride);
      if (!start)
        return false;
      AffineExpr extent = getConstant(1);
      if (!dropped.test(d)) {
        if (!step || *step <= 0)
          return false;
        start = start + box.index[next] * *step;
        extent = (box.extents[next] - 1) * *step + 1;
        result.isExact &= *step == 1 || extent == getConstant(1);
        ++next;
      }
      result.index.push_back(start);
      result.extents.push_back(extent);
    }
    box = std::move(result);
    return true;
  }

  IntegerFacts &facts;
  const BufferFlow &flow;
  MLIRContext *context;
};

} // namespace

TouchedElements layout::getTouchedElements(OpOperand &operand,
                                           IntegerFacts &facts,
                                           const BufferFlow &flow) {
  TouchedElements touched;
  touched.operand = &operand;
  OperandEffect effect = getOperandEffect(operand);
  touched.reads = effect.mayRead;
  touched.writes = effect.mayWrite;
  touched.elements.buffer = flow.getRoot(operand.get());

  Describer describer(facts, flow, operand.getOwner()->getContext());
  std::optional<TouchedBox> box;
  if (!flow.isMerge(touched.elements.buffer))
    box = describer.describe(operand);
  touched.isExact = box && box->isExact;
  if (!box)
    box = describer.describeWhole(touched.elements.buffer);
  if (box) {
    touched.elements.index = std::move(box->index);
    touched.elements.extents = std::move(box->extents);
  }
  return touched;
}

std::optional<Elements> layout::getElementsOfLanes(OpOperand &operand,
                                                   const StoredLanes &lanes,
                                                   IntegerFacts &facts,
                                                   const BufferFlow &flow) {
  Describer describer(facts, flow, operand.getOwner()->getContext());
  std::optional<TouchedBox> box;
  if (!flow.isMerge(flow.getRoot(operand.get())))
    box = describer.describeLanes(operand, lanes);
  if (!box)
    return std::nullopt;
  Elements elements;
  elements.buffer = flow.getRoot(operand.get());
  elements.index = std::move(box->index);
  elements.extents = std::move(box->extents);
  return elements;
}

std::optional<SmallVector<Elements>>
layout::getElementsOfViews(OpOperand &operand, IntegerFacts &facts,
                           const BufferFlow &flow) {
  SmallVector<Elements> names;
  Describer describer(facts, flow, operand.getOwner()->getContext());
  if (!describer.describe(operand, &names))
    return std::nullopt;
  return names;
}

/// The branches between `statement` and `op`; nullopt if they are not known.
static std::optional<Condition>
getConditionWithin(Operation *statement, Operation *op, IntegerFacts &facts) {
  std::optional<Condition> all = Condition::getTrue();
  for (; op != statement && all; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    if (isa<LoopLikeOpInterface>(parent))
      continue;
    std::optional<Condition> entry = facts.getEntryCondition(op->getBlock());
    all = entry ? all->conjoin(*entry) : std::nullopt;
  }
  return all;
}

std::optional<SmallVector<TouchedElements>>
layout::getAllTouchedElements(Operation *statement, IntegerFacts &facts,
                              const BufferFlow &flow) {
  SmallVector<TouchedElements> all;
  WalkResult result = statement->walk([&](Operation *op) {
    bool isRecursive = op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    if (!isRecursive && !isa<MemoryEffectOpInterface>(op) &&
        !op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::interrupt();
    std::optional<Condition> where = getConditionWithin(statement, op, facts);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<BaseMemRefType>(operand.get().getType()) || isRecursive ||
          op->hasTrait<OpTrait::IsTerminator>() || !getViews(operand).empty())
        continue;
      OperandEffect effect = getOperandEffect(operand);
      if (effect.escapes)
        return WalkResult::interrupt();
      if (!effect.touches())
        continue;
      TouchedElements touched = getTouchedElements(operand, facts, flow);
      if (where)
        touched.elements.where = *where;
      touched.isExact &= where.has_value();
      all.push_back(std::move(touched));
    }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return std::nullopt;
  return all;
}
