//===- LaneSums.cpp - Lanes along carried reductions ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneSums.h"

#include "BodyEmitter.h"
#include "Layout/IR/LoopsAttr.h"
#include "TileConditions.h"
#include "TilePrefetch.h"
#include "Transforms/Nests/PoisonFlags.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/AffineBounds.h"
#include "Transforms/Support/FastMath.h"
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

/// Returns true if `inner`, in `outer`, continues with the values that `outer`
/// carries, and no other op uses them.
static bool passesCarried(affine::AffineForOp outer,
                          affine::AffineForOp inner) {
  auto yield = cast<affine::AffineYieldOp>(outer.getBody()->getTerminator());
  auto isUsedOnce = [](Value value) { return value.hasOneUse(); };
  return llvm::equal(inner.getInits(), outer.getRegionIterArgs()) &&
         llvm::equal(yield.getOperands(), inner.getResults()) &&
         llvm::all_of(outer.getRegionIterArgs(), isUsedOnce) &&
         llvm::all_of(inner.getResults(), isUsedOnce);
}

/// Returns true if lanes may combine by `op`, in another order.
static bool hasLanes(Operation *op) {
  return isReductionCombiner(op) && linalg::getCombinerOpKind(op);
}

/// Returns the ops by which each iteration of the innermost loop combines each
/// carried value with a term. Nullopt if a carried value has another use.
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

/// Returns true if there are enough lanes for each accumulator, and not so many
/// that accumulators fill the registers.
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

std::optional<RegisterTile>
layout::readLaneSums(affine::AffineForOp root, const Target &target,
                     const UnreadableBuffers &unreadable) {
  RegisterTile tile;
  tile.carrying = getChain(root);
  affine::AffineForOp innermost = tile.carrying.back();
  if (innermost.getNumResults() == 0)
    return std::nullopt;
  for (affine::AffineForOp loop : tile.carrying)
    if (hasOtherAttributes(loop))
      return std::nullopt;
  for (auto [outer, inner] :
       llvm::zip(tile.carrying, ArrayRef(tile.carrying).drop_front()))
    if (!passesCarried(outer, inner))
      return std::nullopt;
  std::optional<int64_t> extent = getTileSize(innermost);
  if (!extent || !beginsAtZero(innermost) ||
      !isWorthLanes(innermost, *extent, target) ||
      findUnvectorizable(innermost.getBody()))
    return std::nullopt;
  auto combiners = findCombiners(innermost);
  std::optional<AffineNest> nest = AffineNest::readOne(innermost);
  if (!combiners || !nest || nest->accesses.empty() ||
      llvm::any_of(nest->accesses, [](const AffineNest::Access &access) {
        return hasOtherAttributes(access.op);
      }))
    return std::nullopt;
  for (Operation *combiner : *combiners)
    tile.kept.push_back({0, 0, combiner});
  tile.nest = std::move(*nest);
  tile.unreadable = unreadable.findIn(tile.nest);
  tile.target = target;
  tile.numLanes = *extent;
  for (const AffineNest::Access &access : tile.nest.accesses) {
    AccessForm form = AccessForm::read(access, tile.nest, tile.numLanes);
    bool isLoaded = form.lanes == AccessForm::Lanes::Uniform ||
                    form.lanes == AccessForm::Lanes::Contiguous;
    if (access.isStore || !isLoaded)
      return std::nullopt;
    tile.forms.push_back(form);
  }
  tile.tails = findTileTails(tile);
  findPrefetches(tile);
  return tile;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

namespace {

class LaneSumEmitter {
public:
  explicit LaneSumEmitter(RegisterTile &tile)
      : tile(tile), builder(tile), conditions(builder), wideLoads(builder),
        accesses(builder, wideLoads), body(builder, accesses),
        innermost(tile.carrying.back()), numSums(innermost.getNumResults()) {}

  void emit() {
    affine::AffineForOp root = tile.getRoot();
    builder.setInsertionPoint(root);
    SmallVector<Value> first(root.getInits());
    for (const Accumulator &its : tile.kept) {
      // Partial results may overflow where the result does not.
      dropPoisonFlags(its.combiner);
      first.push_back(buildNeutral(its.combiner));
    }
    SmallVector<Value> results = emitLoop(0, first);
    for (unsigned i = 0; i < numSums; ++i)
      root.getResult(i).replaceAllUsesWith(
          reduce(tile.kept[i].combiner, results[i], results[numSums + i]));
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
    affine::AffineForOp old = tile.carrying[depth];
    if (old == innermost)
      return emitTile(carried);
    auto loop = affine::AffineForOp::create(
        builder, old.getLoc(), old.getLowerBoundOperands(),
        old.getLowerBoundMap(), old.getUpperBoundOperands(),
        old.getUpperBoundMap(), old.getStepAsInt(), carried);
    OpBuilder::InsertionGuard guard(builder);
    old.getInductionVar().replaceAllUsesWith(loop.getInductionVar());
    llvm::replace(tile.nest.fixed, Value(old.getInductionVar()),
                  Value(loop.getInductionVar()));
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> results = emitLoop(depth + 1, loop.getRegionIterArgs());
    affine::AffineYieldOp::create(builder, results);
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  SmallVector<Value> emitTile(ValueRange carried) {
    if (!tile.tails.isPartial())
      return addLanes(carried, Value());
    scf::IfOp branch = conditions.buildFullTileBranch(carried.getTypes());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, addLanes(carried, Value()));
    builder.setInsertionPointToStart(branch.elseBlock());
    bool isMasked = tile.tails.execution == TileTails::Execution::Masked;
    scf::YieldOp::create(builder,
                         isMasked ? addMasked(carried) : addEach(carried));
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
    if (isa<arith::AddFOp>(combiner))
      lanes = addRegisters(lanes);
    return vector::ReductionOp::create(builder,
                                       *linalg::getCombinerOpKind(combiner),
                                       lanes, sum, getFastMathFlags(combiner));
  }

  /// Adds registers in pairs, down to one, in this order. Where LLVM unrolls the
  /// loop and may reorder these additions, it makes one chain of products and
  /// sums of all registers: 20 sums of 640 products took 1.23 times as long,
  /// calls included.
  Value addRegisters(Value lanes) {
    auto type = cast<VectorType>(lanes.getType());
    int64_t most = tile.target.getNumLanes(type.getElementType());
    for (int64_t number = type.getNumElements();
         number > most && number % 2 == 0; number /= 2) {
      auto takeFrom = [&](int64_t first) {
        return vector::ExtractStridedSliceOp::create(builder, lanes, first,
                                                     number / 2, 1);
      };
      lanes = arith::AddFOp::create(builder, takeFrom(0), takeFrom(number / 2));
    }
    return lanes;
  }

  RegisterTile &tile;
  BandBuilder builder;
  TileConditions conditions;
  WideLoads wideLoads;
  LaneAccesses accesses;
  BodyEmitter body;
  affine::AffineForOp innermost;
  unsigned numSums;
};

} // namespace

void layout::applyLaneSums(RegisterTile &tile) { LaneSumEmitter(tile).emit(); }
