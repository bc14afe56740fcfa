//===- LaneSums.cpp - Sums of which each lane adds up a part --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSums.h"

#include "BodyEmitter.h"
#include "Layout/IR/Trapping.h"
#include "TileConditions.h"
#include "Transforms/Support/AccessRuns.h"
#include "Transforms/Support/AffineBounds.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/PoisonFlags.h"
#include "Transforms/Support/VectorBody.h"
#include "UnreadableBuffers.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// From `root` to an innermost loop, each alone in the one before.
static SmallVector<affine::AffineForOp> getChain(affine::AffineForOp root) {
  SmallVector<affine::AffineForOp> chain;
  for (affine::AffineForOp loop = root; loop; loop = getOnlyLoop(loop))
    chain.push_back(loop);
  return chain;
}

/// Does `inner`, in `outer`, only go on with the values that `outer` carries,
/// and does nothing else use them?
static bool passesCarried(affine::AffineForOp outer,
                          affine::AffineForOp inner) {
  auto yield = cast<affine::AffineYieldOp>(outer.getBody()->getTerminator());
  auto isUsedOnce = [](Value value) { return value.hasOneUse(); };
  return llvm::equal(inner.getInits(), outer.getRegionIterArgs()) &&
         llvm::equal(yield.getOperands(), inner.getResults()) &&
         llvm::all_of(outer.getRegionIterArgs(), isUsedOnce) &&
         llvm::all_of(inner.getResults(), isUsedOnce);
}

/// Can lanes combine by `op`, in another order?
static bool hasLanes(Operation *op) {
  return isReductionCombiner(op) && linalg::getCombinerOpKind(op);
}

/// The ops by which each iteration of the innermost loop combines what it
/// carries with something else. Nullopt if it does more with it.
static std::optional<SmallVector<Operation *>>
findCombiners(affine::AffineForOp innermost) {
  SmallVector<Operation *> combiners;
  for (auto [carried, yielded] : llvm::zip_equal(
           innermost.getRegionIterArgs(), innermost.getYieldedValues())) {
    Operation *combiner = yielded.getDefiningOp();
    if (!combiner || combiner->getBlock() != innermost.getBody() ||
        !hasLanes(combiner) || !carried.hasOneUse() ||
        *carried.user_begin() != combiner || !yielded.hasOneUse())
      return std::nullopt;
    combiners.push_back(combiner);
  }
  return combiners;
}

bool layout::onlyAddsUp(affine::AffineForOp innermost) {
  return innermost.getNumResults() > 0 && findCombiners(innermost);
}

/// Are the lanes of each load neighbours, or all the same element, and is
/// nothing stored?
static bool loadsNeighbours(const VectorBand &band) {
  return llvm::all_of(band.nest.accesses, [&](const auto &access) {
    RunCount runs =
        countRuns(access.map, band.getLanes(), band.numLanes, band.nest.ranges);
    return !access.isStore && runs.number <= 1 && !runs.areReversed;
  });
}

/// Enough lanes for each sum, and not so many that the sums fill the registers.
static bool isWorthLanes(affine::AffineForOp innermost, int64_t numLanes,
                         const Target &target) {
  int64_t numRegisters = 0;
  for (Type type : innermost.getResultTypes()) {
    if (!isLaneType(type) ||
        !areLanesOfSum(numLanes, type.getIntOrFloatBitWidth()))
      return false;
    numRegisters += llvm::divideCeil(numLanes, target.getNumLanes(type));
  }
  return numRegisters <= target.numVectorRegisters / 2;
}

/// Returns true if the first lane of each tile exists.
static bool hasFirstLanes(const VectorBand &band) {
  const AffineNest &nest = band.nest;
  AffineExpr lane = getAffineDimExpr(band.getLanes(), nest.getContext()),
             first = getAffineConstantExpr(0, nest.getContext());
  return llvm::all_of(nest.constraints, [&](const auto &constraint) {
    std::optional<int64_t> least =
        rangeOf(simplifyAffineExpr(constraint.expr.replace(lane, first),
                                   nest.getNumDims(), 0),
                nest.ranges, {})
            .low;
    return least && *least >= 0;
  });
}

/// May lanes that do not exist be computed, with masks on loads? What all of
/// them share would be read where there is none, too.
static bool mayBeMasked(const VectorBand &band) {
  bool areNeverEmpty = hasFirstLanes(band);
  return llvm::all_of(
      band.nest.getBody()->without_terminator(), [&](Operation &op) {
        return isa<affine::AffineLoadOp>(op)
                   ? areNeverEmpty || band.getAccess(&op).map.isFunctionOfDim(
                                          band.getLanes())
                   : isPureAndTotal(&op);
      });
}

std::optional<LaneSums>
layout::planLaneSums(affine::AffineForOp root, const Target &target,
                     const UnreadableBuffers &unreadable) {
  LaneSums sums;
  sums.loops = getChain(root);
  affine::AffineForOp innermost = sums.loops.back();
  if (innermost.getNumResults() == 0)
    return std::nullopt;
  for (affine::AffineForOp loop : sums.loops)
    if (!loop->getDiscardableAttrDictionary().empty())
      return std::nullopt;
  for (auto [outer, inner] :
       llvm::zip(sums.loops, ArrayRef(sums.loops).drop_front()))
    if (!passesCarried(outer, inner))
      return std::nullopt;
  std::optional<int64_t> extent = getTileSize(innermost);
  sums.band.isPartial = !llvm::all_of(innermost.getUpperBoundMap().getResults(),
                                      llvm::IsaPred<AffineConstantExpr>);
  if (!extent || !beginsAtZero(innermost) ||
      !isWorthLanes(innermost, *extent, target) ||
      findUnvectorizable(innermost.getBody()))
    return std::nullopt;
  auto combiners = findCombiners(innermost);
  std::optional<AffineNest> nest = AffineNest::readOne(innermost);
  if (!combiners || !nest || nest->isMarked())
    return std::nullopt;
  sums.combiners = std::move(*combiners);
  sums.band.nest = std::move(*nest);
  sums.band.unreadable = unreadable.findIn(sums.band.nest);
  sums.band.target = target;
  sums.band.numLanes = *extent;
  sums.mayBeMasked = mayBeMasked(sums.band);
  if (sums.band.nest.accesses.empty() || !loadsNeighbours(sums.band))
    return std::nullopt;
  return sums;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

namespace {

class LaneSumEmitter {
public:
  explicit LaneSumEmitter(LaneSums &sums)
      : sums(sums), band(sums.band), builder(band), conditions(builder),
        wideLoads(builder), accesses(builder, wideLoads),
        body(builder, accesses), innermost(sums.loops.back()),
        numSums(innermost.getNumResults()) {}

  void emit() {
    affine::AffineForOp root = sums.loops.front();
    builder.setInsertionPoint(root);
    SmallVector<Value> first(root.getInits());
    for (Operation *combiner : sums.combiners) {
      // Parts of the sum may overflow where the sum does not.
      dropPoisonFlags(combiner);
      first.push_back(buildNeutral(combiner));
    }
    SmallVector<Value> results = emitLoop(0, first);
    for (unsigned i = 0; i < numSums; ++i)
      root.getResult(i).replaceAllUsesWith(
          reduce(sums.combiners[i], results[i], results[numSums + i]));
    root->erase();
  }

private:
  /// What changes nothing. Of sums of floats that is -0.0: 0.0 makes 0.0 of it.
  Value buildNeutral(Operation *combiner) {
    Type element = combiner->getResult(0).getType();
    TypedAttr neutral = isa<arith::AddFOp>(combiner)
                            ? builder.getFloatAttr(element, -0.0)
                            : *arith::getNeutralElement(combiner);
    return arith::ConstantOp::create(
        builder,
        DenseElementsAttr::get(builder.getVectorType(element), neutral));
  }

  /// The loop at `depth` once more, with the lanes carried behind the sums.
  SmallVector<Value> emitLoop(unsigned depth, ValueRange carried) {
    affine::AffineForOp old = sums.loops[depth];
    if (old == innermost)
      return emitTile(carried);
    auto loop = affine::AffineForOp::create(
        builder, old.getLoc(), old.getLowerBoundOperands(),
        old.getLowerBoundMap(), old.getUpperBoundOperands(),
        old.getUpperBoundMap(), old.getStepAsInt(), carried);
    OpBuilder::InsertionGuard guard(builder);
    old.getInductionVar().replaceAllUsesWith(loop.getInductionVar());
    llvm::replace(band.nest.fixed, Value(old.getInductionVar()),
                  Value(loop.getInductionVar()));
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> results = emitLoop(depth + 1, loop.getRegionIterArgs());
    affine::AffineYieldOp::create(builder, results);
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  SmallVector<Value> emitTile(ValueRange carried) {
    if (!band.isPartial)
      return addLanes(carried, Value());
    scf::IfOp branch = conditions.buildFullTileBranch(carried.getTypes());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, addLanes(carried, Value()));
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, sums.mayBeMasked ? addMasked(carried)
                                                   : addEach(carried));
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  /// Lanes that do not exist read nothing, and stay as they are.
  SmallVector<Value> addMasked(ValueRange carried) {
    Value mask = conditions.buildMasks().front();
    llvm::SaveAndRestore masks(builder.mode.masksLoads, true);
    SmallVector<Value> results = addLanes(carried, mask);
    for (unsigned i = numSums; i < results.size(); ++i)
      results[i] =
          arith::SelectOp::create(builder, mask, results[i], carried[i]);
    return results;
  }

  SmallVector<Value> addLanes(ValueRange carried, Value mask) {
    IRMapping mapping;
    for (auto [argument, lanes] : llvm::zip_equal(innermost.getRegionIterArgs(),
                                                  carried.drop_front(numSums)))
      mapping.map(argument, lanes);
    body.emitLanes(mapping, mask);
    SmallVector<Value> results(carried.take_front(numSums));
    for (Value yielded : innermost.getYieldedValues())
      results.push_back(mapping.lookup(yielded));
    return results;
  }

  /// The loop as it was, for tiles that are not full: a bound that is no
  /// constant is less than all that are, which may go.
  SmallVector<Value> addEach(ValueRange carried) {
    IRMapping mapping;
    for (auto [init, value] :
         llvm::zip_equal(innermost.getInits(), carried.take_front(numSums)))
      mapping.map(init, value);
    auto loop = cast<affine::AffineForOp>(builder.clone(*innermost, mapping));
    SmallVector<AffineExpr> bounds =
        llvm::to_vector(innermost.getUpperBoundMap().getResults());
    llvm::erase_if(bounds, llvm::IsaPred<AffineConstantExpr>);
    AffineMap map = innermost.getUpperBoundMap();
    loop.setUpperBoundMap(AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                         bounds, map.getContext()));
    SmallVector<Value> results(loop.getResults());
    llvm::append_range(results, carried.drop_front(numSums));
    return results;
  }

  Value reduce(Operation *combiner, Value sum, Value lanes) {
    return vector::ReductionOp::create(builder,
                                       *linalg::getCombinerOpKind(combiner),
                                       lanes, sum, getFastMathFlags(combiner));
  }

  LaneSums &sums;
  VectorBand &band;
  BandBuilder builder;
  TileConditions conditions;
  WideLoads wideLoads;
  LaneAccesses accesses;
  BodyEmitter body;
  affine::AffineForOp innermost;
  unsigned numSums;
};

} // namespace

void layout::applyLaneSums(LaneSums &sums) { LaneSumEmitter(sums).emit(); }
