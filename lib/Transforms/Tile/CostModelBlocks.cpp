//===- CostModelBlocks.cpp - What a block of lanes and rows costs ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

using namespace mlir;
using namespace mlir::layout;

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
/// into few sets of the cache, in which they push each other out.
static double getCostOfRun(const AffineNest::Access &access, AffineMap map,
                           unsigned lanes) {
  constexpr int64_t farBytes = 2048;
  auto type = cast<MemRefType>(access.buffer.getType());
  int64_t stride = type.getElementTypeBitWidth() / 8, distance = 0;
  for (unsigned i = map.getNumResults(); i-- > 0;) {
    AffineExpr result = map.getResult(i);
    std::optional<LoopTerms> terms = getLoopTerms(result, map.getNumDims());
    if (terms)
      distance += terms->coefficients[lanes] * stride;
    if (type.isDynamicDim(i))
      return i == 0 || !map.isFunctionOfDim(lanes) ? 1.5 : 6;
    stride *= std::max<int64_t>(1, type.getDimSize(i));
  }
  return std::abs(distance) >= farBytes ? 6 : 1.5;
}

double CostModel::getCostOfAccess(const AffineNest::Access &access,
                                  AffineMap map, RunCount runs,
                                  const BlockNest &its) const {
  const Group &group = its.group;
  if (mayBeGroup(group.size))
    if (std::optional<GroupAccess> through =
            findGroupAccess(map, cast<MemRefType>(access.buffer.getType()),
                            its.lanes, group.position);
        through && (through->isInterleaved(group.size) ||
                    (through->isRepeated() && group.addsPairs)))
      return getCostInGroup(group, *through, its.registers);
  if (group.blocksOfRows.contains(access.op))
    return its.registers * (1 + llvm::Log2_64(group.size));
  // One number for all lanes is broadcast by the load; of lanes that lie apart
  // each run is loaded, and all are put together.
  if (runs.number == 0)
    return 1;
  double whole = its.registers * (runs.areReversed ? 2 : 1);
  if (runs.number == 1)
    return whole;
  return whole + runs.number * getCostOfRun(access, map, its.lanes);
}

std::optional<double> CostModel::getCostOfAccesses(const BlockNest &its) const {
  double cost = 0;
  for (auto [access, map] : llvm::zip_equal(nest.accesses, its.maps)) {
    RunCount runs =
        countRuns(map, its.lanes, its.block.numLanes, its.order.getRanges());
    if (access.isStore && runs.number != 1)
      return std::nullopt;
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
  double number = its.group.addsPairs ? numStores / 2.0 : numOperations;
  return number * its.registers * its.block.numRows;
}

bool CostModel::fitsRegisters(const BlockNest &its) const {
  double numPairs = its.group.addsPairs ? its.group.size / 2 : 1;
  return its.block.numRows * its.registers * numPairs + its.registers + 1 <=
         target.numVectorRegisters;
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
  bool keepsSums =
      llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
        return isKept(access);
      });
  // Rows pay by what they share while sums stay in registers, and a sum that is
  // spilled costs more than a block saves.
  if (keepsSums ? !fitsRegisters(its) : its.hasRows())
    return std::nullopt;
  double cost = *accesses + getCostOfOperations(its);
  // One sum after the other waits for the one before.
  if (keepsSums)
    cost = std::max(cost, 4.0 * 2);
  TiledNest tiled;
  tiled.digits = llvm::to_vector(its.order.getDigits());
  tiled.hasRows = its.hasRows();
  tiled.cost = cost / (block.numRows * block.numLanes) + getCostOfRest(block);
  if (tiled.hasRows)
    preferCloseRows(block, tiled.cost);
  return tiled;
}
