//===- CostModelGroups.cpp - What groups of sums cost ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CostModel.h"

using namespace mlir;
using namespace mlir::layout;

int64_t CostModel::countRegisters(int64_t numLanes) const {
  return llvm::divideCeil(numLanes,
                          std::max(1u, target.vectorBits / elementBits));
}

CostModel::Group CostModel::findGroup(const DigitOrder &order,
                                      ArrayRef<AffineMap> maps,
                                      const Block &block) const {
  unsigned numInner = block.rowsOf == none ? 1 : 2;
  if (order.getNumDigits() <= numInner)
    return {};
  Group group;
  group.position = order.getNumDigits() - numInner - 1;
  const Digit &digit = order.getDigits()[group.position];
  if (!isSum(digit.loop) || !digit.extent || *digit.extent > kMaxRowGroup)
    return {};
  group.size = *digit.extent;
  group.addsPairs = mayBeGroup(group.size) && !products.empty();
  bool hasInterleaved = false;
  unsigned lanes = order.getNumDigits() - 1;
  for (auto [access, map] : llvm::zip_equal(nest.accesses, maps)) {
    std::optional<GroupAccess> its = findGroupAccess(
        map, cast<MemRefType>(access.buffer.getType()), lanes, group.position);
    hasInterleaved |=
        mayBeGroup(group.size) && its && its->isInterleaved(group.size);
    if (isFactor(products, access.op) && !(its && its->isWide(group.size)))
      group.addsPairs = false;
  }
  GroupShape shape{lanes,
                   group.position,
                   std::nullopt,
                   block.numLanes,
                   block.numRows,
                   group.size,
                   countRegisters(block.numLanes)};
  if (block.rowsOf != none)
    shape.rows = lanes - 1;
  group.blocksOfRows = findBlocksOfRows(nest.accesses, maps, order.getRanges(),
                                        shape, target.numVectorRegisters);
  return hasInterleaved || !group.blocksOfRows.empty() ? group : Group();
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
  // A load and an extension: elements of half a register of sums, and more.
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
