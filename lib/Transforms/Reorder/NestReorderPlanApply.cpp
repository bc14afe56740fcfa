//===- NestReorderPlanApply.cpp - Building a nest in another order --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest is executed in the order of the elements that it accesses:
//
//     for %i = 0 to 14                        for %a = 0 to 4
//       A[%i floordiv 4, %i mod 4] = ..         for %b = 0 to 4
//                                       ->        if 4 * %a + %b < 14
//                                                   %i = 4 * %a + %b
//                                                   A[%a, %b] = ..
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/AffineIndices.h"
#include "NestReorderPlan.h"
#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/PoisonFlags.h"
#include "Transforms/Nests/WholeBody.h"
#include "Transforms/Support/BoxLoops.h"
#include "Transforms/Support/ComposedAccesses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Builds the nests that replace one nest: those of statements between its
/// loops, and between these the reordered one.
class NestBuilder {
public:
  explicit NestBuilder(const NestReorderPlan &plan)
      : plan(plan), builder(plan.chain.getRoot()),
        loc(plan.chain.getRoot()->getLoc()) {}

  SmallVector<Operation *> build() {
    for (const LoopChain::Piece &piece : plan.pieces)
      if (piece.isBefore)
        buildPiece(piece);
    buildCore();
    for (const LoopChain::Piece &piece : plan.pieces)
      if (!piece.isBefore)
        buildPiece(piece);
    plan.chain.getRoot()->erase();
    return nests;
  }

private:
  //===--------------------------------------------------------------------===//
  // Pieces
  //===--------------------------------------------------------------------===//

  /// Builds a nest for `piece`: a copy of the whole nest from which all other
  /// statements are erased, so that bounds and branches are the same.
  void buildPiece(const LoopChain::Piece &piece) {
    SmallVector<Operation *> users(piece.statements);
    users.append(plan.chain.getOps().begin() + 1,
                 plan.chain.getOps().begin() + piece.level + 1);
    Operation *blocker = nullptr;
    DenseSet<Operation *> kept = plan.chain.getNeeded(users, blocker);
    kept.insert(users.begin(), users.end());

    IRMapping mapping;
    Operation *nest = builder.clone(*plan.chain.getRoot(), mapping);
    SmallVector<Operation *> dropped;
    for (unsigned level = 0; level <= piece.level; ++level)
      for (Operation &op : plan.chain.getBlock(level)->without_terminator())
        if (!kept.contains(&op))
          dropped.push_back(mapping.lookup(&op));
    // From the end, so that users are erased before what they use.
    for (Operation *op : llvm::reverse(dropped)) {
      op->dropAllUses();
      op->erase();
    }
    nests.push_back(nest);
  }

  //===--------------------------------------------------------------------===//
  // Loops and guards
  //===--------------------------------------------------------------------===//

  void buildCore() {
    buildFixed();
    Block *block = builder.getInsertionBlock();
    Operation *behind = plan.chain.getRoot();
    Operation *before = behind->getPrevNode();
    for (const NestReorderPlan::NewLoop &loop : plan.loops)
      variables.push_back(buildLoop(loop));
    buildGuard(plan.outerGuard);
    for (Operation *loop : plan.inner)
      variables.push_back(buildInner(loop));
    buildGuard(plan.innerGuard);
    buildBody();
    builder.setInsertionPoint(behind);
    auto first = before ? std::next(before->getIterator()) : block->begin();
    for (Operation &op : llvm::make_range(first, behind->getIterator()))
      if (op.getNumRegions() != 0) {
        nests.push_back(&op);
        composeAccesses(&op);
      }
  }

  /// Builds the clamped values from around the nest (`GuardClamps`). A minimum
  /// is a valid symbol of affine ops only if it is at the top level of the
  /// function, so there it is computed if the new loops are affine.
  void buildFixed() {
    Operation *root = plan.chain.getRoot();
    if (plan.isAffine)
      root = affine::getAffineScope(root)->findAncestorOpInRegion(*root);
    OpBuilder before(root);
    MLIRContext *context = builder.getContext();
    auto getMap = [&](int64_t end) {
      return AffineMap::get(0, 1,
                            {getAffineSymbolExpr(0, context),
                             getAffineConstantExpr(end, context)},
                            context);
    };
    auto getConstant = [&](int64_t end) {
      return arith::ConstantIndexOp::create(before, loc, end);
    };
    Region *scope = affine::getAffineScope(root);
    for (auto [value, clamp] :
         llvm::zip_equal(plan.fixed, plan.clamps.ofNumbers)) {
      Value clamped = value;
      bool isAffine = isQuicklyChecked(value, scope);
      if (clamp.high && isAffine)
        clamped = affine::AffineMinOp::create(before, loc, getMap(*clamp.high),
                                              clamped);
      else if (clamp.high)
        clamped = arith::MinSIOp::create(before, loc, clamped,
                                         getConstant(*clamp.high));
      if (clamp.low && isAffine)
        clamped = affine::AffineMaxOp::create(before, loc, getMap(*clamp.low),
                                              clamped);
      else if (clamp.low)
        clamped = arith::MaxSIOp::create(before, loc, clamped,
                                         getConstant(*clamp.low));
      fixed.push_back(value);
      clampedFixed.push_back(clamped);
    }
  }

  Value buildLoop(const NestReorderPlan::NewLoop &loop) {
    if (plan.isAffine)
      return buildAffineLoop(loop);
    Value lower = arith::ConstantIndexOp::create(builder, loc, loop.lower);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    auto made = scf::ForOp::create(builder, loc, lower, getUpper(loop), one);
    builder.setInsertionPointToStart(made.getBody());
    return made.getInductionVar();
  }

  Value getUpper(const NestReorderPlan::NewLoop &loop) {
    if (loop.upper)
      return arith::ConstantIndexOp::create(builder, loc, *loop.upper);
    if (!loop.upperExpr)
      return getExtent(*loop.dim);
    AffineMap map = AffineMap::get(fixed.size(), 0, overFixed(loop.upperExpr));
    return buildIndex(builder, loc, map, getUpperOperands(loop));
  }

  /// Returns the operands of an upper bound. A bound that is a value itself
  /// cannot overflow, and needs no clamp.
  ArrayRef<Value> getUpperOperands(const NestReorderPlan::NewLoop &loop) const {
    return isa<AffineDimExpr>(loop.upperExpr) ? fixed : clampedFixed;
  }

  Value getExtent(unsigned dim) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(plan.chain.getRoot());
    // Before the outermost new loop, where the extent is a symbol of all of
    // them.
    if (!variables.empty())
      if (Operation *outermost =
              variables.front().getParentBlock()->getParentOp())
        builder.setInsertionPoint(outermost);
    return memref::DimOp::create(builder, loc, plan.buffer, dim);
  }

  /// An expression over `fixed` alone, numbered from 0.
  AffineExpr overFixed(AffineExpr expr) {
    unsigned offset = plan.loops.size() + plan.inner.size();
    SmallVector<AffineExpr> dims;
    for (unsigned i = 0; i < offset; ++i)
      dims.push_back(builder.getAffineConstantExpr(0));
    for (unsigned i = 0; i < plan.fixed.size(); ++i)
      dims.push_back(builder.getAffineDimExpr(i));
    return expr.replaceDims(dims);
  }

  Value buildAffineLoop(const NestReorderPlan::NewLoop &loop) {
    AffineMap lower = builder.getConstantAffineMap(loop.lower);
    AffineMap upper;
    SmallVector<Value> operands;
    if (loop.upper) {
      upper = builder.getConstantAffineMap(*loop.upper);
    } else if (loop.upperExpr) {
      upper = AffineMap::get(fixed.size(), 0, overFixed(loop.upperExpr));
      llvm::append_range(operands, getUpperOperands(loop));
    } else {
      upper = builder.getSymbolIdentityMap();
      operands.push_back(getExtent(*loop.dim));
    }
    affine::canonicalizeMapAndOperands(&upper, &operands);
    auto made = affine::AffineForOp::create(builder, loc, ValueRange(), lower,
                                            operands, upper);
    builder.setInsertionPointToStart(made.getBody());
    return made.getInductionVar();
  }

  /// A loop that stays, without its body.
  Value buildInner(Operation *loop) {
    Operation *made = loop->cloneWithoutRegions(mapping);
    builder.insert(made);
    LoopRange old(loop);
    Block *body = new Block();
    made->getRegion(0).push_back(body);
    Value variable = body->addArgument(old.getVariable().getType(),
                                       old.getVariable().getLoc());
    builder.setInsertionPointToStart(body);
    builder.clone(*old.getBody()->getTerminator());
    builder.setInsertionPointToStart(body);
    mapping.map(old.getVariable(), variable);
    return castTo(builder.getIndexType(), variable);
  }

  /// Between an index and an integer of a fixed width.
  Value castTo(Type type, Value number) {
    if (number.getType() == type)
      return number;
    return arith::IndexCastOp::create(builder, loc, type, number);
  }

  void buildGuard(ArrayRef<IndexConstraint> guard) {
    if (guard.empty())
      return;
    SmallVector<AffineExpr> exprs;
    SmallVector<bool> isEq;
    for (const IndexConstraint &constraint : guard) {
      // An outer guard mentions no inner loop, which does not exist yet.
      exprs.push_back(constraint.expr);
      isEq.push_back(constraint.isEq);
    }
    auto [dims, values] = getDims(clampedFixed);
    for (AffineExpr &expr : exprs)
      expr = expr.replaceDims(dims);
    IntegerSet set = IntegerSet::get(values.size(), 0, exprs, isEq);
    OpBuilder inside = builder;
    buildBranch(builder, loc, set, values, {},
                [&](OpBuilder &nested) { inside = nested; }, /*otherwise=*/{});
    builder.restoreInsertionPoint(inside.saveInsertionPoint());
  }

  /// Returns the values of the loops that exist by now and of `numbers`, and
  /// the dimensions that stand for them in place of those of the plan.
  std::pair<SmallVector<AffineExpr>, SmallVector<Value>>
  getDims(ArrayRef<Value> numbers) {
    SmallVector<AffineExpr> dims;
    SmallVector<Value> values(variables);
    unsigned numMade = variables.size();
    unsigned offset = plan.loops.size() + plan.inner.size();
    for (unsigned i = 0; i < offset; ++i)
      dims.push_back(i < numMade ? builder.getAffineDimExpr(i)
                                 : builder.getAffineConstantExpr(0));
    for (unsigned i = 0; i < plan.fixed.size(); ++i)
      dims.push_back(builder.getAffineDimExpr(numMade + i));
    values.append(numbers.begin(), numbers.end());
    return {dims, values};
  }

  //===--------------------------------------------------------------------===//
  // What is done
  //===--------------------------------------------------------------------===//

  /// Clones the body with each old loop variable computed from the new ones
  /// (g), together with the computations and branches between the loops.
  void buildBody() {
    auto [dims, values] = getDims(fixed);
    for (auto [variable, iteration] : plan.iterations) {
      AffineMap map =
          AffineMap::get(values.size(), 0, iteration.replaceDims(dims));
      Value number = buildIndex(builder, loc, map, values);
      mapping.map(variable, castTo(variable.getType(), number));
    }
    SmallVector<Operation *> users(plan.chain.getOps().drop_front());
    for (Operation &op : *plan.chain.getBlock(users.size()))
      users.push_back(&op);
    Operation *blocker = nullptr;
    DenseSet<Operation *> needed = plan.chain.getNeeded(users, blocker);
    unsigned last = plan.chain.getOps().size() - 1;
    for (unsigned level = 0; level < last; ++level) {
      for (Operation &op : plan.chain.getBlock(level)->without_terminator())
        if (needed.contains(&op))
          builder.clone(op, mapping);
      if (!plan.chain.isLoop(level + 1))
        buildBranchOf(plan.chain.getOps()[level + 1]);
    }
    for (Operation &op : plan.chain.getBlock(last)->without_terminator())
      builder.clone(op, mapping);
    setPlaces(values, dims);
  }

  void buildBranchOf(Operation *branch) {
    Operation *made = branch->cloneWithoutRegions(mapping);
    builder.insert(made);
    Block *body = new Block();
    made->getRegion(0).push_back(body);
    builder.setInsertionPointToStart(body);
    builder.clone(*branch->getRegion(0).front().getTerminator());
    builder.setInsertionPointToStart(body);
  }

  /// Sets the indices of the traversed accesses to the new loops: this is
  /// f(g(p)) = p, which simplification may not find.
  void setPlaces(ArrayRef<Value> values, ArrayRef<AffineExpr> dims) {
    for (Operation *access : plan.accesses) {
      Operation *made = mapping.lookupOrNull(access);
      if (!made)
        continue;
      OpBuilder at(made);
      SmallVector<AffineExpr> exprs;
      for (AffineExpr expr : plan.place)
        exprs.push_back(expr.replaceDims(dims));
      AffineMap map =
          AffineMap::get(values.size(), 0, exprs, builder.getContext());
      setAccessedPlace(at, made, map, values);
    }
  }

  const NestReorderPlan &plan;
  OpBuilder builder;
  Location loc;
  IRMapping mapping;
  SmallVector<Value> variables, fixed, clampedFixed;
  SmallVector<Operation *> nests;
};

} // namespace

SmallVector<Operation *> layout::applyNestReorder(const NestReorderPlan &plan) {
  // In another order, partial sums may overflow that did not before.
  for (const Reduction &reduction : plan.losesFlags)
    for (Operation *combiner : reduction.combiners)
      dropPoisonFlags(combiner);
  return NestBuilder(plan).build();
}
