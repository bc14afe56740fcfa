//===- AccessedElements.cpp - What one access touches ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessedElements.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// An index into a buffer or a view; null where a coordinate is not known.
/// Empty optional: nothing is known.
using PartialIndex = std::optional<SmallVector<AffineExpr>>;

/// The source of a view whose elements have the same indices as in the source.
Value getSourceOfSameIndices(Value view, const BufferFlow &flow) {
  // Seen from where it is copied to, the source has the indices that it has
  // here: it is born around both.
  if (Value source = flow.getCopied(view))
    return source;
  Operation *op = view.getDefiningOp();
  if (!isa_and_nonnull<memref::CastOp, memref::MemorySpaceCastOp,
                       memref::AssumeAlignmentOp>(op))
    return {};
  Value source = op->getOperand(0);
  return isa<MemRefType>(source.getType()) &&
                 isa<MemRefType>(op->getResult(0).getType())
             ? source
             : Value();
}

/// Is this the value that a store puts into another buffer?
bool isStoredValue(OpOperand &operand) {
  return isa<affine::AffineWriteOpInterface, memref::StoreOp, vector::StoreOp,
             vector::TransferWriteOp>(operand.getOwner()) &&
         operand.getOperandNumber() == 0;
}

class ElementDescriber {
public:
  ElementDescriber(const AccessNode &node, AccessTree &tree)
      : node(node), root(tree.getRoot()), flow(tree.getFlow()),
        expressions(tree.getExpressions()), context(root.getContext()),
        counters(ArrayRef(node.counters).take_front(node.depth)) {}

  AccessedElements describe(const BufferTouch &touch) {
    PartialIndex index;
    if (isa<MemRefType>(touch.operand->get().getType()))
      index = touch.isWhole ? describeWhole(touch.operand->get())
                            : describeIndex(*touch.operand);
    if (index)
      index = toRoot(std::move(*index), touch.operand->get());
    unsigned rank = expressions.getExtents().size();
    if (!index) {
      // Lanes of a description that came to nothing would only be in the way.
      elements = AccessedElements();
      elements.isExact = false;
      index.emplace(rank);
    }
    for (auto [coordinate, extent] :
         llvm::zip_equal(*index, expressions.getExtents()))
      if (!coordinate) {
        elements.isExact = false;
        coordinate = addLane(getBounds(extent));
      }
    elements.index = std::move(*index);
    return std::move(elements);
  }

private:
  //===--------------------------------------------------------------------===//
  // Views
  //===--------------------------------------------------------------------===//

  /// From an index into `view` to one into the root.
  PartialIndex toRoot(SmallVector<AffineExpr> index, Value view) {
    while (view != root) {
      if (Value source = getSourceOfSameIndices(view, flow)) {
        view = source;
        continue;
      }
      if (auto physical = view.getDefiningOp<AsPhysicalOp>()) {
        if (!toLogical(index, physical))
          return std::nullopt;
        view = physical.getSource();
        continue;
      }
      auto slice = view.getDefiningOp<memref::SubViewOp>();
      if (!slice)
        return std::nullopt;
      index = toSource(index, slice);
      view = slice.getSource();
    }
    return index;
  }

  /// From a place to the element that lies there. Places of which the way back
  /// does not return are padding, and no element.
  bool toLogical(SmallVector<AffineExpr> &place, AsPhysicalOp view) {
    const PhysicalLayout &layout =
        getPhysicalLayout(cast<MemRefType>(view.getSource().getType()));
    AffineMap inverse = layout.getInverse();
    if (!inverse || layout.getMap().getNumSymbols() != 0 ||
        !llvm::all_of(place, [](AffineExpr expr) { return bool(expr); }))
      return false;
    SmallVector<AffineExpr> index;
    for (AffineExpr result : inverse.getResults())
      index.push_back(result.replaceDims(place));
    for (auto [back, there] :
         llvm::zip_equal(layout.getMap().getResults(), place))
      elements.constraints.push_back(
          {back.replaceDims(index) - there, /*isEq=*/true});
    place = std::move(index);
    return true;
  }

  SmallVector<AffineExpr> toSource(ArrayRef<AffineExpr> index,
                                   memref::SubViewOp slice) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    SmallVector<AffineExpr> result;
    for (auto [d, offset, stride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
      AffineExpr expr = expressions.express(offset, counters);
      if (!dropped.test(d)) {
        AffineExpr coordinate = index.front();
        index = index.drop_front();
        AffineExpr step = expressions.express(stride, counters);
        bool isAffine = coordinate && isa_and_nonnull<AffineConstantExpr>(step);
        expr = expr && isAffine ? expr + coordinate * step : AffineExpr();
      }
      result.push_back(expr);
    }
    return result;
  }

  /// Upper bounds of the indices of a buffer, one or more per dimension.
  std::optional<SmallVector<IndexBounds>> getExtents(Value view) {
    if (view == root) {
      SmallVector<IndexBounds> extents;
      for (AffineExpr extent : expressions.getExtents())
        extents.push_back(getBounds(extent));
      return extents;
    }
    if (Value source = getSourceOfSameIndices(view, flow))
      return getExtents(source);
    auto slice = view.getDefiningOp<memref::SubViewOp>();
    if (!slice)
      return std::nullopt;
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    SmallVector<IndexBounds> extents;
    for (auto [d, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(d))
        extents.push_back(expressions.expressBound(size, true, counters));
    return extents;
  }

  PartialIndex describeWhole(Value view) {
    std::optional<SmallVector<IndexBounds>> extents = getExtents(view);
    if (!extents)
      return std::nullopt;
    SmallVector<AffineExpr> index;
    for (const IndexBounds &extent : *extents)
      index.push_back(addLane(extent));
    return index;
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  /// A dimension that runs over [0, extent) within one execution.
  AffineExpr addLane(const IndexBounds &extent) {
    AffineExpr lane =
        getAffineDimExpr(node.depth + elements.lanes.size(), context);
    Interval range;
    range.low = 0;
    elements.constraints.push_back({lane});
    elements.isExact &= extent.isComplete;
    for (AffineExpr bound : extent.exprs) {
      elements.constraints.push_back({bound - 1 - lane});
      Interval most = expressions.getRange(bound, counters);
      if (most.high && *most.high < std::numeric_limits<int64_t>::max())
        range.high = std::max<int64_t>(
            0, std::min(range.high.value_or(*most.high), *most.high - 1));
    }
    elements.lanes.push_back(range);
    return lane;
  }
  AffineExpr addLane(int64_t extent) {
    return addLane(getBounds(getAffineConstantExpr(extent, context)));
  }
  static IndexBounds getBounds(AffineExpr extent) {
    IndexBounds bounds;
    bounds.exprs.push_back(extent);
    return bounds;
  }

  PartialIndex describeIndex(OpOperand &operand) {
    Operation *op = operand.getOwner();
    if (isStoredValue(operand)) // the buffer itself goes somewhere
      return std::nullopt;
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      return describeAffine(load.getAffineMap(), load.getMapOperands());
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      return describeAffine(store.getAffineMap(), store.getMapOperands());
    if (auto load = dyn_cast<affine::AffineVectorLoadOp>(op))
      return alongLastDims(
          describeAffine(load.getAffineMap(), load.getMapOperands()),
          load.getVectorType());
    if (auto store = dyn_cast<affine::AffineVectorStoreOp>(op))
      return alongLastDims(
          describeAffine(store.getAffineMap(), store.getMapOperands()),
          store.getVectorType());
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return describeValues(load.getIndices());
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return describeValues(store.getIndices());
    if (auto load = dyn_cast<vector::LoadOp>(op))
      return alongLastDims(describeValues(load.getIndices()),
                           load.getVectorType());
    if (auto store = dyn_cast<vector::StoreOp>(op))
      return alongLastDims(describeValues(store.getIndices()),
                           store.getVectorType());
    if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
      return describeTransfer(transfer);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      return describeStructured(structured, operand);
    return std::nullopt;
  }

  SmallVector<AffineExpr> describeValues(ValueRange values) {
    return llvm::map_to_vector(values, [&](Value value) {
      return expressions.express(value, counters);
    });
  }

  SmallVector<AffineExpr> describeAffine(AffineMap map, ValueRange operands) {
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
      return expressions.express(result, map.getNumDims(), operands, counters);
    });
  }

  /// A vector lies along the last dimensions. Vectors of vectors and of
  /// scalable size are not followed.
  PartialIndex alongLastDims(SmallVector<AffineExpr> index, VectorType vector) {
    int64_t rank = index.size();
    if (vector.getRank() > rank)
      return std::nullopt;
    return along(
        std::move(index), vector,
        AffineMap::getMinorIdentityMap(rank, vector.getRank(), context));
  }

  PartialIndex along(SmallVector<AffineExpr> index, VectorType vector,
                     AffineMap permutation) {
    if (vector.isScalable() ||
        vector.getRank() != static_cast<int64_t>(permutation.getNumResults()))
      return std::nullopt;
    for (auto [size, result] :
         llvm::zip_equal(vector.getShape(), permutation.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      if (!dim) // one element for all lanes
        continue;
      AffineExpr lane = addLane(size);
      AffineExpr &coordinate = index[dim.getPosition()];
      coordinate = coordinate ? coordinate + lane : AffineExpr();
    }
    return index;
  }

  PartialIndex describeTransfer(VectorTransferOpInterface transfer) {
    if (isa<VectorType>(transfer.getShapedType().getElementType()))
      return std::nullopt;
    if (transfer.getMask())
      elements.isExact = false;
    return along(describeValues(transfer.getIndices()),
                 transfer.getVectorType(), transfer.getPermutationMap());
  }

  PartialIndex describeStructured(linalg::LinalgOp op, OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    std::optional<SmallVector<IndexBounds>> extents = getExtents(operand.get());
    SmallVector<AffineExpr> loops;
    for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges())) {
      AffineExpr dim = getAffineDimExpr(loop, context);
      auto result = llvm::find(map.getResults(), dim);
      if (!ShapedType::isDynamic(range)) {
        loops.push_back(addLane(range));
      } else if (!map.isFunctionOfDim(loop)) {
        loops.push_back(dim);     // stands nowhere
        elements.isExact = false; // but may have no iteration
      } else if (extents && result != map.getResults().end()) {
        loops.push_back(addLane((*extents)[result - map.getResults().begin()]));
      } else {
        return std::nullopt;
      }
    }
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
      return expr.replaceDims(loops);
    });
  }

  const AccessNode &node;
  Value root;
  const BufferFlow &flow;
  IndexExpressions &expressions;
  MLIRContext *context;
  ArrayRef<Interval> counters;
  AccessedElements elements;
};

} // namespace

AccessedElements layout::describeElements(const AccessNode &node,
                                          const BufferTouch &touch,
                                          AccessTree &tree) {
  return ElementDescriber(node, tree).describe(touch);
}
