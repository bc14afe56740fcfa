//===- RecurrenceTiles.cpp - Triangular recurrences, tile by tile ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecurrenceTiles.h"

#include "DigitLoops.h"
#include "Transforms/LoopBounds/SplitLoop.h"
#include "Transforms/Support/ComposedAccesses.h"
#include "Transforms/Support/IndexValues.h"
#include <array>

using namespace mlir;
using namespace mlir::layout;

RecurrenceTiling RecurrenceTiling::map(const IRMapping &copies) const {
  auto copy = [&](affine::AffineForOp loop) {
    return cast<affine::AffineForOp>(copies.lookup(loop.getOperation()));
  };
  RecurrenceTiling mapped = *this;
  mapped.root = copy(root);
  for (Triangle &its : mapped.triangles)
    its.loop = copy(its.loop);
  return mapped;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

static bool maySplit(affine::AffineForOp loop) {
  return !loop.getNumResults() && loop.getStepAsInt() == 1 &&
         loop->getDiscardableAttrDictionary().empty();
}

namespace {

class RecurrenceFinder {
public:
  explicit RecurrenceFinder(affine::AffineForOp root) { tiling.root = root; }

  /// `why` it is none: empty where no loop begins or ends at its variable.
  std::optional<RecurrenceTiling> find(std::string &why) {
    variables.push_back(tiling.root.getInductionVar());
    if (!hasTriangle())
      return std::nullopt;
    if (!maySplit(tiling.root)) {
      why = "the loop carries values, which are to be stored to memory, or has "
            "attributes, which would be lost";
      return std::nullopt;
    }
    std::optional<AffineNest> nest = AffineNest::readOne(tiling.root);
    if (!nest || !nest->isLinear() || !nest->ranges.front().low ||
        *nest->ranges.front().low < 0) {
      why = "expects a loop with affine bounds that begins at 0 or above";
      return std::nullopt;
    }
    SmallVector<int64_t> weights = findWeights(*nest).front();
    if (weights.size() == 1)
      return std::nullopt;
    tiling.size = weights[weights.size() - 2];
    visit(tiling.root.getBody(), 1);
    why = whyNotPlanned(*nest);
    return why.empty() ? std::optional(tiling) : std::nullopt;
  }

private:
  /// Returns true if the variable is a bound of a loop inside.
  bool hasTriangle() {
    return tiling.root.getBody()
        ->walk([&](affine::AffineForOp loop) {
          LoopCounter counter = getLoopCounters(loop).front();
          return dependsOnSplit(composeMap(counter.lower)) ||
                         dependsOnSplit(composeMap(counter.upper))
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  std::string whyNotPlanned(const AffineNest &nest) const {
    if (tiling.triangles.empty())
      return whyNoTriangle;
    if (total > maxCopies)
      return "there would be " + std::to_string(total) +
             " innermost loops, more than " + std::to_string(maxCopies) +
             ": each loop that begins or ends at the variable becomes two, "
             "with all that is inside; move some of them to loops of their own";
    if (!DigitLoops::plan(nest, makeDigits(0, {tiling.size, 1})))
      return "bounds may be so far from 0 that sums of them wrap around; use "
             "extents of buffers as bounds";
    return {};
  }

  /// Of innermost loops: each split doubles what is inside.
  static constexpr unsigned maxCopies = 16;

  void visit(Block *body, unsigned copies) {
    bool isInnermost = true;
    for (Operation &op : *body) {
      for (Region &region : op.getRegions())
        for (Block &block : region) {
          isInnermost = false;
          visit(&block,
                copies *
                    (addTriangle(dyn_cast<affine::AffineForOp>(op)) ? 2 : 1));
        }
    }
    if (isInnermost)
      total += copies;
  }

  bool dependsOnSplit(const affine::AffineValueMap &bound) const {
    return llvm::any_of(bound.getOperands(), [&](Value operand) {
      return llvm::is_contained(variables, operand);
    });
  }

  /// The variable and offset that a bound is the sum of.
  std::optional<std::pair<unsigned, int64_t>>
  match(const affine::AffineValueMap &bound) const {
    AffineMap map = bound.getAffineMap();
    if (map.getNumResults() != 1 || map.getNumDims() != 1 ||
        map.getNumSymbols() != 0)
      return std::nullopt;
    auto *its = llvm::find(variables, bound.getOperand(0));
    auto offset = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        map.getResult(0) - getAffineDimExpr(0, map.getContext()), 1, 0));
    // More would cross the border.
    if (its == variables.end() || !offset || offset.getValue() < 0 ||
        offset.getValue() > 1)
      return std::nullopt;
    return std::pair(its - variables.begin(), offset.getValue());
  }

  /// Of what is added to it nothing wraps around.
  static bool isModest(affine::AffineForOp loop, const CounterBound &upper) {
    constexpr int64_t far = int64_t(1) << 48;
    std::optional<AffineNest> nest = AffineNest::readOne(loop);
    if (!nest || upper.map.getNumResults() != 1)
      return false;
    AffineMap map = nest->express(upper);
    Interval range = rangeOf(map.getResult(0), nest->ranges, {});
    return range.low && range.high && *range.low > -far && *range.high < far;
  }

  bool addTriangle(affine::AffineForOp loop) {
    if (!loop)
      return false;
    LoopCounter counter = getLoopCounters(loop).front();
    affine::AffineValueMap lower = composeMap(counter.lower),
                           upper = composeMap(counter.upper);
    if (!dependsOnSplit(lower) && !dependsOnSplit(upper))
      return false;
    if (!maySplit(loop)) {
      whyNoTriangle = "a loop that begins or ends at the variable carries "
                      "values, or has another step than 1 or attributes";
      return false;
    }
    auto low = match(lower), high = match(upper);
    std::optional<int64_t> first = counter.lower.getConstant();
    bool isUpper = high && first && *first >= 0 && *first < (int64_t(1) << 40);
    bool endsFree = low && !dependsOnSplit(upper);
    bool isLower = endsFree && isModest(loop, counter.upper);
    if (!isUpper && !isLower) {
      whyNoTriangle =
          endsFree
              ? "the end of a loop that begins at the variable may be so far "
                "from 0 that sums of it wrap around; use extents of buffers"
              : "expects loops that end at the variable, or at the variable + "
                "1, and begin at a constant, or begin there and end at one "
                "value";
      return false;
    }
    auto [outer, offset] = isUpper ? *high : *low;
    tiling.triangles.push_back({loop, outer, isUpper, offset});
    variables.push_back(loop.getInductionVar());
    return true;
  }

  RecurrenceTiling tiling;
  SmallVector<Value> variables; ///< of the root and the triangles
  unsigned total = 0;
  std::string whyNoTriangle; ///< of the last loop that is none
};

} // namespace

std::optional<RecurrenceTiling>
layout::findRecurrence(affine::AffineForOp nest, RecurrenceRefusal &refusal) {
  std::optional<RecurrenceTiling> found;
  nest->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    std::string why;
    found = RecurrenceFinder(loop).find(why);
    if (!why.empty() && !refusal.loop)
      refusal = {loop, std::move(why)};
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

namespace {

class RecurrenceSplitter {
public:
  explicit RecurrenceSplitter(const RecurrenceTiling &tiling)
      : tiling(tiling), size(tiling.size),
        builder(affine::AffineForOp(tiling.root).getContext()) {}

  affine::AffineForOp apply() {
    std::optional<AffineNest> nest = AffineNest::readOne(tiling.root);
    SmallVector<affine::AffineForOp> loops =
        DigitLoops::plan(*nest, makeDigits(0, {size, 1}))->apply(*nest);
    SmallVector<Operation *> current;
    for (const RecurrenceTiling::Triangle &its : tiling.triangles)
      current.push_back(its.loop);
    SmallVector<Value> tiles(current.size() + 1);
    tiles[0] = loops[0].getInductionVar();
    split(current, tiles);
    composeAccesses(loops[0]);
    return loops[0];
  }

private:
  /// Splits the loops of `current`, which has that of each triangle, null if it
  /// is not in this part of the program, at the tile of the loop that bounds
  /// it. `tiles` are the variables of these, by triangle + 1.
  void split(SmallVector<Operation *> current, SmallVector<Value> tiles) {
    for (size_t number = 0; number < current.size(); ++number) {
      if (!current[number])
        continue;
      // Its partitions are erased below, and `current` is read again.
      auto loop = cast<affine::AffineForOp>(
          std::exchange(current[number], nullptr));
      const RecurrenceTiling::Triangle &its = tiling.triangles[number];
      Value tile = tiles[its.outer];
      AffineExpr begin = builder.getAffineDimExpr(0) * size;
      auto partitions = splitLoop(
          loop, its.isUpper ? begin : begin + size, tile,
          its.isUpper ? PointRange::BelowUpper : PointRange::AboveLower);
      std::array<SmallVector<Operation *>, 2> inside;
      for (Operation *&op : current) {
        bool isInside = op && loop->isProperAncestor(op);
        for (unsigned i : {0, 1})
          inside[i].push_back(isInside ? partitions[i].lookup(op) : nullptr);
        if (isInside)
          op = nullptr;
      }
      for (unsigned i : {0, 1}) {
        bool isDiagonal = its.isUpper == (i == 1);
        tiles[number + 1] =
            runInTiles(partitions[i].getAffine(), isDiagonal ? tile : Value());
        split(inside[i], tiles);
      }
    }
  }

  /// Numbers over operands, which are dimensions.
  struct Ends {
    SmallVector<AffineExpr> exprs;
    SmallVector<Value> operands;
  };

  static Ends readEnds(const CounterBound &bound) {
    affine::AffineValueMap its = composeMap(bound);
    AffineMap map = its.getAffineMap();
    SmallVector<AffineExpr> symbols;
    for (unsigned i = map.getNumDims(); i < map.getNumInputs(); ++i)
      symbols.push_back(getAffineDimExpr(i, map.getContext()));
    map = map.replaceDimsAndSymbols({}, symbols, map.getNumInputs(), 0);
    return {llvm::to_vector(map.getResults()),
            llvm::to_vector(its.getOperands())};
  }

  affine::AffineForOp buildLoop(Location loc, Ends lower, Ends upper) {
    auto getMap = [&](Ends &ends) {
      AffineMap map = AffineMap::get(ends.operands.size(), 0, ends.exprs,
                                     builder.getContext());
      affine::canonicalizeMapAndOperands(&map, &ends.operands);
      map = removeDuplicateExprs(untangleBound(simplifyAffineMap(map)));
      affine::canonicalizeMapAndOperands(&map, &ends.operands);
      return map;
    };
    AffineMap lowerMap = getMap(lower), upperMap = getMap(upper);
    auto loop = affine::AffineForOp::create(builder, loc, lower.operands,
                                            lowerMap, upper.operands, upperMap,
                                            /*step=*/1);
    builder.setInsertionPointToStart(loop.getBody());
    return loop;
  }

  /// Builds the loop over the tiles from `lower` to `upper`; returns its
  /// variable.
  Value buildTiles(Location loc, Ends lower, Ends upper) {
    for (AffineExpr &end : lower.exprs)
      end = end.floorDiv(size);
    for (AffineExpr &end : upper.exprs)
      end = end.ceilDiv(size);
    return buildLoop(loc, lower, upper).getInductionVar();
  }

  /// Returns the ends of the iterations in `tile`, counted from its first one.
  /// `ofTile` is the end of the tile itself.
  Ends restrict(Ends ends, Value tile, int64_t ofTile, bool areAllTiles) {
    AffineExpr begin = builder.getAffineDimExpr(ends.operands.size()) * size;
    ends.operands.push_back(tile);
    SmallVector<AffineExpr> exprs{builder.getAffineConstantExpr(ofTile)};
    // No tile is negative. The loop over tiles does not run past an end that
    // is the end of a tile.
    for (AffineExpr end : ends.exprs)
      if (end != builder.getAffineConstantExpr(0) &&
          !(areAllTiles && end.isMultipleOf(size)))
        exprs.push_back(end - begin);
    return {exprs, ends.operands};
  }

  /// Executes the loop in tiles: in `tile`, or in all those that it reaches if
  /// that is null. Returns the variable of the tile.
  Value runInTiles(affine::AffineForOp loop, Value tile) {
    builder.setInsertionPoint(loop);
    LoopCounter counter = getLoopCounters(loop).front();
    Ends lower = readEnds(counter.lower), upper = readEnds(counter.upper);
    bool areAllTiles = !tile;
    if (areAllTiles)
      tile = buildTiles(loop.getLoc(), lower, upper);
    affine::AffineForOp inside =
        buildLoop(loop.getLoc(), restrict(lower, tile, 0, areAllTiles),
                  restrict(upper, tile, size, areAllTiles));
    AffineMap sum = AffineMap::get(
        2, 0, builder.getAffineDimExpr(0) * size + builder.getAffineDimExpr(1));
    loop.getInductionVar().replaceAllUsesWith(affine::AffineApplyOp::create(
        builder, loop.getLoc(), sum,
        ValueRange{tile, inside.getInductionVar()}));
    Block *body = inside.getBody();
    body->getOperations().splice(
        std::prev(body->end()), loop.getBody()->getOperations(),
        loop.getBody()->begin(), std::prev(loop.getBody()->end()));
    loop.erase();
    return tile;
  }

  const RecurrenceTiling &tiling;
  int64_t size;
  OpBuilder builder;
};

} // namespace

affine::AffineForOp layout::tileRecurrence(const RecurrenceTiling &tiling) {
  return RecurrenceSplitter(tiling).apply();
}
