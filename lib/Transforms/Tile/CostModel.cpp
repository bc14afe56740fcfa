//===- CostModel.cpp - What a nest costs in one order or another ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

#include "CacheDigits.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/VectorBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

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

CostModel::CostModel(const AffineNest &nest, const Target &target)
    : nest(nest), target(target), weights(findWeights(nest)),
      numOperations(countOperations(nest.getBody())) {
  for (const AffineNest::Access &access : nest.accesses)
    elementBits = std::max(elementBits, getElementBits(access));
  scalarCost = computeScalarCost(countDivisions(nest));
  splitCost = computeScalarCost(0);
  products = findDotProducts(nest);
}

/// May the compiler behind us add up in an order of its own?
static bool isReorderable(const AffineNest::Access &store) {
  Operation *combiner =
      cast<affine::AffineStoreOp>(store.op).getValueToStore().getDefiningOp();
  if (!combiner || combiner->getNumResults() != 1)
    return false;
  return combiner->getResult(0).getType().isIntOrIndex() ||
         hasFastMathFlags(combiner, arith::FastMathFlags::reassoc);
}

double CostModel::computeScalarCost(unsigned numDivisions) const {
  unsigned innermost = nest.loops.size() - 1;
  SmallVector<Digit> digits;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    llvm::append_range(digits, makeDigits(loop, weights[loop]));
  DigitOrder order(nest, digits);
  bool waitsForSum = false, isAddedUp = false, isContiguous = true,
       hasNeighbours = true;
  unsigned numAccesses = 0, numReversed = 0;
  for (const AffineNest::Access &access : nest.accesses) {
    bool moves = access.map.isFunctionOfDim(innermost);
    numAccesses += moves;
    if (access.isStore && !moves) {
      isAddedUp = true;
      waitsForSum |= !isReorderable(access);
    }
    std::optional<int64_t> stride = getStride(access.map, innermost);
    numReversed += stride == -1;
    isContiguous &= !moves || stride == 1 || stride == -1;
    hasNeighbours &= !moves || getStride(order.substitute(access.map),
                                         order.getNumDigits() - 1) == 1;
  }
  double cost = numOperations + numAccesses + 2.0 * numDivisions;
  affine::AffineForOp loop = nest.loops.back();
  waitsForSum |= llvm::any_of(loop.getResultTypes(), llvm::IsaPred<FloatType>);
  if (waitsForSum)
    return std::max(cost, 4.0);
  // What the compiler behind us makes vectors of by itself. Through runs of
  // rows it may see, whose places are those of the row.
  double lanes = std::min(target.vectorBits, 256u) / double(elementBits);
  if (isAddedUp && hasNeighbours)
    return (numOperations + numAccesses) / lanes;
  return isContiguous ? (cost + numReversed) / lanes : cost;
}

//===----------------------------------------------------------------------===//
// In blocks
//===----------------------------------------------------------------------===//

/// A loop over elements that some store does not move with.
bool CostModel::isSum(unsigned loop) const {
  return llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
    return access.isStore && !access.map.isFunctionOfDim(loop);
  });
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
  // LLVM takes a vector apart that is carried around a loop, element by
  // element, unless it has a power of two of them.
  bool areCarried =
      areLanes && llvm::any_of(llvm::seq(nest.loops.size()),
                               [&](size_t i) { return isSum(i); });
  auto add = [&](int64_t size) {
    bool fits = size > 1 && (!extent || *extent % size == 0) &&
                size <= (areLanes ? kMaxLanes : kMaxRows) &&
                (!areCarried || llvm::isPowerOf2_64(size));
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
    if (areCarried && extent)
      add(*extent & -*extent);
    return sizes;
  }
  for (int64_t size : {2, 4, 6, 7, 8, 12, 14, 16})
    if (!span || size <= *span)
      add(size);
  return sizes;
}

/// The weights of a loop with one more for its last `size` iterations.
static SmallVector<int64_t> addWeight(ArrayRef<int64_t> chain, int64_t size) {
  SmallVector<int64_t> weights(chain.drop_back());
  if (weights.empty() || weights.back() != size)
    weights.push_back(size);
  weights.push_back(1);
  return weights;
}

SmallVector<Digit> CostModel::getDigits(const Block &block) const {
  SmallVector<Digit> outer, reductions, last;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    SmallVector<int64_t> chain(weights[loop]);
    bool isInner = loop == block.lanesOf || loop == block.rowsOf;
    if (isInner)
      chain = addWeight(chain,
                        loop == block.lanesOf ? block.numLanes : block.numRows);
    else if (block.rowGroup > 1 && loop == findLastSum())
      chain = addWeight(chain, block.rowGroup);
    SmallVector<Digit> digits = makeDigits(loop, chain);
    if (isInner)
      last.insert(loop == block.lanesOf ? last.end() : last.begin(),
                  digits.pop_back_val());
    llvm::append_range(isSum(loop) ? reductions : outer, digits);
  }
  // Outside of reductions in the order in which the first store goes through
  // memory; what it divides no further stays in its place.
  DigitOrder order(nest, outer);
  auto getRank = [&](unsigned position) {
    AffineMap map = order.substitute(getStore().map);
    for (auto [rank, result] : llvm::enumerate(map.getResults()))
      if (result.isFunctionOfDim(position))
        return unsigned(rank);
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

/// The part of the iterations of a loop that are left where blocks of `size`
/// are full; none where the buffers have room for all of the last block.
double CostModel::getRest(unsigned loop, int64_t size) const {
  std::optional<int64_t> span = getSpan(nest.ranges[loop]);
  if (weights[loop].size() > 1 || !span || *span <= 0)
    return 0;
  return double(*span % size) / *span;
}

/// What is left of lanes is executed as it is, and of rows one by one.
double CostModel::getCostOfRest(const Block &block) const {
  double cost = getRest(block.lanesOf, block.numLanes) * scalarCost;
  double rows = block.rowsOf == none ? 0 : getRest(block.rowsOf, block.numRows);
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

SmallVector<TiledNest> CostModel::findOrders(unsigned maxNumber) const {
  SmallVector<TiledNest> found;
  bool hasStore = llvm::any_of(
      nest.accesses, [](const auto &access) { return access.isStore; });
  if (!hasStore)
    return found;
  auto add = [&](TiledNest tiled) {
    tiled.number = found.size();
    // The model is rough: a small gain may be none.
    if (tiled.cost < 0.8 * scalarCost)
      found.push_back(std::move(tiled));
  };
  for (unsigned lanesOf = 0; lanesOf < nest.loops.size(); ++lanesOf) {
    if (isSum(lanesOf))
      continue;
    for (int64_t numLanes : getSizes(lanesOf, /*areLanes=*/true)) {
      auto consider = [&](const Block &block) {
        std::optional<TiledNest> tiled = evaluate(block);
        if (!tiled)
          return false;
        if (auto withRows = evaluateWithRows(block, *tiled))
          add(std::move(*withRows));
        add(std::move(*tiled));
        return true;
      };
      // Lanes that cannot be stored together cannot with rows either.
      if (!consider({lanesOf, none, numLanes, 1}))
        continue;
      for (unsigned rowsOf = 0; rowsOf < nest.loops.size(); ++rowsOf)
        if (rowsOf != lanesOf && !isSum(rowsOf))
          for (int64_t numRows : getSizes(rowsOf, /*areLanes=*/false))
            consider({lanesOf, rowsOf, numLanes, numRows});
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
