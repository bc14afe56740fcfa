//===- TilePrefetch.cpp - Software prefetches of the next tile ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePrefetch.h"

#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/BufferRows.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kPageBytes = 4096;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// The number of the element of a row-major buffer of static shape.
static AffineMap linearize(const AffineNest::Access &access) {
  auto type = cast<MemRefType>(access.buffer.getType());
  AffineExpr place = getAffineConstantExpr(0, type.getContext());
  for (auto [result, extent] :
       llvm::zip(access.map.getResults(), type.getShape()))
    place = place * extent + result;
  return AffineMap::get(access.map.getNumDims(), 0, place);
}

namespace {

/// How far an access moves, in bytes, with each loop of a band.
class Walk {
public:
  static std::optional<Walk> read(const RegisterTile &band,
                                  const AffineNest::Access &access) {
    auto type = cast<MemRefType>(access.buffer.getType());
    std::optional<int64_t> bytes = getBytes(type);
    if (!bytes || access.map.getNumResults() == 0)
      return std::nullopt;
    AffineMap flat = linearize(access);
    Walk walk(band, access);
    int64_t width = type.getElementTypeBitWidth() / 8;
    for (unsigned loop = 0; loop < band.nest.loops.size(); ++loop) {
      std::optional<int64_t> stride = getStride(flat, loop);
      if (!stride || llvm::MulOverflow(*stride, width, *stride))
        return std::nullopt;
      walk.strides.push_back(*stride);
    }
    walk.bytes = *bytes;
    walk.start = getStart(flat) * width;
    return walk;
  }

  int64_t getSize() const { return bytes; }

  /// Returns true if no loop reads an element again.
  bool isOnce() const {
    return llvm::all_of(llvm::seq<unsigned>(0, strides.size()),
                        [&](unsigned loop) {
                          return strides[loop] != 0 || getSpan(loop) == 1;
                        });
  }

  /// Returns the innermost loop around the register tile whose iterations begin
  /// on different pages; nullopt if each continues after the one before, which
  /// hardware prefetches.
  std::optional<unsigned> findLoop() const {
    unsigned end = band->numOuter + band->numSums - (band->groupSize > 1);
    bool isInOrder =
        band->getForm(*access).steps != AccessForm::Steps::Transposed &&
        !band->hasRows;
    int64_t inside = strides[band->getLanes()] * band->numLanes;
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

  /// Returns the innermost loop whose iterations begin on different pages, if
  /// it is a loop over tiles: each iteration covers whole rows of the buffer's
  /// last dimension, and two of them fit the first cache.
  std::optional<unsigned> findTiles() const {
    int64_t width = strides[band->getLanes()];
    auto type = cast<MemRefType>(access->buffer.getType());
    bool hasRows = false;
    for (unsigned loop = band->getLanes(); loop-- > 0;) {
      std::optional<int64_t> span = getSpan(loop);
      if (!span || strides[loop] <= 0)
        return std::nullopt;
      if (strides[loop] >= kPageBytes)
        return hasRows && strides[loop] <= band->target.l1Bytes / 2
                   ? std::optional(loop)
                   : std::nullopt;
      hasRows |= *span > 1 && strides[loop] >= type.getShape().back() * width;
    }
    return std::nullopt;
  }

  AccessForm::Prefetch getNextTile() const {
    unsigned loop = *findTiles();
    int64_t span = *getSpan(loop);
    bool follows = loop > 0 && strides[loop - 1] == span * strides[loop];
    return {loop, follows ? std::optional(span) : std::nullopt};
  }

  /// Returns the offset of the first access, in bytes: of accesses with the
  /// same strides, the one with the greatest offset is ahead.
  int64_t getStart() const { return start; }
  bool isParallel(const Walk &other) const {
    return access->buffer == other.access->buffer && strides == other.strides;
  }
  const AffineNest::Access &getAccess() const { return *access; }

private:
  Walk(const RegisterTile &band, const AffineNest::Access &access)
      : band(&band), access(&access) {}

  std::optional<int64_t> getSpan(unsigned loop) const {
    Interval range = band->nest.ranges[loop];
    constexpr int64_t most = int64_t(1) << 31;
    if (!range.low || !range.high || *range.low < -most || *range.high > most)
      return std::nullopt;
    return *range.high - *range.low + 1;
  }

  /// Returns the offset at which all variables are 0.
  static int64_t getStart(AffineMap flat) {
    SmallVector<AffineExpr> zeros(flat.getNumDims(),
                                  getAffineConstantExpr(0, flat.getContext()));
    auto start =
        dyn_cast<AffineConstantExpr>(flat.getResult(0).replaceDims(zeros));
    return start ? start.getValue() : 0;
  }

  const RegisterTile *band;
  const AffineNest::Access *access;
  SmallVector<int64_t> strides;
  int64_t start = 0, bytes = 0;
};

} // namespace

static bool isContiguousIn(const RegisterTile &band,
                           const AffineNest::Access &access) {
  return band.getForm(access).lanes == AccessForm::Lanes::Contiguous;
}

/// Plans prefetches for a stencil, which reads a buffer at several offsets:
/// only for the access that is ahead, as the others find in a cache what it has
/// read, and for what is written. A nest that reads each buffer at one offset
/// continues after its last tile, which hardware prefetches.
static void findPrefetchesOfStencil(RegisterTile &band) {
  SmallVector<Walk> ahead;
  bool isStencil = false;
  for (const AffineNest::Access &access : band.nest.accesses) {
    if (!isContiguousIn(band, access))
      continue;
    std::optional<Walk> walk = Walk::read(band, access);
    if (!walk || walk->getSize() <= band.target.l2Bytes || !walk->isOnce() ||
        !walk->findTiles())
      continue;
    Walk *same = llvm::find_if(
        ahead, [&](const Walk &other) { return walk->isParallel(other); });
    if (same == ahead.end()) {
      ahead.push_back(*walk);
      continue;
    }
    isStencil |= same->getStart() != walk->getStart();
    if (same->getStart() < walk->getStart())
      *same = *walk;
  }
  if (isStencil)
    for (const Walk &walk : ahead)
      band.getForm(walk.getAccess()).prefetch = walk.getNextTile();
}

/// What the outermost loop that goes on for half of the first cache, or less,
/// reads a page later. All loops in it read other elements in each iteration.
/// Products of 4096 x 4096 bytes with a vector of f32 took 1.6 times as long as
/// reading them without prefetches, and with these 1.3, 1.2, 1.2, 1.15 times
/// for 1, 2, 4 and 8 KiB (Zen 3); of f32, 1.1 times in any case.
static std::optional<AccessForm::Prefetch>
findPageLater(const RegisterTile &tile, const AffineNest::Access &access) {
  AffineMap flat = linearize(access);
  int64_t width = access.getElementBits() / 8;
  std::optional<AccessForm::Prefetch> found;
  Operation *around = tile.carrying.back();
  while (auto loop = around->getParentOfType<affine::AffineForOp>()) {
    around = loop;
    const auto &fixed = tile.nest.fixed;
    auto place = llvm::find(fixed, Value(loop.getInductionVar()));
    if (place == fixed.end() && loop.hasConstantBounds() &&
        loop.getConstantUpperBound() - loop.getConstantLowerBound() == 1)
      continue;
    unsigned dim = tile.nest.loops.size() + (place - fixed.begin());
    if (place == fixed.end() || loop.getStepAsInt() != 1)
      break;
    std::optional<int64_t> stride = getStride(flat, dim);
    if (!stride || *stride <= 0 || *stride > tile.target.l1Bytes / 2 / width)
      break;
    found = {dim, std::nullopt,
             llvm::divideCeilSigned(kPageBytes, *stride * width)};
  }
  return found;
}

static void findPrefetchesOfLanes(RegisterTile &tile) {
  unsigned sumBits = tile.nest.getElementBits();
  for (Type type : tile.carrying.back().getResultTypes())
    sumBits = std::max(sumBits, type.getIntOrFloatBitWidth());
  for (const AffineNest::Access &access : tile.nest.accesses) {
    std::optional<int64_t> bytes =
        getBytes(cast<MemRefType>(access.buffer.getType()));
    if (isContiguousIn(tile, access) && access.getElementBits() < sumBits &&
        bytes && *bytes > tile.target.l2Bytes)
      tile.getForm(access).prefetch = findPageLater(tile, access);
  }
}

void layout::findPrefetches(RegisterTile &band) {
  if (band.isCarried())
    return findPrefetchesOfLanes(band);
  if (band.kept.empty())
    return findPrefetchesOfStencil(band);
  for (const AffineNest::Access &access : band.nest.accesses) {
    bool isOfRows = band.getForm(access).steps == AccessForm::Steps::Transposed;
    bool isContiguous = isContiguousIn(band, access);
    if (access.isStore || band.getKept(access.op) ||
        !(isOfRows || (isContiguous && band.groupSize == 1)))
      continue;
    std::optional<Walk> walk = Walk::read(band, access);
    if (!walk || walk->getSize() <= band.target.l2Bytes || !walk->isOnce())
      continue;
    if (std::optional<unsigned> loop = walk->findLoop())
      band.getForm(access).prefetch = {*loop, std::nullopt};
  }
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// `map` at a later iteration of a loop. Behind the last one, at the first one
/// of the loop around it, or at the end of the buffer.
static SmallVector<Value> buildNext(BandBuilder &builder, AffineMap map,
                                    const AccessForm::Prefetch &prefetch,
                                    ArrayRef<int64_t> shape) {
  unsigned loop = prefetch.loop;
  AffineExpr now = builder.getAffineDimExpr(loop),
             next = now + prefetch.distance;
  llvm::DenseMap<AffineExpr, AffineExpr> later{{now, next}};
  if (prefetch.tripCount) {
    int64_t first = builder.nest.ranges[loop].low.value_or(0);
    AffineExpr around = builder.getAffineDimExpr(loop - 1);
    later[now] = (next - first) % *prefetch.tripCount + first;
    later[around] = around + (next - first).floorDiv(*prefetch.tripCount);
  }
  SmallVector<Value> indices;
  for (auto [result, extent] : llvm::zip(map.getResults(), shape)) {
    AffineMap both = AffineMap::get(
        map.getNumDims(), 0,
        {result.replace(later), builder.getAffineConstantExpr(extent - 1)},
        builder.getContext());
    if (both.getResult(0) == result)
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
  const auto &prefetch = builder.band.getForm(access).prefetch;
  if (!prefetch)
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
        buildNext(builder, line, *prefetch, type.getShape()), access.isStore,
        /*localityHint=*/3, /*isDataCache=*/true);
  }
}
