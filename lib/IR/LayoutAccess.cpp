//===- LayoutAccess.cpp - Interface of element accesses -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutAccess.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

#include "Layout/IR/LayoutAccess.cpp.inc"

OperandAccess OperandAccess::nothing() {
  OperandAccess access;
  access.reach = Reach::Nothing;
  access.reads = access.writes = false;
  return access;
}

OperandAccess OperandAccess::whole(bool reads, bool writes) {
  OperandAccess access;
  access.reach = Reach::Whole;
  access.reads = reads;
  access.writes = writes;
  return access;
}

OperandAccess OperandAccess::element(ValueRange indices, MLIRContext *context,
                                     bool reads, bool writes) {
  return element(AffineMap::getMultiDimIdentityMap(indices.size(), context),
                 indices, reads, writes);
}

OperandAccess OperandAccess::element(AffineMap map, ValueRange operands,
                                     bool reads, bool writes) {
  OperandAccess access;
  access.reach = Reach::Elements;
  access.reads = reads;
  access.writes = writes;
  access.map = map;
  access.operands.assign(operands.begin(), operands.end());
  return access;
}

OperandAccess layout::getAccess(OpOperand &operand) {
  auto stated = dyn_cast<LayoutAccessOpInterface>(operand.getOwner());
  OperandAccess access = stated ? stated.getAccess(operand) : OperandAccess();
  if (access.reach == OperandAccess::Reach::Nothing)
    access.reads = access.writes = false;
  return access;
}

/// What these compute, the passes know; of other ops they do not.
static bool computesShape(Operation *op) {
  return isa<memref::DimOp, memref::RankOp>(op);
}

/// Several elements by one index are more than an access to one: what folds a
/// view into it, or copies elements elsewhere, would tear them apart. Only
/// `layout-apply` asks such an op itself, which verifies that they stay together.
static bool movesRun(LayoutAccessOpInterface access, OpOperand &operand) {
  return access.getLayoutRewrite(operand) == LayoutRewrite::Indices &&
         !access.getAccess(operand).lanes.empty();
}

LayoutRewrite layout::getLayoutRewrite(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (auto access = dyn_cast<LayoutAccessOpInterface>(op)) {
    if (movesRun(access, operand))
      return LayoutRewrite::Refused;
    LayoutRewrite rewrite = access.getLayoutRewrite(operand);
    return rewrite != LayoutRewrite::LogicalShape || computesShape(op)
               ? rewrite
               : LayoutRewrite::Refused;
  }
  return op->hasTrait<OpTrait::MemRefsNormalizable>()
             ? LayoutRewrite::PhysicalType
             : LayoutRewrite::Refused;
}

bool layout::hasLayoutRewrite(Operation *op, LayoutRewrite rewrite) {
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return isa<BaseMemRefType>(operand.get().getType()) &&
           getLayoutRewrite(operand) == rewrite;
  });
}

bool layout::areRewritten(Operation *op, function_ref<bool(Type)> isMeant,
                          ArrayRef<LayoutRewrite> rewrites) {
  auto isRewritten = [&](OpOperand &operand) {
    return !isMeant(operand.get().getType()) ||
           llvm::is_contained(rewrites, getLayoutRewrite(operand));
  };
  auto hasNone = [&](Block &block) {
    return llvm::none_of(block.getArgumentTypes(), isMeant);
  };
  return llvm::all_of(op->getOpOperands(), isRewritten) &&
         llvm::none_of(op->getResultTypes(), isMeant) &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return llvm::all_of(region, hasNone);
         });
}

void layout::forEachRedirected(LayoutAccessOpInterface op,
                               function_ref<void(OpOperand &)> redirect) {
  // Operands move when the number of indices before them changes.
  unsigned numMemRefs =
      llvm::count_if(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
  auto find = [&](unsigned ordinal) -> OpOperand & {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<BaseMemRefType>(operand.get().getType()) && ordinal-- == 0)
        return operand;
    llvm_unreachable("memrefs stay memrefs");
  };
  SmallVector<unsigned> ordinals;
  for (unsigned i = 0; i < numMemRefs; ++i)
    if (layout::getLayoutRewrite(find(i)) == LayoutRewrite::Indices)
      ordinals.push_back(i);
  for (unsigned ordinal : ordinals)
    redirect(find(ordinal));
}

static Value buildIndex(OpBuilder &builder, Location loc, AffineMap map,
                        AffineExpr expr, ValueRange operands) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[map.getNumDims() + symbol.getPosition()];
  AffineMap one = AffineMap::get(map.getNumDims(), map.getNumSymbols(), expr);
  SmallVector<Value> used(operands);
  affine::canonicalizeMapAndOperands(&one, &used);
  if (auto constant = dyn_cast<AffineConstantExpr>(one.getResult(0)))
    return arith::ConstantIndexOp::create(builder, loc, constant.getValue());
  return affine::AffineApplyOp::create(builder, loc, one, used);
}

SmallVector<Value> layout::buildIndices(OpBuilder &builder, Location loc,
                                        AffineMap map, ValueRange operands) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return buildIndex(builder, loc, map, expr, operands);
  });
}

void layout::redirectIndices(RewriterBase &rewriter, OpOperand &memref,
                             MutableOperandRange indices,
                             const NewPlace &place) {
  Operation *op = memref.getOwner();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> values =
      buildIndices(rewriter, op->getLoc(), place.map, place.operands);
  rewriter.modifyOpInPlace(op, [&] {
    memref.set(place.buffer);
    indices.assign(values);
  });
}
