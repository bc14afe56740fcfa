//===- CopyBlocks.cpp - Which elements are copied at once -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyBlocks.h"

#include "Layout/IR/LoopCounters.h"
#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/VectorBody.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Writes what a nest copies, and when, over the digits of its blocks.
class BlockExpresser {
public:
  BlockExpresser(CopyBlocks &blocks, const BlockDigits &digits)
      : blocks(blocks), digits(digits) {}

  /// False if the place of an element is not linear in rows and lanes.
  bool express() {
    const DigitOrder &order = blocks.loops.getOrder();
    CopyNest &its = blocks.copy;
    its.sourceMap = order.substitute(its.sourceMap);
    its.destMap = order.substitute(its.destMap);
    expressAll(its.dataConditions, order, its.nest);
    expressAll(its.root, order, its.nest);
    for (unsigned dim : {blocks.getRows(), blocks.getLanes()})
      for (AffineMap map : {its.sourceMap, its.destMap})
        for (AffineExpr result : map.getResults())
          if (isDivided(result, dim))
            return false;
    unsigned along = digits.isTransposed ? blocks.getRows() : blocks.getLanes();
    if (getStride(its.destMap, blocks.getLanes()) != 1 ||
        getStride(its.sourceMap, along) != 1)
      return false;
    std::optional<unsigned> shiftedLanes = findShift(digits.lanes), shiftedRows;
    if (digits.rows.loop != digits.lanes.loop)
      shiftedRows = findShift(digits.rows);
    for (const AffineNest::Bound &constraint : its.nest.constraints)
      if (constraint.owner != shiftedLanes && constraint.owner != shiftedRows)
        addBound(constraint);
    return true;
  }

private:
  static void expressAll(SmallVector<AffineExpr> &exprs,
                         const DigitOrder &order, const AffineNest &nest) {
    if (exprs.empty())
      return;
    AffineMap map =
        AffineMap::get(nest.getNumDims(), 0, exprs, exprs.front().getContext());
    exprs = llvm::to_vector(order.substitute(map).getResults());
  }
  static void expressAll(CopyNode &node, const DigitOrder &order,
                         const AffineNest &nest) {
    expressAll(node.conditions, order, nest);
    for (CopyNode *child : {node.then.get(), node.otherwise.get()})
      if (child)
        expressAll(*child, order, nest);
  }

  void addBound(const AffineNest::Bound &constraint) {
    const AffineNest &nest = blocks.copy.nest;
    const DigitOrder &order = blocks.loops.getOrder();
    AffineExpr slack =
        order.substitute(AffineMap::get(nest.getNumDims(), 0, constraint.expr))
            .getResult(0);
    bool isOfBlock = slack.isFunctionOfDim(blocks.getRows()) ||
                     slack.isFunctionOfDim(blocks.getLanes());
    std::optional<int64_t> least = rangeOf(slack, order.getRanges(), {}).low;
    if (isOfBlock && !(least && *least >= 0))
      blocks.bounds.push_back(slack);
  }

  /// Returns the loop of the digit if its last block may begin earlier, so that
  /// it overlaps the block before: if only constant bounds limit the variable,
  /// and no subscript divides it.
  std::optional<unsigned> findShift(DigitName name) {
    const AffineNest &its = blocks.copy.nest;
    LoopCounter counter = getLoopCounters(its.loops[name.loop]).front();
    std::optional<int64_t> span = counter.upper.getConstant();
    if (counter.lower.getConstant() != 0 || !span ||
        isDividedByAccess(name.loop))
      return std::nullopt;
    // Digits of larger weight number the block.
    bool isOfLanes = name == digits.lanes;
    int64_t size = isOfLanes ? digits.numLanes : digits.numRows;
    if (isOfLanes && digits.rows.loop == digits.lanes.loop)
      size *= digits.numRows;
    // It would begin before the first element.
    if (*span < size)
      return std::nullopt;
    for (const AffineNest::Bound &constraint : its.constraints)
      if (constraint.owner != name.loop &&
          constraint.terms.coefficients[name.loop] != 0)
        return std::nullopt;
    const DigitOrder &order = blocks.loops.getOrder();
    SmallVector<unsigned> ofLoop;
    AffineExpr shift = getAffineConstantExpr(*span - size, its.getContext());
    for (auto [position, digit] : llvm::enumerate(order.getDigits()))
      if (digit.loop == name.loop) {
        ofLoop.push_back(position);
        if (position < blocks.getRows())
          shift = shift -
                  getAffineDimExpr(position, its.getContext()) * digit.weight;
      }
    if (usesAny(blocks.copy.root, ofLoop))
      return std::nullopt;
    if (*span % size != 0)
      (isOfLanes ? blocks.laneShift : blocks.rowShift) = shift;
    return name.loop;
  }

  /// A radix beyond the span is no weight, but (j + 2) floordiv 4 divides.
  bool isDividedByAccess(unsigned loop) const {
    return llvm::any_of(
        blocks.copy.nest.accesses, [&](const AffineNest::Access &access) {
          return llvm::any_of(access.map.getResults(), [&](AffineExpr index) {
            return isDivided(index, loop);
          });
        });
  }

  static bool usesAny(const CopyNode &node, ArrayRef<unsigned> dims) {
    for (AffineExpr condition : node.conditions)
      for (unsigned dim : dims)
        if (condition.isFunctionOfDim(dim))
          return true;
    return (node.then && usesAny(*node.then, dims)) ||
           (node.otherwise && usesAny(*node.otherwise, dims));
  }

  CopyBlocks &blocks;
  const BlockDigits &digits;
};

} // namespace

/// Returns true where lanes are the few elements of a row that its loop is all
/// of, as the three colours of a pixel. LLVM makes vectors of the loop
/// around it, and interleaves these: 3 x 224 x 224 floats took 16 us so, 31 us
/// in blocks (AVX-512).
static bool areFewInterleaved(const CopyNest &copy, const BlockDigits &digits) {
  std::optional<int64_t> span = getSpan(copy.nest.ranges[digits.lanes.loop]);
  return digits.isTransposed && span && *span < kMinLanesNotInterleaved &&
         *span != 4;
}

std::optional<CopyBlocks> layout::planCopyBlocks(CopyNest copy,
                                                 const Target &target,
                                                 std::string &reason) {
  std::optional<BlockDigits> digits = BlockDigits::choose(copy, target);
  if (!digits) {
    reason =
        "no block of elements has rows side by side in one buffer and lanes "
        "side by side in the other; choose tiles of at most 64 elements, or "
        "make the nest perfect (layout-distribute-loops)";
    return std::nullopt;
  }
  if (areFewInterleaved(copy, *digits)) {
    reason = "rows have fewer than " + std::to_string(kMinLanesNotInterleaved) +
             " elements, which LLVM interleaves";
    return std::nullopt;
  }
  std::optional<DigitLoops> loops = DigitLoops::plan(copy.nest, digits->order);
  if (!loops) {
    reason = "a loop over a digit would have no bound";
    return std::nullopt;
  }
  bool isBeyondCaches = copy.exceeds(target.l3Bytes);
  bool hasMasks = !statesVectors(copy.nest.loops.front()) ||
                  target.hasMaskedStores(getElementTypeOrSelf(copy.dest));
  CopyBlocks blocks(std::move(copy), std::move(*loops));
  blocks.numRows = digits->numRows;
  blocks.numLanes = digits->numLanes;
  blocks.isTransposed = digits->isTransposed;
  blocks.registerLanes = digits->registerLanes;
  blocks.shufflesWhole = target.shufflesPerCycle > 1;
  blocks.isBeyondCaches = isBeyondCaches;
  blocks.lineBytes = target.streamingStoreBytes;
  blocks.hasMasks = hasMasks;
  if (BlockExpresser(blocks, *digits).express())
    return blocks;
  reason = "the place of an element is not linear in rows and lanes";
  return std::nullopt;
}
