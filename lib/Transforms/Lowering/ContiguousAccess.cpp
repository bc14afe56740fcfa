//===- ContiguousAccess.cpp - Accesses to contiguous lanes ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContiguousAccess.h"

#include "LaneLoop.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "VectorToTransfer.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<Value> layout::buildIndex(RewriterBase &rewriter, Location loc,
                                      const KnownBase &known, AffineMap map) {
  SmallVector<Value> index;
  for (AffineExpr expr : map.getResults())
    index.push_back(getValueOrCreateConstantIndexOp(
        rewriter, loc,
        affine::makeComposedFoldedAffineApply(
            rewriter, loc, AffineMap::get(map.getNumDims(), 0, expr),
            getAsOpFoldResult(known.composed.operands))));
  return index;
}

SmallVector<Value> ContiguousAccess::buildPlace(int64_t number) {
  if (transfer.rows)
    return buildLogicalIndex(number);
  return buildIndex(rewriter, loc, known,
                    known.getPlace(transfer, layout, number));
}

Value ContiguousAccess::read(const LaneRuns &runs, Value flat) {
  for (ArrayRef<int64_t> run : runs.runs)
    flat = run.size() == 1 ? readLane(run.front(), flat) : readRun(run, flat);
  return flat;
}

void ContiguousAccess::write(const LaneRuns &runs, Value flat) {
  for (ArrayRef<int64_t> run : runs.runs) {
    if (run.size() == 1)
      writeLane(run.front(), flat);
    else
      writeRun(run, flat);
  }
}

Value ContiguousAccess::getPhysical() {
  if (transfer.rows)
    return transfer.base;
  return AsPhysicalOp::create(
      rewriter, loc, getPhysicalType(cast<MemRefType>(transfer.base.getType())),
      transfer.base);
}

static bool isConsecutive(ArrayRef<int64_t> run) {
  for (auto [i, lane] : llvm::enumerate(run))
    if (lane != run.front() + static_cast<int64_t>(i))
      return false;
  return true;
}

bool ContiguousAccess::isWhole(ArrayRef<int64_t> run) const {
  return static_cast<int64_t>(run.size()) == transfer.getNumLanes();
}

/// The lanes of `run`, of a flat vector of all lanes. Null of null.
Value ContiguousAccess::take(Value flat, ArrayRef<int64_t> run) {
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
Value ContiguousAccess::put(Value piece, Value flat, ArrayRef<int64_t> run) {
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

static AffineMapAttr getInnermost(Value memref) {
  return AffineMapAttr::get(AffineMap::getMinorIdentityMap(
      cast<MemRefType>(memref.getType()).getRank(), 1, memref.getContext()));
}

/// One dimension, the innermost, and inside of the buffer where the mask says
/// so: the form that keeps its meaning on buffers with axis separators.
Value ContiguousAccess::readRun(ArrayRef<int64_t> run, Value flat) {
  Value physical = getPhysical();
  SmallVector<Value> index = buildPlace(run.front());
  Type element = getElementTypeOrSelf(transfer.base);
  auto type = VectorType::get({static_cast<int64_t>(run.size())}, element);
  Value mask = take(transfer.mask, run);
  Value padding = transfer.padding ? transfer.padding
                                   : buildUnusedPadding(rewriter, loc, element);
  Value piece = vector::TransferReadOp::create(
      rewriter, loc, type, physical, index, getInnermost(physical), padding,
      mask, rewriter.getBoolArrayAttr({true}));
  if (mask && !transfer.padding)
    piece =
        arith::SelectOp::create(rewriter, loc, mask, piece, take(flat, run));
  return put(piece, flat, run);
}

void ContiguousAccess::writeRun(ArrayRef<int64_t> run, Value flat) {
  Value physical = getPhysical();
  SmallVector<Value> index = buildPlace(run.front());
  vector::TransferWriteOp::create(
      rewriter, loc, take(flat, run), physical, index, getInnermost(physical),
      take(transfer.mask, run), rewriter.getBoolArrayAttr({true}));
}

//===--------------------------------------------------------------------===//
// Single lanes, by logical index
//===--------------------------------------------------------------------===//

SmallVector<Value> ContiguousAccess::buildLogicalIndex(int64_t number) {
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

Value ContiguousAccess::buildLaneGuard(int64_t number) {
  if (!transfer.mask)
    return {};
  return vector::ExtractOp::create(rewriter, loc, transfer.mask, number);
}

Value ContiguousAccess::readLane(int64_t number, Value flat) {
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

void ContiguousAccess::writeLane(int64_t number, Value flat) {
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
