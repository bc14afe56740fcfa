//===- BlockDigits.cpp - Digits along which blocks extend -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockDigits.h"

#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/Transpose.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {

/// How many values of a digit the rows and the lanes of a block take. A digit
/// has `span` values at most, nullopt if that is not known. Where it has
/// exactly so many (`isExact`), as all but the outermost digits of a loop, a
/// size is taken that divides it: a block that ends beyond it would need a
/// condition.
struct BlockSizes {
  int64_t width; ///< lanes of a register
  int64_t part;  ///< lanes of 128 bits
  int64_t line;  ///< elements of a line of the caches
  /// Lanes that a transposed block is to have at least, where the loop has as
  /// many: those of a whole line if it is stored past the caches.
  int64_t least = 1;

  /// Lanes and rows of a block whose lanes lie side by side in both buffers.
  int64_t chooseLanes(std::optional<int64_t> span, bool isExact) const;
  int64_t chooseRows(std::optional<int64_t> span, bool isExact,
                     int64_t numLanes) const;
  /// The same of one in which rows become lanes.
  int64_t chooseTransposedRows(std::optional<int64_t> span, bool isExact) const;
  int64_t chooseTransposedLanes(std::optional<int64_t> span,
                                bool isExact) const;
};

} // namespace

/// The largest divisor of `number` that is `most` or less.
static int64_t getLargestDivisor(int64_t number, int64_t most) {
  int64_t divisor = std::min(number, most);
  while (number % divisor != 0)
    --divisor;
  return divisor;
}

static int64_t getPowerOfTwoIn(int64_t number, int64_t most) {
  int64_t power = 1;
  while (number % (2 * power) == 0 && 2 * power <= most)
    power *= 2;
  return power;
}

int64_t BlockSizes::chooseLanes(std::optional<int64_t> span,
                                bool isExact) const {
  constexpr int64_t most = 64;
  int64_t room = std::max<int64_t>(2, std::min(most, 4 * width));
  return isExact ? getLargestDivisor(*span, room)
                 : std::min(span.value_or(room), room);
}

int64_t BlockSizes::chooseRows(std::optional<int64_t> span, bool isExact,
                               int64_t numLanes) const {
  int64_t room =
      std::clamp<int64_t>(32 / llvm::divideCeilSigned(numLanes, width), 1, 16);
  if (isExact)
    return getLargestDivisor(*span, room);
  if (span && *span <= room)
    return *span;
  // A divisor needs no rest, but a small one costs more than the rest does.
  int64_t divisor = span ? getLargestDivisor(*span, room) : room;
  return 2 * divisor >= room ? divisor : room;
}

int64_t BlockSizes::chooseTransposedRows(std::optional<int64_t> span,
                                         bool isExact) const {
  if (!span)
    return line;
  int64_t power = getPowerOfTwoIn(*span, line);
  if (isExact || power >= part)
    return power;
  return std::min<int64_t>(line, llvm::bit_floor(uint64_t(*span)));
}

int64_t BlockSizes::chooseTransposedLanes(std::optional<int64_t> span,
                                          bool isExact) const {
  int64_t most = std::max({width, part, least});
  if (!span)
    return most;
  if (*span % part == 0 && *span <= 2 * most)
    return *span;
  if (isExact) {
    int64_t parts = *span % part == 0 ? *span / part : 0;
    return parts ? part * getLargestDivisor(parts, most / part)
                 : getPowerOfTwoIn(*span, most);
  }
  if (*span >= part)
    return std::min(most, *span / part * part);
  return llvm::bit_floor(uint64_t(*span));
}

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

/// What unknown extents count for, where only the order of blocks depends on
/// them: 64 x 4096 floats with an unknown number of rows took 2.2 times as long
/// to transpose while nothing was assumed.
static constexpr int64_t kTypicalExtent = 128;

namespace {

class DigitChooser {
public:
  DigitChooser(const CopyNest &copy, const Target &target)
      : copy(copy), nest(copy.nest), weights(findWeights(nest)) {
    Type element = cast<MemRefType>(copy.dest.getType()).getElementType();
    unsigned bits = element.getIntOrFloatBitWidth();
    sizes.width = target.getNumLanes(element);
    sizes.part = getLanesOfPart(element);
    sizes.line = std::clamp<int64_t>(kLineBytes * 8 / bits, sizes.part, 16);
    elementBits = bits;
    isBeyondL2 = copy.exceeds(target.l2Bytes);
    isBeyondL3 = copy.exceeds(target.l3Bytes);
    streamedBits = 8 * target.streamingStoreBytes;
    if (isBeyondL3)
      sizes.least = streamedBits / bits;
    mayBeBeyondL1 = copy.exceeds(target.l1Bytes, kTypicalExtent);
    mayBeBeyondL2 = copy.exceeds(target.l2Bytes, kTypicalExtent);
  }

  std::optional<BlockDigits> choose() {
    if (!chooseDigits())
      return std::nullopt;
    if (mayBeBeyondL1 && hasKnownStrides())
      chooseRun();
    return BlockDigits{makeOrder(), rows,         lanes,      numRows,
                       numLanes,    isTransposed, sizes.width};
  }

private:
  SmallVector<Digit> makeAllDigits() const {
    SmallVector<Digit> digits;
    for (auto [loop, chain] : llvm::enumerate(weights))
      llvm::append_range(digits, makeDigits(loop, chain));
    return digits;
  }

  /// How many values a digit has, at most.
  std::optional<int64_t> getSpanOf(const Digit &digit) const {
    if (digit.extent)
      return digit.extent;
    std::optional<int64_t> span = getSpan(nest.ranges[digit.loop]);
    if (!span || nest.ranges[digit.loop].low != 0)
      return std::nullopt;
    return llvm::divideCeilSigned(*span, digit.weight);
  }
  static bool isExact(const Digit &digit) { return digit.extent.has_value(); }
  bool isMoving(const Digit &digit) const {
    return getSpanOf(digit).value_or(2) > 1;
  }

  /// The innermost digits along which elements lie side by side.
  std::optional<DigitName> findContiguous(AffineMap map,
                                          std::optional<DigitName> preferred) {
    DigitOrder order(nest, makeAllDigits());
    AffineMap places = order.substitute(map);
    std::optional<DigitName> found;
    for (auto [position, digit] : llvm::enumerate(order.getDigits()))
      if (isMoving(digit) && getStride(places, position) == 1) {
        DigitName name{digit.loop, digit.weight};
        if (name == preferred)
          return name;
        found = name;
      }
    return found;
  }

  Digit getDigit(DigitName name) const {
    for (const Digit &digit : makeDigits(name.loop, weights[name.loop]))
      if (digit.weight == name.weight)
        return digit;
    llvm_unreachable("a digit of the nest");
  }

  /// The digit of this weight has `size` values from now on, and another one
  /// the rest.
  void split(DigitName name, int64_t size) {
    SmallVector<int64_t> &chain = weights[name.loop];
    auto *place = llvm::find(chain, name.weight);
    if (place != chain.begin() && place[-1] == name.weight * size)
      return;
    chain.insert(place, name.weight * size);
  }

  bool chooseDigits() {
    std::optional<DigitName> across = findContiguous(copy.destMap, {});
    if (!across)
      return false;
    lanes = *across;
    std::optional<DigitName> along = findContiguous(copy.sourceMap, across);
    if (!along)
      return false;
    isTransposed = !(*along == lanes);
    if (!isTransposed) {
      chooseLanes();
      chooseRows();
      return numLanes > 1;
    }
    rows = *along;
    Digit ofRows = getDigit(rows), ofLanes = getDigit(lanes);
    numRows = sizes.chooseTransposedRows(getSpanOf(ofRows), isExact(ofRows));
    numLanes =
        sizes.chooseTransposedLanes(getSpanOf(ofLanes), isExact(ofLanes));
    // Of one loop, the larger step first: its tile loop is around the other.
    DigitName first = rows, second = lanes;
    int64_t firstSize = numRows, secondSize = numLanes;
    if (rows.loop == lanes.loop && rows.weight < lanes.weight) {
      std::swap(first, second);
      std::swap(firstSize, secondSize);
    }
    split(first, firstSize);
    split(second, secondSize);
    return numRows > 1 && numLanes > 1;
  }

  void chooseLanes() {
    Digit digit = getDigit(lanes);
    numLanes = sizes.chooseLanes(getSpanOf(digit), isExact(digit));
    split(lanes, numLanes);
  }

  /// Where the elements of the source lie, from its first on.
  AffineMap getSourceOffset(const DigitOrder &order) const {
    AffineMap place = order.substitute(copy.sourceMap);
    return AffineMap::get(
        place.getNumDims(), 0,
        getOffset(place, cast<MemRefType>(copy.source.getType())));
  }

  /// A digit of few values that follows the lanes in the source, as the blocks
  /// of a pixel's channels do. With these as rows the source is read without a
  /// jump, and there are few places at which the destination is stored to, a
  /// line each. Where the last channels are missing, they are in each pixel, so
  /// that masks are constants.
  std::optional<Digit> findFewStreams() const {
    constexpr int64_t few = 4;
    if (numLanes * elementBits % (kLineBytes * 8) != 0)
      return std::nullopt;
    DigitOrder order(nest, makeAllDigits());
    AffineMap offset = getSourceOffset(order);
    for (auto [position, digit] : llvm::enumerate(order.getDigits())) {
      std::optional<int64_t> span = getSpanOf(digit);
      std::optional<int64_t> ofLoop = getSpan(nest.ranges[digit.loop]);
      if (isMoving(digit) && span && *span <= few && ofLoop &&
          *ofLoop % (*span * digit.weight) == 0 &&
          getStride(offset, position) == numLanes)
        return digit;
    }
    return std::nullopt;
  }

  /// Returns the digit whose values follow the lanes in the destination, if the
  /// lanes are less than a line. With these as rows, a block stores whole
  /// lines.
  std::optional<Digit> findRowsOfLines() const {
    if (numLanes * elementBits >= streamedBits)
      return std::nullopt;
    DigitOrder order(nest, makeAllDigits());
    AffineMap place = order.substitute(copy.destMap);
    AffineMap offset =
        AffineMap::get(place.getNumDims(), 0,
                       getOffset(place, cast<MemRefType>(copy.dest.getType())));
    for (auto [position, digit] : llvm::enumerate(order.getDigits()))
      if (isMoving(digit) && getStride(offset, position) == numLanes)
        return digit;
    return std::nullopt;
  }

  /// The rest of the lanes' own digit if there is much of it, so that elements
  /// are read and written one after the other; else the digit that is innermost
  /// without the lanes.
  std::optional<Digit> findInnerRows() const {
    std::optional<Digit> best;
    for (const Digit &digit : makeAllDigits()) {
      if (digit.loop == lanes.loop && digit.weight == lanes.weight)
        continue;
      bool isOwn =
          digit.loop == lanes.loop && digit.weight == lanes.weight * numLanes;
      std::optional<int64_t> span = getSpanOf(digit);
      constexpr int64_t much = 4;
      if (isOwn && span && *span >= much)
        return digit;
      // Its own is better than none.
      if (isMoving(digit) && (!isOwn || !best))
        best = digit;
    }
    return best;
  }

  void chooseRows() {
    if (std::optional<Digit> streams;
        isBeyondL2 && (streams = findFewStreams())) {
      rows = {streams->loop, streams->weight};
      numRows = *getSpanOf(*streams);
      split(rows, numRows);
      return;
    }
    std::optional<Digit> best;
    if (isBeyondL3)
      best = findRowsOfLines();
    if (!best)
      best = findInnerRows();
    if (!best) {
      rows = {lanes.loop, lanes.weight * numLanes};
      numRows = 1;
      weights[lanes.loop].insert(llvm::find(weights[lanes.loop], rows.weight),
                                 rows.weight);
      return;
    }
    rows = {best->loop, best->weight};
    numRows = sizes.chooseRows(getSpanOf(*best), isExact(*best), numLanes);
    split(rows, numRows);
  }

  /// Returns true if each row of a block begins at a cache line of the
  /// destination, provided that the destination does.
  bool storesWholeLines(const DigitOrder &order) const {
    AffineExpr offset = getOffset(order.substitute(copy.destMap),
                                  cast<MemRefType>(copy.dest.getType()));
    for (auto [position, digit] : llvm::enumerate(order.getDigits()))
      if (digit.extent && lanes == DigitName{digit.loop, digit.weight})
        offset = offset.replace(getAffineDimExpr(position, nest.getContext()),
                                getAffineConstantExpr(0, nest.getContext()));
    unsigned numDims =
        nest.getNumDims() - nest.loops.size() + order.getNumDigits();
    return simplifyAffineExpr(offset, numDims, 0).getLargestKnownDivisor() *
               elementBits % (kLineBytes * 8) ==
           0;
  }

  /// How many elements of the source are copied one after the other. From
  /// memory a page. Where rows end within lines, the rest of each is stored
  /// with the blocks that follow along the destination, which must come while
  /// it is in the first cache: as many as are fetched at once, a pair of lines.
  int64_t getRunElements(const DigitOrder &order) const {
    constexpr int64_t pageBytes = 4096;
    bool isShort = isTransposed && !storesWholeLines(order);
    int64_t bytes = !mayBeBeyondL2 ? getRunBytesInL2()
                    : isShort      ? 2 * kLineBytes
                                   : pageBytes;
    return bytes * 8 / elementBits;
  }

  /// Four lines: adjacent lines, which hardware prefetches with one, are read
  /// before others of their set evict them from the first cache. Transposed
  /// blocks store to as many sets as they read, so there it is the rest of a
  /// line.
  int64_t getRunBytesInL2() const {
    return isTransposed ? kLineBytes : 4 * kLineBytes;
  }

  /// Returns true if the distances of the source's elements are known: of the
  /// first dimension the extent is not among them.
  bool hasKnownStrides() const {
    auto type = cast<MemRefType>(copy.source.getType());
    return llvm::none_of(type.getShape().drop_front(), ShapedType::isDynamic);
  }

  /// The source, walked in the order of the destination, may be read a line
  /// here and a line there, each from another page. Then some blocks that
  /// follow each other in the source are copied one after the other.
  void chooseRun() {
    DigitOrder order(nest, makeAllDigits());
    int64_t runElements = getRunElements(order);
    AffineMap offset = getSourceOffset(order);
    std::optional<Digit> best;
    int64_t bestStep = runElements;
    for (auto [position, digit] : llvm::enumerate(order.getDigits())) {
      DigitName name{digit.loop, digit.weight};
      if (name == rows || name == lanes || !isMoving(digit))
        continue;
      // The nearest in the source: most of what one line holds is then still in
      // the cache.
      std::optional<int64_t> step = getStride(offset, position);
      if (!step || *step <= 0 || *step >= bestStep)
        continue;
      best = digit;
      bestStep = *step;
    }
    if (!best)
      return;
    int64_t number = runElements / bestStep;
    run = {best->loop, best->weight};
    if (best->extent)
      number = getLargestDivisor(*best->extent, number);
    split(*run, number);
  }

  /// All others in their order, then the run, then rows and lanes.
  SmallVector<Digit> makeOrder() const {
    SmallVector<Digit> order;
    std::optional<Digit> ofRows, ofLanes, ofRun;
    // A tile loop that was split has another one of the same step before it.
    auto take = [&](std::optional<Digit> &its, const Digit &digit) {
      if (its)
        order.push_back(*its);
      its = digit;
    };
    for (const Digit &digit : makeAllDigits()) {
      DigitName name{digit.loop, digit.weight};
      if (digit.extent && name == lanes)
        take(ofLanes, digit);
      else if (digit.extent && name == rows)
        take(ofRows, digit);
      else if (digit.extent && run == name)
        take(ofRun, digit);
      else
        order.push_back(digit);
    }
    if (ofRun)
      order.push_back(*ofRun);
    order.push_back(*ofRows);
    order.push_back(*ofLanes);
    return order;
  }

  const CopyNest &copy;
  const AffineNest &nest;
  SmallVector<SmallVector<int64_t>> weights;
  BlockSizes sizes;
  int64_t elementBits;
  int64_t streamedBits; ///< of what is stored past the caches at once
  bool isBeyondL2, isBeyondL3;
  bool mayBeBeyondL1, mayBeBeyondL2; ///< with what is typical of extents
  std::optional<DigitName> run;
  DigitName rows{0, 1}, lanes{0, 1};
  int64_t numRows = 1, numLanes = 0;
  bool isTransposed = false;
};

} // namespace

std::optional<BlockDigits> BlockDigits::choose(const CopyNest &copy,
                                               const Target &target) {
  return DigitChooser(copy, target).choose();
}

AffineExpr layout::getOffset(AffineMap place, MemRefType type) {
  AffineExpr offset = getAffineConstantExpr(0, place.getContext());
  for (auto [result, extent] :
       llvm::zip_equal(place.getResults(), type.getShape()))
    offset = offset * extent + result;
  return offset;
}
