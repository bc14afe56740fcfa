//===- WholeAccess.cpp - Accesses to all of a vector of a buffer ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeAccess.h"

#include "Layout/Analysis/Aliases.h"
#include "Layout/Analysis/Calls.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static bool isZero(Value index) { return getConstantIntValue(index) == 0; }

static bool endsInZero(AffineMap map) {
  auto last = dyn_cast<AffineConstantExpr>(map.getResults().back());
  return last && last.getValue() == 0;
}

bool layout::isWholeAccess(Operation *op, MemRefType type) {
  auto row = VectorType::get(type.getShape().back(), type.getElementType());
  return TypeSwitch<Operation *, bool>(op)
      .Case<vector::LoadOp, vector::StoreOp>([&](auto access) {
        return access.getVectorType() == row &&
               isZero(access.getIndices().back());
      })
      .Case<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp>(
          [&](auto access) {
            return access.getVectorType() == row &&
                   endsInZero(access.getAffineMap());
          })
      .Case([&](VectorTransferOpInterface transfer) {
        return transfer.getVectorType() == row && !transfer.getMask() &&
               transfer.getPermutationMap().isMinorIdentity() &&
               (transfer.isDimInBounds(0) ||
                isZero(transfer.getIndices().back()));
      })
      .Default(false);
}

bool layout::isScalarLoad(Operation *op) {
  return isa<memref::LoadOp, affine::AffineLoadOp>(op);
}

bool layout::isScalarStore(Operation *op) {
  return isa<memref::StoreOp, affine::AffineStoreOp>(op);
}

namespace {

/// Where a scalar store goes: to which row, and which element of it.
struct Destination {
  Value memref;
  AffineMap outer; ///< null for indices as they are
  SmallVector<OpFoldResult> operands;
  std::optional<int64_t> element;

  static Destination of(Operation *op) {
    Destination result;
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      result.memref = store.getMemRef();
      result.operands =
          getAsOpFoldResult(SmallVector<Value>(store.getIndices().drop_back()));
      result.element = getConstantIntValue(store.getIndices().back());
      return result;
    }
    auto store = cast<affine::AffineStoreOp>(op);
    AffineMap map = store.getAffineMap();
    result.memref = store.getMemRef();
    result.outer =
        AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                       map.getResults().drop_back(), op->getContext());
    for (Value operand : store.getMapOperands())
      result.operands.push_back(operand);
    if (auto last = dyn_cast<AffineConstantExpr>(map.getResults().back()))
      result.element = last.getValue();
    return result;
  }

  bool isSameRow(const Destination &other) const {
    return memref == other.memref && outer == other.outer &&
           operands == other.operands;
  }
};

/// What a view, or a view of a view, shows.
Value getViewRoot(Value buffer) {
  // Where control never comes, an op may be a view of itself.
  llvm::SmallPtrSet<Operation *, 4> seen;
  while (Value source = getViewSource(buffer)) {
    if (!seen.insert(buffer.getDefiningOp()).second)
      break;
    buffer = source;
  }
  return buffer;
}

/// Does `load` read memory that `stored` is no part of? Memory that the
/// function allocates is none that it is given.
bool readsElsewhere(Operation *load, Value stored) {
  if (!isScalarLoad(load))
    return false;
  Value read = getViewRoot(load->getOperand(0));
  stored = getViewRoot(stored);
  auto isBorn = [](Value root) {
    return isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(
        root.getDefiningOp());
  };
  auto isGiven = [](Value root) {
    auto argument = dyn_cast<BlockArgument>(root);
    return argument &&
           isa_and_nonnull<TracedFunction>(
               argument.getOwner()->getParentOp()) &&
           argument.getOwner()->isEntryBlock();
  };
  return read != stored &&
         ((isBorn(read) && (isBorn(stored) || isGiven(stored))) ||
          (isGiven(read) && isBorn(stored)));
}

} // namespace

SmallVector<Operation *> layout::findStoresOfRow(Operation *first,
                                                 MemRefType type) {
  int64_t size = type.getShape().back(), numFound = 0;
  constexpr int64_t opsPerElement = 32; // keeps the search linear
  int64_t opsLeft = size * opsPerElement;
  Destination row = Destination::of(first);
  SmallVector<Operation *> stores(size, nullptr);
  for (Operation *op = first; op && opsLeft > 0;
       op = op->getNextNode(), --opsLeft) {
    if (isMemoryEffectFree(op) || readsElsewhere(op, row.memref))
      continue;
    if (!isScalarStore(op))
      return {};
    Destination place = Destination::of(op);
    if (!place.isSameRow(row) || !place.element || *place.element < 0 ||
        *place.element >= size || stores[*place.element])
      return {};
    stores[*place.element] = op;
    if (++numFound == size)
      return stores;
  }
  return {};
}
