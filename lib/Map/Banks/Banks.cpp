//===- Banks.cpp - Bank conflicts of accesses to shared memory ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 32 threads load `f16` elements 64 * thread of a tile of 64 columns: bytes 0,
// 128, 256, ... are different words of bank 0, so the warp waits 32 cycles.
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Banks.h"

#include "Layout/Map/Decision.h"
#include "Layout/Map/PhysicalLayout.h"
#include "Layout/Map/Tabulate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <limits>

using namespace mlir;
using namespace mlir::layout;

/// 2^22 offsets take about 50 ms.
static constexpr int64_t maxOffsets = int64_t(1) << 22;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

std::optional<BankRules> BankRules::get(StringRef name) {
  if (name == "nvidia")
    return BankRules{Maker::Nvidia};
  if (name == "amd")
    return BankRules{Maker::Amd};
  if (name == "amd-cdna4")
    return BankRules{Maker::AmdCdna4};
  return std::nullopt;
}

std::optional<BankRules> BankRules::ofAmdChip(StringRef chip) {
  if (llvm::is_contained({"gfx908", "gfx90a", "gfx940", "gfx941", "gfx942"},
                         chip))
    return BankRules{Maker::Amd};
  if (chip == "gfx950")
    return BankRules{Maker::AmdCdna4};
  return std::nullopt;
}

int64_t BankRules::getNumBanks(int64_t bytes, bool isStore) const {
  bool isWideLoad =
      maker == Maker::AmdCdna4 && !isStore && bytes > bytesPerBank;
  return isWideLoad ? mostBanks : numBanks;
}

/// The group of a lane in loads of 16 bytes, which are ordered by 4 lanes.
static unsigned getGroupOfWideLoad(BankRules::Maker maker, unsigned lane) {
  unsigned half = lane / 32, quad = lane % 32 / 4;
  // Numbers of 4 lanes with an even number of bits are served together.
  if (maker == BankRules::Maker::AmdCdna4)
    return half * 2 + llvm::popcount(quad) % 2;
  // 4 and 5 are served with 1 and 0, 6 and 7 with 3 and 2.
  return half * 4 + (quad < 4 ? quad : (quad - 4) ^ 1);
}

SmallVector<unsigned> BankRules::getGroups(int64_t bytes, bool isStore) const {
  bool isUnknown =
      maker == Maker::AmdCdna4 && !isStore && bytes <= bytesPerBank;
  if (bytes < 1 || bytes > maxBytes || !llvm::isPowerOf2_64(bytes) || isUnknown)
    return {};
  unsigned lanesPerGroup = getNumBanks(bytes, isStore) * bytesPerBank /
                           std::max(bytes, bytesPerBank);
  bool isWideLoad = maker != Maker::Nvidia && bytes == maxBytes && !isStore;
  SmallVector<unsigned> groups;
  for (unsigned lane = 0; lane < getNumLanes(); ++lane)
    groups.push_back(isWideLoad ? getGroupOfWideLoad(maker, lane)
                                : lane / lanesPerGroup);
  return groups;
}

//===----------------------------------------------------------------------===//
// Cycles of a warp
//===----------------------------------------------------------------------===//

namespace {

/// The words of one group of lanes, by bank.
class BankWords {
public:
  explicit BankWords(int64_t numBanks) : numBanks(numBanks) {}
  /// Words before the base are in banks, too.
  int64_t getBank(int64_t word) const { return word & (numBanks - 1); }
  /// Returns a thread that takes another word of this bank; -1 if there is
  /// none.
  int64_t add(int64_t word, int64_t thread) {
    auto &words = banks[getBank(word)];
    for (auto [known, by] : words)
      if (known == word)
        return -1;
    words.push_back({word, thread});
    cycles = std::max<int64_t>(cycles, words.size());
    return words.size() > 1 ? words.front().second : -1;
  }
  int64_t getCycles() const { return cycles; }

private:
  int64_t numBanks;
  // (word, the first thread that takes it)
  std::array<SmallVector<std::pair<int64_t, int64_t>, 2>, BankRules::mostBanks>
      banks;
  int64_t cycles = 0;
};

/// Of the access of a thread. What exceeds 64 bits becomes a number that no
/// rule is for.
int64_t getBytesPerAccess(const BankQuery &query) {
  int64_t bytes;
  bool isLarge = llvm::MulOverflow(query.bytesPerElement,
                                   int64_t(query.offsets.size()), bytes);
  return isLarge ? std::numeric_limits<int64_t>::max() : bytes;
}

/// An access of one warp at a time.
class WarpCounter {
public:
  WarpCounter(const BankQuery &query, const BankRules &rules)
      : bytes(getBytesPerAccess(query)),
        piece(std::min(bytes, BankRules::maxBytes)),
        numBanks(rules.getNumBanks(piece, query.isStore)),
        groups(rules.getGroups(piece, query.isStore)) {
    numGroups = groups.empty() ? 0 : *llvm::max_element(groups) + 1;
  }

  bool hasRule() const { return !groups.empty() && bytes % piece == 0; }
  int64_t getBytes() const { return bytes; }
  /// Of the part of an access that is served at a time.
  int64_t getAlignment() const { return piece; }
  /// Of such parts.
  int64_t getNumPieces() const { return bytes / piece; }

  /// `starts`: the bytes at which the accesses of active threads begin, which
  /// have the numbers from `firstThread` on.
  BankCount count(ArrayRef<int64_t> starts, int64_t firstThread) const {
    BankCount result;
    for (int64_t at = 0; at < bytes; at += piece)
      for (unsigned group = 0; group < numGroups; ++group)
        countGroup(starts, at, group, firstThread, result);
    return result;
  }

private:
  void countGroup(ArrayRef<int64_t> starts, int64_t at, unsigned group,
                  int64_t firstThread, BankCount &result) const {
    BankWords words(numBanks);
    for (auto [lane, start] : llvm::enumerate(starts)) {
      if (groups[lane] != group)
        continue;
      for (int64_t byte = 0; byte < piece; byte += BankRules::bytesPerBank) {
        int64_t word =
            llvm::divideFloorSigned(start + at + byte, BankRules::bytesPerBank);
        int64_t thread = firstThread + int64_t(lane);
        int64_t other = words.add(word, thread);
        if (other >= 0 && !result.witness)
          result.witness = BankWitness{{}, other, thread, words.getBank(word)};
      }
    }
    result.cycles += words.getCycles();
    result.least += words.getCycles() > 0;
  }

  int64_t bytes, piece, numBanks;
  SmallVector<unsigned> groups;
  unsigned numGroups;
};

//===----------------------------------------------------------------------===//
// All warps
//===----------------------------------------------------------------------===//

/// The offsets of a query over variables, warp and lane.
class BankEnumeration {
public:
  BankEnumeration(const BankQuery &query, const BankRules &rules)
      : query(query), rules(rules), warp(query, rules),
        context(query.offsets.front().getContext()) {}

  BankCount run() {
    if (!warp.hasRule())
      return unknown(std::string("there is no rule for ") +
                     (query.isStore ? "stores" : "loads") + " of " +
                     std::to_string(warp.getBytes()) + " bytes");
    if (std::string why = prepare(); !why.empty())
      return unknown(why);
    int64_t row = 0;
    tabulate(offsets, shape, [&](TabulatedRows rows) {
      for (size_t i = 0; i < rows.front().size() && worst.isKnown(); ++i)
        visit(rows, i, row++);
    });
    return worst;
  }

private:
  BankCount unknown(std::string why) {
    BankCount count;
    count.unknown = std::move(why);
    return count;
  }

  std::string prepare();
  void dropUniformSummands(ArrayRef<Interval> ranges);
  bool movesWholeWords(unsigned dim, int64_t by, ArrayRef<Interval> ranges);
  std::optional<int64_t> findPeriod(unsigned dim, SmallVector<Interval> ranges);
  void reduceToPeriods(ArrayRef<Interval> ranges);
  std::optional<int64_t> getTotal() const;
  void visit(TabulatedRows rows, size_t column, int64_t row);
  void finishWarp(int64_t row);

  const BankQuery &query;
  const BankRules &rules;
  WarpCounter warp;
  MLIRContext *context;
  SmallVector<AffineExpr> offsets;
  SmallVector<int64_t> shape;
  SmallVector<int64_t> starts; // of the warp that is read
  BankCount worst;
};

} // namespace

static void collectSummands(AffineExpr expr,
                            SmallVectorImpl<AffineExpr> &into) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return into.push_back(expr);
  collectSummands(sum.getLHS(), into);
  collectSummands(sum.getRHS(), into);
}

/// What is equal for all lanes moves all words by as many banks, if it is whole
/// words. It must keep the access aligned, too.
void BankEnumeration::dropUniformSummands(ArrayRef<Interval> ranges) {
  int64_t unit = std::max(warp.getAlignment(), BankRules::bytesPerBank);
  unsigned lane = query.counts.size() + 1;
  SmallVector<AffineExpr> summands;
  collectSummands(offsets.front(), summands);
  AffineExpr uniform = getAffineConstantExpr(0, context);
  // But for a constant, so that the bank of a witness is the right one.
  for (AffineExpr summand : summands)
    if (!isa<AffineConstantExpr>(summand) && !summand.isFunctionOfDim(lane) &&
        (summand.getLargestKnownDivisor() % unit) *
                (query.bytesPerElement % unit) % unit ==
            0)
      uniform = uniform + summand;
  for (AffineExpr &offset : offsets)
    offset = simplifyUnderRanges(offset - uniform, ranges, {});
}

/// Returns true if `by` more of a variable moves the words of all lanes by as
/// many banks, and keeps the access aligned.
bool BankEnumeration::movesWholeWords(unsigned dim, int64_t by,
                                      ArrayRef<Interval> ranges) {
  int64_t unit = std::max(warp.getAlignment(), BankRules::bytesPerBank);
  AffineExpr variable = getAffineDimExpr(dim, context);
  std::optional<int64_t> distance;
  return llvm::all_of(offsets, [&](AffineExpr offset) {
    auto moved = dyn_cast<AffineConstantExpr>(simplifyUnderRanges(
        offset.replace(variable, variable + by) - offset, ranges, {}));
    int64_t bytes;
    if (!moved ||
        llvm::MulOverflow(moved.getValue(), query.bytesPerElement, bytes) ||
        bytes % unit != 0 ||
        moved.getValue() != distance.value_or(moved.getValue()))
      return false;
    distance = moved.getValue();
    return true;
  });
}

/// A number of values of a variable after which conflicts repeat, if one is
/// found that is less than all.
std::optional<int64_t>
BankEnumeration::findPeriod(unsigned dim, SmallVector<Interval> ranges) {
  constexpr int64_t maxPeriod = 1024;
  Interval whole = ranges[dim];
  for (int64_t period = 1; period <= maxPeriod; period *= 2) {
    if (whole.high && *whole.high < period)
      break;
    if (whole.high)
      ranges[dim].high = *whole.high - period;
    if (movesWholeWords(dim, period, ranges))
      return period;
  }
  return std::nullopt;
}

/// Leaves values of variables, and warps, whose conflicts are those of others
/// before them. To find out costs as much as to enumerate some thousand
/// offsets.
void BankEnumeration::reduceToPeriods(ArrayRef<Interval> ranges) {
  constexpr int64_t enough = 1 << 12;
  bool areWhole = query.numThreads % rules.getNumLanes() == 0;
  for (unsigned dim = 0; dim + 1 < shape.size(); ++dim) {
    std::optional<int64_t> total = getTotal();
    if (total && *total <= enough)
      return;
    bool isWarp = dim + 2 == shape.size();
    if (shape[dim] == 1 || (isWarp && !areWhole))
      continue;
    if (std::optional<int64_t> period = findPeriod(dim, to_vector(ranges)))
      shape[dim] = *period;
  }
}

/// Offsets that are enumerated; nullopt if they are not finitely many. Of an
/// element that is served in several parts, each part counts.
std::optional<int64_t> BankEnumeration::getTotal() const {
  int64_t total = std::max<int64_t>(offsets.size(), warp.getNumPieces());
  for (int64_t count : shape)
    if (count < 0 || llvm::MulOverflow(total, count, total))
      return std::nullopt;
  return total;
}

/// Returns why nothing can be enumerated; empty if it can.
std::string BankEnumeration::prepare() {
  unsigned numVariables = query.counts.size();
  int64_t numLanes = rules.getNumLanes();
  int64_t numWarps = llvm::divideCeil(query.numThreads, numLanes);
  SmallVector<AffineExpr> dims;
  SmallVector<Interval> ranges;
  for (auto [i, count] : llvm::enumerate(query.counts)) {
    dims.push_back(getAffineDimExpr(i, context));
    ranges.push_back(count ? Interval{0, std::max<int64_t>(*count, 1) - 1}
                           : Interval{});
  }
  dims.push_back(getAffineDimExpr(numVariables, context) * numLanes +
                 getAffineDimExpr(numVariables + 1, context));
  ranges.push_back({0, numWarps - 1});
  ranges.push_back({0, numLanes - 1});
  for (AffineExpr offset : query.offsets)
    offsets.push_back(
        simplifyUnderRanges(offset.replaceDims(dims), ranges, {}));
  dropUniformSummands(ranges);

  for (unsigned i = 0; i < numVariables; ++i) {
    bool matters = llvm::any_of(
        offsets, [&](AffineExpr offset) { return offset.isFunctionOfDim(i); });
    shape.push_back(
        !matters && query.counts[i] != 0 ? 1 : query.counts[i].value_or(-1));
  }
  shape.append({numWarps, numLanes});
  reduceToPeriods(ranges);
  if (llvm::any_of(shape, [](int64_t count) { return count < 0; }))
    return "a variable of unknown range decides which banks are accessed";
  std::optional<int64_t> total = getTotal();
  if (!total || *total > maxOffsets)
    return "more than 2^22 offsets would have to be enumerated";
  worst.numOffsets = *total;
  return {};
}

void BankEnumeration::visit(TabulatedRows rows, size_t column, int64_t row) {
  int64_t numLanes = rules.getNumLanes(), lane = row % numLanes;
  int64_t thread = row % (shape[query.counts.size()] * numLanes);
  int64_t first = rows.front()[column];
  if (thread < query.numThreads && lane < query.numActiveLanes) {
    for (auto [i, offset] : llvm::enumerate(rows))
      if (offset[column] != first + int64_t(i)) {
        worst.unknown = "element " + std::to_string(i) +
                        " of the access of thread " + std::to_string(thread) +
                        " is not contiguous with the one before it";
        return;
      }
    int64_t start, end;
    if (llvm::MulOverflow(first, query.bytesPerElement, start) ||
        llvm::AddOverflow(start, warp.getBytes(), end)) {
      worst.unknown = "the bytes that thread " + std::to_string(thread) +
                      " accesses have numbers of more than 64 bits";
      return;
    }
    if (start % warp.getAlignment() != 0) {
      worst.unknown = "the access of thread " + std::to_string(thread) +
                      " is not aligned to " +
                      std::to_string(warp.getAlignment()) + " bytes";
      return;
    }
    starts.push_back(start);
  }
  if (lane == numLanes - 1)
    finishWarp(row);
}

void BankEnumeration::finishWarp(int64_t row) {
  int64_t perBlock = shape[query.counts.size()] * rules.getNumLanes();
  int64_t first = row % perBlock - (rules.getNumLanes() - 1);
  BankCount count = warp.count(starts, first);
  starts.clear();
  bool isWorse = count.getConflicts() > worst.getConflicts() ||
                 (count.getConflicts() == worst.getConflicts() &&
                  count.cycles > worst.cycles);
  if (!isWorse)
    return;
  count.numOffsets = worst.numOffsets;
  worst = std::move(count);
  if (!worst.witness)
    return;
  int64_t number = row / perBlock;
  worst.witness->variables.resize(query.counts.size());
  for (unsigned i = query.counts.size(); i-- > 0; number /= shape[i])
    worst.witness->variables[i] = number % shape[i];
}

BankCount layout::countBankConflicts(const BankQuery &query,
                                     const BankRules &rules) {
  return BankEnumeration(query, rules).run();
}

//===----------------------------------------------------------------------===//
// Accesses of a layout
//===----------------------------------------------------------------------===//

/// Why not all of the elements that are accessed are in the buffer; empty if
/// they are. `counts`: of threads, then of each variable.
static std::string whyOutside(ArrayRef<int64_t> shape, AffineMap index,
                              int64_t width, ArrayRef<int64_t> counts) {
  int64_t total = 1;
  for (int64_t count : counts)
    if (llvm::MulOverflow(total, count, total) || total > maxOffsets)
      return "more than 2^22 indices would have to be enumerated";
  std::string outside;
  tabulate(index.getResults(), counts, [&](TabulatedRows rows) {
    for (size_t i = 0; i < rows.front().size() && outside.empty(); ++i) {
      SmallVector<int64_t> at = llvm::map_to_vector(
          rows, [&](ArrayRef<int64_t> row) { return row[i]; });
      SmallVector<int64_t> sizes(at.size(), 1);
      sizes.back() = width;
      for (auto [first, size, extent] : llvm::zip_equal(at, sizes, shape))
        if (first < 0 || first > extent - size)
          outside = "the access at " + formatIndex(at) + " leaves the shape " +
                    formatIndex(shape);
    }
  });
  return outside;
}

/// Why `index` is none of a buffer of this layout; empty if it is one.
static std::string whyNoAccess(const PhysicalLayout &layout, AffineMap index,
                               int64_t width, const BankQuery &query) {
  std::string fault = layout.getFault() + layout.getUnknown();
  if (!fault.empty())
    return fault;
  SmallVector<int64_t> shape = layout.getLogicalShape();
  AffineMap offset = layout.getLinearOffset();
  if (!offset || !layout.getLogicalBox().getNumElements())
    return "the shape is dynamic";
  if (offset.getNumResults() != 1)
    return "the buffer has axis separators, so it is not one run of memory";
  if (shape.empty() || index.getNumResults() != shape.size() ||
      index.getNumSymbols() != 0 ||
      index.getNumDims() != query.counts.size() + 1)
    return "the index must be " + std::to_string(shape.size()) +
           " functions of the thread and of " +
           std::to_string(query.counts.size()) + " variables";
  constexpr int64_t mostElements = 64;
  if (width < 1 || width > mostElements || query.numThreads < 1)
    return "a thread accesses 1 to 64 elements, and there is at least one";
  SmallVector<int64_t> counts{query.numThreads};
  for (std::optional<int64_t> count : query.counts)
    if (!count || *count < 0)
      return "the range of a variable is not known";
    else
      counts.push_back(*count);
  return whyOutside(shape, index, width, counts);
}

BankCount layout::countBankConflicts(const PhysicalLayout &layout,
                                     AffineMap index, int64_t width,
                                     BankQuery query, const BankRules &rules) {
  if (std::string why = whyNoAccess(layout, index, width, query);
      !why.empty()) {
    BankCount count;
    count.unknown = std::move(why);
    return count;
  }
  // A query has the thread after the variables.
  unsigned numVariables = query.counts.size();
  MLIRContext *context = index.getContext();
  SmallVector<AffineExpr> dims{getAffineDimExpr(numVariables, context)};
  for (unsigned i = 0; i < numVariables; ++i)
    dims.push_back(getAffineDimExpr(i, context));
  query.offsets.clear();
  for (int64_t element = 0; element < width; ++element) {
    SmallVector<AffineExpr> at =
        llvm::map_to_vector(index.getResults(), [&](AffineExpr result) {
          return result.replaceDims(dims);
        });
    at.back() = at.back() + element;
    query.offsets.push_back(
        layout.getLinearOffset().getResult(0).replaceDims(at));
  }
  return countBankConflicts(query, rules);
}
