//===- BoxLoops.cpp - Building loop nests over boxes ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxLoops.h"

#include "Layout/IR/AffineIndices.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

/// The region whose values are symbols at the insertion point of `builder`.
static Region *getAffineScope(OpBuilder &builder) {
  Region *region = builder.getInsertionBlock()->getParent();
  while (Operation *op = region->getParentOp()) {
    if (op->hasTrait<OpTrait::AffineScope>() || !op->getParentRegion())
      break;
    region = op->getParentRegion();
  }
  return region;
}

static bool areAffine(OpBuilder &builder, ValueRange dims, ValueRange symbols) {
  Region *scope = getAffineScope(builder);
  return llvm::all_of(dims,
                      [&](Value v) { return mayBeAffineDim(v, scope); }) &&
         llvm::all_of(symbols,
                      [&](Value v) { return mayBeAffineSymbol(v, scope); });
}

std::optional<SmallVector<Value>> layout::buildArithmetic(OpBuilder &builder,
                                                          Location loc,
                                                          AffineMap map,
                                                          ValueRange operands) {
  DenseMap<AffineExpr, Value> built;
  auto build = [&](auto &self, AffineExpr expr) -> Value {
    if (auto known = built.find(expr); known != built.end())
      return known->second;
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return built[expr] = affine::expandAffineExpr(
                 builder, loc, expr, operands.take_front(map.getNumDims()),
                 operands.drop_front(map.getNumDims()));
    // A constant stays in the expression: a divisor is known to be positive.
    AffineExpr rhs = binary.getRHS();
    SmallVector<Value> parts{self(self, binary.getLHS())};
    if (!isa<AffineConstantExpr>(rhs)) {
      parts.push_back(self(self, rhs));
      rhs = builder.getAffineSymbolExpr(0);
    }
    if (llvm::is_contained(parts, Value()))
      return {};
    AffineExpr one =
        getAffineBinaryOpExpr(expr.getKind(), builder.getAffineDimExpr(0), rhs);
    return built[expr] = affine::expandAffineExpr(
               builder, loc, one, parts.front(), ArrayRef(parts).drop_front());
  };
  SmallVector<Value> results;
  for (AffineExpr expr : map.getResults())
    if (!results.emplace_back(build(build, expr)))
      return std::nullopt;
  return results;
}

Value layout::buildIndex(OpBuilder &builder, Location loc, AffineMap map,
                         ValueRange dims) {
  Region *scope = getAffineScope(builder);
  if (isLarge(map) ||
      !llvm::all_of(dims, [&](Value v) { return isQuicklyChecked(v, scope); }))
    return buildArithmetic(builder, loc, map, dims)->front();
  OpFoldResult folded = affine::makeComposedFoldedAffineApply(
      builder, loc, untangleDigits(map), getAsOpFoldResult(dims));
  return getValueOrCreateConstantIndexOp(builder, loc, folded);
}

/// As dimensions, any values may be operands.
static Value buildIndex(OpBuilder &builder, Location loc, AffineExpr expr,
                        ValueRange dims, ValueRange symbols) {
  SmallVector<AffineExpr> replacements;
  for (unsigned i = 0; i < symbols.size(); ++i)
    replacements.push_back(builder.getAffineDimExpr(dims.size() + i));
  AffineMap map =
      AffineMap::get(dims.size() + symbols.size(), 0,
                     expr.replaceSymbols(replacements), builder.getContext());
  SmallVector<Value> operands(dims);
  operands.append(symbols.begin(), symbols.end());
  return layout::buildIndex(builder, loc, map, operands);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
class BoxLoopBuilder {
public:
  BoxLoopBuilder(Location loc, const Box &box, ValueRange params,
                 function_ref<void(OpBuilder &, ValueRange)> body)
      : loc(loc), box(box), params(params), body(body) {}

  void build(OpBuilder &builder) {
    if (areAffine(builder, {}, params)) {
      buildAffine(builder);
      return;
    }
    // Bounds first: a nest of loops and nothing between them.
    zero = arith::ConstantIndexOp::create(builder, loc, 0);
    one = arith::ConstantIndexOp::create(builder, loc, 1);
    SmallVector<Value> bounds;
    for (AffineExpr extent : box.getExtents())
      bounds.push_back(::buildIndex(builder, loc, extent, {}, params));
    buildScf(builder, bounds);
  }

private:
  void buildAffine(OpBuilder &builder) {
    if (index.size() == box.getRank())
      return body(builder, index);
    AffineExpr extent = box.getExtent(index.size());
    AffineMap lower = builder.getConstantAffineMap(0);
    AffineMap upper = builder.getConstantAffineMap(0);
    SmallVector<Value> operands;
    if (auto constant = dyn_cast<AffineConstantExpr>(extent)) {
      upper = builder.getConstantAffineMap(constant.getValue());
    } else {
      upper = AffineMap::get(0, params.size(), extent);
      operands.assign(params.begin(), params.end());
      affine::canonicalizeMapAndOperands(&upper, &operands);
    }
    auto loop = affine::AffineForOp::create(builder, loc, ValueRange(), lower,
                                            operands, upper);
    index.push_back(loop.getInductionVar());
    OpBuilder inside = OpBuilder::atBlockBegin(loop.getBody());
    buildAffine(inside);
  }

  void buildScf(OpBuilder &builder, ArrayRef<Value> bounds) {
    if (index.size() == box.getRank())
      return body(builder, index);
    auto loop =
        scf::ForOp::create(builder, loc, zero, bounds[index.size()], one);
    index.push_back(loop.getInductionVar());
    OpBuilder inside = OpBuilder::atBlockBegin(loop.getBody());
    buildScf(inside, bounds);
  }

  Location loc;
  const Box &box;
  ValueRange params;
  function_ref<void(OpBuilder &, ValueRange)> body;
  SmallVector<Value> index;
  Value zero, one;
};
} // namespace

void layout::buildBoxLoops(OpBuilder &builder, Location loc, const Box &box,
                           ValueRange params,
                           function_ref<void(OpBuilder &, ValueRange)> body) {
  BoxLoopBuilder(loc, box, params, body).build(builder);
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static Value buildCondition(OpBuilder &builder, Location loc, IntegerSet set,
                            ValueRange dims, ValueRange symbols) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value all;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
    Value side =
        ::buildIndex(builder, loc, set.getConstraint(i), dims, symbols);
    auto predicate =
        set.isEq(i) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value holds = arith::CmpIOp::create(builder, loc, predicate, side, zero);
    all = all ? Value(arith::AndIOp::create(builder, loc, all, holds)) : holds;
  }
  return all;
}

void layout::buildBranch(OpBuilder &builder, Location loc, IntegerSet condition,
                         ValueRange dims, ValueRange symbols,
                         function_ref<void(OpBuilder &)> then,
                         function_ref<void(OpBuilder &)> otherwise) {
  bool hasElse = static_cast<bool>(otherwise);
  auto fill = [&](auto branch) {
    OpBuilder inside = branch.getThenBodyBuilder();
    then(inside);
    if (!hasElse)
      return;
    OpBuilder other = branch.getElseBodyBuilder();
    otherwise(other);
  };
  bool isLong =
      isLarge(AffineMap::get(dims.size(), symbols.size(),
                             condition.getConstraints(), builder.getContext()));
  if (!isLong && areAffine(builder, dims, symbols)) {
    SmallVector<Value> operands(dims);
    operands.append(symbols.begin(), symbols.end());
    if (!symbols.empty())
      affine::canonicalizeSetAndOperands(&condition, &operands);
    fill(
        affine::AffineIfOp::create(builder, loc, condition, operands, hasElse));
    return;
  }
  Value holds = buildCondition(builder, loc, condition, dims, symbols);
  fill(scf::IfOp::create(builder, loc, TypeRange(), holds, hasElse));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static SmallVector<Value> buildElement(OpBuilder &builder, Location loc,
                                       AffineMap map, ValueRange dims) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return ::buildIndex(builder, loc, expr, dims, {});
  });
}

Value layout::buildLoad(OpBuilder &builder, Location loc, Value memref,
                        AffineMap map, ValueRange dims) {
  if (!isLarge(map) && areAffine(builder, dims, {}))
    return affine::AffineLoadOp::create(builder, loc, memref,
                                        untangleDigits(map), dims);
  return memref::LoadOp::create(builder, loc, memref,
                                buildElement(builder, loc, map, dims));
}

void layout::buildStore(OpBuilder &builder, Location loc, Value value,
                        Value memref, AffineMap map, ValueRange dims) {
  if (areAffine(builder, dims, {}))
    affine::AffineStoreOp::create(builder, loc, value, memref,
                                  untangleDigits(map), dims);
  else
    memref::StoreOp::create(builder, loc, value, memref,
                            buildElement(builder, loc, map, dims));
}
