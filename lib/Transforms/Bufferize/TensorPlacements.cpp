//===- TensorPlacements.cpp - Data movement ops as linalg.generic ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPlacements.h"

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// Numbers that are known and at least `least`.
static bool areKnown(ArrayRef<OpFoldResult> values, int64_t least) {
  return llvm::all_of(values, [&](OpFoldResult value) {
    std::optional<int64_t> number = getConstantNumber(value);
    return number && *number >= least;
  });
}

static bool hasKnownPlaces(OffsetSizeAndStrideOpInterface slice) {
  return areKnown(slice.getMixedOffsets(), 0) &&
         areKnown(slice.getMixedStrides(), 1);
}

/// Returns true if it is a prefix of a dimension whose extent is not known. A
/// map that names the dimension would say that it is all of it.
static bool isPartOfUnknown(tensor::ExtractSliceOp slice, unsigned dim) {
  if (!slice.getSourceType().isDynamicDim(dim) ||
      slice.getDroppedDims().test(dim) ||
      getConstantNumber(slice.getMixedOffsets()[dim]) != 0 ||
      getConstantNumber(slice.getMixedStrides()[dim]) != 1)
    return false;
  // The size of the source itself, as tensor.dim has it, makes the slice whole.
  // Any other dynamic size may be less, and a loop over all of the source would
  // write beyond the slice.
  auto size = dyn_cast<Value>(slice.getMixedSizes()[dim]);
  auto whole = size ? size.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return !whole || whole.getSource() != slice.getSource() ||
         whole.getConstantIndex() != static_cast<int64_t>(dim);
}

/// A reshape of a plain tensor, or to one, is a view of it, which costs
/// nothing.
static bool hasPlain(Operation *op) {
  auto isPlain = [](Type type) {
    return !cast<RankedTensorType>(type).getEncoding();
  };
  return isPlain(op->getOperand(0).getType()) ||
         isPlain(op->getResult(0).getType());
}

static bool hasKnownPlaces(Operation *op, RankedTensorType fine,
                           ArrayRef<ReassociationIndices> groups) {
  return !hasPlain(op) &&
         llvm::all_of(groups, [&](const ReassociationIndices &group) {
           return llvm::none_of(llvm::drop_begin(group), [&](int64_t d) {
             return fine.isDynamicDim(d);
           });
         });
}

static bool hasKnownPlaces(tensor::ConcatOp concat) {
  return llvm::all_of(concat.getInputs().drop_back(), [&](Value input) {
    return !cast<RankedTensorType>(input.getType())
                .isDynamicDim(concat.getDim());
  });
}

bool layout::isPlacement(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return hasKnownPlaces(slice) &&
           llvm::none_of(
               llvm::seq<unsigned>(0, slice.getSourceType().getRank()),
               [&](unsigned dim) { return isPartOfUnknown(slice, dim); });
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return hasKnownPlaces(slice);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return pad.getConstantPaddingValue() && areKnown(pad.getMixedLowPad(), 0);
  if (auto reshape = dyn_cast<tensor::CollapseShapeOp>(op))
    return hasKnownPlaces(op, reshape.getSrcType(),
                          reshape.getReassociationIndices());
  if (auto reshape = dyn_cast<tensor::ExpandShapeOp>(op))
    return hasKnownPlaces(op, reshape.getResultType(),
                          reshape.getReassociationIndices());
  auto concat = dyn_cast<tensor::ConcatOp>(op);
  return concat && hasKnownPlaces(concat);
}

namespace {

class PlacementBuilder {
public:
  PlacementBuilder(RewriterBase &rewriter, Operation *op)
      : rewriter(rewriter), op(op), loc(op->getLoc()) {
    rewriter.setInsertionPoint(op);
  }

  void build() {
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return extract(slice);
    if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
      return insert(slice);
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return this->pad(pad);
    if (auto reshape = dyn_cast<tensor::CollapseShapeOp>(op))
      return collapse(reshape);
    if (auto reshape = dyn_cast<tensor::ExpandShapeOp>(op))
      return expand(reshape);
    concat(cast<tensor::ConcatOp>(op));
  }

private:
  AffineMap getIdentity(int64_t rank) {
    return rewriter.getMultiDimIdentityMap(rank);
  }

  /// The result, without elements.
  Value buildEmpty() {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<Value> sizes;
    ReifiedRankedShapedTypeDims shapes;
    if (!type.hasStaticShape() &&
        succeeded(reifyResultShapes(rewriter, op, shapes)))
      for (auto [d, extent] : llvm::enumerate(shapes.front()))
        if (type.isDynamicDim(d))
          sizes.push_back(
              getValueOrCreateConstantIndexOp(rewriter, loc, extent));
    return tensor::EmptyOp::create(rewriter, loc, type, sizes);
  }

  /// `into` with the elements of `from` at some places: both maps lead from the
  /// indices of one loop for each dimension. If these are not all places, the
  /// body names the old element, so that the rest is not taken for overwritten.
  Value copy(Value from, AffineMap fromMap, Value into, AffineMap intoMap,
             bool keepsRest) {
    SmallVector<utils::IteratorType> iterators(fromMap.getNumDims(),
                                               utils::IteratorType::parallel);
    Value always;
    if (keepsRest)
      always = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
    return linalg::GenericOp::create(
               rewriter, loc, into.getType(), from, into,
               ArrayRef<AffineMap>{fromMap, intoMap}, iterators,
               [&](OpBuilder &body, Location, ValueRange elements) {
                 Value element = elements[0];
                 if (keepsRest)
                   element = arith::SelectOp::create(body, loc, always, element,
                                                     elements[1]);
                 linalg::YieldOp::create(body, loc, element);
               })
        .getResult(0);
  }

  /// Where index `dim` of a tensor of an extent lies in a dimension of another.
  /// Maps that name a dimension of a loop speak of all of it: a part that
  /// begins at the first element says so by a remainder that is the index
  /// itself.
  AffineExpr getPlace(unsigned dim, int64_t extent, int64_t offset,
                      int64_t stride, int64_t whole) {
    AffineExpr index = rewriter.getAffineDimExpr(dim);
    AffineExpr place = index * stride + offset;
    bool isPart = place == index && whole > 0 && extent != whole;
    return isPart ? index % whole : place;
  }

  /// From the index in a slice to that in the tensor that it is a slice of.
  AffineMap getSliceMap(OffsetSizeAndStrideOpInterface slice,
                        const llvm::SmallBitVector &dropped,
                        ArrayRef<int64_t> shape, ArrayRef<int64_t> whole) {
    SmallVector<AffineExpr> places;
    unsigned next = 0;
    for (auto [d, offset, stride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
      int64_t start = *getConstantNumber(offset);
      if (dropped.test(d)) {
        places.push_back(rewriter.getAffineConstantExpr(start));
        continue;
      }
      places.push_back(getPlace(next, shape[next], start,
                                *getConstantNumber(stride), whole[d]));
      ++next;
    }
    return AffineMap::get(next, 0, places, op->getContext());
  }

  void extract(tensor::ExtractSliceOp slice) {
    rewriter.replaceOp(op, copy(slice.getSource(),
                                getSliceMap(slice, slice.getDroppedDims(),
                                            slice.getType().getShape(),
                                            slice.getSourceType().getShape()),
                                buildEmpty(),
                                getIdentity(slice.getType().getRank()),
                                /*keepsRest=*/false));
  }

  void insert(tensor::InsertSliceOp slice) {
    rewriter.replaceOp(op, copy(slice.getSource(),
                                getIdentity(slice.getSourceType().getRank()),
                                slice.getDest(),
                                getSliceMap(slice, slice.getDroppedDims(),
                                            slice.getSourceType().getShape(),
                                            slice.getDestType().getShape()),
                                /*keepsRest=*/true));
  }

  void pad(tensor::PadOp pad) {
    Value number = pad.getConstantPaddingValue();
    // It may be a constant inside.
    if (pad->isAncestor(number.getParentRegion()->getParentOp()))
      number = rewriter.clone(*number.getDefiningOp())->getResult(0);
    Value filled = linalg::FillOp::create(rewriter, loc, number, buildEmpty())
                       .getResult(0);
    SmallVector<AffineExpr> places;
    for (auto [d, low] : llvm::enumerate(pad.getMixedLowPad()))
      places.push_back(getPlace(d, pad.getSourceType().getDimSize(d),
                                *getConstantNumber(low), 1,
                                pad.getResultType().getDimSize(d)));
    int64_t rank = places.size();
    rewriter.replaceOp(op,
                       copy(pad.getSource(), getIdentity(rank), filled,
                            AffineMap::get(rank, 0, places, op->getContext()),
                            /*keepsRest=*/true));
  }

  void concat(tensor::ConcatOp concat) {
    Value result = buildEmpty();
    unsigned rank = concat.getResultType().getRank(), dim = concat.getDim();
    int64_t offset = 0;
    for (Value input : concat.getInputs()) {
      auto type = cast<RankedTensorType>(input.getType());
      SmallVector<AffineExpr> places(getIdentity(rank).getResults());
      places[dim] = getPlace(dim, type.getDimSize(dim), offset, 1,
                             concat.getResultType().getDimSize(dim));
      result = copy(input, getIdentity(rank), result,
                    AffineMap::get(rank, 0, places, op->getContext()),
                    /*keepsRest=*/true);
      offset += type.isDynamicDim(dim) ? 0 : type.getDimSize(dim);
    }
    rewriter.replaceOp(op, result);
  }

  /// From the index in a tensor to that in what it collapses to.
  AffineMap getCollapse(RankedTensorType fine,
                        ArrayRef<ReassociationIndices> groups) {
    SmallVector<AffineExpr> places;
    for (const ReassociationIndices &group : groups) {
      AffineExpr place = rewriter.getAffineConstantExpr(0);
      for (int64_t d : group)
        place = place * (d == group.front() ? 1 : fine.getDimSize(d)) +
                rewriter.getAffineDimExpr(d);
      places.push_back(place);
    }
    return AffineMap::get(fine.getRank(), 0, places, op->getContext());
  }

  void collapse(tensor::CollapseShapeOp reshape) {
    rewriter.replaceOp(op, copy(reshape.getSrc(),
                                getIdentity(reshape.getSrcType().getRank()),
                                buildEmpty(),
                                getCollapse(reshape.getSrcType(),
                                            reshape.getReassociationIndices()),
                                /*keepsRest=*/false));
  }

  void expand(tensor::ExpandShapeOp reshape) {
    RankedTensorType type = reshape.getResultType();
    rewriter.replaceOp(
        op, copy(reshape.getSrc(),
                 getCollapse(type, reshape.getReassociationIndices()),
                 buildEmpty(), getIdentity(type.getRank()),
                 /*keepsRest=*/false));
  }

  RewriterBase &rewriter;
  Operation *op;
  Location loc;
};

} // namespace

void layout::buildPlacement(RewriterBase &rewriter, Operation *op) {
  PlacementBuilder(rewriter, op).build();
}
