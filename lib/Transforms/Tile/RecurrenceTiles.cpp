//===- RecurrenceTiles.cpp - Triangular recurrences, tile by tile ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecurrenceTiles.h"

#include "DigitLoops.h"
#include "Transforms/Support/ComposedAccesses.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/IR/IRMapping.h"

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
  /// Does a loop inside begin or end where the variable says?
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

/// A variable is `size` times one value, plus another one.
struct SplitVariable {
  Value tile, inside;
};

/// PieceBounds over common operands, which are dimensions.
struct PieceBounds {
  SmallVector<AffineExpr> lowers, uppers;
  SmallVector<Value> operands;
};

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
    SmallVector<SplitVariable> variables(current.size() + 1);
    variables[0] = {loops[0].getInductionVar(), loops[1].getInductionVar()};
    split(current, variables);
    composeAccesses(loops[0]);
    return loops[0];
  }

private:
  /// `current` has the loop of each triangle, null if it is none of this piece
  /// of the program, `variables` those of the triangles around.
  void split(SmallVector<Operation *> current,
             ArrayRef<SplitVariable> variables) {
    for (size_t number = 0; number < current.size(); ++number) {
      if (!current[number])
        continue;
      auto loop = cast<affine::AffineForOp>(current[number]);
      const RecurrenceTiling::Triangle &its = tiling.triangles[number];
      // Pieces come in the order of iterations.
      for (bool isFirst : {true, false}) {
        builder.setInsertionPoint(loop);
        IRMapping copies;
        SmallVector<SplitVariable> inner(variables);
        inner[number + 1] =
            buildPiece(loop, its, variables[its.outer],
                       /*isDiagonal=*/its.isUpper != isFirst, copies);
        split(mapInside(loop, current, copies), inner);
      }
      for (Operation *&op : current)
        if (op && loop->isAncestor(op))
          op = nullptr;
      loop->erase();
    }
  }

  static SmallVector<Operation *> mapInside(Operation *loop,
                                            ArrayRef<Operation *> current,
                                            const IRMapping &copies) {
    return llvm::map_to_vector(current, [&](Operation *op) -> Operation * {
      return op && loop->isProperAncestor(op) ? copies.lookup(op) : nullptr;
    });
  }

  AffineExpr dim(unsigned number) { return builder.getAffineDimExpr(number); }
  AffineExpr constant(int64_t value) {
    return builder.getAffineConstantExpr(value);
  }

  affine::AffineForOp buildLoop(Location loc, const PieceBounds &bounds) {
    auto getMap = [&](ArrayRef<AffineExpr> exprs,
                      SmallVector<Value> &operands) {
      operands = bounds.operands;
      AffineMap map = simplifyAffineMap(
          AffineMap::get(operands.size(), 0, exprs, builder.getContext()));
      map = removeDuplicateExprs(untangleBound(map));
      affine::canonicalizeMapAndOperands(&map, &operands);
      return map;
    };
    SmallVector<Value> lowers, uppers;
    AffineMap lower = getMap(bounds.lowers, lowers),
              upper = getMap(bounds.uppers, uppers);
    auto loop = affine::AffineForOp::create(builder, loc, lowers, lower, uppers,
                                            upper, /*step=*/1);
    builder.setInsertionPointToStart(loop.getBody());
    return loop;
  }

  /// The other bound, over the operands that it has.
  PieceBounds readFree(affine::AffineForOp loop, bool isUpper) {
    LoopCounter counter = getLoopCounters(loop).front();
    affine::AffineValueMap bound =
        composeMap(isUpper ? counter.upper : counter.lower);
    AffineExpr end = bound.getAffineMap().getResult(0).replaceSymbols(
        llvm::map_to_vector(llvm::seq(bound.getNumSymbols()), [&](unsigned i) {
          return dim(bound.getNumDims() + i);
        }));
    return {{}, {end}, llvm::to_vector(bound.getOperands())};
  }

  SplitVariable buildPiece(affine::AffineForOp loop,
                           const RecurrenceTiling::Triangle &its,
                           SplitVariable outer, bool isDiagonal,
                           IRMapping &copies) {
    // The end that is not the variable of the loop around.
    PieceBounds free = readFree(loop, /*isUpper=*/!its.isUpper);
    AffineExpr end = free.uppers.front();
    unsigned numFree = free.operands.size();
    SmallVector<Value> operands(free.operands);
    operands.append({outer.tile, outer.inside});
    AffineExpr tile = dim(numFree), inside = dim(numFree + 1);
    Location loc = loop.getLoc();
    if (!isDiagonal) {
      PieceBounds tiles{{its.isUpper ? end.floorDiv(size) : tile + 1},
                        {its.isUpper ? tile : end.ceilDiv(size)},
                        operands};
      Value variable = buildLoop(loc, tiles).getInductionVar();
      operands[numFree] = variable;
      outer.tile = variable;
    }
    // In a tile what is left of it by the free end, and by the diagonal.
    PieceBounds bounds{{constant(0)}, {constant(size)}, operands};
    if (!its.isUpper)
      bounds.uppers.push_back(end - tile * size);
    else if (!isZero(end))
      bounds.lowers.push_back(end - tile * size);
    if (isDiagonal)
      (its.isUpper ? bounds.uppers : bounds.lowers)
          .push_back(inside + its.offset);
    affine::AffineForOp last = buildLoop(loc, bounds);
    SplitVariable variable{outer.tile, last.getInductionVar()};
    copyBody(loop, variable, copies);
    return variable;
  }

  static bool isZero(AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant && constant.getValue() == 0;
  }

  void copyBody(affine::AffineForOp loop, SplitVariable variable,
                IRMapping &copies) {
    AffineMap sum = AffineMap::get(2, 0, dim(0) * size + dim(1));
    copies.map(loop.getInductionVar(),
               affine::AffineApplyOp::create(
                   builder, loop.getLoc(), sum,
                   ValueRange{variable.tile, variable.inside}));
    for (Operation &op : loop.getBody()->without_terminator())
      builder.clone(op, copies);
  }

  const RecurrenceTiling &tiling;
  int64_t size;
  OpBuilder builder;
};

} // namespace

affine::AffineForOp layout::tileRecurrence(const RecurrenceTiling &tiling) {
  return RecurrenceSplitter(tiling).apply();
}
