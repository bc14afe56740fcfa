//===- UndefValues.cpp - Undefined values ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UndefValues.h"

#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/ScalarAccess.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

static bool isOddConstant(Value value) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) && constant[0];
}

/// Odd numbers have an inverse modulo every power of two; but an `index` is a
/// number without bound, and 3 * u is never 1.
static bool isInvertibleFactor(Value value) {
  return isOddConstant(value) && !getElementTypeOrSelf(value).isIndex();
}

/// Returns true if the results of its owner are undef, or may be undef, when
/// `use` is.
static bool passesOn(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<arith::SubIOp, arith::XOrIOp>(op))
    return op->getOperand(0) != op->getOperand(1); // u - u is 0
  if (isa<arith::MulIOp>(op))
    return isOddConstant(op->getOperand(1 - use.getOperandNumber()));
  if (isa<arith::SelectOp>(op))
    return use.getOperandNumber() != 0;
  return isa<arith::AddIOp, arith::IndexCastOp, arith::IndexCastUIOp,
             arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
             affine::AffineApplyOp>(op);
}

/// Returns true if `use` is stored to an element, or is the padding value of a
/// transfer.
static bool isElement(OpOperand &use) {
  if (auto read = dyn_cast<vector::TransferReadOp>(use.getOwner()))
    return &use == &read.getPaddingMutable();
  return isStoredValue(use) ||
         (isa<tensor::InsertOp>(use.getOwner()) && use.getOperandNumber() == 0);
}

static bool isIndexOfAccess(OpOperand &use) {
  return llvm::any_of(use.getOwner()->getOpOperands(), [&](OpOperand &buffer) {
    return isa<MemRefType>(buffer.get().getType()) &&
           llvm::is_contained(getAccess(buffer).operands, use.get());
  });
}

/// Other ops on memory or tensors have their indices among operands of type
/// `index`, be they offsets or sizes.
static bool isIndex(OpOperand &use) {
  Operation *op = use.getOwner();
  if (!use.get().getType().isIndex() || isElement(use))
    return false;
  if (isIndexOfAccess(use))
    return true;
  if (!isa_and_nonnull<affine::AffineDialect, memref::MemRefDialect,
                       vector::VectorDialect, tensor::TensorDialect>(
          op->getDialect()) ||
      op->getNumRegions() != 0)
    return false;
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<BaseMemRefType, TensorType>(type);
  });
}

/// Calls `visit` with each block argument or result that may be what `use` is,
/// since control flow takes it there: successors, regions and their ops.
static void forEachForwarded(OpOperand &use, function_ref<void(Value)> visit) {
  Operation *op = use.getOwner();
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    if (auto argument =
            branch.getSuccessorBlockArgument(use.getOperandNumber()))
      visit(*argument);
    return;
  }
  auto visitFrom = [&](RegionBranchOpInterface parent,
                       RegionBranchPoint point) {
    RegionBranchSuccessorMapping forwarded;
    parent.getSuccessorOperandInputMapping(forwarded, point);
    llvm::for_each(forwarded.lookup(&use), visit);
  };
  if (auto entered = dyn_cast<RegionBranchOpInterface>(op))
    visitFrom(entered, RegionBranchPoint::parent());
  if (auto left = dyn_cast<RegionBranchTerminatorOpInterface>(op))
    if (auto parent = dyn_cast<RegionBranchOpInterface>(op->getParentOp()))
      visitFrom(parent, RegionBranchPoint(left));
}

bool layout::isFreshUse(OpOperand &operand) {
  Operation *op = operand.get().getDefiningOp();
  return op && operand.get().hasOneUse() &&
         op->getBlock() == operand.getOwner()->getBlock() &&
         isAnyValue(operand.get());
}

bool layout::isAnyValue(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<UndefOp>(op))
    return true;
  auto isFresh = [&](unsigned i) { return isFreshUse(op->getOpOperand(i)); };
  if (isa<arith::AddIOp, arith::SubIOp, arith::XOrIOp>(op))
    return isFresh(0) || isFresh(1);
  if (isa<arith::MulIOp>(op))
    return (isFresh(0) && isInvertibleFactor(op->getOperand(1))) ||
           (isFresh(1) && isInvertibleFactor(op->getOperand(0)));
  if (isa<arith::SelectOp>(op))
    return isFresh(1) && isFresh(2);
  return false;
}

bool layout::isStoredValue(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return operand.getOperandNumber() == 0 &&
         (isElementStore(op) || isa<vector::TransferWriteOp>(op));
}

void layout::forEachUndefIndex(Value undef,
                               llvm::function_ref<void(OpOperand &)> visit) {
  SmallVector<Value> reached{undef};
  llvm::SmallPtrSet<Value, 8> seen;
  auto reach = [&](Value value) {
    if (seen.insert(value).second)
      reached.push_back(value);
  };
  while (!reached.empty()) {
    Value value = reached.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *op = use.getOwner();
      if (isIndex(use))
        visit(use);
      else if (passesOn(use))
        reach(op->getResult(0));
      else
        forEachForwarded(use, reach);
    }
  }
}

LogicalResult layout::verifyNoUndefIndex(Operation *scope) {
  bool hasErrors = false;
  scope->walk([&](UndefOp undef) {
    forEachUndefIndex(undef.getResult(), [&](OpOperand &use) {
      hasErrors = true;
      InFlightDiagnostic diagnostic = use.getOwner()->emitOpError(
          "depends on an undefined value for an index; expects layout.undef "
          "only in values that are stored");
      diagnostic.attachNote(undef.getLoc()) << "the undefined value";
    });
  });
  return failure(hasErrors);
}
