//===- TensorRoundTrips.cpp - Round trips of unsupported ops --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorRoundTrips.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LaidOut.h"
#include "TensorPlacements.h"
#include "Transforms/Pack/PlainRoundTrips.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Where the elements of a slice lie in the tensor that it is a slice of.
class SliceIndexing {
public:
  explicit SliceIndexing(OffsetSizeAndStrideOpInterface op,
                         const llvm::SmallBitVector &dropped)
      : op(op), dropped(dropped) {}

  /// The extents of the slice itself, without dropped dimensions.
  SmallVector<OpFoldResult> getExtents() {
    SmallVector<OpFoldResult> extents;
    for (auto [d, size] : llvm::enumerate(op.getMixedSizes()))
      if (!dropped.test(d))
        extents.push_back(size);
    return extents;
  }

  SmallVector<Value> buildIndex(OpBuilder &builder, Location loc,
                                ValueRange inSlice) {
    SmallVector<Value> result;
    auto next = inSlice.begin();
    for (auto [d, offset, stride] :
         llvm::enumerate(op.getMixedOffsets(), op.getMixedStrides())) {
      Value index;
      if (!dropped.test(d)) {
        index = *next++;
        // Read with all bits: upstream's getConstantIntValue takes the lowest
        // 64 of a wider constant, and 2^64 + 1 for 1.
        if (getConstantNumber(stride) != 1)
          index = arith::MulIOp::create(
              builder, loc, index,
              getValueOrCreateConstantIndexOp(builder, loc, stride));
      }
      if (!index || getConstantNumber(offset) != 0) {
        Value start = getValueOrCreateConstantIndexOp(builder, loc, offset);
        index =
            index ? arith::AddIOp::create(builder, loc, index, start) : start;
      }
      result.push_back(index);
    }
    return result;
  }

private:
  OffsetSizeAndStrideOpInterface op;
  llvm::SmallBitVector dropped;
};

class RoundTripBuilder {
public:
  explicit RoundTripBuilder(MLIRContext *context)
      : rewriter(context), roundTrips(rewriter) {}

  void build(Operation *op) {
    rewriter.setInsertionPoint(op);
    if (isPlacement(op))
      return buildPlacement(rewriter, op);
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      return extract(slice);
    if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
      return insert(slice);
    if (auto slice = dyn_cast<tensor::ParallelInsertSliceOp>(op))
      return insertInParallel(slice);
    if (auto loop = dyn_cast<scf::ForallOp>(op))
      makeSharedPlain(loop);
    roundTrips.build(op);
  }

  void finish() { roundTrips.takeConversions(); }

private:
  /// Elements are read one by one where they lie, and only these.
  void extract(tensor::ExtractSliceOp op) {
    Location loc = op.getLoc();
    SliceIndexing indexing(op, op.getDroppedDims());
    RankedTensorType type = op.getType();
    SmallVector<Value> sizes;
    for (auto [d, extent] : llvm::enumerate(indexing.getExtents()))
      if (type.isDynamicDim(d))
        sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, extent));
    Value empty = tensor::EmptyOp::create(rewriter, loc, type, sizes);
    int64_t rank = type.getRank();
    AffineMap identity = rewriter.getMultiDimIdentityMap(rank);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    auto copy = linalg::GenericOp::create(
        rewriter, loc, type, /*inputs=*/ValueRange(), empty,
        ArrayRef<AffineMap>(identity), iterators,
        [&](OpBuilder &body, Location, ValueRange) {
          SmallVector<Value> inSlice;
          for (int64_t d = 0; d < rank; ++d)
            inSlice.push_back(linalg::IndexOp::create(body, loc, d));
          Value element = tensor::ExtractOp::create(
              body, loc, op.getSource(),
              indexing.buildIndex(body, loc, inSlice));
          linalg::YieldOp::create(body, loc, element);
        });
    rewriter.replaceOp(op, copy);
  }

  /// Elements are written one by one where they lie: in place, if nothing else
  /// wants the old ones.
  void insert(tensor::InsertSliceOp op) {
    Location loc = op.getLoc();
    SliceIndexing indexing(op, op.getDroppedDims());
    SmallVector<Value> lower, upper, steps;
    for (OpFoldResult extent : indexing.getExtents()) {
      lower.push_back(arith::ConstantIndexOp::create(rewriter, loc, 0));
      upper.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, extent));
      steps.push_back(arith::ConstantIndexOp::create(rewriter, loc, 1));
    }
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, lower, upper, steps, op.getDest(),
        [&](OpBuilder &body, Location, ValueRange inSlice, ValueRange state) {
          Value element =
              tensor::ExtractOp::create(body, loc, op.getSource(), inSlice);
          Value next =
              tensor::InsertOp::create(body, loc, element, state.front(),
                                       indexing.buildIndex(body, loc, inSlice));
          return scf::ValueVector{next};
        });
    rewriter.replaceOp(op, nest.results);
  }

  /// The slice goes into the plain tensor that its loop then has.
  void insertInParallel(tensor::ParallelInsertSliceOp op) {
    Value source = op.getSource();
    if (getTensorEncoding(source.getType()))
      op.getSourceMutable().assign(roundTrips.getPlainVersion(source));
  }

  /// Its threads insert into plain tensors; readers convert them.
  void makeSharedPlain(scf::ForallOp loop) {
    rewriter.setInsertionPointToStart(loop.getBody());
    for (BlockArgument shared : loop.getRegionIterArgs())
      if (getTensorEncoding(shared.getType()))
        makePlain(loop, shared);
  }

  void makePlain(scf::ForallOp loop, BlockArgument shared) {
    SmallVector<Operation *> insertions = loop.getCombiningOps(shared);
    roundTrips.makePlain(shared);
    for (Operation *op : insertions)
      cast<tensor::ParallelInsertSliceOp>(op).getDestMutable().assign(shared);
  }

  IRRewriter rewriter;
  PlainRoundTrips roundTrips;
};

} // namespace

bool layout::hasRoundTrip(Operation *op) {
  if (isa<scf::ForallOp, tensor::CollapseShapeOp, tensor::ConcatOp,
          tensor::ExpandShapeOp, tensor::ExtractSliceOp, tensor::FromElementsOp,
          tensor::GenerateOp, tensor::InsertSliceOp, tensor::PadOp,
          tensor::ParallelInsertSliceOp, tensor::ReshapeOp, tensor::SplatOp>(
          op))
    return true;
  return isa<bufferization::BufferizableOpInterface,
             linalg::AggregatedOpInterface>(op) &&
         canBePlain(op);
}

void layout::buildRoundTrips(ModuleOp module, ArrayRef<Operation *> ops) {
  RoundTripBuilder builder(module.getContext());
  for (Operation *op : ops)
    builder.build(op);
  builder.finish();
}
