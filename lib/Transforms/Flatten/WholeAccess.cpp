//===- WholeAccess.cpp - Accesses to all of a vector of a buffer ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeAccess.h"

#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/IR/Texture.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static bool isZero(Value index) { return getConstantNumber(index) == 0; }

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

namespace {

/// Indices of scalar accesses, in terms of values that they share.
class SharedIndices {
public:
  explicit SharedIndices(MLIRContext *context) : context(context) {}

  /// One expression per axis; none where an index is not affine.
  std::optional<SmallVector<AffineExpr>> express(Operation *access) {
    OperandAccess place = getAccess(*getScalarAccess(access));
    return express(place.map, place.operands);
  }

private:
  std::optional<SmallVector<AffineExpr>> express(AffineMap map,
                                                 ValueRange operands) {
    ComposedIndices composed = composeIndices(operands, context);
    SmallVector<AffineExpr> places = llvm::map_to_vector(
        composed.operands, [&](Value value) { return getPlace(value); });
    SmallVector<AffineExpr> inputs =
        llvm::map_to_vector(composed.map.getResults(), [&](AffineExpr expr) {
          return expr.replaceDims(places);
        });
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults()) {
      // A symbol may divide, and then a dimension may not take its place.
      if (!expr.isPureAffine())
        return std::nullopt;
      ArrayRef<AffineExpr> all = inputs;
      expr = expr.replaceDimsAndSymbols(all.take_front(map.getNumDims()),
                                        all.drop_front(map.getNumDims()));
      expr = simplifyAffineExpr(expr, values.size(), 0);
      results.push_back(simplifyUnderRanges(expr, ranges, {}));
    }
    return results;
  }

  AffineExpr getPlace(Value value) {
    auto *it = llvm::find(values, value);
    unsigned place = it - values.begin();
    if (it == values.end()) {
      values.push_back(value);
      ranges.push_back(getProgression(value).getRange());
    }
    return getAffineDimExpr(place, context);
  }

  MLIRContext *context;
  SmallVector<Value> values;
  SmallVector<Interval> ranges;
};

} // namespace

/// What `op` accesses, if it is one element or vector.
static Value getAccessed(Operation *op) {
  if (isScalarLoad(op) || isa<vector::LoadOp, affine::AffineVectorLoadOp>(op))
    return op->getOperand(0);
  if (isScalarStore(op) ||
      isa<vector::StoreOp, affine::AffineVectorStoreOp>(op))
    return op->getOperand(1);
  return {};
}

namespace {

/// Where a scalar access goes: to which row, and which element of it.
struct Place {
  Value memref;
  SmallVector<AffineExpr> row;
  std::optional<int64_t> element;

  static std::optional<Place> of(Operation *access, SharedIndices &indices) {
    auto index = indices.express(access);
    if (!index || index->empty()) // a buffer of rank 0 has no rows
      return std::nullopt;
    Place result;
    result.memref = getAccessed(access);
    if (auto last = dyn_cast<AffineConstantExpr>(index->pop_back_val()))
      result.element = last.getValue();
    result.row = std::move(*index);
    return result;
  }

  bool isSameRow(const Place &other) const {
    return memref == other.memref && row == other.row;
  }
};

} // namespace

/// Textures are no part of other memory, unless one is a cast of the other.
static bool isApartByMemorySpace(Value accessed, Value stored) {
  return isInTextureMemory(getViewRoot(accessed).getType()) !=
         isInTextureMemory(getViewRoot(stored).getType());
}

/// Neither memory nor, as by a barrier, other threads.
static bool isCallWithoutEffect(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return false;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal())
    return false;
  WalkResult result = callee.getBody().walk([](Operation *inner) {
    return isMemoryEffectFree(inner) ? WalkResult::advance()
                                     : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

/// Returns true if `op` accesses only memory that `stored` is no part of.
static bool accessesElsewhere(Operation *op, Value stored) {
  Value accessed = getAccessed(op);
  return accessed && (isApartByMemorySpace(accessed, stored) ||
                      areDistinctByOrigin(accessed, stored));
}

/// Returns true if `op`, with all ops inside of it, does not access the memory
/// that `stored` is part of. Counts down by the ops looked at; at zero it is
/// not known.
static bool isElsewhere(Operation *op, Value stored, int64_t &opsLeft) {
  WalkResult result = op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (opsLeft <= 0)
      return WalkResult::interrupt();
    --opsLeft;
    bool isOfInner = inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                     !isa<scf::WhileOp>(inner);
    return isOfInner || isMemoryEffectFree(inner) ||
                   isCallWithoutEffect(inner) ||
                   accessesElsewhere(inner, stored)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

std::optional<int64_t> layout::getElementOfRow(Operation *access) {
  SharedIndices indices(access->getContext());
  auto index = indices.express(access);
  auto last = index ? dyn_cast<AffineConstantExpr>(index->back())
                    : AffineConstantExpr();
  return last ? std::optional(last.getValue()) : std::nullopt;
}

bool StoresOfRow::areAll() const {
  return !stores.empty() && !llvm::is_contained(stores, nullptr);
}

std::string StoresOfRow::describe() const {
  if (areAll())
    return ("stores one element; '" + between->getName().getStringRef() +
            "' is between it and the stores to the rest of its vector")
        .str();
  std::string missing;
  llvm::raw_string_ostream stream(missing);
  for (auto [element, store] : llvm::enumerate(stores))
    if (!store)
      stream << (missing.empty() ? "" : ", ") << element;
  unsigned size = stores.size();
  if (llvm::count(stores, nullptr) + 1 >= size)
    return "stores one element; expects stores to the other elements of its "
           "vector beside it";
  return "stores one element; its vector has " + std::to_string(size) +
         ", and there is no store of element " + missing + " beside it";
}

StoresOfRow layout::findStoresOfRow(Operation *first, MemRefType type) {
  int64_t size = type.getShape().back();
  constexpr int64_t opsPerElement = 32; // keeps the search linear
  int64_t opsLeft = size * opsPerElement;
  SharedIndices indices(first->getContext());
  std::optional<Place> row = Place::of(first, indices);
  if (!row)
    return {};
  StoresOfRow result;
  result.stores.assign(size, nullptr);
  /// Returns true if `op` is an access to an element that is not stored yet. A
  /// load of it reads the same value before and after the earlier stores; a
  /// store is one of the result.
  auto addAccess = [&](Operation *op) {
    if (!isScalarStore(op) && !isScalarLoad(op))
      return false;
    std::optional<Place> place = Place::of(op, indices);
    if (!place || !place->isSameRow(*row) || !place->element ||
        *place->element < 0 || *place->element >= size ||
        result.stores[*place->element])
      return false;
    if (isScalarStore(op))
      result.stores[*place->element] = op;
    return true;
  };
  for (Operation *op = first; op && opsLeft > 0 && !result.areAll();
       op = op->getNextNode(), --opsLeft)
    if (!addAccess(op) && !isElsewhere(op, row->memref, opsLeft) &&
        !result.between)
      result.between = op;
  if (!result.areAll())
    result.between = nullptr;
  return result;
}
