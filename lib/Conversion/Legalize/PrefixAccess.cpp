//===- PrefixAccess.cpp - Accesses of the first lanes ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %m = vector.create_mask %n : vector<4xi1>
//   vector.maskedstore %a[%i], %m, %v
// becomes, in short,
//   if (%n & 4)  vector.store %v, %a[%i]
//   if (%n & 2)  vector.store <lanes 0 and 1 of %v>, %a[%i]
//   %w = %n & 2 ? <lanes 2 and 3 of %v> : <lanes 0 and 1 of %v>
//   if (%n & 1)  vector.store <lane 0 of %w>, %a[%i + (%n & ~1)]
//
//===----------------------------------------------------------------------===//

#include "PrefixAccess.h"

#include "Layout/Analysis/Target/Target.h"
#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/bit.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

static Value getMask(Operation *op) {
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getMask();
  auto store = dyn_cast<vector::MaskedStoreOp>(op);
  return store ? store.getMask() : Value();
}

static VectorType getAccessedType(Operation *op) {
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getVectorType();
  return cast<vector::MaskedStoreOp>(op).getVectorType();
}

bool layout::isBranchedPrefixAccess(Operation *op) {
  Value mask = getMask(op);
  if (!mask || !isa_and_present<vector::CreateMaskOp, vector::ConstantMaskOp>(
                   mask.getDefiningOp()))
    return false;
  VectorType type = getAccessedType(op);
  Type element = type.getElementType();
  bool isOfBytes =
      element.isIndex() ||
      (element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8 &&
       llvm::isPowerOf2_32(element.getIntOrFloatBitWidth()));
  if (type.getRank() != 1 || type.isScalable() || !isOfBytes ||
      !statesVectors(op))
    return false;
  FailureOr<Target> target = getTarget(op);
  return succeeded(target) && !target->hasMaskedStores(element);
}

namespace {

class PrefixAccess {
public:
  PrefixAccess(ImplicitLocOpBuilder &builder, Operation *op)
      : builder(builder), op(op), type(getAccessedType(op)),
        number(buildNumber()) {}

  /// From whole vectors to single lanes; those that are left to be stored are
  /// the first ones of `rest`.
  void buildStore(vector::MaskedStoreOp store);
  /// From single lanes to whole vectors; the last lanes, which were loaded, are
  /// the first ones of `rest`.
  Value buildLoad(vector::MaskedLoadOp load);

private:
  /// Returns the greatest power of two that is no greater than the length.
  int64_t getLongest() const {
    return llvm::bit_floor(uint64_t(type.getDimSize(0)));
  }
  VectorType getPart(int64_t length) const {
    return VectorType::get({length}, type.getElementType());
  }
  Value buildNumber();
  Value buildHasBit(int64_t bit);
  /// Where the part of `length` lanes is.
  SmallVector<Value> buildIndices(ValueRange first, int64_t length);
  Value take(Value vector, int64_t first, int64_t length);
  Value buildBranch(int64_t length, VectorType result,
                    function_ref<Value()> buildThen,
                    function_ref<Value()> buildElse);

  ImplicitLocOpBuilder &builder;
  Operation *op;
  VectorType type;
  Value number; ///< of lanes, from 0 to all
};

} // namespace

Value PrefixAccess::buildNumber() {
  Operation *mask = getMask(op).getDefiningOp();
  if (auto constant = dyn_cast<vector::ConstantMaskOp>(mask))
    return arith::ConstantIndexOp::create(builder,
                                          constant.getMaskDimSizes().front());
  Value none = arith::ConstantIndexOp::create(builder, 0),
        all = arith::ConstantIndexOp::create(builder, type.getDimSize(0)),
        stated = mask->getOperand(0);
  if (std::optional<int64_t> constant = getConstantNumber(stated))
    return arith::ConstantIndexOp::create(
        builder, std::clamp<int64_t>(*constant, 0, type.getDimSize(0)));
  return arith::MinSIOp::create(
      builder, arith::MaxSIOp::create(builder, stated, none), all);
}

Value PrefixAccess::buildHasBit(int64_t bit) {
  Value zero = arith::ConstantIndexOp::create(builder, 0),
        one = arith::ConstantIndexOp::create(builder, bit);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                               arith::AndIOp::create(builder, number, one),
                               zero);
}

SmallVector<Value> PrefixAccess::buildIndices(ValueRange first,
                                              int64_t length) {
  // Longer parts are before it.
  Value longer = arith::ConstantIndexOp::create(builder, -2 * length),
        before = arith::AndIOp::create(builder, number, longer);
  SmallVector<Value> indices(first);
  indices.back() = arith::AddIOp::create(builder, indices.back(), before);
  return indices;
}

/// Lanes after the last one are copies of it.
Value PrefixAccess::take(Value vector, int64_t first, int64_t length) {
  int64_t last = cast<VectorType>(vector.getType()).getDimSize(0) - 1;
  SmallVector<int64_t> lanes;
  for (int64_t lane = first; lane < first + length; ++lane)
    lanes.push_back(std::min(lane, last));
  return vector::ShuffleOp::create(builder, vector, vector, lanes);
}

/// Builds only the block that is executed if that is known.
Value PrefixAccess::buildBranch(int64_t length, VectorType result,
                                function_ref<Value()> buildThen,
                                function_ref<Value()> buildElse) {
  if (std::optional<int64_t> constant = getConstantNumber(number))
    return *constant & length ? buildThen() : buildElse();
  auto branch = scf::IfOp::create(
      builder, result ? TypeRange(result) : TypeRange(), buildHasBit(length),
      /*addThenBlock=*/true, /*addElseBlock=*/bool(result));
  OpBuilder::InsertionGuard guard(builder);
  auto fill = [&](Block *block, function_ref<Value()> build) {
    builder.setInsertionPointToStart(block);
    Value value = build();
    scf::YieldOp::create(builder, result ? ValueRange(value) : ValueRange());
  };
  fill(branch.thenBlock(), buildThen);
  if (!result)
    return {};
  fill(branch.elseBlock(), buildElse);
  return branch.getResult(0);
}

void PrefixAccess::buildStore(vector::MaskedStoreOp store) {
  Value rest = store.getValueToStore();
  for (int64_t length = getLongest(); length > 0; length /= 2) {
    bool isLast = length == 1 || length == type.getDimSize(0);
    auto next = buildBranch(
        length, isLast ? VectorType() : getPart(length),
        [&]() -> Value {
          vector::StoreOp::create(builder, take(rest, 0, length),
                                  store.getBase(),
                                  buildIndices(store.getIndices(), length));
          return isLast ? Value() : take(rest, length, length);
        },
        [&] { return isLast ? Value() : take(rest, 0, length); });
    if (next)
      rest = next;
  }
}

Value PrefixAccess::buildLoad(vector::MaskedLoadOp load) {
  int64_t all = type.getDimSize(0);
  Value rest = ub::PoisonOp::create(builder, getPart(1));
  for (int64_t length = 1; length <= getLongest(); length *= 2) {
    int64_t nextLength = std::min(all, 2 * length);
    rest = buildBranch(
        length, getPart(nextLength),
        [&]() -> Value {
          Value part =
              vector::LoadOp::create(builder, getPart(length), load.getBase(),
                                     buildIndices(load.getIndices(), length));
          SmallVector<int64_t> lanes(nextLength);
          std::iota(lanes.begin(), lanes.end(), 0);
          return vector::ShuffleOp::create(builder, part, rest, lanes);
        },
        [&] { return take(rest, 0, nextLength); });
  }
  return arith::SelectOp::create(builder, load.getMask(), rest,
                                 load.getPassThru());
}

void layout::expandPrefixAccess(RewriterBase &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  PrefixAccess access(builder, op);
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op)) {
    rewriter.replaceOp(op, access.buildLoad(load));
    return;
  }
  access.buildStore(cast<vector::MaskedStoreOp>(op));
  rewriter.eraseOp(op);
}
