//===- TensorModels.cpp - Propagation models of tensor ops ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LayoutPropagation.h"
#include "Models.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

static std::optional<int64_t> getStaticExtent(RankedTensorType type,
                                              int64_t dim) {
  return type.isDynamicDim(dim) ? std::nullopt
                                : std::optional(type.getDimSize(dim));
}

/// Dimension `dim`, of which a piece of `length` begins at `offset` in a tensor
/// of `extent`, in each case if that is known: the places at which the two are
/// not alike.
static void setPiece(TensorLinks &links, int64_t dim,
                     std::optional<int64_t> offset,
                     std::optional<int64_t> length, int64_t extent) {
  links.wholeDims.resize(std::max<size_t>(links.wholeDims.size(), dim + 1));
  links.alignments.resize(links.wholeDims.size());
  links.wholeDims.set(dim);
  if (!offset || !length || *offset < 0 || ShapedType::isDynamic(extent))
    return;
  bool endsTogether = *offset + *length == extent;
  links.alignments[dim] = std::gcd(*offset, endsTogether ? 0 : *length);
}

/// A slice, and the tensor that it is a slice of.
static TensorLinks linkSlice(OffsetSizeAndStrideOpInterface op,
                             ArrayRef<int64_t> shape,
                             const llvm::SmallBitVector &dropped,
                             MatchedDims &whole, MatchedDims &slice) {
  TensorLinks links;
  whole = getOwnDims(shape.size());
  links.wholeDims.resize(shape.size());
  for (auto [d, offset, size, stride] : llvm::enumerate(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    if (!dropped.test(d))
      slice.push_back({int64_t(d)});
    if (dropped.test(d) || getConstantNumber(stride) != 1)
      links.wholeDims.set(d);
    else if (getConstantNumber(offset) != 0 ||
             getConstantNumber(size) != shape[d])
      setPiece(links, d, getConstantNumber(offset), getConstantNumber(size),
               shape[d]);
  }
  return links;
}

/// Dimensions of `fine`, by themselves but for those of extent 1 that are one
/// with others; those of what it collapses to.
static void matchReshape(RankedTensorType fine,
                         ArrayRef<ReassociationIndices> groups,
                         MatchedDims &fineDims, MatchedDims &coarseDims) {
  fineDims.resize(fine.getRank());
  for (const ReassociationIndices &group : groups) {
    SmallVector<int64_t, 1> matched;
    for (int64_t d : group)
      if (fine.getDimSize(d) != 1) {
        matched.push_back(d);
        fineDims[d].push_back(d);
      }
    coarseDims.push_back(matched);
  }
}

namespace {

/// Ops whose padding is what the padding of all operands is.
template <typename Model, typename OpTy>
struct EqualPads
    : public LayoutPropagationOpInterface::ExternalModel<Model, OpTy> {
  SmallVector<PadAttr> foldPads(Operation *, const TensorLinks &links,
                                ArrayRef<PadAttr> pads) const {
    PadAttr pad = llvm::all_equal(pads) ? pads.front() : PadAttr();
    return SmallVector<PadAttr>(links.values.size(), pad);
  }
};

struct PadModel
    : public LayoutPropagationOpInterface::ExternalModel<PadModel,
                                                         tensor::PadOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto pad = cast<tensor::PadOp>(op);
    MatchedDims dims = getOwnDims(pad.getSourceType().getRank());
    TensorLinks links;
    links.operands.push_back({&pad.getSourceMutable(), dims});
    links.values.push_back({pad.getResult(), dims});
    links.wholeDims.resize(dims.size());
    for (auto [d, low, high] :
         llvm::enumerate(pad.getMixedLowPad(), pad.getMixedHighPad()))
      if (getConstantNumber(low) != 0 || getConstantNumber(high) != 0)
        setPiece(links, d, getConstantNumber(low),
                 getStaticExtent(pad.getSourceType(), d),
                 pad.getResultType().getDimSize(d));
    return {links};
  }

  /// Padding lies beside what is copied, and beside what is filled.
  SmallVector<PadAttr> foldPads(Operation *op, const TensorLinks &links,
                                ArrayRef<PadAttr> pads) const {
    Value filled = cast<tensor::PadOp>(op).getConstantPaddingValue();
    TypedAttr number;
    if (filled)
      matchPattern(filled, m_Constant(&number));
    bool isSame = number && pads.front() == PadAttr::get(number);
    return {links.wholeDims.none() || isSame ? pads.front() : PadAttr()};
  }
};

struct ExtractSliceModel
    : public EqualPads<ExtractSliceModel, tensor::ExtractSliceOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto extract = cast<tensor::ExtractSliceOp>(op);
    MatchedDims whole, slice;
    TensorLinks links = linkSlice(extract, extract.getSourceType().getShape(),
                                  extract.getDroppedDims(), whole, slice);
    links.operands.push_back({&extract.getSourceMutable(), whole});
    links.values.push_back({extract.getResult(), slice});
    return {links};
  }
};

struct InsertSliceModel
    : public EqualPads<InsertSliceModel, tensor::InsertSliceOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    MatchedDims whole, slice;
    TensorLinks links = linkSlice(insert, insert.getDestType().getShape(),
                                  insert.getDroppedDims(), whole, slice);
    links.operands.push_back({&insert.getSourceMutable(), slice});
    links.operands.push_back(
        {&insert.getDestMutable(), whole, insert.getResult()});
    links.values.push_back({insert.getResult(), whole});
    return {links};
  }
};

struct ConcatModel : public EqualPads<ConcatModel, tensor::ConcatOp> {
  /// All but the last operand end where the next one begins.
  static int64_t getAlignment(tensor::ConcatOp concat) {
    int64_t alignment = 0;
    for (Value input : concat.getInputs().drop_back()) {
      auto type = cast<RankedTensorType>(input.getType());
      if (type.isDynamicDim(concat.getDim()))
        return 0;
      alignment = std::gcd(alignment, type.getDimSize(concat.getDim()));
    }
    return alignment;
  }

  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto concat = cast<tensor::ConcatOp>(op);
    MatchedDims dims = getOwnDims(concat.getResultType().getRank());
    TensorLinks links;
    for (OpOperand &input : concat.getInputsMutable())
      links.operands.push_back({&input, dims});
    links.values.push_back({concat.getResult(), dims});
    links.wholeDims.resize(dims.size());
    links.wholeDims.set(concat.getDim());
    links.alignments.resize(dims.size());
    links.alignments[concat.getDim()] = getAlignment(concat);
    return {links};
  }
};

template <typename OpTy>
struct ReshapeModel : public EqualPads<ReshapeModel<OpTy>, OpTy> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto reshape = cast<OpTy>(op);
    constexpr bool isCollapse = std::is_same_v<OpTy, tensor::CollapseShapeOp>;
    MatchedDims fine, coarse;
    matchReshape(isCollapse ? reshape.getSrcType() : reshape.getResultType(),
                 reshape.getReassociationIndices(), fine, coarse);
    TensorLinks links;
    links.operands.push_back(
        {&reshape.getSrcMutable(), isCollapse ? fine : coarse});
    links.values.push_back({reshape.getResult(), isCollapse ? coarse : fine});
    return {links};
  }
};

} // namespace

void layout::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::PadOp::attachInterface<PadModel>(*context);
    tensor::ExtractSliceOp::attachInterface<ExtractSliceModel>(*context);
    tensor::InsertSliceOp::attachInterface<InsertSliceModel>(*context);
    tensor::ConcatOp::attachInterface<ConcatModel>(*context);
    tensor::CollapseShapeOp::attachInterface<
        ReshapeModel<tensor::CollapseShapeOp>>(*context);
    tensor::ExpandShapeOp::attachInterface<ReshapeModel<tensor::ExpandShapeOp>>(
        *context);
  });
}
