//===- CostModel.cpp - What a nest costs in one order or another ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

#include "CacheDigits.h"
#include "Layout/IR/Layout.h"
#include "Transforms/Support/BufferRows.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/VectorBody.h"
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

/// Elements that are no numbers of a fixed width, as of `index`, are no lanes:
/// this is what a loop over them costs where it stands.
static unsigned getElementBits(const AffineNest::Access &access) {
  Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth()
                                : IndexType::kInternalStorageBitWidth;
}

CostModel::CostModel(const AffineNest &nest, const Target &target,
                     bool reassociate)
    : nest(nest), target(target), reassociate(reassociate),
      weights(findWeights(nest)),
      numOperations(countOperations(nest.getBody())) {
  for (const AffineNest::Access &access : nest.accesses)
    elementBits = std::max(elementBits, getElementBits(access));
  unsigned numDivisions = countDivisions(nest);
  hasDivisions = numDivisions > 0;
  keepsSums = llvm::any_of(nest.accesses,
                           [&](const auto &access) { return isKept(access); });
  innermostLoop = readInnermostLoop();
  scalarCost = computeScalarCost(numDivisions);
  splitCost = computeScalarCost(0);
  if (target.multipliesPairs)
    products = findDotProducts(nest);
}

/// May the compiler behind us add up in an order of its own?
static bool isReorderable(const AffineNest::Access &store) {
  Operation *combiner =
      cast<affine::AffineStoreOp>(store.op).getValueToStore().getDefiningOp();
  return combiner && combiner->getNumResults() == 1 && isReassociable(combiner);
}

/// Loops of few iterations are unrolled by the compiler behind us, which then
/// makes vectors of the one around.
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

/// Or stored, in each iteration of the nest: else it is in a register, through
/// all iterations of the innermost loop or of those in it that are unrolled.
static bool isAccessedInBody(const AffineNest &nest,
                             const AffineNest::Access &access,
                             unsigned innermost) {
  unsigned last = nest.loops.size() - 1;
  return llvm::any_of(
      llvm::seq<unsigned>(std::min(innermost + 1, last), last + 1),
      [&](unsigned loop) { return access.map.isFunctionOfDim(loop); });
}

/// How many bytes lie between the elements of neighbours along a digit. Nullopt
/// where that is not known.
static std::optional<int64_t> getDistance(const AffineNest::Access &access,
                                          AffineMap map, unsigned digit) {
  if (!map.isFunctionOfDim(digit))
    return 0;
  auto type = cast<MemRefType>(access.buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset, distance = 0;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  for (auto [result, stride] : llvm::zip_equal(map.getResults(), strides)) {
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    if (auto terms = getLoopTerms(result, map.getNumDims()))
      distance += terms->coefficients[digit] * stride;
  }
  return std::abs(distance) * (getElementBits(access) / 8);
}

/// How many elements are from one iteration of a loop to the next where those
/// between them are of the loops in it, of few iterations: LLVM loads all, and
/// shuffles them.
static std::optional<int64_t> getInterleaving(const AffineNest::Access &access,
                                              unsigned loop,
                                              const AffineNest &nest) {
  std::optional<int64_t> distance = getDistance(access, access.map, loop);
  int64_t between = 1;
  for (unsigned inner = loop + 1; inner < nest.loops.size(); ++inner)
    between *= getSpan(nest.ranges[inner]).value_or(0);
  int64_t elementBytes = getElementBits(access) / 8;
  bool isWhole = elementBytes > 0 && between > 1 &&
                 between <= kMaxLaneStride &&
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
    its.isContiguous &= !moves || stride == 1 || stride == -1 || isStrided ||
                        isInterleaved;
    its.hasNeighbours &=
        !moves || getStride(order.substitute(access.map), lastDigit) == 1;
  }
  affine::AffineForOp loop = nest.loops[innermost];
  its.waitsForSum |=
      llvm::any_of(loop.getResultTypes(), llvm::IsaPred<FloatType>);
  return its;
}

bool CostModel::addsUp() const {
  return llvm::any_of(llvm::seq<unsigned>(0, nest.loops.size()),
                      [&](unsigned loop) { return isSum(loop); });
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
    return std::max(cost, 4.0);
  // What the compiler behind us makes vectors of by itself: 256 bits for many
  // processors that have more. Where no layout asks for another order, longer
  // ones alone gain nothing: sums read the other factor in strides then, and
  // rows rarely begin with a line, so that each of them is in two. Neighbours
  // gain, since whole vectors serve several of them. Through runs of rows it
  // may see, whose places are those of the row.
  bool gainsByLength = hasDivisions || (!addsUp() && readsNeighbours());
  unsigned vectorBits =
      gainsByLength ? std::min(target.vectorBits, 256u) : target.vectorBits;
  double lanes = vectorBits / double(elementBits);
  if (innermostLoop.isAddedUp && innermostLoop.hasNeighbours)
    return getCostOfRunSum(innermostLoop.number,
                           numOperations + innermostLoop.numAccesses, lanes);
  if (!innermostLoop.isContiguous)
    return cost;
  cost += innermostLoop.numReversed + 2.0 * innermostLoop.numBetween;
  return cost / lanes + getCostBehindStrides(cost, lanes);
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

/// What each iteration does at neighbours along a digit, and how often; nullopt
/// where an access goes elsewhere.
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

int64_t CostModel::getSumLanes(unsigned loop) const {
  // An addition of floats takes four cycles, and as many registers can be added
  // to meanwhile.
  constexpr int64_t numParts = 4;
  // Integers LLVM adds up in lanes by itself, and it finds better instructions
  // for products of narrow ones than there are for lanes that are carried.
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

std::optional<TiledNest> CostModel::findSumsInnermost() const {
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
      if (isSum(number) == areInner)
        tiled.digits.push_back({number, 1, std::nullopt});
  tiled.sumLanes = getSumLanes(*loop);
  double lanes = target.vectorBits / double(elementBits);
  std::optional<int64_t> span = getSpan(nest.ranges[*loop]);
  if (span && *span > 0)
    lanes = std::min(lanes, double(*span));
  tiled.cost = getCostOfRunSum(*loop, numOperations + *numLoads, lanes);
  if (!span || *span <= 0)
    return tiled;
  // The last tile takes as long as a full one.
  if (tiled.sumLanes)
    tiled.cost *= double(llvm::alignTo(*span, tiled.sumLanes)) / *span;
  // Each sum ends once: a shuffle and an operation for each time that lanes are
  // halved. The greater or lesser of floats takes three more, for NaNs: rows of
  // 10 took 9.0 ns so, and 5.0 ns without lanes (AVX-512).
  double perHalving = isOfExtrema(nest) ? 5 : 2;
  tiled.cost += perHalving * std::log2(lanes) / *span;
  return tiled;
}

//===----------------------------------------------------------------------===//
// Groups of sums
//===----------------------------------------------------------------------===//

int64_t CostModel::countRegisters(int64_t numLanes) const {
  return llvm::divideCeil(numLanes,
                          std::max(1u, target.vectorBits / elementBits));
}

CostModel::Group CostModel::findGroup(const DigitOrder &order,
                                      ArrayRef<AffineMap> maps,
                                      const Block &block) const {
  // Without sums, the rows are a group.
  Group group;
  group.isOfRows = block.rowsOf != none && !addsUp();
  bool hasRows = block.rowsOf != none && !group.isOfRows;
  unsigned numInner = hasRows ? 2 : 1;
  if (order.getNumDigits() <= numInner)
    return {};
  group.position = order.getNumDigits() - numInner - 1;
  const Digit &digit = order.getDigits()[group.position];
  if (group.isOfRows ? nest.ranges[digit.loop].low != 0 : !isSum(digit.loop))
    return {};
  if (!digit.extent || *digit.extent > kMaxRowGroup)
    return {};
  group.size = *digit.extent;
  group.addsPairs =
      !group.isOfRows && mayBeGroup(group.size) && !products.empty();
  bool isShuffled = group.isOfRows ? areShuffledRows(group.size, block.numLanes)
                                   : mayBeGroup(group.size);
  bool areAllInterleaved = true;
  unsigned lanes = order.getNumDigits() - 1;
  for (auto [access, map] : llvm::zip_equal(nest.accesses, maps)) {
    std::optional<GroupAccess> its = findGroupAccess(
        map, cast<MemRefType>(access.buffer.getType()), lanes, group.position);
    bool isInterleaved = its && its->isInterleaved(group.size);
    group.isInterleaved |= isShuffled && isInterleaved;
    areAllInterleaved &= isInterleaved;
    if (isFactor(products, access.op) && !(its && its->isWide(group.size)))
      group.addsPairs = false;
  }
  // Then nothing need be shuffled, with the group for lanes (MergeDigits.h);
  // and what is stored for all of a group no load in it may have to wait for.
  if (group.isOfRows && (areAllInterleaved || nest.readsStored()))
    group.isInterleaved = false;
  GroupShape shape{lanes,
                   group.position,
                   std::nullopt,
                   block.numLanes,
                   hasRows ? block.numRows : 1,
                   group.size,
                   countRegisters(block.numLanes)};
  if (hasRows)
    shape.rows = lanes - 1;
  group.blocksOfRows = findBlocksOfRows(nest.accesses, maps, order.getRanges(),
                                        shape, target.numVectorRegisters);
  if (group.addsPairs)
    group.dotForms = findDots(group, maps, lanes);
  bool isGroup = group.isInterleaved || !group.blocksOfRows.empty();
  return isGroup ? group : Group();
}

SmallVector<DotForm> CostModel::findDots(const Group &group,
                                         ArrayRef<AffineMap> maps,
                                         unsigned lanes) const {
  if (!target.hasMixedDotProducts)
    return {};
  return findDotForms(products, group.size, [&](Operation *load) {
    for (auto [access, map] : llvm::zip_equal(nest.accesses, maps))
      if (access.op == load)
        return findGroupAccess(map,
                               cast<MemRefType>(access.buffer.getType()), lanes,
                               group.position)
            ->isRepeated();
    llvm_unreachable("a factor is loaded in the nest");
  });
}

/// The one in which sums are added up innermost.
std::optional<unsigned> CostModel::findLastSum() const {
  for (unsigned loop = nest.loops.size(); loop-- > 0;)
    if (isSum(loop))
      return loop;
  return std::nullopt;
}

/// How many iterations of the last sum may be a group that each lane has in a
/// row; 1 if none.
int64_t CostModel::getRowGroup() const {
  std::optional<unsigned> sum = findLastSum();
  int64_t size =
      std::min<int64_t>(kMaxRowGroup, target.vectorBits / elementBits);
  if (!sum || size < 2)
    return 1;
  ArrayRef<int64_t> chain = weights[*sum];
  if (chain.size() > 1)
    return chain[chain.size() - 2] % size == 0 ? size : 1;
  std::optional<int64_t> span = getSpan(nest.ranges[*sum]);
  bool isWhole = nest.ranges[*sum].low == 0;
  return isWhole && (!span || *span >= size) ? size : 1;
}

/// For one step of it.
double CostModel::getCostInGroup(const Group &group, GroupAccess access,
                                 double registers) const {
  if (group.isOfRows)
    return registers * (1 + llvm::Log2_64(group.size));
  // A load and an extension: elements of half a register of sums, and more.
  if (!group.dotForms.empty())
    return (access.isRepeated() ? 1 : 2 * registers) / group.size;
  if (access.isRepeated())
    return 2.0 / group.size;
  if (group.addsPairs)
    return registers / 2 + registers / group.size;
  return registers / 2 + registers;
}

/// `without` with a group for rows. What no group is left for is as without.
std::optional<TiledNest>
CostModel::evaluateWithRows(const Block &block,
                            const TiledNest &without) const {
  Block grouped = block;
  grouped.rowGroup = getRowGroup();
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

/// Do the digits of each loop come in the order of their weights?
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

CostModel::BlockNest CostModel::makeNest(const Block &block,
                                         SmallVector<Digit> digits) const {
  DigitOrder order(nest, std::move(digits));
  auto maps =
      llvm::map_to_vector(nest.accesses, [&](const AffineNest::Access &access) {
        return order.substitute(access.map);
      });
  Group group = findGroup(order, maps, block);
  unsigned lanes = order.getNumDigits() - 1;
  return {block,
          std::move(order),
          lanes,
          block.rowsOf == none ? none : lanes - 1,
          double(countRegisters(block.numLanes)),
          std::move(maps),
          std::move(group)};
}

bool CostModel::isKept(const AffineNest::Access &access) const {
  // Only what the innermost loops leave in place is kept.
  bool isInPlace = llvm::any_of(
      llvm::seq<unsigned>(0, nest.loops.size()), [&](unsigned loop) {
        return isSum(loop) && !access.map.isFunctionOfDim(loop);
      });
  return isInPlace &&
         llvm::all_of(nest.accesses, [&](const AffineNest::Access &store) {
           return !store.isStore ||
                  (store.buffer == access.buffer && store.map == access.map);
         });
}

/// A lane that reads alone: a load and an insertion, but where all lanes fall
/// into few sets of the first cache, in which they push each other out before
/// the rest of their lines is read.
double CostModel::getCostOfRun(const AffineNest::Access &access, AffineMap map,
                               const BlockNest &its) const {
  constexpr int64_t farBytes = 2048;
  std::optional<int64_t> distance = getDistance(access, map, its.lanes);
  if (!distance || *distance >= farBytes)
    return 6;
  int64_t linesApart = int64_t(*distance & -*distance) / kLineBytes;
  int64_t linesKept =
      int64_t(target.l1Bytes) / kLineBytes / std::max<int64_t>(1, linesApart);
  std::optional<int64_t> span = getSpan(nest.ranges[its.block.lanesOf]);
  bool ownLines = *distance >= kLineBytes;
  return ownLines && span && *span > linesKept ? 6 : 1.5;
}

double CostModel::getCostOfJump(const AffineNest::Access &access, AffineMap map,
                                const BlockNest &its) const {
  constexpr int64_t farBytes = 512;
  auto type = cast<MemRefType>(access.buffer.getType());
  std::optional<int64_t> bytes = getBytes(type);
  if (!bytes || *bytes <= int64_t(target.l1Bytes))
    return 0;
  for (unsigned digit = its.getNumOuterDigits(); digit-- > 0;) {
    if (its.order.getDigits()[digit].extent == 1)
      continue;
    std::optional<int64_t> distance = getDistance(access, map, digit);
    if (!distance || *distance < farBytes)
      return 0;
    int64_t lines = llvm::divideCeil(
        its.block.numLanes * type.getElementTypeBitWidth() / 8, kLineBytes);
    return 14 + 2.0 * lines;
  }
  return 0;
}

/// For one step. Rows that are a part of a line are read from one that another
/// block reads, too.
double CostModel::getCostOfBlock(const AffineNest::Access &access,
                                 const BlockNest &its) {
  int64_t size = its.group.size;
  bool isLine = size * getElementBits(access) >= kLineBytes * 8;
  return (isLine ? 1 : 1.5) * its.block.numLanes / size +
         its.registers * llvm::Log2_64(size);
}

std::optional<GroupAccess>
CostModel::getGroupAccess(const AffineNest::Access &access, AffineMap map,
                          const BlockNest &its) {
  if (!its.group.isInterleaved)
    return std::nullopt;
  return findGroupAccess(map, cast<MemRefType>(access.buffer.getType()),
                         its.lanes, its.group.position);
}

double CostModel::getCostOfAccess(const AffineNest::Access &access,
                                  AffineMap map, RunCount runs,
                                  const BlockNest &its) const {
  const Group &group = its.group;
  std::optional<GroupAccess> through = getGroupAccess(access, map, its);
  bool isWide = through && (through->isInterleaved(group.size) ||
                            (through->isRepeated() && group.addsPairs));
  if (isWide)
    return getCostInGroup(group, *through, its.registers);
  if (group.blocksOfRows.contains(access.op))
    return getCostOfBlock(access, its);
  // One number for all lanes is broadcast by the load; of lanes that lie apart
  // each run is loaded, and all are put together.
  if (runs.number == 0)
    return 1;
  double whole = its.registers * (runs.areReversed ? 2 : 1);
  // Registers with what lies between the lanes, and their shuffles.
  whole += 2.0 * (runs.stride - 1) * its.registers;
  if (runs.number == 1)
    return keepsSums ? whole + getCostOfJump(access, map, its) : whole;
  return whole + runs.number * getCostOfRun(access, map, its);
}

std::optional<double> CostModel::getCostOfAccesses(const BlockNest &its) const {
  double cost = 0;
  for (auto [access, map] : llvm::zip_equal(nest.accesses, its.maps)) {
    RunCount runs =
        countRuns(map, its.lanes, its.block.numLanes, its.order.getRanges(),
                  access.isStore ? 1 : kMaxLaneStride);
    if (access.isStore && runs.number != 1) {
      std::optional<GroupAccess> through = getGroupAccess(access, map, its);
      if (!through || !its.group.isOfRows ||
          !through->isInterleaved(its.group.size))
        return std::nullopt;
    }
    if (isKept(access))
      continue;
    double one = getCostOfAccess(access, map, runs, its);
    bool perRow = its.hasRows() && map.isFunctionOfDim(its.rows);
    cost += perRow || access.isStore ? one * its.block.numRows : one;
  }
  return cost;
}

double CostModel::getCostOfOperations(const BlockNest &its) const {
  unsigned numStores = llvm::count_if(
      nest.accesses, [](const auto &access) { return access.isStore; });
  if (!its.group.dotForms.empty())
    return numStores * its.registers * its.block.numRows / DotOp::kGroupSize +
           getCostOfFactorSums(its);
  double number = its.group.addsPairs ? numStores / 2.0 : numOperations;
  return number * its.registers * its.block.numRows;
}

double CostModel::getCostOfFactorSums(const BlockNest &its) const {
  double cost = 0;
  auto add = [&](const DotProduct::Factor &factor) {
    auto access = llvm::find_if(
        nest.accesses, [&](const auto &each) { return each.op == factor.load; });
    AffineMap map = its.maps[access - nest.accesses.begin()];
    double rows =
        its.hasRows() && map.isFunctionOfDim(its.rows) ? its.block.numRows : 1;
    // Of a repeated factor, four groups of a row at once.
    bool isRepeated = getGroupAccess(*access, map, its)->isRepeated();
    cost += rows * (isRepeated ? 1.0 / 4 : its.registers) / DotOp::kGroupSize;
  };
  for (const DotForm &form : its.group.dotForms) {
    if (form.needsUnsignedSum())
      add(form.unsignedFactor);
    if (form.needsSignedSum())
      add(form.signedFactor);
  }
  return cost;
}

/// Registers with loaded groups of which one step after the other is used.
double CostModel::countRegistersOfGroups(const BlockNest &its) const {
  double number = 0;
  if (its.group.addsPairs || its.group.isOfRows)
    return number;
  for (auto [access, map] : llvm::zip_equal(nest.accesses, its.maps)) {
    std::optional<GroupAccess> through = getGroupAccess(access, map, its);
    if (!access.isStore && through && through->isInterleaved(its.group.size))
      number += its.registers * its.group.size * getElementBits(access) /
                double(elementBits);
  }
  return number;
}

bool CostModel::fitsRegisters(const BlockNest &its) const {
  bool addsPairs = its.group.addsPairs && its.group.dotForms.empty();
  double numPairs = addsPairs ? its.group.size / 2 : 1;
  return its.block.numRows * its.registers * numPairs +
             countRegistersOfGroups(its) + its.registers + 1 <=
         target.numVectorRegisters;
}

/// An addition of floats takes four cycles, of two instructions each.
static constexpr double kCostOfWait = 4 * 2;

bool CostModel::waitsForSums(double cost) const {
  // What a processor looks ahead: shorter sums run beside the next ones.
  constexpr double window = 256;
  Type element = cast<MemRefType>(getStore().buffer.getType()).getElementType();
  double numSteps = 1;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (isSum(loop))
      numSteps *= getSpan(nest.ranges[loop]).value_or(window);
  // Less is not worth tiles that lie apart.
  return isa<FloatType>(element) && 2 * cost <= kCostOfWait &&
         cost * numSteps > window;
}

/// Of equal ones, rows that lie close to each other.
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
  BlockNest its = makeNest(block, std::move(digits));
  if (block.rowGroup > 1 && its.group.blocksOfRows.empty())
    return std::nullopt;
  std::optional<double> accesses = getCostOfAccesses(its);
  if (!accesses)
    return std::nullopt;
  // Rows pay by what they share while sums stay in registers, and a sum that is
  // spilled costs more than a block saves; without sums, if a block of them is
  // transposed.
  if (keepsSums ? !fitsRegisters(its)
                : its.hasRows() && (addsUp() || its.group.position == none))
    return std::nullopt;
  double cost = (*accesses + getCostOfOperations(its)) * getWaste(block);
  TiledNest tiled;
  tiled.waits = keepsSums && waitsForSums(cost);
  if (keepsSums)
    cost = std::max(cost, kCostOfWait);
  tiled.digits = llvm::to_vector(its.order.getDigits());
  tiled.hasRows = its.hasRows();
  if (its.group.position != none)
    tiled.group = its.group.position;
  tiled.cost = cost / (block.numRows * block.numLanes) + getCostOfRest(block);
  if (tiled.hasRows)
    preferCloseRows(block, tiled.cost);
  return tiled;
}

//===----------------------------------------------------------------------===//
// The best blocks
//===----------------------------------------------------------------------===//

/// A loop over elements that some store does not move with.
bool CostModel::isSum(unsigned loop) const {
  return llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
    return access.isStore && !access.map.isFunctionOfDim(loop);
  });
}

bool CostModel::mayBeCarried(int64_t numLanes) const {
  return !addsUp() || llvm::isPowerOf2_64(numLanes);
}

/// How many iterations of a loop may be lanes or rows: parts of its last digit.
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
    if (addsUp() && extent)
      add(*extent & -*extent);
    return sizes;
  }
  for (int64_t size : {2, 4, 6, 7, 8, 12, 14, 16})
    if (!span || size <= *span)
      add(size);
  return sizes;
}

/// How many tiles of a loop may be rows, all of one tile being lanes: where
/// tiles are narrow, lanes are few, and each waits for its sum.
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

/// Is there a last digit of a loop whose iterations may lie between lanes?
bool CostModel::mayBeInterleaved(unsigned loop) const {
  ArrayRef<int64_t> chain = weights[loop];
  int64_t size = chain.size() > 1 ? chain[chain.size() - 2]
                                  : getSpan(nest.ranges[loop]).value_or(0);
  return mayBeGroup(size) && !addsUp();
}

/// Makes a digit of the last `size` iterations of a loop.
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
    llvm::append_range(isSum(loop) ? reductions : outer,
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
  llvm::append_range(digits, reductions);
  llvm::append_range(digits, last);
  return digits;
}

/// How many times as long a block of sums takes as its lanes are worth: the
/// last one of an unknown extent is computed in whole registers.
double CostModel::getWaste(const Block &block) const {
  constexpr double typicalExtent = 128;
  bool isCut = weights[block.lanesOf].size() > 1;
  if (!keepsSums || isCut || getSpan(nest.ranges[block.lanesOf]))
    return 1;
  return 1 + block.numLanes / 2 / typicalExtent;
}

/// The part of the iterations of a loop that are left where blocks of `size`
/// are full, `unknown` if the extent is; none where the buffers have room for
/// all of the last block, as they have in tiles.
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

/// What is left of lanes is executed as it is, and of rows one by one.
double CostModel::getCostOfRest(const Block &block) const {
  double cost = getRest(block.lanesOf, block.numLanes) * scalarCost;
  // Of an unknown extent, whatever the block: then rows are of a known one
  // where four or more of these are full, as an extent of 1 leaves all of an
  // unknown one, and of a nest without another one the block is that of a long
  // loop.
  constexpr double unknownRows = 1.0 / 8;
  double rows = block.rowsOf == none
                    ? 0
                    : getRest(block.rowsOf, block.numRows * block.getRowSize(),
                              unknownRows);
  if (rows == 0)
    return cost;
  std::optional<TiledNest> one =
      evaluate({block.lanesOf, none, block.numLanes, 1});
  return cost + rows * (one ? one->cost : scalarCost);
}

const AffineNest::Access &CostModel::getStore() const {
  return *llvm::find_if(nest.accesses, [](const AffineNest::Access &access) {
    return access.isStore;
  });
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
    if (auto withRows = evaluateWithRows(block, *tiled))
      add(std::move(*withRows));
    add(*tiled);
    return tiled;
  };
  for (unsigned lanesOf = 0; lanesOf < nest.loops.size(); ++lanesOf) {
    if (isSum(lanesOf))
      continue;
    for (int64_t numLanes : getSizes(lanesOf, /*areLanes=*/true)) {
      auto alone = consider({lanesOf, none, numLanes, 1});
      if (alone && alone->waits)
        for (int64_t number : getNumbersOfTiles(lanesOf, numLanes))
          consider({lanesOf, lanesOf, numLanes, number});
      for (unsigned rowsOf = 0; rowsOf < nest.loops.size(); ++rowsOf) {
        // Lanes that cannot be stored together cannot with rows either, but
        // with those that lie between them.
        if (rowsOf == lanesOf || isSum(rowsOf) ||
            (!alone && !mayBeInterleaved(rowsOf)))
          continue;
        for (int64_t numRows : getSizes(rowsOf, /*areLanes=*/false))
          consider({lanesOf, rowsOf, numLanes, numRows});
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
