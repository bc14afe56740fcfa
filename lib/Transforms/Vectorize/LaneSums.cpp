//===- LaneSums.cpp - Sums of which each lane adds up a part --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSums.h"

#include "BodyEmitter.h"
#include "TileConditions.h"
#include "Transforms/Support/AccessRuns.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/PoisonFlags.h"
#include "Transforms/Support/VectorBody.h"
#include "UnreadableBuffers.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// From `root` to an innermost loop, each alone in the one before.
static SmallVector<affine::AffineForOp> getChain(affine::AffineForOp root) {
  SmallVector<affine::AffineForOp> chain = {root};
  while (auto inner = dyn_cast<affine::AffineForOp>(
             chain.back().getBody()->front())) {
    if (!isInPerfectNest(inner))
      break;
    chain.push_back(inner);
  }
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

/// Are numbers combined by `op` the same in any order?
static bool isReorderable(Operation *op) {
  if (!linalg::getCombinerOpKind(op) || !arith::getNeutralElement(op))
    return false;
  return op->getResult(0).getType().isInteger() ||
         hasFastMathFlags(op, arith::FastMathFlags::reassoc);
}

/// The op that yields the `number`th value which the innermost loop carries.
static Operation *getCombiner(affine::AffineForOp innermost, unsigned number) {
  return innermost.getYieldedValues()[number].getDefiningOp();
}

/// Does each iteration of the innermost loop combine what it carries with
/// something else, and do nothing more with it?
static bool combinesCarried(affine::AffineForOp innermost) {
  for (auto [number, carried] :
       llvm::enumerate(innermost.getRegionIterArgs())) {
    Operation *combiner = getCombiner(innermost, number);
    if (!combiner || combiner->getBlock() != innermost.getBody() ||
        !isReorderable(combiner) || !carried.hasOneUse() ||
        *carried.user_begin() != combiner ||
        !combiner->getResult(0).hasOneUse())
      return false;
  }
  return true;
}

/// The constant that the variable of the loop, from 0 on, always is less than;
/// `isPartial`: another bound may be less.
static std::optional<int64_t> findExtent(affine::AffineForOp loop,
                                         bool &isPartial) {
  if (!loop.hasConstantLowerBound() || loop.getConstantLowerBound() != 0)
    return std::nullopt;
  std::optional<int64_t> extent;
  isPartial = false;
  for (AffineExpr bound : loop.getUpperBoundMap().getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(bound))
      extent = std::min(constant.getValue(),
                        extent.value_or(constant.getValue()));
    else
      isPartial = true;
  return extent;
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

/// A number of lanes that LLVM does not take apart, enough for a vector of the
/// type of each sum, and not so many that the sums fill the registers.
static bool isWorthLanes(affine::AffineForOp innermost, int64_t numLanes,
                         const Target &target) {
  constexpr int64_t minBits = 64;
  if (!llvm::isPowerOf2_64(numLanes) || numLanes < 2 || numLanes > kMaxLanes)
    return false;
  int64_t numRegisters = 0;
  for (Type type : innermost.getResultTypes()) {
    if (!isLaneType(type) || numLanes * type.getIntOrFloatBitWidth() < minBits)
      return false;
    numRegisters += llvm::divideCeil(numLanes, target.getNumLanes(type));
  }
  return numRegisters <= target.numVectorRegisters / 2;
}

/// Would attributes of loops or loads get lost?
static bool isMarked(const LaneSums &sums) {
  auto hasAttributes = [](Operation *op) {
    return !op->getDiscardableAttrDictionary().empty();
  };
  return llvm::any_of(sums.loops, hasAttributes) ||
         llvm::any_of(sums.band.nest.accesses,
                      [&](const AffineNest::Access &access) {
                        return hasAttributes(access.op);
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
  for (auto [outer, inner] :
       llvm::zip(sums.loops, ArrayRef(sums.loops).drop_front()))
    if (!passesCarried(outer, inner))
      return std::nullopt;
  std::optional<int64_t> extent = findExtent(innermost, sums.isPartial);
  if (!extent || !isWorthLanes(innermost, *extent, target) ||
      findUnvectorizable(innermost.getBody()) || !combinesCarried(innermost))
    return std::nullopt;
  std::optional<AffineNest> nest = AffineNest::readOne(innermost);
  if (!nest)
    return std::nullopt;
  sums.band.nest = std::move(*nest);
  sums.band.target = target;
  sums.band.numLanes = *extent;
  if (sums.band.nest.accesses.empty() || !loadsNeighbours(sums.band) ||
      isMarked(sums))
    return std::nullopt;
  for (const AffineNest::Access &access : sums.band.nest.accesses)
    if (unreadable.contains(access.buffer))
      sums.band.unreadable.insert(access.buffer);
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
    SmallVector<Operation *> combiners = getCombiners();
    for (Operation *combiner : combiners) {
      // Parts of the sum may overflow where the sum does not.
      dropPoisonFlags(combiner);
      first.push_back(buildNeutral(combiner));
    }
    SmallVector<Value> results = emitLoop(0, first);
    for (unsigned i = 0; i < numSums; ++i)
      root.getResult(i).replaceAllUsesWith(
          reduce(combiners[i], results[i], results[numSums + i]));
    root->erase();
  }

private:
  SmallVector<Operation *> getCombiners() const {
    SmallVector<Operation *> combiners;
    for (unsigned i = 0; i < numSums; ++i)
      combiners.push_back(getCombiner(innermost, i));
    return combiners;
  }

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
    SmallVector<Value> results =
        emitLoop(depth + 1, loop.getRegionIterArgs());
    affine::AffineYieldOp::create(builder, results);
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  SmallVector<Value> emitTile(ValueRange carried) {
    if (!sums.isPartial)
      return addLanes(carried);
    scf::IfOp branch = conditions.buildFullTileBranch(carried.getTypes());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, addLanes(carried));
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, addEach(carried));
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  SmallVector<Value> addLanes(ValueRange carried) {
    IRMapping mapping;
    for (auto [argument, lanes] : llvm::zip_equal(
             innermost.getRegionIterArgs(), carried.drop_front(numSums)))
      mapping.map(argument, lanes);
    body.emitLanes(mapping);
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
    auto flags = arith::FastMathFlags::none;
    if (auto its = dyn_cast<arith::ArithFastMathInterface>(combiner))
      flags = its.getFastMathFlagsAttr().getValue();
    return vector::ReductionOp::create(
        builder, *linalg::getCombinerOpKind(combiner), lanes, sum, flags);
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
