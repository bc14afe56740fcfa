//===- TilePrefetch.cpp - Loads that hardware does not foresee ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePrefetch.h"

#include "Transforms/Support/AccessRuns.h"
#include "Transforms/Support/BufferBytes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kPageBytes = 4096;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

namespace {

/// How far an access moves, in bytes, with each loop of a band.
class Walk {
public:
  static std::optional<Walk> read(const VectorBand &band,
                                  const AffineNest::Access &access) {
    auto type = cast<MemRefType>(access.buffer.getType());
    std::optional<int64_t> bytes = getBytes(type);
    if (!bytes || access.map.getNumResults() == 0)
      return std::nullopt;
    AffineExpr place = getAffineConstantExpr(0, type.getContext());
    for (auto [result, extent] :
         llvm::zip(access.map.getResults(), type.getShape()))
      place = place * extent + result;
    AffineMap flat = AffineMap::get(access.map.getNumDims(), 0, place);
    Walk walk(band, access);
    int64_t width = type.getElementTypeBitWidth() / 8;
    for (unsigned loop = 0; loop < band.nest.loops.size(); ++loop) {
      std::optional<int64_t> stride = getStride(flat, loop);
      if (!stride || llvm::MulOverflow(*stride, width, *stride))
        return std::nullopt;
      walk.strides.push_back(*stride);
    }
    walk.bytes = *bytes;
    return walk;
  }

  int64_t getSize() const { return bytes; }

  /// Each iteration reads other elements.
  bool isOnce() const {
    return llvm::all_of(llvm::seq<unsigned>(0, strides.size()),
                        [&](unsigned loop) {
                          return strides[loop] != 0 || getSpan(loop) == 1;
                        });
  }

  /// The innermost loop, outside of what is one block, of which each iteration
  /// begins another page; none where it only goes on behind the last one.
  std::optional<unsigned> findLoop() const {
    unsigned end = band.numOuter + band.numSums - (band.groupSize > 1);
    bool isInOrder = !band.blocksOfRows.contains(access.op) && !band.hasRows;
    int64_t inside = strides[band.getLanes()] * band.numLanes;
    for (unsigned loop = end; loop-- > 0;) {
      if (strides[loop] >= kPageBytes)
        return isInOrder && strides[loop] <= inside ? std::nullopt
                                                    : std::optional(loop);
      isInOrder &= strides[loop] <= inside;
      std::optional<int64_t> span = getSpan(loop);
      if (!span || strides[loop] < 0)
        return std::nullopt;
      inside = std::max(inside, strides[loop] * *span);
    }
    return std::nullopt;
  }

private:
  Walk(const VectorBand &band, const AffineNest::Access &access)
      : band(band), access(access) {}

  std::optional<int64_t> getSpan(unsigned loop) const {
    Interval range = band.nest.ranges[loop];
    constexpr int64_t most = int64_t(1) << 31;
    if (!range.low || !range.high || *range.low < -most || *range.high > most)
      return std::nullopt;
    return *range.high - *range.low + 1;
  }

  const VectorBand &band;
  const AffineNest::Access &access;
  SmallVector<int64_t> strides;
  int64_t bytes = 0;
};

} // namespace

void layout::findPrefetches(VectorBand &band) {
  if (band.kept.empty())
    return;
  for (const AffineNest::Access &access : band.nest.accesses) {
    bool isOfRows = band.blocksOfRows.contains(access.op);
    RunCount runs =
        countRuns(access.map, band.getLanes(), band.numLanes, band.nest.ranges);
    bool isContiguous = runs.number == 1 && !runs.areReversed;
    if (access.isStore || band.getKept(access.op) ||
        !(isOfRows || (isContiguous && band.groupSize == 1)))
      continue;
    std::optional<Walk> walk = Walk::read(band, access);
    if (!walk || walk->getSize() <= band.target.l2Bytes || !walk->isOnce())
      continue;
    if (std::optional<unsigned> loop = walk->findLoop())
      band.prefetched[access.op] = *loop;
  }
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// `map` at a later iteration of a loop. Behind the last one, at the end of the
/// buffer.
static SmallVector<Value> buildLater(BandBuilder &builder, AffineMap map,
                                     unsigned loop, ArrayRef<int64_t> shape) {
  AffineExpr variable = builder.getAffineDimExpr(loop);
  SmallVector<Value> indices;
  for (auto [result, extent] : llvm::zip(map.getResults(), shape)) {
    AffineExpr later = result.replace(variable, variable + 1);
    AffineMap both = AffineMap::get(
        map.getNumDims(), 0, {later, builder.getAffineConstantExpr(extent - 1)},
        builder.getContext());
    if (!result.isFunctionOfDim(loop))
      both = both.getSubMap(0);
    SmallVector<OpFoldResult> operands = getAsOpFoldResult(builder.bind(both));
    indices.push_back(getValueOrCreateConstantIndexOp(
        builder, builder.getLoc(),
        affine::makeComposedFoldedAffineMin(builder, builder.getLoc(), both,
                                            operands)));
  }
  return indices;
}

void layout::buildPrefetches(BandBuilder &builder,
                             const AffineNest::Access &access, AffineMap place,
                             int64_t numElements) {
  auto found = builder.band.prefetched.find(access.op);
  if (found == builder.band.prefetched.end())
    return;
  auto type = cast<MemRefType>(access.buffer.getType());
  int64_t perLine =
      std::max<int64_t>(1, kLineBytes * 8 / type.getElementTypeBitWidth());
  for (int64_t first = 0; first < numElements; first += perLine) {
    SmallVector<AffineExpr> results(place.getResults());
    results.back() = results.back() + first;
    AffineMap line =
        AffineMap::get(place.getNumDims(), 0, results, builder.getContext());
    memref::PrefetchOp::create(
        builder, access.buffer,
        buildLater(builder, line, found->second, type.getShape()),
        /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
  }
}
