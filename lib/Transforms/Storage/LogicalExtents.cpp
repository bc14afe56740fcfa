//===- LogicalExtents.cpp - Logical extents of buffers --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogicalExtents.h"

#include "CarriedExtents.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/SizedAllocation.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What types say
//===----------------------------------------------------------------------===//

SmallVector<unsigned> layout::getUndeterminedDims(MemRefType type) {
  SmallVector<unsigned> dims;
  if (type.hasStaticShape())
    return dims;
  const PhysicalLayout &facts = getPhysicalLayout(type);
  for (unsigned dim = 0, e = type.getRank(); dim < e; ++dim)
    if (type.isDynamicDim(dim) &&
        !facts.getExtentSource(type.getDynamicDimIndex(dim)))
      dims.push_back(dim);
  return dims;
}

SmallVector<unsigned> layout::getUndeterminedDims(Type type,
                                                  const AppliedTypes &types) {
  if (!types.contains(type))
    return {};
  return getUndeterminedDims(cast<MemRefType>(type));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SmallVector<Value> layout::buildExtents(OpBuilder &builder, Location loc,
                                        Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> extents;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      extents.push_back(memref::DimOp::create(builder, loc, buffer, dim));
  return extents;
}

/// Returns true if `value` may be a symbol of an `affine.apply`. All may that
/// are no dimension; a value that an affine loop carries counts as one.
static bool isUsableAsSymbol(Value value) {
  return affine::isValidSymbol(value) || !affine::isValidDim(value);
}

static AffineMap symbolsToDims(AffineMap map) {
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < map.getNumSymbols(); ++i)
    dims.push_back(getAffineDimExpr(i, map.getContext()));
  return map.replaceDimsAndSymbols({}, dims, dims.size(), 0);
}

SmallVector<Value> layout::buildPhysicalExtents(OpBuilder &builder,
                                                Location loc, MemRefType type,
                                                ValueRange extents) {
  const Box &box = getPhysicalLayout(type).getPhysicalBox();
  SmallVector<Value> physical;
  for (AffineExpr extent : box.getExtents()) {
    if (isa<AffineConstantExpr>(extent))
      continue;
    AffineMap map = AffineMap::get(0, extents.size(), extent);
    // What an affine loop carries is no symbol, but a valid dimension.
    if (!llvm::all_of(extents, [](Value v) { return isUsableAsSymbol(v); }))
      map = symbolsToDims(map);
    SmallVector<Value> operands(extents);
    affine::canonicalizeMapAndOperands(&map, &operands);
    Value size =
        isa<AffineDimExpr, AffineSymbolExpr>(map.getResult(0))
            ? operands.front()
            : affine::AffineApplyOp::create(builder, loc, map, operands)
                  .getResult();
    layout::Interval range = rangeOf(extent, {}, getParameterRanges(box));
    if (!range.low || *range.low < 0) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      size = arith::MaxSIOp::create(builder, loc, size, zero);
    }
    physical.push_back(size);
  }
  return physical;
}

Value layout::buildToldExtent(OpBuilder &builder, Location loc, MemRefType type,
                              unsigned dim, Value physical) {
  ExtentSource source =
      *getPhysicalLayout(type).getExtentSource(type.getDynamicDimIndex(dim));
  Value size = memref::DimOp::create(builder, loc, physical, source.axis);
  if (source.factor == 1 && source.offset == 0)
    return size;
  AffineExpr expr =
      (builder.getAffineSymbolExpr(0) - source.offset).floorDiv(source.factor);
  return affine::AffineApplyOp::create(builder, loc, AffineMap::get(0, 1, expr),
                                       size);
}

//===----------------------------------------------------------------------===//
// Where untold extents come from
//===----------------------------------------------------------------------===//

LogicalResult layout::planLogicalExtents(Operation *op,
                                         const AppliedTypes &types) {
  auto hasUndeterminedDims = [&](Type type) {
    return !getUndeterminedDims(type, types).empty();
  };
  auto refuse = [&](Type type) {
    return op->emitOpError("yields a laid-out buffer of type ")
           << type << ", and its logical extent "
           << getUndeterminedDims(type, types).front()
           << " cannot be recovered from the physical shape; make it static, "
              "or pass the buffer by layout.as_physical";
  };
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      // Attributions have static shapes.
      bool isFollowed = block.isEntryBlock()
                            ? isa<TracedFunction>(op) || canCarryMore(op)
                            : canBeGivenMore(&block);
      if (isFollowed)
        continue;
      for (Type type : block.getArgumentTypes())
        if (hasUndeterminedDims(type))
          return refuse(type);
    }
  // These say how an extent that shapes do not determine comes with the buffer.
  // Of any other op it is not known.
  if (isa<SizedAllocation, TracedCall, AsLogicalOp, arith::SelectOp>(op) ||
      canCarryMore(op))
    return success();
  for (Value result : op->getResults())
    if (hasUndeterminedDims(result.getType()) && !getRenamed(result))
      return refuse(result.getType());
  return success();
}
