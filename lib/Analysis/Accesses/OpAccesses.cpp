//===- OpAccesses.cpp - Which elements an op touches ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Accesses/OpAccesses.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

using Kind = AccessDescription::Kind;

/// A map, of which the last dimensions are lanes, as the map of the others and
/// what lanes add to it; nothing if they do more than that.
static std::optional<std::pair<AffineMap, AffineMap>>
splitLanes(AffineMap map, unsigned numLanes) {
  MLIRContext *context = map.getContext();
  unsigned numDims = map.getNumDims() - numLanes;
  AffineExpr zero = getAffineConstantExpr(0, context);
  SmallVector<AffineExpr> firstLane, onlyLanes(numDims, zero),
      noSymbols(map.getNumSymbols(), zero);
  for (unsigned d = 0; d < numDims; ++d)
    firstLane.push_back(getAffineDimExpr(d, context));
  firstLane.append(numLanes, zero);
  for (unsigned lane = 0; lane < numLanes; ++lane)
    onlyLanes.push_back(getAffineDimExpr(lane, context));
  SmallVector<AffineExpr> starts, offsets;
  for (AffineExpr result : map.getResults()) {
    AffineExpr start = result.replaceDims(firstLane);
    AffineExpr offset = result.replaceDimsAndSymbols(onlyLanes, noSymbols) -
                        start.replaceDimsAndSymbols(onlyLanes, noSymbols);
    AffineExpr rest = result - start - offset.shiftDims(numLanes, numDims);
    if (simplifyAffineExpr(rest, map.getNumDims(), map.getNumSymbols()) != zero)
      return std::nullopt;
    starts.push_back(start);
    offsets.push_back(offset);
  }
  return std::pair{
      AffineMap::get(numDims, map.getNumSymbols(), starts, context),
      AffineMap::get(numLanes, 0, offsets, context)};
}

namespace {

class OpDescriber {
public:
  explicit OpDescriber(OpOperand &operand)
      : op(operand.getOwner()), type(cast<MemRefType>(operand.get().getType())),
        context(op->getContext()) {
    OperandEffect effect = getOperandEffect(operand);
    access.operand = &operand;
    access.reads = effect.mayRead;
    access.writes = effect.mayWrite;
  }

  AccessDescription run() {
    llvm::TypeSwitch<Operation *>(op)
        .Case<affine::AffineLoadOp, affine::AffineStoreOp>([&](auto element) {
          setElement(element.getAffineMap(), element.getMapOperands());
        })
        .Case<memref::LoadOp, memref::StoreOp>(
            [&](auto element) { setElement(element.getIndices()); })
        .Case<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp>(
            [&](auto row) {
              setElement(row.getAffineMap(), row.getMapOperands());
              addLastDims(row.getVectorType());
            })
        .Case<vector::LoadOp, vector::StoreOp>([&](auto row) {
          setElement(row.getIndices());
          addLastDims(row.getVectorType());
        })
        .Case<vector::MaskedLoadOp, vector::MaskedStoreOp, vector::ExpandLoadOp,
              vector::CompressStoreOp>([&](auto row) {
          setElement(row.getIndices());
          addLastDims(row.getVectorType());
          access.isMasked = true;
        })
        .Case<VectorTransferOpInterface>(
            [&](auto transfer) { setTransfer(transfer); })
        .Case<memref::CopyOp, ConvertOp, gpu::MemcpyOp, gpu::MemsetOp>(
            [&](auto) { access.kind = Kind::Whole; })
        .Case<linalg::LinalgOp>([&](auto linalg) { setIterations(linalg); })
        .Case<LayoutAccessOpInterface>([&](auto stated) { setStated(stated); });
    access.isMasked |= isa_and_nonnull<vector::MaskOp>(op->getParentOp());
    return std::move(access);
  }

private:
  void setElement(AffineMap map, ValueRange operands) {
    access.kind = Kind::Lanes;
    access.start = map;
    access.startOperands = llvm::to_vector(operands);
    access.offsets = getZeros(0);
  }
  void setElement(ValueRange indices) {
    setElement(AffineMap::getMultiDimIdentityMap(indices.size(), context),
               indices);
  }

  AffineMap getZeros(unsigned numLanes) const {
    SmallVector<AffineExpr> zeros(type.getRank(),
                                  getAffineConstantExpr(0, context));
    return AffineMap::get(numLanes, 0, zeros, context);
  }

  /// A vector lies along the last dimensions, or is an element.
  void addLastDims(VectorType vector) {
    if (type.getElementType() == vector)
      return;
    if (vector.getRank() > type.getRank())
      access.kind = Kind::Unknown;
    else
      addVector(vector, AffineMap::getMinorIdentityMap(
                            type.getRank(), vector.getRank(), context));
  }

  /// Dimension l of the vector goes along the result l of `dims`; one element
  /// is for all lanes where that is none.
  void addVector(VectorType vector, AffineMap dims) {
    if (vector.isScalable() || isa<VectorType>(type.getElementType())) {
      access.kind = Kind::Unknown;
      return;
    }
    auto offsets = llvm::to_vector(getZeros(0).getResults());
    for (auto [lane, result] : llvm::enumerate(dims.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        offsets[dim.getPosition()] = getAffineDimExpr(lane, context);
    access.offsets = AffineMap::get(vector.getRank(), 0, offsets, context);
    access.laneCounts = llvm::to_vector(vector.getShape());
  }

  void setTransfer(VectorTransferOpInterface transfer) {
    setElement(transfer.getIndices());
    addVector(transfer.getVectorType(), transfer.getPermutationMap());
    access.isMasked = bool(transfer.getMask());
    access.mayLeaveOperand = transfer.hasOutOfBoundsDim();
  }

  void setIterations(linalg::LinalgOp linalg) {
    access.kind = Kind::Lanes;
    access.offsets = linalg.getMatchingIndexingMap(access.operand);
    access.laneCounts = linalg.getStaticLoopRanges();
    access.reads = linalg.payloadUsesValueFromOperand(access.operand);
    access.writes = linalg.isDpsInit(access.operand);
  }

  /// What an op of another dialect says of itself.
  void setStated(LayoutAccessOpInterface stated) {
    using Reach = OperandAccess::Reach;
    OperandAccess its = stated.getAccess(*access.operand);
    access.reads = its.reads && its.reach != Reach::Nothing;
    access.writes = its.writes && its.reach != Reach::Nothing;
    access.isMasked = its.isConditional;
    if (its.reach == Reach::Whole)
      access.kind = Kind::Whole;
    if (its.reach != Reach::Elements)
      return;
    auto parts = splitLanes(its.map, its.lanes.size());
    if (!parts)
      return;
    access.kind = Kind::Lanes;
    std::tie(access.start, access.offsets) = *parts;
    access.startOperands = its.operands;
    access.laneCounts = its.lanes;
  }

  Operation *op;
  MemRefType type;
  MLIRContext *context;
  AccessDescription access;
};

} // namespace

AccessDescription layout::describeAccess(OpOperand &operand) {
  AccessDescription unknown;
  unknown.operand = &operand;
  // The buffer itself is stored, and goes somewhere.
  bool isStoredValue =
      isa<affine::AffineStoreOp, memref::StoreOp>(operand.getOwner()) &&
      operand.getOperandNumber() == 0;
  if (isStoredValue || !isa<MemRefType>(operand.get().getType()))
    return unknown;
  return OpDescriber(operand).run();
}
