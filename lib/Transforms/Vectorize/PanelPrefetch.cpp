//===- PanelPrefetch.cpp - Memory that the next tiles will read -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PanelPrefetch.h"

#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/BufferRows.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

PanelPrefetch::PanelPrefetch(BandBuilder &builder)
    : builder(builder), band(builder.band), nest(builder.nest) {
  if (!band.hasRows || !findLevel())
    return;
  for (const AffineNest::Access &access : nest.accesses)
    if (std::optional<Panel> panel = findPanel(access))
      panels.push_back(*panel);
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

std::optional<int64_t> PanelPrefetch::getTrips(unsigned loop) const {
  const Interval &range = nest.ranges[loop];
  if (nest.isOpaque[loop] || range.low != 0 || !range.high)
    return std::nullopt;
  return *range.high + 1;
}

std::optional<int64_t> PanelPrefetch::getTrips(unsigned begin,
                                               unsigned end) const {
  int64_t product = 1;
  for (unsigned loop = begin; loop < end; ++loop) {
    std::optional<int64_t> trips = getTrips(loop);
    if (!trips || llvm::MulOverflow(product, *trips, product))
      return std::nullopt;
  }
  return product;
}

/// The innermost loop of sums whose body is long enough that a prefetch or two
/// for each block of rows cost nothing.
bool PanelPrefetch::findLevel() {
  constexpr int64_t minInside = 8;
  for (unsigned number = band.numSums; number-- > 0;) {
    unsigned loop = band.numOuter + number;
    std::optional<int64_t> inside =
        getTrips(loop + 1, band.numOuter + band.numSums);
    if (!inside)
      return false;
    level = number;
    numInside = *inside;
    if (numInside >= minInside)
      return true;
  }
  return false;
}

/// Bounds of inner loops may be less than what they are at most: a panel is
/// read as if they were not.
bool PanelPrefetch::isInBounds(AffineMap map, MemRefType type) const {
  for (auto [result, size] :
       llvm::zip_equal(map.getResults(), type.getShape())) {
    Interval range = rangeOf(result, nest.ranges, {});
    if (!range.low || *range.low < 0 || !range.high || *range.high >= size)
      return false;
  }
  return true;
}

std::optional<PanelPrefetch::Panel>
PanelPrefetch::findPanel(const AffineNest::Access &access) const {
  auto type = cast<MemRefType>(access.buffer.getType());
  std::optional<int64_t> bytes = getBytes(type);
  if (access.isStore || band.getKept(access.op) || !bytes ||
      *bytes <= band.target.l2Bytes ||
      getStride(access.map, band.getLanes()) != 1 ||
      access.map.isFunctionOfDim(band.getRows()) ||
      !isInBounds(access.map, type))
    return std::nullopt;
  unsigned loop = band.numOuter;
  while (loop > 0 && !access.map.isFunctionOfDim(loop - 1))
    --loop;
  if (loop == 0)
    return std::nullopt;
  --loop;
  std::optional<int64_t> trips = getTrips(loop),
                         blocks = getTrips(loop + 1, band.numOuter),
                         steps = getTrips(band.numOuter,
                                          band.numOuter + band.numSums);
  // What one block of rows reads need not come early for others.
  if (!trips || *trips < 2 || !blocks || *blocks < 2 || !steps)
    return std::nullopt;
  int64_t elementBytes = type.getElementTypeBitWidth() / 8, panelBytes;
  if (llvm::MulOverflow(*steps, band.numLanes * elementBytes, panelBytes) ||
      panelBytes > band.target.l2Bytes / 2)
    return std::nullopt;
  return Panel{access.map, access.buffer, loop};
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

/// Where `row` of the part that this block of rows asks for begins, in the
/// panel behind this one. Behind the last one comes the first.
AffineMap PanelPrefetch::getNext(const Panel &panel, int64_t row,
                                 int64_t lane) const {
  MLIRContext *context = panel.map.getContext();
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < nest.getNumDims(); ++i)
    dims.push_back(getAffineDimExpr(i, context));
  AffineExpr block = getAffineConstantExpr(0, context);
  for (unsigned loop = panel.loop + 1; loop < band.numOuter; ++loop)
    block = block * *getTrips(loop) + dims[loop];
  int64_t numBlocks = *getTrips(panel.loop + 1, band.numOuter);
  AffineExpr place = (block * numInside).floorDiv(numBlocks) + row;
  dims[panel.loop] = (dims[panel.loop] + 1) % *getTrips(panel.loop);
  for (unsigned loop = band.numOuter + band.numSums;
       --loop > band.numOuter + level;) {
    int64_t trips = *getTrips(loop);
    dims[loop] = place % trips;
    place = place.floorDiv(trips);
  }
  dims[band.getLanes()] = getAffineConstantExpr(lane, context);
  return simplifyUnderRanges(
      panel.map.replaceDimsAndSymbols(dims, {}, nest.getNumDims(), 0),
      nest.ranges, {});
}

void PanelPrefetch::emit(unsigned number) {
  if (number != level || !builder.mode.unrollsRows)
    return;
  for (const Panel &panel : panels) {
    int64_t numBlocks = *getTrips(panel.loop + 1, band.numOuter);
    int64_t numRows = llvm::divideCeil(numInside, numBlocks);
    auto type = cast<MemRefType>(panel.buffer.getType());
    int64_t perLine =
        std::max<int64_t>(1, kLineBytes * 8 / type.getElementTypeBitWidth());
    for (int64_t row = 0; row < numRows; ++row)
      for (int64_t lane = 0; lane < band.numLanes; lane += perLine) {
        AffineMap map = getNext(panel, row, lane);
        SmallVector<Value> operands = builder.bind(map);
        affine::AffinePrefetchOp::create(
            builder, builder.getLoc(), panel.buffer, map, operands,
            /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
      }
  }
}
