//===- ComposedAccesses.cpp - Accesses composed with their loops ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComposedAccesses.h"

#include "BoxLoops.h"
#include "IndexValues.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

/// Composes and simplifies; the map has no symbols left where it can.
static void compose(AffineMap &map, SmallVectorImpl<Value> &operands) {
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  map = simplifyUnderRanges(map, getRangesOfProgressions(operands));
  affine::canonicalizeMapAndOperands(&map, &operands);
}

template <typename Access>
static void setMap(RewriterBase &rewriter, Access access, AffineMap map,
                   ValueRange operands) {
  rewriter.setInsertionPoint(access);
  Operation *made;
  if constexpr (std::is_same_v<Access, affine::AffineLoadOp>)
    made = affine::AffineLoadOp::create(rewriter, access.getLoc(),
                                        access.getMemRef(), map, operands);
  else
    made = affine::AffineStoreOp::create(rewriter, access.getLoc(),
                                         access.getValueToStore(),
                                         access.getMemRef(), map, operands);
  made->setDiscardableAttrs(access->getDiscardableAttrDictionary());
  rewriter.replaceOp(access, made);
}

template <typename Access>
static void compose(RewriterBase &rewriter, Access access) {
  AffineMap map = access.getAffineMap();
  SmallVector<Value> operands(access.getMapOperands());
  compose(map, operands);
  if (map != access.getAffineMap() ||
      !llvm::equal(operands, access.getMapOperands()))
    setMap(rewriter, access, map, operands);
}

static void compose(affine::AffineIfOp branch) {
  IntegerSet set = branch.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  SmallVector<Value> operands(branch.getOperands());
  compose(map, operands);
  set = IntegerSet::get(map.getNumDims(), map.getNumSymbols(), map.getResults(),
                        set.getEqFlags());
  branch.setConditional(set, operands);
}

/// The same map, with symbols that are none as dimensions.
static void demoteSymbols(AffineMap &map, SmallVectorImpl<Value> &operands) {
  MLIRContext *context = map.getContext();
  unsigned numDims = map.getNumDims();
  SmallVector<AffineExpr> symbols;
  SmallVector<Value> dims(operands.begin(), operands.begin() + numDims), kept;
  for (Value operand : llvm::drop_begin(operands, numDims)) {
    bool isDim = !affine::isValidSymbol(operand) && affine::isValidDim(operand);
    symbols.push_back(isDim ? getAffineDimExpr(dims.size(), context)
                            : getAffineSymbolExpr(kept.size(), context));
    (isDim ? dims : kept).push_back(operand);
  }
  map = map.replaceDimsAndSymbols({}, symbols, dims.size(), kept.size());
  operands = std::move(dims);
  llvm::append_range(operands, kept);
}

template <typename Op>
static void demoteSymbolsOf(Op op, unsigned firstOperand) {
  AffineMap map = op.getAffineMap();
  SmallVector<Value> operands(
      llvm::drop_begin(op->getOperands(), firstOperand));
  demoteSymbols(map, operands);
  if (map == op.getAffineMap())
    return;
  op->setOperands(firstOperand, operands.size(), operands);
  op.setMap(map);
}

void layout::demoteSymbols(Operation *root) {
  // What computes an operand comes first: of it depends what that is.
  root->walk<WalkOrder::PreOrder>([](Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
            [](auto value) { demoteSymbolsOf(value, 0); })
        .Case([](affine::AffineLoadOp load) { demoteSymbolsOf(load, 1); })
        .Case([](affine::AffineStoreOp store) { demoteSymbolsOf(store, 2); });
  });
}

void layout::composeAccesses(Operation *nest) {
  IRRewriter rewriter(nest->getContext());
  SmallVector<Operation *> ops;
  nest->walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      compose(rewriter, load);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      compose(rewriter, store);
    else if (auto branch = dyn_cast<affine::AffineIfOp>(op))
      compose(branch);
  }
  // Uses come after definitions. Callers may hold the loops in the nest, so
  // these stay.
  ops.clear();
  nest->walk([&](Operation *op) {
    if (op->getNumRegions() == 0)
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

void layout::setAccessedPlace(OpBuilder &builder, Operation *access,
                              AffineMap map, ValueRange operands) {
  IRRewriter rewriter(builder);
  if (auto load = dyn_cast<affine::AffineLoadOp>(access))
    return setMap(rewriter, load, map, operands);
  if (auto store = dyn_cast<affine::AffineStoreOp>(access))
    return setMap(rewriter, store, map, operands);
  builder.setInsertionPoint(access);
  SmallVector<Value> indices;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    indices.push_back(
        buildIndex(builder, access->getLoc(), map.getSubMap({i}), operands));
  if (auto load = dyn_cast<memref::LoadOp>(access))
    load.getIndicesMutable().assign(indices);
  else if (auto store = dyn_cast<memref::StoreOp>(access))
    store.getIndicesMutable().assign(indices);
}
