//===- MergeDigits.cpp - Coalescing contiguous tile loops -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeDigits.h"

#include "DigitLoops.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "NestPlanner.h"
#include "PeelPartialTile.h"
#include "Transforms/Nests/BufferRows.h"
#include "Transforms/Nests/MergedDims.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/AffineBounds.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A nest of which the innermost two loops may become one.
class DigitMerger {
public:
  DigitMerger(AffineNest &nest, int64_t extent)
      : nest(nest), extent(extent), outer(nest.loops.size() - 2),
        inner(nest.loops.size() - 1) {}

  bool mayMerge() const {
    affine::AffineForOp loop = nest.loops[outer];
    // Bounds and accesses use the variables, and nothing else does.
    auto isAccess = [](Operation *op) {
      return isa<affine::AffineLoadOp, affine::AffineStoreOp>(op);
    };
    auto areOfAccesses = [&](affine::AffineForOp its) {
      return llvm::all_of(its.getInductionVar().getUsers(), isAccess);
    };
    return areOfAccesses(loop) && areOfAccesses(nest.loops[inner]) &&
           beginsAtZero(loop) && beginsAtZero(nest.loops[inner]) &&
           llvm::all_of(nest.accesses,
                        [&](const AffineNest::Access &access) {
                          return isRow(access) ||
                                 (!access.isStore && isPeriodic(access));
                        }) &&
           readsRowsOnly();
  }

  /// The loop that there is then.
  affine::AffineForOp merge() {
    affine::AffineForOp loop = nest.loops[outer];
    OpBuilder builder(nest.loops.front());
    for (const AffineNest::Access &access : nest.accesses)
      rewrite(builder, access);
    AffineMap upper = loop.getUpperBoundMap();
    SmallVector<AffineExpr> ends;
    for (AffineExpr end : upper.getResults())
      ends.push_back(end * extent);
    loop.setUpperBoundMap(AffineMap::get(
        upper.getNumDims(), upper.getNumSymbols(), ends, upper.getContext()));
    affine::AffineForOp old = nest.loops[inner];
    Block *body = old.getBody();
    loop.getBody()->getOperations().splice(old->getIterator(),
                                           body->getOperations(), body->begin(),
                                           std::prev(body->end()));
    old.erase();
    return loop;
  }

private:
  /// Returns true if the two loops traverse the last two dimensions of the
  /// buffer, the inner one all of the last.
  bool isRow(const AffineNest::Access &access) const {
    auto type = cast<MemRefType>(access.buffer.getType());
    unsigned rank = type.getRank();
    MLIRContext *context = nest.getContext();
    if (rank < 2 || !isRowMajor(type) || type.getDimSize(rank - 1) != extent ||
        access.map.getResult(rank - 1) != getAffineDimExpr(inner, context) ||
        access.map.getResult(rank - 2) != getAffineDimExpr(outer, context))
      return false;
    return llvm::none_of(
        access.map.getResults().drop_back(2), [&](AffineExpr index) {
          return index.isFunctionOfDim(outer) || index.isFunctionOfDim(inner);
        });
  }

  /// Returns true if the access is the same in each iteration of the outer
  /// loop, and lanes, of which there is a power of two, read the same elements
  /// in each vector.
  bool isPeriodic(const AffineNest::Access &access) const {
    return !access.map.isFunctionOfDim(outer) &&
           (!access.map.isFunctionOfDim(inner) || llvm::isPowerOf2_64(extent));
  }

  /// What is stored in rows is read in rows: it would be two buffers else.
  bool readsRowsOnly() const {
    llvm::SmallDenseSet<Value> ofRows;
    for (const AffineNest::Access &access : nest.accesses)
      if (isRow(access))
        ofRows.insert(access.buffer);
    return llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
      return isRow(access) || !ofRows.contains(access.buffer);
    });
  }

  void rewrite(OpBuilder &builder, const AffineNest::Access &access) {
    MLIRContext *context = nest.getContext();
    AffineExpr variable = getAffineDimExpr(outer, context);
    SmallVector<AffineExpr> index(access.map.getResults());
    Value buffer = access.buffer;
    if (isRow(access)) {
      index.pop_back();
      buffer = getCollapsed(builder, buffer);
    } else {
      for (AffineExpr &result : index)
        result =
            result.replace(getAffineDimExpr(inner, context), variable % extent);
    }
    moveAccess(builder, nest, access.op, buffer,
               AffineMap::get(nest.getNumDims(), 0, index, context));
  }

  /// Returns the collapsed view, one for all accesses: before the nest, or
  /// where the buffer is a view that a loop of the nest makes.
  Value getCollapsed(OpBuilder &builder, Value buffer) {
    Value &collapsed = views[buffer];
    if (collapsed)
      return collapsed;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(nest.loops.front());
    if (nest.loops.front()->isAncestor(buffer.getParentBlock()->getParentOp()))
      builder.setInsertionPointAfterValue(buffer);
    unsigned last = cast<MemRefType>(buffer.getType()).getRank() - 1;
    return collapsed = collapseDims(builder, nest.loops.front().getLoc(),
                                    buffer, last - 1, last);
  }

  AffineNest &nest;
  int64_t extent; ///< of the inner loop
  unsigned outer, inner;
  llvm::SmallDenseMap<Value, Value> views;
};

} // namespace

static std::optional<AffineNest> readAround(affine::AffineForOp inner) {
  if (!isInPerfectNest(inner))
    return std::nullopt;
  std::optional<AffineNest> nest = AffineNest::read(findNestRoot(inner));
  // It ends before loops that carry values.
  return nest && nest->loops.back() == inner && !nest->hasInnerSymbol()
             ? std::move(nest)
             : std::nullopt;
}

/// Returns true if the size of all elements is known.
static bool hasNumbers(const AffineNest &nest) {
  return llvm::all_of(nest.accesses, [](const AffineNest::Access &access) {
    return cast<MemRefType>(access.buffer.getType())
        .getElementType()
        .isIntOrFloat();
  });
}

/// Merges the loop with the one around it, of which it is all, if that is
/// right. Returns the loop that there is then; null if nothing happens.
static affine::AffineForOp mergeWithNext(affine::AffineForOp inner) {
  std::optional<AffineNest> nest;
  if (inner.hasConstantBounds())
    nest = readAround(inner);
  if (!nest)
    return {};
  DigitMerger merger(*nest, inner.getConstantUpperBound());
  return merger.mayMerge() ? merger.merge() : affine::AffineForOp();
}

/// Cuts the loop into lanes.
static void makeLanes(affine::AffineForOp loop, int64_t numLanes) {
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  std::optional<int64_t> span = nest ? getSpan(nest->ranges[0]) : std::nullopt;
  if (!nest || !nest->isLinear() || (span && *span <= kMaxLanes))
    return;
  if (std::optional<DigitLoops> loops =
          DigitLoops::plan(*nest, makeDigits(0, {numLanes, 1})))
    loops->apply(*nest);
}

bool layout::mergeDigits(affine::AffineForOp lanes, const Target &target) {
  std::optional<int64_t> size = getTileSize(lanes);
  std::optional<AffineNest> nest = readAround(lanes);
  if (!size || !nest || nest->accesses.empty() || nest->isMarked() ||
      !hasNumbers(*nest) || !DigitMerger(*nest, *size).mayMerge())
    return false;
  unsigned bits = nest->getElementBits();
  if (*size * bits >= target.vectorBits)
    return false;
  affine::AffineForOp merged =
      makeFullTiles(lanes) ? mergeWithNext(lanes) : affine::AffineForOp();
  if (!merged)
    return false;
  while (affine::AffineForOp next = mergeWithNext(merged))
    merged = next;
  remarkDone(merged.getLoc(), "layout-tile-loops/merged")
      << "loops over elements that are contiguous in all accesses are "
         "coalesced "
         "into one";
  constexpr int64_t mostRegisters = 4;
  makeLanes(merged, std::min<int64_t>(kMaxLanes, mostRegisters *
                                                     target.vectorBits / bits));
  return true;
}
