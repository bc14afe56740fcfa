//===- PackParameters.cpp - Layouts of linalg.pack ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackParameters.h"

#include "Layout/Map/ConstraintSystem.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// From an op
//===----------------------------------------------------------------------===//

template <typename OpTy>
static std::optional<PackParameters> getParameters(OpTy op, int64_t rank) {
  PackParameters packing;
  if (llvm::any_of(op.getStaticTiles(), [](int64_t tile) {
        return ShapedType::isDynamic(tile) || tile <= 0;
      }))
    return std::nullopt;
  llvm::append_range(packing.innerDims, op.getInnerDimsPos());
  llvm::append_range(packing.tiles, op.getStaticTiles());
  llvm::append_range(packing.outerDims, op.getOuterDimsPerm());
  if (packing.outerDims.empty())
    llvm::append_range(packing.outerDims, llvm::seq<int64_t>(0, rank));
  return packing;
}

std::optional<PackParameters> PackParameters::of(linalg::PackOp op) {
  return getParameters(op, op.getSourceRank());
}

std::optional<PackParameters> PackParameters::of(linalg::UnPackOp op) {
  return getParameters(op, op.getDestRank());
}

//===----------------------------------------------------------------------===//
// From a layout
//===----------------------------------------------------------------------===//

/// The dimension of `dk` or `dk floordiv c`.
static std::optional<int64_t> readOuter(AffineExpr expr) {
  if (expr.getKind() == AffineExprKind::FloorDiv)
    expr = cast<AffineBinaryOpExpr>(expr).getLHS();
  auto dim = dyn_cast<AffineDimExpr>(expr);
  return dim ? std::optional<int64_t>(dim.getPosition()) : std::nullopt;
}

/// The first dimension that has neither a tile nor is divided: one of which
/// `d mod 1`, which is written as 0, may be the place in a tile.
static std::optional<int64_t> findUntiled(const PackParameters &packing,
                                          AffineMap map) {
  for (auto [axis, dim] : llvm::enumerate(packing.outerDims))
    if (!llvm::is_contained(packing.innerDims, dim) &&
        isa<AffineDimExpr>(map.getResult(axis)))
      return dim;
  return std::nullopt;
}

/// The dimension and the tile of `dk mod c`.
static std::optional<std::pair<int64_t, int64_t>>
readInner(AffineExpr expr, const PackParameters &packing, AffineMap map) {
  if (expr == getAffineConstantExpr(0, map.getContext())) {
    std::optional<int64_t> dim = findUntiled(packing, map);
    return dim ? std::optional(std::pair(*dim, int64_t(1))) : std::nullopt;
  }
  auto mod = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!mod || mod.getKind() != AffineExprKind::Mod)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(mod.getLHS());
  auto tile = dyn_cast<AffineConstantExpr>(mod.getRHS());
  if (!dim || !tile ||
      llvm::is_contained(packing.innerDims, int64_t(dim.getPosition())))
    return std::nullopt;
  return std::pair(int64_t(dim.getPosition()), tile.getValue());
}

std::optional<PackParameters> PackParameters::read(BufferAttr layout,
                                                   std::string &why) {
  AffineMap map = layout.getAffineMap();
  unsigned rank = map.getNumDims();
  PackParameters packing;
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    std::string place =
        "axis " + std::to_string(axis) + ", '" + debugString(expr);
    if (axis < rank) {
      std::optional<int64_t> dim = readOuter(expr);
      if (!dim || llvm::is_contained(packing.outerDims, *dim)) {
        why = place + "', is not a dimension of its own or its tiles";
        return std::nullopt;
      }
      packing.outerDims.push_back(*dim);
      continue;
    }
    auto inner = readInner(expr, packing, map);
    if (!inner) {
      why = place + "', is not the place in a tile of a dimension";
      return std::nullopt;
    }
    packing.innerDims.push_back(inner->first);
    packing.tiles.push_back(inner->second);
  }
  if (packing.outerDims.size() == rank)
    return packing;
  why = "it has fewer axes than dimensions";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

std::optional<int64_t> PackParameters::getTile(int64_t dim) const {
  for (auto [inner, tile] : llvm::zip_equal(innerDims, tiles))
    if (inner == dim)
      return tile;
  return std::nullopt;
}

AffineMap PackParameters::getMap(MLIRContext *context) const {
  SmallVector<AffineExpr> places;
  for (int64_t dim : outerDims) {
    AffineExpr index = getAffineDimExpr(dim, context);
    places.push_back(index.floorDiv(getTile(dim).value_or(1)));
  }
  for (auto [dim, tile] : llvm::zip_equal(innerDims, tiles))
    places.push_back(getAffineDimExpr(dim, context) % tile);
  return AffineMap::get(getRank(), 0, places, context);
}

AffineMap PackParameters::getInverse(MLIRContext *context) const {
  SmallVector<AffineExpr> index(getRank());
  for (auto [axis, dim] : llvm::enumerate(outerDims))
    index[dim] = getAffineDimExpr(axis, context) * getTile(dim).value_or(1);
  for (auto [i, dim] : llvm::enumerate(innerDims))
    index[dim] = index[dim] + getAffineDimExpr(getRank() + i, context);
  return AffineMap::get(getRank() + innerDims.size(), 0, index, context);
}

//===----------------------------------------------------------------------===//
// The proof
//===----------------------------------------------------------------------===//

AffineExpr PackParameters::getTiles(AffineExpr extent, int64_t dim) const {
  return extent.ceilDiv(getTile(dim).value_or(1));
}

/// Decides whether two extents are the same for all parameters from 0.
static Truth areEqual(AffineExpr a, AffineExpr b, unsigned numParams) {
  for (auto [less, more] : {std::pair(a, b), std::pair(b, a)}) {
    ConstraintSystem system(0, numParams);
    system.addParameters();
    SmallVector<LinearForm> params = system.getSymbols();
    LinearForm difference =
        system.express(more, {}, params) - system.express(less, {}, params);
    system.addNonNegative(difference + -1);
    if (Truth isEmpty = system.isEmpty(); isEmpty != Truth::Yes)
      return isEmpty;
  }
  return Truth::Yes;
}

/// That each index comes out of its place as `outer * tile + inner`, with
/// places in a box of the right extents, leaves no other place for it.
Decision PackParameters::describes(const PhysicalLayout &facts) const {
  const Box &logical = facts.getLogicalBox(),
            &physical = facts.getPhysicalBox();
  MLIRContext *context = logical.getContext();
  SmallVector<AffineExpr> expected;
  for (int64_t dim : outerDims)
    expected.push_back(getTiles(logical.getExtent(dim), dim));
  for (int64_t tile : tiles)
    expected.push_back(getAffineConstantExpr(tile, context));
  for (auto [axis, extent] : llvm::enumerate(expected)) {
    Truth same =
        areEqual(physical.getExtent(axis), extent, physical.getNumParams());
    if (same == Truth::Unknown)
      return Decision::unknown("whether axis " + std::to_string(axis) +
                               " has the extent that it needs");
    if (same == Truth::No)
      return Decision::no("axis " + std::to_string(axis) + " has the extent " +
                          debugString(physical.getExtent(axis)) + ", not " +
                          debugString(extent));
  }
  return IndexMap(facts.getMap()).isInverse(getInverse(context), logical);
}
