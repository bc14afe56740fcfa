//===- CostModel.cpp - What a nest costs in one order or another ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

#include "CacheDigits.h"
#include "Layout/IR/Layout.h"
#include "Transforms/Nests/BufferRows.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Vectorize/DotCosts.h"
#include "Transforms/Vectorize/ElementSteps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// As it is
//===----------------------------------------------------------------------===//

/// An op that a machine executes for its result, no constant and no index.
static bool isOperation(Operation &op) {
  return op.getNumOperands() > 0 && op.getNumResults() == 1 &&
         op.getResult(0).getType().isSignlessIntOrFloat() &&
         !isa<affine::AffineLoadOp>(op);
}

static unsigned countOperations(::Block *body) {
  return llvm::count_if(body->without_terminator(), isOperation);
}

/// The different divisions by constants in the subscripts of a nest.
static unsigned countDivisions(const AffineNest &nest) {
  llvm::SetVector<AffineExpr> divisions;
  for (const AffineNest::Access &access : nest.accesses)
    for (AffineExpr result : access.map.getResults())
      result.walk([&](AffineExpr part) {
        for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
          if (isDivided(part, loop))
            divisions.insert(part);
      });
  return divisions.size();
}

CostModel::CostModel(const AffineNest &nest, const Target &target,
                     bool reassociate)
    : nest(nest), target(target), reassociate(reassociate),
      weights(findWeights(nest)), elementBits(nest.getElementBits()),
      numOperations(countOperations(nest.getBody())) {
  unsigned numDivisions = countDivisions(nest);
  hasDivisions = numDivisions > 0;
  innermostLoop = readInnermostLoop();
  scalarCost = computeScalarCost(numDivisions);
  splitCost = computeScalarCost(0);
}

/// Returns true if LLVM may reorder the reduction.
static bool isReorderable(const AffineNest::Access &store) {
  Operation *combiner =
      cast<affine::AffineStoreOp>(store.op).getValueToStore().getDefiningOp();
  return combiner && combiner->getNumResults() == 1 && isReassociable(combiner);
}

/// Returns the loop that LLVM vectorizes: it unrolls loops of few iterations,
/// and vectorizes the loop around them.
static unsigned findInnermostLoop(const AffineNest &nest) {
  constexpr int64_t few = 16;
  unsigned loop = nest.loops.size() - 1;
  int64_t number = 1;
  for (; loop > 0; --loop) {
    affine::AffineForOp its = nest.loops[loop];
    std::optional<int64_t> span = getSpan(nest.ranges[loop]);
    if (!its.hasConstantBounds() || !span || *span > few / number)
      break;
    number *= std::max<int64_t>(1, *span);
  }
  return loop;
}

/// Returns true if the access is executed in each iteration. Otherwise its
/// element stays in a register through the innermost loop and the unrolled
/// loops in it.
static bool isAccessedInBody(const AffineNest &nest,
                             const AffineNest::Access &access,
                             unsigned innermost) {
  unsigned last = nest.loops.size() - 1;
  return llvm::any_of(
      llvm::seq<unsigned>(std::min(innermost + 1, last), last + 1),
      [&](unsigned loop) { return access.map.isFunctionOfDim(loop); });
}

/// Returns the stride of a loop in elements if the elements in between belong
/// to the unrolled loops in it: LLVM loads all of them, and shuffles.
static std::optional<int64_t> getInterleaving(const AffineNest::Access &access,
                                              unsigned loop,
                                              const AffineNest &nest) {
  std::optional<int64_t> distance = getDistance(access, loop);
  int64_t between = 1;
  for (unsigned inner = loop + 1; inner < nest.loops.size(); ++inner)
    between *= getSpan(nest.ranges[inner]).value_or(0);
  int64_t elementBytes = access.getElementBits() / 8;
  bool isWhole = elementBytes > 0 && between > 1 && between <= kMaxLaneStride &&
                 distance == between * elementBytes;
  return isWhole ? std::optional(between) : std::nullopt;
}

CostModel::InnermostLoop CostModel::readInnermostLoop() const {
  unsigned innermost = findInnermostLoop(nest);
  SmallVector<Digit> digits;
  unsigned lastDigit = 0; // of the innermost loop
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    llvm::append_range(digits, makeDigits(loop, weights[loop]));
    if (loop <= innermost)
      lastDigit = digits.size() - 1;
  }
  DigitOrder order(nest, digits);
  InnermostLoop its;
  its.number = innermost;
  for (const AffineNest::Access &access : nest.accesses) {
    bool moves = access.map.isFunctionOfDim(innermost);
    its.numAccesses += isAccessedInBody(nest, access, innermost);
    if (access.isStore && !moves) {
      its.isAddedUp = true;
      its.waitsForSum |= !isReorderable(access);
    }
    std::optional<int64_t> stride = getStride(access.map, innermost);
    its.numReversed += stride == -1;
    bool isStrided =
        !access.isStore && stride && *stride > 1 && *stride <= kMaxLaneStride;
    if (isStrided)
      its.numBetween += *stride - 1;
    bool isInterleaved =
        moves && getInterleaving(access, innermost, nest).has_value();
    its.numBetween += isInterleaved;
    its.isContiguous &=
        !moves || stride == 1 || stride == -1 || isStrided || isInterleaved;
    its.hasNeighbours &=
        !moves || getStride(order.substitute(access.map), lastDigit) == 1;
  }
  affine::AffineForOp loop = nest.loops[innermost];
  its.waitsForSum |=
      llvm::any_of(loop.getResultTypes(), llvm::IsaPred<FloatType>);
  return its;
}

bool CostModel::readsNeighbours() const {
  llvm::SmallDenseMap<std::pair<Value, AffineMap>, AffineExpr> seen; // by row
  return llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
    if (access.isStore || access.map.getNumResults() == 0)
      return false;
    unsigned last = access.map.getNumResults() - 1;
    AffineExpr place = access.map.getResult(last);
    std::pair row(access.buffer, access.map.dropResult(last));
    return seen.try_emplace(row, place).first->second != place;
  });
}

double CostModel::computeScalarCost(unsigned numDivisions) const {
  double cost = numOperations + innermostLoop.numAccesses + 2.0 * numDivisions;
  if (innermostLoop.waitsForSum)
    return std::max(cost, double(target.multiplyAddLatency));
  // LLVM uses 256 bits on many processors that have more. If no subscript
  // divides, longer vectors alone gain nothing: reductions read the other
  // factor with a stride, and rows rarely begin at a cache line, so that each
  // vector touches two. Stencils gain, since whole vectors serve several loads.
  bool gainsByLength =
      hasDivisions || (!nest.hasReductions() && readsNeighbours());
  unsigned vectorBits =
      gainsByLength ? std::min(target.vectorBits, 256u) : target.vectorBits;
  double lanes = vectorBits / double(elementBits);
  if (innermostLoop.isAddedUp && innermostLoop.hasNeighbours)
    return getCostOfRunSum(innermostLoop.number,
                           numOperations + innermostLoop.numAccesses, lanes);
  if (!innermostLoop.isContiguous)
    return cost;
  cost += innermostLoop.numReversed + 2.0 * innermostLoop.numBetween;
  return cost / lanes + getCostBehindStrides(cost, lanes) +
         getCostBehindUnrolled(cost, lanes);
}

double CostModel::getCostOfRunSum(unsigned loop, double each,
                                  double lanes) const {
  ArrayRef<int64_t> chain = weights[loop];
  if (chain.size() == 1)
    return each / lanes;
  // `layout-vectorize-loops` carries the lanes of such runs (LaneSums.cpp).
  int64_t run = chain[chain.size() - 2];
  lanes = std::min(lanes, double(run));
  if (areLanesOfSum(run, elementBits))
    return each / lanes;
  // A shuffle and an operation for each time that lanes are halved.
  return each / lanes + 2 * std::log2(lanes) / run;
}

/// Returns the cost of iterations that vectors leave over where the loops in
/// them are unrolled: LLVM takes them one by one, two instructions in a cycle.
/// Windows of 3 x 3 over each of 61 channels, 32 x 32 places, took 50 us, and
/// 200 channels 80 us, 2.9 and 1.4 times as long as this without them
/// (AVX-512); by 16 places x 16 channels, 61 took 11 us.
double CostModel::getCostBehindUnrolled(double cost, double lanes) const {
  std::optional<int64_t> span = getSpan(nest.ranges[innermostLoop.number]);
  bool isInnermost = innermostLoop.number + 1 == nest.loops.size();
  if (isInnermost || !nest.hasReductions() || !span || *span < 1 || lanes < 1)
    return 0;
  return cost / 2 * (*span % int64_t(lanes)) / *span;
}

double CostModel::getCostBehindStrides(double cost, double lanes) const {
  constexpr int64_t numUnrolled = 4;
  std::optional<int64_t> span = getSpan(nest.ranges[innermostLoop.number]);
  if (!innermostLoop.numBetween || !span || *span < 1)
    return 0;
  int64_t left = 1 + (*span - 1) % (numUnrolled * std::max(1, int(lanes)));
  return 2 * cost / lanes * left / *span;
}

/// Returns true if `store` combines its element with something else, and terms
/// may be combined in any order.
static bool combinesInAnyOrder(const AffineNest &nest,
                               const AffineNest::Access &store,
                               bool reassociate) {
  Operation *combiner =
      cast<affine::AffineStoreOp>(store.op).getValueToStore().getDefiningOp();
  if (!combiner || !isReductionCombiner(combiner, reassociate))
    return false;
  auto isElement = [&](Value operand) {
    return operand.hasOneUse() &&
           llvm::any_of(nest.accesses, [&](const AffineNest::Access &load) {
             return load.op == operand.getDefiningOp() && !load.isStore &&
                    load.buffer == store.buffer && load.map == store.map;
           });
  };
  return llvm::count_if(combiner->getOperands(), isElement) == 1;
}

/// Returns the number of loads that are contiguous along a tile loop; nullopt
/// if an access that moves with it is a store or not contiguous.
static std::optional<unsigned> countNeighbours(const AffineNest &nest,
                                               const DigitOrder &order,
                                               unsigned digit) {
  unsigned number = 0;
  for (const AffineNest::Access &access : nest.accesses) {
    AffineMap map = order.substitute(access.map);
    if (!map.isFunctionOfDim(digit))
      continue;
    if (access.isStore || getStride(map, digit) != 1)
      return std::nullopt;
    ++number;
  }
  return number;
}

bool CostModel::mayCombineInAnyOrder(unsigned loop) const {
  return llvm::all_of(nest.accesses, [&](const AffineNest::Access &store) {
    return !store.isStore || (!store.map.isFunctionOfDim(loop) &&
                              combinesInAnyOrder(nest, store, reassociate));
  });
}

int64_t CostModel::getSumLanes(unsigned loop, int64_t numSums) const {
  // While an addition of floats takes some cycles, as many registers can be
  // added to. All sums take half of the registers at most.
  int64_t most = target.numVectorRegisters / 2 / numSums;
  if (most == 0)
    return 0;
  auto numParts = std::min<int64_t>(llvm::bit_ceil(target.multiplyAddLatency),
                                    llvm::bit_floor(uint64_t(most)));
  // LLVM vectorizes sums of integers by itself, and finds better instructions
  // for products of narrow ones than lanes that are carried around the loop
  // allow.
  bool isOfFloats = llvm::all_of(nest.accesses, [](const auto &access) {
    auto type = cast<MemRefType>(access.buffer.getType());
    return !access.isStore || isa<FloatType>(type.getElementType());
  });
  if (!isOfFloats || weights[loop].size() != 1 || nest.ranges[loop].low != 0)
    return 0;
  int64_t lanes = std::min<int64_t>(
      kMaxLanes, numParts * std::max(1u, target.vectorBits / elementBits));
  std::optional<int64_t> span = getSpan(nest.ranges[loop]);
  while (span && lanes > *span)
    lanes /= 2;
  return areLanesOfSum(lanes, elementBits) ? lanes : 0;
}

/// Returns true if a store keeps the greatest or the least of floats.
static bool isOfExtrema(const AffineNest &nest) {
  return llvm::any_of(nest.accesses, [](const AffineNest::Access &access) {
    auto store = dyn_cast<affine::AffineStoreOp>(access.op);
    return store && isa_and_present<arith::MaximumFOp, arith::MinimumFOp>(
                        store.getValueToStore().getDefiningOp());
  });
}

/// Adds the ops of `body` that an op in `ops` reaches.
static void addUsers(::Block *body, llvm::SmallPtrSetImpl<Operation *> &ops) {
  for (Operation &op : body->without_terminator())
    if (llvm::any_of(op.getOperands(), [&](Value operand) {
          return ops.contains(operand.getDefiningOp());
        }))
      ops.insert(&op);
}

unsigned CostModel::countShared(unsigned sum, unsigned rows) const {
  unsigned number = 0;
  llvm::SmallPtrSet<Operation *, 8> ofRow;
  for (const AffineNest::Access &access : nest.accesses) {
    if (access.map.isFunctionOfDim(rows))
      ofRow.insert(access.op);
    else
      number += !access.isStore && access.map.isFunctionOfDim(sum);
  }
  addUsers(nest.getBody(), ofRow);
  for (Operation &op : nest.getBody()->without_terminator())
    number += isOperation(op) && !ofRow.contains(&op);
  return number;
}

std::optional<TiledNest>
CostModel::findSumsInnermost(std::optional<unsigned> rows) const {
  std::optional<unsigned> loop = findLastSum();
  if (!loop || !mayCombineInAnyOrder(*loop))
    return std::nullopt;
  SmallVector<Digit> digits;
  for (unsigned number = 0; number < nest.loops.size(); ++number)
    if (number != *loop)
      llvm::append_range(digits, makeDigits(number, weights[number]));
  llvm::append_range(digits, makeDigits(*loop, weights[*loop]));
  DigitOrder order(nest, digits);
  std::optional<unsigned> numLoads =
      countNeighbours(nest, order, digits.size() - 1);
  if (!numLoads || *numLoads == 0)
    return std::nullopt;
  TiledNest tiled;
  for (bool areInner : {false, true})
    for (unsigned number = 0; number < nest.loops.size(); ++number)
      if (nest.isReduction(number) == areInner)
        tiled.digits.push_back({number, 1, std::nullopt});
  int64_t numRows = rows ? getSpan(nest.ranges[*rows]).value_or(1) : 1,
          numSums = llvm::count_if(
              nest.accesses, [](const auto &access) { return access.isStore; });
  tiled.sumLanes = getSumLanes(*loop, numRows * numSums);
  double each = numOperations + *numLoads;
  if (rows)
    each -= countShared(*loop, *rows) * (1 - 1.0 / numRows);
  double lanes = target.vectorBits / double(elementBits);
  std::optional<int64_t> span = getSpan(nest.ranges[*loop]);
  if (span && *span > 0)
    lanes = std::min(lanes, double(*span));
  tiled.cost = getCostOfRunSum(*loop, each, lanes);
  if (!span || *span <= 0)
    return tiled;
  // The last tile takes as long as a full one.
  if (tiled.sumLanes)
    tiled.cost *= double(llvm::alignTo(*span, tiled.sumLanes)) / *span;
  // Each sum ends once: a shuffle and an operation for each time that lanes are
  // halved. The greater or lesser of floats takes three more, for NaNs: rows of
  // 10 took 9.0 ns so, and 5.0 ns without lanes (AVX-512).
  double perHalving = isOfExtrema(nest) ? 5 : 2;
  tiled.cost += numSums * perHalving * std::log2(lanes) / *span;
  return tiled;
}

//===----------------------------------------------------------------------===//
// Groups of sums
//===----------------------------------------------------------------------===//

/// Returns the innermost reduction loop.
std::optional<unsigned> CostModel::findLastSum() const {
  for (unsigned loop = nest.loops.size(); loop-- > 0;)
    if (nest.isReduction(loop))
      return loop;
  return std::nullopt;
}

/// Returns how many iterations of the innermost reduction may be steps that
/// `bits` of a contiguous row have; 1 if none.
int64_t CostModel::getRowGroup(unsigned bits) const {
  std::optional<unsigned> sum = findLastSum();
  int64_t size = std::min<int64_t>(kMaxRowGroup, bits / elementBits);
  if (!sum || size < 2)
    return 1;
  ArrayRef<int64_t> chain = weights[*sum];
  if (chain.size() > 1)
    return chain[chain.size() - 2] % size == 0 ? size : 1;
  std::optional<int64_t> span = getSpan(nest.ranges[*sum]);
  bool isWhole = nest.ranges[*sum].low == 0;
  return isWhole && (!span || *span >= size) ? size : 1;
}

/// Returns the cost of an access for one of the steps that are done together.
double CostModel::getCostOfSteps(const AccessForm &form, const BlockNest &its) {
  double size = its.tile.groupSize, registers = its.registers;
  if (its.tile.storesInGroup())
    return registers * (1 + llvm::Log2_64(its.tile.groupSize));
  bool isRepeated = form.group->isRepeated();
  // A load and an extension: elements of half a register of sums, and more.
  if (!its.tile.dotForms.empty()) {
    double ofRepeated = countElementSteps(its.tile) ? 1.0 / kGroupsOfChunk : 1;
    return (isRepeated ? ofRepeated : 2 * registers) / size;
  }
  if (isRepeated) // once, or for each lane
    return (its.tile.products.empty() ? 1 : 2) / size;
  return registers / 2 + registers / (its.tile.products.empty() ? 1 : size);
}

/// Returns the nest with steps that each lane reads as a row; iterations that
/// are left over by the steps cost as in `without`.
std::optional<TiledNest> CostModel::evaluateWithRows(const Block &block,
                                                     const TiledNest &without,
                                                     unsigned bits) const {
  Block grouped = block;
  grouped.rowGroup = getRowGroup(bits);
  if (grouped.rowGroup == 1)
    return std::nullopt;
  std::optional<TiledNest> tiled = evaluate(grouped);
  if (tiled) {
    double rest = getRest(*findLastSum(), grouped.rowGroup);
    tiled->cost = (1 - rest) * tiled->cost + rest * without.cost;
  }
  return tiled;
}

//===----------------------------------------------------------------------===//
// A block of lanes and rows
//===----------------------------------------------------------------------===//

/// Returns true if the tile loops of each variable are in the order of their
/// steps.
static bool isOrdered(ArrayRef<Digit> digits) {
  llvm::SmallDenseMap<unsigned, int64_t> lastWeight;
  for (const Digit &digit : digits) {
    auto [it, isNew] = lastWeight.try_emplace(digit.loop, digit.weight);
    if (!isNew && it->second <= digit.weight)
      return false;
    it->second = digit.weight;
  }
  return true;
}

bool CostModel::BlockNest::hasSteps(AccessForm::Steps steps) const {
  return llvm::any_of(
      tile.forms, [&](const AccessForm &form) { return form.steps == steps; });
}

bool CostModel::BlockNest::sharesSteps() const {
  return llvm::any_of(tile.forms, [](const AccessForm &form) {
    return form.steps != AccessForm::Steps::Single;
  });
}

namespace {

/// Answers about the full tiles of a block. Without accumulators, steps are
/// those of a reduction or, if there is none, the rows of the block, and of no
/// other loop, though it may happen to be around the lanes.
class FullTileQueries : public TileQueries {
public:
  FullTileQueries(const AffineNest &nest, ArrayRef<Digit> digits, bool hasRows)
      : nest(nest), digits(digits), hasRows(hasRows) {}

  bool isEstimate() const override { return true; }
  LogicalResult checkOrder(const RegisterTile &tile,
                           VectorRefusal &refusal) override {
    if (!tile.storesInGroup() || nest.isReduction(digits[tile.getGroup()].loop))
      return success();
    // Where all accesses have the steps between lanes nothing need be shuffled,
    // with the steps for lanes (MergeDigits.h). A load must not wait for what
    // is stored for all steps.
    bool areAllInterleaved =
        llvm::all_of(tile.forms, [](const AccessForm &form) {
          return form.steps == AccessForm::Steps::Interleaved;
        });
    return hasRows && !nest.hasReductions() && !areAllInterleaved &&
                   !nest.readsStored()
               ? success()
               : refusal("order", "other loops are better steps");
  }

private:
  const AffineNest &nest;
  ArrayRef<Digit> digits;
  bool hasRows; ///< the last digit but one
};

} // namespace

std::optional<CostModel::BlockNest>
CostModel::makeNest(const Block &block, SmallVector<Digit> digits) const {
  DigitOrder order(nest, std::move(digits));
  FullTileQueries queries(nest, order.getDigits(), block.rowsOf != none);
  VectorRefusal refusal;
  FailureOr<RegisterTile> tile =
      RegisterTile::make(order.describeFullTiles(nest), target,
                         /*unreadable=*/{}, queries, refusal);
  if (failed(tile))
    return std::nullopt;
  bool keepsSums = nest.hasReductions() && !tile->kept.empty();
  double registers = tile->getRegistersOfRow();
  return BlockNest{block, std::move(order), std::move(*tile), keepsSums,
                   registers};
}

/// Returns the cost of a lane that is loaded by itself: a load and an
/// insertion, and more if the lines of all lanes fall into few sets of the
/// first cache, which evicts them before the rest of each line is read.
double CostModel::getCostOfRun(const AffineNest::Access &access,
                               const BlockNest &its) const {
  constexpr int64_t farBytes = 2048;
  std::optional<int64_t> distance = getDistance(access, its.tile.getLanes());
  if (!distance || *distance >= farBytes)
    return 6;
  int64_t linesApart = int64_t(*distance & -*distance) / kLineBytes;
  int64_t linesKept =
      int64_t(target.l1Bytes) / kLineBytes / std::max<int64_t>(1, linesApart);
  std::optional<int64_t> span = getSpan(nest.ranges[its.block.lanesOf]);
  bool ownLines = *distance >= kLineBytes;
  return ownLines && span && *span > linesKept ? 6 : 1.5;
}

std::optional<int64_t> CostModel::getRowsOfPart(const BlockNest &its) const {
  ArrayRef<Digit> digits = its.order.getDigits();
  const Digit *lanes = llvm::find_if(digits, [&](const Digit &digit) {
    return digit.loop == its.block.lanesOf;
  });
  bool isInPart =
      lanes != digits.begin() && nest.isReduction(std::prev(lanes)->loop);
  return isInPart ? std::next(lanes)->extent : std::nullopt;
}

bool CostModel::areRowsApart(const AffineNest::Access &access,
                             const BlockNest &its) const {
  auto isOfSum = [&](AffineExpr result) {
    for (auto [number, digit] : llvm::enumerate(its.order.getDigits()))
      if (nest.isReduction(digit.loop) && result.isFunctionOfDim(number))
        return true;
    return false;
  };
  return its.isPerRow(access) && its.block.rowsOf != its.block.lanesOf &&
         llvm::none_of(access.map.getResults(), [&](AffineExpr result) {
           return result.isFunctionOfDim(its.getRows()) && isOfSum(result);
         });
}

/// Returns true if the next step along a digit of a sum reads what another
/// element of the result reads, too, as in a window that moves over an image:
/// the first cache has it. Windows of 3 x 3 over each of 128 channels, 32 x 32
/// places, took 34 us as LLVM vectorizes them, and 17 us by 4 places x 64
/// channels (AVX-512).
bool CostModel::isInWindow(const AffineNest::Access &access, unsigned step,
                           const BlockNest &its) const {
  ArrayRef<Digit> digits = its.order.getDigits();
  std::optional<int64_t> distance = getDistance(access, step),
                         span = getSpan(its.tile.nest.ranges[step]);
  if (!nest.isReduction(digits[step].loop) || !span || !distance ||
      *distance == 0)
    return false;
  return llvm::any_of(
      llvm::seq<unsigned>(0, its.tile.getLanes()), [&](unsigned other) {
        std::optional<int64_t> apart = getDistance(access, other);
        return !nest.isReduction(digits[other].loop) && apart && *apart != 0 &&
               *apart % *distance == 0 && std::abs(*apart / *distance) < *span;
      });
}

double CostModel::getCostOfJump(const AffineNest::Access &access,
                                const BlockNest &its) const {
  constexpr int64_t farBytes = 512;
  auto type = cast<MemRefType>(access.buffer.getType());
  // Of unknown size, a buffer is taken to be large where no rows share what is
  // read: sums of the columns of 32768 x 128 took 690 us by tiles of them, and
  // 345 us row by row; products of unknown depth 1.05 to 1.2 times as long
  // in other tiles (AVX-512, benchmarks/zoo).
  std::optional<int64_t> bytes = getBytes(type);
  bool isShared = its.hasRows() && !its.isPerRow(access);
  if (bytes ? *bytes <= int64_t(target.l1Bytes) : isShared)
    return 0;
  int64_t bytesOfLanes = its.block.numLanes * type.getElementTypeBitWidth() / 8;
  int64_t far = farBytes;
  if ((!bytes || *bytes > int64_t(target.l2Bytes)) && areRowsApart(access, its))
    far = std::min(far, bytesOfLanes + 1);
  for (unsigned digit = its.getNumOuterDigits(); digit-- > 0;) {
    if (its.order.getDigits()[digit].extent == 1)
      continue;
    std::optional<int64_t> distance = getDistance(access, digit);
    if (!distance || *distance < far || isInWindow(access, digit, its))
      return 0;
    // Other blocks of lanes find the rest of the rows in the first cache.
    if (std::optional<int64_t> rows = getRowsOfPart(its);
        rows && *rows <= int64_t(target.l1Bytes) / *distance)
      return 0;
    int64_t lines = llvm::divideCeil(bytesOfLanes, kLineBytes);
    return 14 + 2.0 * lines;
  }
  return 0;
}

/// Returns the cost of a transposed access for one step. Rows shorter than a
/// cache line cost more, since another block reads the same line again.
double CostModel::getCostOfBlock(const AffineNest::Access &access,
                                 const BlockNest &its) {
  int64_t size = its.tile.groupSize;
  bool isLine = size * access.getElementBits() >= kLineBytes * 8;
  return (isLine ? 1 : 1.5) * its.block.numLanes / size +
         its.registers * llvm::Log2_64(size);
}

/// Returns the cost of the second cache line that a vector touches, if some of
/// them do not begin where vectors do, as in a window that moves over a row.
/// Windows of 3 x 3 over 32 channels first, 28 places to a row, took 362 us by
/// 14 rows of the image, and 133 us by 16 results for each place (AVX-512).
double CostModel::getCostOfCrossing(const AffineNest::Access &access,
                                    const BlockNest &its) const {
  int64_t bytes = its.block.numLanes * access.getElementBits() / 8 /
                  std::max(1.0, its.registers);
  if (bytes <= 0)
    return 0;
  for (unsigned digit = 0; digit < its.order.getDigits().size(); ++digit) {
    bool isLoop = its.order.getDigits()[digit].extent != 1;
    if (digit == its.tile.getLanes() || !isLoop)
      continue;
    std::optional<int64_t> distance = getDistance(access, digit);
    if (distance && *distance % bytes != 0)
      return its.registers * std::min(1.0, bytes / double(kLineBytes));
  }
  return 0;
}

/// Returns the cost of one number for all lanes. As an operand, it is loaded by
/// each instruction that uses it, so that LLVM makes it one of a single
/// instruction only.
double CostModel::getCostOfBroadcast(const AffineNest::Access &access,
                                     const BlockNest &its) const {
  bool isUsedOnce = (!its.hasRows() || its.isPerRow(access)) &&
                    its.registers <= 1 && access.op->hasOneUse() &&
                    !isa<CastOpInterface>(*access.op->user_begin());
  unsigned least = isUsedOnce ? 0 : 1;
  return std::max(least, target.broadcastInstructions);
}

double CostModel::getCostOfAccess(const AffineNest::Access &access,
                                  const BlockNest &its) const {
  const AccessForm &form = its.tile.getForm(access);
  if (form.steps == AccessForm::Steps::Transposed)
    return getCostOfBlock(access, its);
  if (form.steps != AccessForm::Steps::Single)
    return getCostOfSteps(form, its);
  // Of lanes that lie apart each run is loaded, and all are put together.
  if (form.runs.number == 0)
    return getCostOfBroadcast(access, its);
  double whole = its.registers * (form.runs.areReversed ? 2 : 1);
  // Registers with what lies between the lanes, and their shuffles.
  whole += 2.0 * (form.runs.stride - 1) * its.registers;
  if (form.runs.number == 1)
    return its.keepsSums ? whole + getCostOfJump(access, its) +
                               getCostOfCrossing(access, its)
                         : whole;
  return whole + form.runs.number * getCostOfRun(access, its);
}

/// Returns true if `access` is loaded once for all dot products of a sum.
static bool isZeroPoint(const AffineNest::Access &access,
                        const RegisterTile &tile) {
  return llvm::any_of(tile.dotForms, [&](const DotForm &form) {
    return form.left.bytes.getZeroLoad() == access.op ||
           form.right.bytes.getZeroLoad() == access.op;
  });
}

double CostModel::getCostOfAccesses(const BlockNest &its) const {
  double cost = 0;
  for (const AffineNest::Access &access : its.tile.nest.accesses) {
    if (its.keepsSums &&
        (its.tile.getForm(access).accumulator || isZeroPoint(access, its.tile)))
      continue;
    double one = getCostOfAccess(access, its);
    bool isRepeated = its.isPerRow(access) || access.isStore;
    cost += isRepeated ? one * its.block.numRows : one;
  }
  return cost;
}

/// Returns what the dot products of one group take. Each waits for the sum that
/// it adds to, 4 cycles on an AMD EPYC of family 26 and 5, the default, in
/// LLVM's tables of alderlake. That is besides what loads take: with
/// AVX-VNNI, blocks of 6 x 16 took 1.13 to 1.18 times as long as as many dot
/// products from registers, of 4 x 16 1.23 to 1.36, and of 14 x 8, each row of
/// which is loaded for one product, 1.24 to 1.57 (convolutions of bytes there).
double CostModel::getCostOfDots(const BlockNest &its,
                                const DotForm &form) const {
  double costOfWait = double(target.dotLatency) * target.multiplyAddsPerCycle;
  double dots =
      double(target.getCost(form.dot)) * its.registers * its.block.numRows;
  return countElementSteps(its.tile) ? dots : std::max(dots, costOfWait);
}

double CostModel::countOperationsOf(const BlockNest &its) const {
  llvm::SmallPtrSet<Operation *, 8> ofRow, ofLane;
  for (const AffineNest::Access &access : its.tile.nest.accesses) {
    bool isKept = its.tile.getForm(access).accumulator.has_value();
    if (isKept || its.isPerRow(access))
      ofRow.insert(access.op);
    if (isKept || access.map.isFunctionOfDim(its.tile.getLanes()))
      ofLane.insert(access.op);
  }
  addUsers(nest.getBody(), ofRow);
  addUsers(nest.getBody(), ofLane);
  double number = 0;
  for (Operation &op : nest.getBody()->without_terminator()) {
    if (!isOperation(op))
      continue;
    // Floats compute in the registers of vectors: as one of them in each row,
    // the factors of PolyBench's syrk have it choose 4 x 16 instead of 16 x 8,
    // which took 1.12 times as long (AVX-512).
    bool isNumber =
        !ofLane.contains(&op) && op.getResult(0).getType().isSignlessInteger();
    number += (ofRow.contains(&op) ? its.block.numRows : 1) *
              (isNumber ? 1 : its.registers);
  }
  return number;
}

double CostModel::getCostOfOperations(const BlockNest &its) const {
  if (!its.tile.dotForms.empty()) {
    double costOfGroup = 0;
    for (const DotForm &form : its.tile.dotForms)
      costOfGroup +=
          getCostOfDots(its, form) + getCostOfCorrections(its.tile, form);
    return costOfGroup / its.tile.groupSize;
  }
  if (its.tile.products.empty())
    return countOperationsOf(its);
  unsigned numStores = llvm::count_if(
      nest.accesses, [](const auto &access) { return access.isStore; });
  return numStores / 2.0 * its.registers * its.block.numRows;
}

/// Registers with loaded groups of which one step after the other is used.
double CostModel::countRegistersOfGroups(const BlockNest &its) const {
  double number = 0;
  if (!its.tile.products.empty() || its.tile.storesInGroup())
    return number;
  // The first row of those loads the columns of all steps, and the others use
  // them again; `fitsRegisters` counts the columns of one step.
  bool isRowByRow = areChunksOfRows(its.tile);
  if (isRowByRow)
    number += its.registers * (its.tile.groupSize - 1);
  for (const AffineNest::Access &access : its.tile.nest.accesses) {
    AccessForm::Steps steps = its.tile.getForm(access).steps;
    if (steps == AccessForm::Steps::Repeated)
      number += its.isPerRow(access) && !isRowByRow ? its.block.numRows : 1;
    if (steps == AccessForm::Steps::Interleaved && !access.isStore)
      number += its.registers * its.tile.groupSize * access.getElementBits() /
                double(elementBits);
  }
  return number;
}

/// Registers with what a row reads again in the next step, as the row beside it
/// did: LLVM carries it around the loop of a long window. 7 x 7 windows of 96
/// channels took 51 us in blocks of 14 places side by side, and 32 us in blocks
/// of 14 below each other; 5 x 5 windows of 24 channels 23 and 28 us (AVX2).
double CostModel::countRegistersOfWindows(const BlockNest &its) const {
  constexpr int64_t unrolled = 5;
  double number = 0;
  unsigned step = its.tile.getGroup();
  std::optional<int64_t> span = getSpan(its.tile.nest.ranges[step]);
  if (!its.hasRows() || (span && *span <= unrolled))
    return number;
  for (const AffineNest::Access &access : its.tile.nest.accesses) {
    std::optional<int64_t> ofStep = getDistance(access, step);
    if (!access.isStore && ofStep && *ofStep > 0 &&
        access.map.isFunctionOfDim(its.tile.getLanes()) &&
        ofStep == getDistance(access, its.getRows()))
      number += its.block.numRows * its.registers;
  }
  return number;
}

bool CostModel::fitsRegisters(const BlockNest &its) const {
  double registers = its.registers,
         numSums = its.tile.kept.size() * its.tile.getNumPairs();
  return its.block.numRows * registers * numSums +
             countRegistersOfSums(its.tile) + countRegistersOfGroups(its) +
             countRegistersOfWindows(its) + registers + 1 <=
         target.numVectorRegisters;
}

/// Returns how many instructions begin while an addition of floats waits for
/// the sum that it adds to.
static double getCostOfWait(const Target &target) {
  return double(target.multiplyAddLatency) * target.instructionsPerCycle;
}

/// Returns the least that a step of a reduction takes: a dot product waits once
/// for all steps that it adds.
static double getCostOfWait(const RegisterTile &tile) {
  bool isDot = countElementSteps(tile) || !tile.dotForms.empty();
  return getCostOfWait(tile.target) / (isDot ? tile.groupSize : 1);
}

bool CostModel::waitsForSums(double cost) const {
  // Instructions in the reorder buffer: shorter reductions overlap with the
  // next.
  constexpr double window = 256;
  Type element = cast<MemRefType>(getStore().buffer.getType()).getElementType();
  double numSteps = 1;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (nest.isReduction(loop))
      numSteps *= getSpan(nest.ranges[loop]).value_or(window);
  // Less is not worth tiles that lie apart.
  return isa<FloatType>(element) && 2 * cost <= getCostOfWait(target) &&
         cost * numSteps > window;
}

/// Breaks ties in favour of rows that are close to each other in the result.
void CostModel::preferCloseRows(const Block &block, double &cost) const {
  for (auto [rank, result] :
       llvm::enumerate(llvm::reverse(getStore().map.getResults())))
    if (result.isFunctionOfDim(block.rowsOf))
      cost += 0.001 * rank;
}

std::optional<TiledNest> CostModel::evaluate(const Block &block) const {
  SmallVector<Digit> digits = getDigits(block);
  if (!isOrdered(digits))
    return std::nullopt;
  std::optional<BlockNest> its = makeNest(block, std::move(digits));
  bool sharesRows = its && (its->hasSteps(AccessForm::Steps::Transposed) ||
                            (its->hasSteps(AccessForm::Steps::Repeated) &&
                             its->tile.products.empty()));
  if (!its || (block.rowGroup > 1 && !sharesRows))
    return std::nullopt;
  // Rows pay by what they share while sums stay in registers, and a sum that is
  // spilled costs more than a block saves; without sums, if a block of them is
  // transposed.
  const RegisterTile &tile = its->tile;
  bool keepsSums = its->keepsSums;
  // No rows of the tile are those that share an accumulator, and so are steps
  // of a reduction, as two of one quotient.
  bool areRows =
      keepsSums ? tile.numOuter <= its->getRows() : tile.storesInGroup();
  if ((its->hasRows() && !areRows) || (keepsSums && !fitsRegisters(*its)))
    return std::nullopt;
  double cost =
      (getCostOfAccesses(*its) + getCostOfOperations(*its)) * getWaste(*its);
  // Sums are loaded and stored in each part.
  if (std::optional<int64_t> rows = getRowsOfPart(*its))
    cost += 2 * its->registers * block.numRows * tile.kept.size() / *rows;
  TiledNest tiled;
  tiled.waits = keepsSums && waitsForSums(cost);
  if (keepsSums)
    cost = std::max(cost, getCostOfWait(tile));
  tiled.digits = llvm::to_vector(its->order.getDigits());
  tiled.hasRows = its->hasRows();
  if (its->sharesSteps() && tiled.digits[tile.getGroup()].extent)
    tiled.group = tile.getGroup();
  tiled.cost = cost / (block.numRows * block.numLanes) + getCostOfRest(block);
  if (tiled.hasRows)
    preferCloseRows(block, tiled.cost);
  return tiled;
}

//===----------------------------------------------------------------------===//
// The best blocks
//===----------------------------------------------------------------------===//

bool CostModel::mayBeCarried(int64_t numLanes) const {
  return !nest.hasReductions() || llvm::isPowerOf2_64(numLanes);
}

/// Returns how many iterations of a loop may be lanes or rows: divisors of its
/// innermost tile size.
SmallVector<int64_t> CostModel::getSizes(unsigned loop, bool areLanes) const {
  ArrayRef<int64_t> chain = weights[loop];
  // Of the last digit, where layouts cut the loop: a block that divides it
  // never crosses a tile. A loop that nothing cuts may end with a part of a
  // block.
  std::optional<int64_t> extent;
  if (chain.size() > 1)
    extent = chain[chain.size() - 2];
  std::optional<int64_t> span = getSpan(nest.ranges[loop]);
  bool isWhole = nest.ranges[loop].low == 0;
  SmallVector<int64_t> sizes;
  auto add = [&](int64_t size) {
    bool fits = size > 1 && (!extent || *extent % size == 0) &&
                size <= (areLanes ? kMaxLanes : kMaxRows) &&
                (!areLanes || mayBeCarried(size));
    if (fits && !llvm::is_contained(sizes, size))
      sizes.push_back(size);
  };
  int64_t native = std::max(1u, target.vectorBits / elementBits);
  // All of it first: then no loop is left around the block.
  if (extent)
    add(*extent);
  else if (span && isWhole)
    add(*span);
  if (areLanes) {
    // More than four registers side by side leave none for rows.
    for (int64_t size : {native, 2 * native, 4 * native})
      if (!span || size <= *span)
        add(size);
    if (nest.hasReductions() && extent)
      add(*extent & -*extent);
    return sizes;
  }
  for (int64_t size : {2, 4, 6, 7, 8, 12, 14, 16})
    if (!span || size <= *span)
      add(size);
  return sizes;
}

/// Returns how many tiles of a loop may be rows if a whole tile is the lanes.
/// In narrow tiles lanes are few, and the reduction is latency-bound without
/// rows.
SmallVector<int64_t> CostModel::getNumbersOfTiles(unsigned loop,
                                                  int64_t numLanes) const {
  ArrayRef<int64_t> chain = weights[loop];
  std::optional<int64_t> span = getSpan(nest.ranges[loop]);
  SmallVector<int64_t> numbers;
  if (chain.size() < 2 || chain[chain.size() - 2] != numLanes)
    return numbers;
  for (int64_t number : {2, 4, 6, 8, 12, 14, 16}) {
    int64_t size = number * numLanes;
    bool fits = (!span || size <= *span) &&
                (chain.size() == 2 || chain[chain.size() - 3] % size == 0);
    if (fits)
      numbers.push_back(number);
  }
  return numbers;
}

/// Returns true if the iterations of the loop's innermost tile loop may be
/// interleaved with the lanes.
bool CostModel::mayBeInterleaved(unsigned loop) const {
  ArrayRef<int64_t> chain = weights[loop];
  int64_t size = chain.size() > 1 ? chain[chain.size() - 2]
                                  : getSpan(nest.ranges[loop]).value_or(0);
  return mayBeGroup(size) && !nest.hasReductions();
}

/// Returns true if neither a layout nor a group divides the loops of the lanes
/// and of the sum.
bool CostModel::mayReadRowsInParts(const Block &block) const {
  std::optional<unsigned> sum = findLastSum();
  return sum && block.rowsOf != block.lanesOf && block.rowGroup == 1 &&
         weights[block.lanesOf].size() == 1 && weights[*sum].size() == 1;
}

/// Adds a tile loop of `size` iterations to the steps of a variable.
static void addWeight(SmallVectorImpl<int64_t> &weights, int64_t size) {
  auto *place = llvm::find_if(weights, [&](int64_t w) { return w <= size; });
  if (*place != size)
    weights.insert(place, size);
}

SmallVector<Digit> CostModel::getDigits(const Block &block) const {
  SmallVector<Digit> outer, reductions, last;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    SmallVector<int64_t> chain(weights[loop]);
    // Rows of the loop of the lanes are whole blocks of these.
    if (loop == block.rowsOf)
      addWeight(chain, block.numRows * block.getRowSize());
    if (loop == block.lanesOf)
      addWeight(chain, block.numLanes);
    else if (block.rowGroup > 1 && loop == findLastSum())
      addWeight(chain, block.rowGroup);
    SmallVector<Digit> digits = makeDigits(loop, chain);
    unsigned numInner = (loop == block.lanesOf) + (loop == block.rowsOf);
    auto inner = ArrayRef(digits).take_back(numInner);
    last.insert(loop == block.lanesOf ? last.end() : last.begin(),
                inner.begin(), inner.end());
    llvm::append_range(nest.isReduction(loop) ? reductions : outer,
                       ArrayRef(digits).drop_back(numInner));
  }
  // Outside of reductions in the order in which the first store goes through
  // memory; what it divides no further stays in its place. A digit may change
  // the one before, too, as that of `i + 1` does at the end of a tile.
  DigitOrder order(nest, outer);
  auto getRank = [&](unsigned position) {
    AffineMap map = order.substitute(getStore().map);
    for (unsigned rank = map.getNumResults(); rank-- > 0;)
      if (map.getResult(rank).isFunctionOfDim(position))
        return rank;
    return map.getNumResults();
  };
  SmallVector<std::pair<unsigned, unsigned>> ranked;
  for (unsigned position = 0; position < outer.size(); ++position)
    ranked.push_back({getRank(position), position});
  llvm::sort(ranked);
  SmallVector<Digit> digits;
  for (auto &[rank, position] : ranked)
    digits.push_back(outer[position]);
  if (std::optional<Digit> parts =
          splitForCache(nest, digits, reductions, target))
    digits.insert(digits.begin(), *parts);
  else if (mayReadRowsInParts(block) && digits.back().loop == block.lanesOf) {
    std::optional<unsigned> rows;
    if (block.rowsOf != none)
      rows = block.rowsOf;
    if (std::optional<Digit> parts = splitForRows(nest, digits, reductions,
                                                  block.numLanes, rows, target))
      digits.insert(std::prev(digits.end()), *parts);
  }
  llvm::append_range(digits, reductions);
  llvm::append_range(digits, last);
  return digits;
}

/// Returns the factor by which partial blocks make lanes of an unknown extent
/// more expensive: the last block is computed in whole registers.
double CostModel::getWaste(const BlockNest &its) const {
  constexpr double typicalExtent = 128;
  unsigned loop = its.block.lanesOf;
  bool isCut = weights[loop].size() > 1;
  if (!its.keepsSums || isCut || getSpan(nest.ranges[loop]))
    return 1;
  return 1 + its.block.numLanes / 2 / typicalExtent;
}

/// Returns the fraction of a loop's iterations that full blocks of `size` leave
/// over, `unknown` if the extent is not known; 0 within a tile, whose buffer
/// has slots for the whole last block.
double CostModel::getRest(unsigned loop, int64_t size, double unknown) const {
  std::optional<int64_t> span = getSpan(nest.ranges[loop]);
  ArrayRef<int64_t> chain = weights[loop];
  bool isInTile = chain.size() > 1 && size <= chain[chain.size() - 2];
  if (isInTile)
    return 0;
  if (!span)
    return unknown;
  return *span <= 0 ? 0 : double(*span % size) / *span;
}

/// Returns the cost of what full blocks leave over: lanes cost as in the
/// original nest, rows as in blocks of one row.
double CostModel::getCostOfRest(const Block &block) const {
  double ofLanes = getRest(block.lanesOf, block.numLanes) * scalarCost;
  if (block.rowsOf == none)
    return ofLanes;
  // Of an unknown extent, whatever the block: then rows are of a known one
  // where four or more of these are full, as an extent of 1 leaves all of an
  // unknown one, and of a nest without another one the block is that of a long
  // loop.
  constexpr double unknownRows = 1.0 / 8;
  double rows =
      getRest(block.rowsOf, block.numRows * block.getRowSize(), unknownRows);
  // Lanes that such rows leave over count once, or blocks without rows come
  // cheaper: an unknown number of rows by 20 columns of 512 products took 2.5
  // times as long. Of a known number, tails cost more than this says: 2 x 16 of
  // 50 x 50 took 0.87 of what 6 x 8 took (SSE2).
  bool isKnown = getSpan(nest.ranges[block.rowsOf]).has_value();
  return ofLanes +
         rows * (isKnown ? block.costOfRow
                         : std::max(block.costOfRow - ofLanes, 0.0));
}

const AffineNest::Access &CostModel::getStore() const {
  return *llvm::find_if(nest.accesses, [](const AffineNest::Access &access) {
    return access.isStore;
  });
}

/// Returns true if it is known how many rows and steps blocks leave over. In
/// blocks by element, steps that are left over are a loop of their own, and
/// rows have less registers: of unknown extents, 3 x 64 sums of 200 products of
/// f32 took 1.34 times as many instructions by blocks of 8 x 16 (SVE of 256
/// bits), of f64 1.89 times as many, and 64 x 64 sums of 64 products 0.82 and
/// 0.95.
bool CostModel::hasKnownRows(const Block &block) const {
  std::optional<unsigned> sum = findLastSum();
  return sum && getSpan(nest.ranges[*sum]) &&
         (block.rowsOf == none || getSpan(nest.ranges[block.rowsOf]));
}

SmallVector<TiledNest> CostModel::findOrders(unsigned maxNumber,
                                             bool onlyGains) const {
  SmallVector<TiledNest> found;
  bool hasStore = llvm::any_of(
      nest.accesses, [](const auto &access) { return access.isStore; });
  if (!hasStore)
    return found;
  auto add = [&](TiledNest tiled) {
    tiled.number = found.size();
    if (!onlyGains || isGain(tiled.cost))
      found.push_back(std::move(tiled));
  };
  auto consider = [&](const Block &block) {
    std::optional<TiledNest> tiled = evaluate(block);
    if (!tiled)
      return tiled;
    // Rows that fill a register, and those that elements are taken of.
    llvm::SmallSetVector<unsigned, 2> bitsOfRows;
    bitsOfRows.insert(target.vectorBits);
    if (target.hasLongElementProducts() && hasKnownRows(block))
      bitsOfRows.insert(kBitsOfElements);
    for (unsigned bits : bitsOfRows)
      if (auto withRows = evaluateWithRows(block, *tiled, bits))
        add(std::move(*withRows));
    add(*tiled);
    return tiled;
  };
  for (unsigned lanesOf = 0; lanesOf < nest.loops.size(); ++lanesOf) {
    if (nest.isReduction(lanesOf))
      continue;
    for (int64_t numLanes : getSizes(lanesOf, /*areLanes=*/true)) {
      auto alone = consider({lanesOf, none, numLanes, 1, /*costOfRow=*/0});
      double costOfRow = alone ? alone->cost : scalarCost;
      if (alone && alone->waits)
        for (int64_t number : getNumbersOfTiles(lanesOf, numLanes))
          consider({lanesOf, lanesOf, numLanes, number, costOfRow});
      // Each pair of loops is written out as a nest: 32 loops took 5 s.
      constexpr size_t maxLoops = 16;
      if (nest.loops.size() > maxLoops)
        continue;
      for (unsigned rowsOf = 0; rowsOf < nest.loops.size(); ++rowsOf) {
        // Lanes that cannot be stored together cannot with rows either, but
        // with those that lie between them.
        if (rowsOf == lanesOf || nest.isReduction(rowsOf) ||
            (!alone && !mayBeInterleaved(rowsOf)))
          continue;
        for (int64_t numRows : getSizes(rowsOf, /*areLanes=*/false))
          consider({lanesOf, rowsOf, numLanes, numRows, costOfRow});
      }
    }
  }
  // Of equal ones the first: programs must not depend on how numbers round.
  llvm::sort(found, [](const TiledNest &a, const TiledNest &b) {
    return std::tuple(a.cost, a.number) < std::tuple(b.cost, b.number);
  });
  if (found.size() > maxNumber)
    found.resize(maxNumber);
  return found;
}
