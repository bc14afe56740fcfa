//===- TensorGathers.cpp - Lowering of tensor.gather ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/TensorGathers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The dimensions of the result: those of the coordinates but the last, which
/// holds the parts of one, then those of the source, where the gathered ones
/// have extent 1 or are left out.
struct GatherDims {
  explicit GatherDims(tensor::GatherOp op)
      : numLeading(op.getIndicesType().getRank() - 1) {
    int64_t sourceRank = op.getSourceType().getRank();
    bool hasGathered = op.getResultType().getRank() == numLeading + sourceRank;
    ofSource.resize(sourceRank);
    int64_t next = numLeading;
    for (int64_t d = 0; d < sourceRank; ++d) {
      bool isGathered = llvm::is_contained(op.getGatherDims(), d);
      if (!isGathered)
        ofSource[d] = next;
      if (!isGathered || hasGathered)
        ++next;
    }
  }

  int64_t numLeading;
  /// For each dimension of the source that is not gathered, that of the result.
  SmallVector<std::optional<int64_t>> ofSource;
};

} // namespace

static Value buildDestination(OpBuilder &builder, tensor::GatherOp op,
                              const GatherDims &dims) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getResultType();
  SmallVector<Value> extents;
  for (int64_t d = 0; d < dims.numLeading; ++d)
    if (type.isDynamicDim(d))
      extents.push_back(
          tensor::DimOp::create(builder, loc, op.getIndices(), d));
  for (auto [d, ofResult] : llvm::enumerate(dims.ofSource))
    if (ofResult && type.isDynamicDim(*ofResult))
      extents.push_back(tensor::DimOp::create(builder, loc, op.getSource(), d));
  return tensor::EmptyOp::create(builder, loc, type, extents);
}

/// The index in the source of the element at the current index of the result.
/// A coordinate is not negative: its highest bit, if set, is a digit.
static SmallVector<Value> buildSourceIndex(OpBuilder &builder,
                                           tensor::GatherOp op,
                                           const GatherDims &dims) {
  Location loc = op.getLoc();
  auto getIndex = [&](int64_t dim) -> Value {
    return linalg::IndexOp::create(builder, loc, dim);
  };
  SmallVector<Value> at, index(dims.ofSource.size());
  for (int64_t d = 0; d < dims.numLeading; ++d)
    at.push_back(getIndex(d));
  for (auto [part, dim] : llvm::enumerate(op.getGatherDims())) {
    at.push_back(arith::ConstantIndexOp::create(builder, loc, part));
    Value coordinate =
        tensor::ExtractOp::create(builder, loc, op.getIndices(), at);
    at.pop_back();
    if (!coordinate.getType().isIndex())
      coordinate = arith::IndexCastUIOp::create(
          builder, loc, builder.getIndexType(), coordinate);
    index[dim] = coordinate;
  }
  for (auto [d, ofResult] : llvm::enumerate(dims.ofSource))
    if (ofResult)
      index[d] = getIndex(*ofResult);
  return index;
}

void layout::lowerTensorGathers(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](tensor::GatherOp op) {
    module.getContext()
        ->loadDialect<arith::ArithDialect, linalg::LinalgDialect>();
    rewriter.setInsertionPoint(op);
    GatherDims dims(op);
    int64_t rank = op.getResultType().getRank();
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    Value destination = buildDestination(rewriter, op, dims);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, op.getResultType(), ValueRange(), destination,
        rewriter.getMultiDimIdentityMap(rank), iterators,
        [&](OpBuilder &builder, Location loc, ValueRange) {
          Value element =
              tensor::ExtractOp::create(builder, loc, op.getSource(),
                                        buildSourceIndex(builder, op, dims));
          linalg::YieldOp::create(builder, loc, element);
        });
  });
}
