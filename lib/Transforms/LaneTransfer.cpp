//===- LaneTransfer.cpp - Vectors to and from laid-out buffers ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneTransfer.h"

#include "KnownBase.h"
#include "LaneLoop.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Remarks.h"
#include "VectorToTransfer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

int64_t LaneTransfer::getNumLanes() const {
  return ShapedType::getNumElements(shape);
}

Value layout::castShape(OpBuilder &builder, Location loc, Value vector,
                        ArrayRef<int64_t> shape) {
  auto type = cast<VectorType>(vector.getType());
  if (type.getShape() == shape)
    return vector;
  return vector::ShapeCastOp::create(
      builder, loc, VectorType::get(shape, type.getElementType()), vector);
}

Value layout::castToFlat(OpBuilder &builder, Location loc, Value vector) {
  return castShape(builder, loc, vector,
                   cast<VectorType>(vector.getType()).getNumElements());
}

namespace {

class TransferBuilder {
public:
  TransferBuilder(RewriterBase &rewriter, Location loc,
                  const LaneTransfer &transfer)
      : rewriter(rewriter), loc(loc), transfer(transfer),
        known(KnownBase::of(transfer)) {
    proveInBounds();
    addBoundsToMask();
    if (!this->transfer.mask)
      known.assumeInside(this->transfer);
    findRuns();
  }

  Value read(Value init) {
    if (!runs)
      return buildLaneReadLoop(rewriter, loc, transfer.base, init,
                               describeLane());
    for (ArrayRef<int64_t> run : runs->runs)
      init = run.size() == 1 ? readLane(run.front(), init) : readRun(run, init);
    return init;
  }

  void write(Value flat) {
    if (!runs)
      return buildLaneWriteLoop(rewriter, loc, transfer.base, flat,
                                describeLane());
    for (ArrayRef<int64_t> run : runs->runs) {
      if (run.size() == 1)
        writeLane(run.front(), flat);
      else
        writeRun(run, flat);
    }
  }

private:
  //===--------------------------------------------------------------------===//
  // Bounds
  //===--------------------------------------------------------------------===//

  MemRefType getBaseType() const {
    return cast<MemRefType>(transfer.base.getType());
  }

  void proveInBounds() {
    for (auto [dim, size, inBounds] :
         llvm::zip_equal(transfer.along, transfer.shape, transfer.inBounds)) {
      layout::Interval range =
          rangeOf(known.composed.map.getResult(dim), known.ranges, {});
      int64_t extent = getBaseType().getDimSize(dim);
      inBounds |= !ShapedType::isDynamic(extent) && range.high &&
                  *range.high <= extent - size;
    }
  }

  Value getExtent(unsigned dim) {
    OpFoldResult extent =
        memref::getMixedSize(rewriter, loc, transfer.base, dim);
    return getValueOrCreateConstantIndexOp(rewriter, loc, extent);
  }

  /// Lanes that may be outside are a matter of the mask.
  void addBoundsToMask() {
    if (llvm::all_of(transfer.inBounds, [](bool inside) { return inside; }))
      return;
    SmallVector<Value> numInside;
    for (auto [dim, size, inBounds] :
         llvm::zip_equal(transfer.along, transfer.shape, transfer.inBounds))
      numInside.push_back(
          inBounds
              ? arith::ConstantIndexOp::create(rewriter, loc, size).getResult()
              : arith::SubIOp::create(rewriter, loc, getExtent(dim),
                                      transfer.indices[dim]));
    Value inside = vector::CreateMaskOp::create(
        rewriter, loc, VectorType::get(transfer.shape, rewriter.getI1Type()),
        numInside);
    inside = castToFlat(rewriter, loc, inside);
    transfer.mask = transfer.mask ? arith::AndIOp::create(rewriter, loc,
                                                          transfer.mask, inside)
                                        .getResult()
                                  : inside;
  }

  //===--------------------------------------------------------------------===//
  // Runs
  //===--------------------------------------------------------------------===//

  /// Leaves `runs` empty where there is nothing but single lanes.
  void findRuns() {
    if (!isLaidOut(getBaseType()) ||
        isa<VectorType>(getBaseType().getElementType()))
      return;
    layout = getPhysicalLayout(getBaseType()).getMap();
    if (layout.getNumSymbols() != 0)
      return;
    runs = findLaneRuns(known.describeBySteps(transfer, layout));
    if (!runs) {
      remarkUnknown(loc, "layout-apply/scattered-access")
          << "too many lanes, or too large an index, to look for neighbours";
      return;
    }
    if (runs->isScattered() && transfer.getNumLanes() > 1) {
      remarkMissed(loc, "layout-apply/scattered-access")
          << (runs->isRigid
                  ? "no two lanes are neighbours in the innermost physical "
                    "dimension; each is accessed alone"
                  : "which lanes are neighbours in the innermost physical "
                    "dimension depends on the index; each is accessed alone");
      runs.reset();
      return;
    }
    if (runs->runs.size() > 1)
      remarkDone(loc, "layout-apply/split-access")
          << llvm::formatv("{0} lanes are touched by {1} accesses",
                           transfer.getNumLanes(), runs->runs.size())
                 .str();
  }

  Value getPhysical() {
    return AsPhysicalOp::create(rewriter, loc, getPhysicalType(getBaseType()),
                                transfer.base);
  }

  SmallVector<Value> buildIndex(AffineMap map) {
    SmallVector<Value> index;
    for (AffineExpr expr : map.getResults())
      index.push_back(getValueOrCreateConstantIndexOp(
          rewriter, loc,
          affine::makeComposedFoldedAffineApply(
              rewriter, loc, AffineMap::get(map.getNumDims(), 0, expr),
              getAsOpFoldResult(known.composed.operands))));
    return index;
  }

  static bool isConsecutive(ArrayRef<int64_t> run) {
    for (auto [i, lane] : llvm::enumerate(run))
      if (lane != run.front() + static_cast<int64_t>(i))
        return false;
    return true;
  }

  bool isWhole(ArrayRef<int64_t> run) const {
    return static_cast<int64_t>(run.size()) == transfer.getNumLanes();
  }

  /// The lanes of `run`, of a flat vector of all lanes. Null of null.
  Value take(Value flat, ArrayRef<int64_t> run) {
    if (!flat)
      return {};
    if (!isConsecutive(run))
      return vector::ShuffleOp::create(rewriter, loc, flat, flat, run);
    if (isWhole(run))
      return flat;
    return vector::ExtractStridedSliceOp::create(
        rewriter, loc, flat, run.front(), static_cast<int64_t>(run.size()), 1);
  }

  /// The vector `flat` with the lanes of `run` replaced by those of `piece`.
  Value put(Value piece, Value flat, ArrayRef<int64_t> run) {
    if (isConsecutive(run)) {
      if (isWhole(run))
        return piece;
      return vector::InsertStridedSliceOp::create(rewriter, loc, piece, flat,
                                                  run.front(), 1);
    }
    SmallVector<int64_t> source =
        llvm::to_vector(llvm::seq<int64_t>(transfer.getNumLanes()));
    for (auto [i, lane] : llvm::enumerate(run))
      source[lane] = transfer.getNumLanes() + i;
    return vector::ShuffleOp::create(rewriter, loc, flat, piece, source);
  }

  /// One dimension, the innermost, and inside of the buffer where the mask says
  /// so: the form that keeps its meaning on buffers with axis separators.
  Value readRun(ArrayRef<int64_t> run, Value flat) {
    Value physical = getPhysical();
    SmallVector<Value> index =
        buildIndex(known.getPlace(transfer, layout, run.front()));
    Type element = getBaseType().getElementType();
    auto type = VectorType::get({static_cast<int64_t>(run.size())}, element);
    Value mask = take(transfer.mask, run);
    Value padding = transfer.padding
                        ? transfer.padding
                        : buildUnusedPadding(rewriter, loc, element);
    Value piece = vector::TransferReadOp::create(
        rewriter, loc, type, physical, index, getInnermost(physical), padding,
        mask, rewriter.getBoolArrayAttr({true}));
    if (mask && !transfer.padding)
      piece =
          arith::SelectOp::create(rewriter, loc, mask, piece, take(flat, run));
    return put(piece, flat, run);
  }

  void writeRun(ArrayRef<int64_t> run, Value flat) {
    Value physical = getPhysical();
    SmallVector<Value> index =
        buildIndex(known.getPlace(transfer, layout, run.front()));
    vector::TransferWriteOp::create(
        rewriter, loc, take(flat, run), physical, index, getInnermost(physical),
        take(transfer.mask, run), rewriter.getBoolArrayAttr({true}));
  }

  static AffineMapAttr getInnermost(Value memref) {
    return AffineMapAttr::get(AffineMap::getMinorIdentityMap(
        cast<MemRefType>(memref.getType()).getRank(), 1, memref.getContext()));
  }

  //===--------------------------------------------------------------------===//
  // Single lanes, by logical index
  //===--------------------------------------------------------------------===//

  SmallVector<Value> buildLogicalIndex(int64_t number) {
    SmallVector<Value> index(transfer.indices);
    AffineExpr base = rewriter.getAffineDimExpr(0);
    for (auto [dim, position] : llvm::zip_equal(
             transfer.along, known.describe(transfer, layout).getLane(number)))
      if (position != 0)
        index[dim] = affine::makeComposedAffineApply(
            rewriter, loc, AffineMap::get(1, 0, base + position),
            getAsOpFoldResult(index[dim]));
    return index;
  }

  Value buildLaneGuard(int64_t number) {
    if (!transfer.mask)
      return {};
    return vector::ExtractOp::create(rewriter, loc, transfer.mask, number);
  }

  Value readLane(int64_t number, Value flat) {
    SmallVector<Value> index = buildLogicalIndex(number);
    return buildGuarded(
        rewriter, loc, buildLaneGuard(number),
        [&](OpBuilder &builder) -> Value {
          Value element =
              memref::LoadOp::create(builder, loc, transfer.base, index);
          return vector::InsertOp::create(builder, loc, element, flat, number);
        },
        flat);
  }

  void writeLane(int64_t number, Value flat) {
    SmallVector<Value> index = buildLogicalIndex(number);
    buildGuarded(
        rewriter, loc, buildLaneGuard(number),
        [&](OpBuilder &builder) -> Value {
          Value element = vector::ExtractOp::create(builder, loc, flat, number);
          memref::StoreOp::create(builder, loc, element, transfer.base, index);
          return {};
        },
        /*otherwise=*/nullptr);
  }

  LaneElement describeLane(OpBuilder &builder, Value lane) const {
    LaneElement element;
    element.index = transfer.indices;
    AffineExpr base = builder.getAffineDimExpr(0);
    AffineExpr rest = builder.getAffineDimExpr(1);
    for (int64_t i = transfer.shape.size() - 1; i >= 0; --i) {
      int64_t size = transfer.shape[i];
      Value &position = element.index[transfer.along[i]];
      position = affine::makeComposedAffineApply(
          builder, loc,
          AffineMap::get(2, 0, i == 0 ? base + rest : base + rest % size),
          {position, lane});
      rest = rest.floorDiv(size);
    }
    if (transfer.mask)
      element.guard = vector::ExtractOp::create(builder, loc, transfer.mask,
                                                OpFoldResult(lane));
    return element;
  }

  RewriterBase &rewriter;
  Location loc;
  LaneTransfer transfer;
  KnownBase known;
  std::optional<LaneRuns> runs;
  AffineMap layout; ///< of the base; null if it has none

  std::function<LaneElement(OpBuilder &, Value)> describeLane() const {
    return [this](OpBuilder &builder, Value lane) {
      return describeLane(builder, lane);
    };
  }
};

} // namespace

Value layout::buildLaneReads(RewriterBase &rewriter, Location loc,
                             const LaneTransfer &transfer, Value init) {
  return TransferBuilder(rewriter, loc, transfer).read(init);
}

void layout::buildLaneWrites(RewriterBase &rewriter, Location loc,
                             const LaneTransfer &transfer, Value flat) {
  TransferBuilder(rewriter, loc, transfer).write(flat);
}
