//===- RegisterSums.cpp - Elements that stay in registers -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterSums.h"

#include "Transforms/Nests/AffineNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// Straight-line code in which only loads and stores know of buffers.
static bool isPlainBody(Block *body) {
  return llvm::all_of(body->without_terminator(), [](Operation &op) {
    if (isa<affine::AffineLoadOp, affine::AffineStoreOp>(op))
      return op.getDiscardableAttrDictionary().empty();
    return op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
           llvm::none_of(op.getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
  });
}

/// The place of a store that is the same in all iterations, in values from
/// around the loop. False if it is none.
static bool findPlace(AffineNest &nest, const AffineNest::Access &store,
                      RegisterSums::Kept &kept) {
  affine::AffineForOp loop = nest.loops.front();
  if (store.map.isFunctionOfDim(0) ||
      !loop.isDefinedOutsideOfLoop(store.buffer))
    return false;
  kept.map = store.map;
  kept.operands = {loop.getInductionVar()};
  llvm::append_range(kept.operands, nest.fixed);
  affine::canonicalizeMapAndOperands(&kept.map, &kept.operands);
  return llvm::all_of(kept.operands, [&](Value operand) {
    return loop.isDefinedOutsideOfLoop(operand);
  });
}

/// Returns true if it is proven that only the accesses of `kept` touch the
/// element.
static bool isAlone(affine::AffineForOp loop, const RegisterSums::Kept &kept,
                    Dependences &dependences) {
  auto isOwn = [&](Operation *op) {
    return op == kept.store || llvm::is_contained(kept.loads, op);
  };
  // If one came before the other, the two could not change places.
  AffineExpr earlier = getAffineConstantExpr(0, loop.getContext()),
             later = getAffineConstantExpr(1, loop.getContext());
  const std::vector<MemoryAccess> &accesses = dependences.getAccesses(loop);
  for (const MemoryAccess &own : accesses)
    for (const MemoryAccess &other : accesses)
      if (own.op == kept.store && !isOwn(other.op) &&
          !dependences
               .keepPair({own, loop, {earlier}, {later}},
                         {other, loop, {later}, {earlier}})
               .isYes())
        return false;
  return true;
}

/// A second store to the same place. Where nothing is ever executed, such as in
/// a branch that is never entered, dependences know of none between the two.
static bool isStoredTwice(const AffineNest &nest,
                          const AffineNest::Access &store) {
  return llvm::count_if(nest.accesses, [&](const AffineNest::Access &other) {
           return other.isStore && other.buffer == store.buffer &&
                  other.map == store.map;
         }) > 1;
}

/// Returns true if LLVM would vectorize the sum with gathers. It may reorder
/// sums of integers, and a load for each lane costs more than the store that is
/// saved.
static bool wouldGather(const AffineNest &nest,
                        const AffineNest::Access &store) {
  if (!cast<MemRefType>(store.buffer.getType()).getElementType().isIntOrIndex())
    return false;
  return llvm::any_of(nest.accesses, [](const AffineNest::Access &access) {
    return access.map.isFunctionOfDim(0) &&
           !access.map.getResults().back().isFunctionOfDim(0);
  });
}

std::optional<RegisterSums> RegisterSums::plan(affine::AffineForOp loop,
                                               IntegerFacts &facts,
                                               Dependences &dependences) {
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest || !nest->isLinear() || !isPlainBody(loop.getBody()) ||
      !loop->getDiscardableAttrDictionary().empty())
    return std::nullopt;
  RegisterSums sums;
  sums.loop = loop;
  for (const AffineNest::Access &store : nest->accesses) {
    Kept kept;
    if (!store.isStore || isStoredTwice(*nest, store) ||
        wouldGather(*nest, store) || !findPlace(*nest, store, kept))
      continue;
    kept.store = cast<affine::AffineStoreOp>(store.op);
    for (const AffineNest::Access &load : nest->accesses)
      if (!load.isStore && load.buffer == store.buffer && load.map == store.map)
        kept.loads.push_back(cast<affine::AffineLoadOp>(load.op));
    if (!kept.loads.empty() &&
        kept.loads.front()->isBeforeInBlock(kept.store) &&
        isAlone(loop, kept, dependences))
      sums.kept.push_back(std::move(kept));
  }
  if (sums.kept.empty())
    return std::nullopt;
  sums.mayBeEmpty = !facts.isAlwaysEntered(loop);
  // A branch around it would have to carry the values, too.
  if (sums.mayBeEmpty && loop.getNumResults())
    return std::nullopt;
  return sums;
}

void RegisterSums::extend(IntegerFacts &facts, Dependences &dependences) {
  if (mayBeEmpty)
    return;
  for (affine::AffineForOp inner = loop; isInPerfectNest(inner);) {
    auto outer = cast<affine::AffineForOp>(inner->getParentOp());
    bool isFree = outer.getNumResults() == 0 &&
                  outer->getDiscardableAttrDictionary().empty() &&
                  facts.isAlwaysEntered(outer);
    for (Kept &its : kept)
      isFree = isFree && outer.isDefinedOutsideOfLoop(its.store.getMemRef()) &&
               llvm::all_of(its.operands,
                            [&](Value operand) {
                              return outer.isDefinedOutsideOfLoop(operand);
                            }) &&
               isAlone(outer, its, dependences);
    if (!isFree)
      return;
    around.push_back(outer);
    inner = outer;
  }
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// Goes into its block if the loop has an iteration. Bounds are compared as
/// they are: their difference might wrap around.
static scf::IfOp buildNotEmptyBranch(OpBuilder &builder,
                                     affine::AffineForOp loop) {
  Value low = affine::AffineMaxOp::create(builder, loop.getLoc(),
                                          loop.getLowerBoundMap(),
                                          loop.getLowerBoundOperands()),
        high = affine::AffineMinOp::create(builder, loop.getLoc(),
                                           loop.getUpperBoundMap(),
                                           loop.getUpperBoundOperands());
  Value runs = arith::CmpIOp::create(builder, loop.getLoc(),
                                     arith::CmpIPredicate::slt, low, high);
  return scf::IfOp::create(builder, loop.getLoc(), runs,
                           /*withElseRegion=*/false);
}

affine::AffineForOp RegisterSums::apply() {
  affine::AffineForOp innermost = applyToLoop();
  for (affine::AffineForOp outer : around) {
    // What the loop inside has before and after it now.
    loop = outer;
    applyToLoop();
  }
  return innermost;
}

affine::AffineForOp RegisterSums::applyToLoop() {
  IRRewriter rewriter(loop.getContext());
  rewriter.setInsertionPoint(loop);
  // Without an iteration nothing was loaded, which may be out of bounds then,
  // and nothing stored.
  if (mayBeEmpty) {
    scf::IfOp branch = buildNotEmptyBranch(rewriter, loop);
    rewriter.moveOpBefore(loop, branch.thenYield());
    rewriter.setInsertionPoint(loop);
  }
  SmallVector<Value> initial;
  for (Kept &its : kept)
    initial.push_back(affine::AffineLoadOp::create(
        rewriter, loop.getLoc(), its.store.getMemRef(), its.map, its.operands));
  unsigned first = loop.getNumResults();
  auto getStored = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
    return llvm::map_to_vector(
        kept, [](Kept &its) -> Value { return its.store.getValueToStore(); });
  };
  loop = cast<affine::AffineForOp>(*loop.replaceWithAdditionalYields(
      rewriter, initial, /*replaceInitOperandUsesInLoop=*/false, getStored));
  rewriter.setInsertionPointAfter(loop);
  for (auto [number, its] : llvm::enumerate(kept)) {
    // After the store a load reads what is stored in the same iteration.
    for (affine::AffineLoadOp load : its.loads)
      rewriter.replaceOp(load,
                         load->isBeforeInBlock(its.store)
                             ? Value(loop.getRegionIterArgs()[first + number])
                             : its.store.getValueToStore());
    affine::AffineStoreOp old = its.store;
    its.loads = {initial[number].getDefiningOp<affine::AffineLoadOp>()};
    its.store = affine::AffineStoreOp::create(
        rewriter, old.getLoc(), loop.getResult(first + number),
        old.getMemRef(), its.map, its.operands);
    rewriter.eraseOp(old);
  }
  return loop;
}
