//===- PrefixAccess.cpp - Accesses of adjacent lanes ----------------------===//
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
// Lanes from %b on are moved to lane 0 before that, and what was loaded is
// moved back: each bit of %b chooses between %v and a shuffle of it.
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
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
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

static TypedValue<MemRefType> getBase(Operation *op) {
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getBase();
  return cast<vector::MaskedStoreOp>(op).getBase();
}

static VectorType getAccessedType(Operation *op) {
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getVectorType();
  return cast<vector::MaskedStoreOp>(op).getVectorType();
}

namespace {

/// What a mask of adjacent lanes is made of.
struct LaneRange {
  /// Masks of the first lanes: of those before each end, and before a begin.
  SmallVector<Operation *> ends, begins;
  SmallVector<Value> holds; ///< conditions of all lanes
};

} // namespace

static bool isOfFirstLanes(Operation *mask) {
  return isa_and_present<vector::CreateMaskOp, vector::ConstantMaskOp>(mask);
}

/// Nullopt for other masks.
static std::optional<LaneRange> readRange(Value mask) {
  LaneRange range;
  // A part may be one of several masks, and counts once.
  llvm::SetVector<Value> parts;
  parts.insert(mask);
  for (size_t i = 0; i < parts.size(); ++i) {
    Operation *part = parts[i].getDefiningOp();
    if (auto both = dyn_cast_or_null<arith::AndIOp>(part)) {
      parts.insert_range(both->getOperands());
      continue;
    }
    auto isNot = dyn_cast_or_null<arith::XOrIOp>(part);
    auto uniform = dyn_cast_or_null<vector::BroadcastOp>(part);
    if (isOfFirstLanes(part))
      range.ends.push_back(part);
    else if (isNot && matchPattern(isNot.getRhs(), m_One()) &&
             isOfFirstLanes(isNot.getLhs().getDefiningOp()))
      range.begins.push_back(isNot.getLhs().getDefiningOp());
    else if (uniform && uniform.getSourceType().isInteger(1))
      range.holds.push_back(uniform.getSource());
    else
      return std::nullopt;
  }
  return range;
}

bool layout::isBranchedPrefixAccess(Operation *op) {
  Value mask = getMask(op);
  if (!mask)
    return false;
  VectorType type = getAccessedType(op);
  Type element = type.getElementType();
  bool isOfBytes =
      element.isIndex() ||
      (element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8 &&
       llvm::isPowerOf2_32(element.getIntOrFloatBitWidth()));
  if (type.getRank() != 1 || type.isScalable() || !isOfBytes ||
      getBase(op).getType().getRank() == 0 || !statesVectors(op))
    return false;
  FailureOr<Target> target = getTarget(op);
  if (failed(target) || target->hasMaskedStores(element))
    return false;
  std::optional<LaneRange> range = readRange(mask);
  // Four branches are cheaper than two moves of lanes and three branches: 86
  // and 124 ns for a shifted copy of f32 (SSE2).
  return range && (range->begins.empty() || type.getNumElements() > 4);
}

namespace {

class PrefixAccess {
public:
  PrefixAccess(ImplicitLocOpBuilder &builder, Operation *op)
      : builder(builder), type(getAccessedType(op)),
        range(*readRange(getMask(op))) {}

  /// Builds the access, under a branch where a condition is one of all lanes.
  void buildStore(vector::MaskedStoreOp store);
  Value buildLoad(vector::MaskedLoadOp load);

private:
  /// From whole vectors to single lanes; those that are left to be stored are
  /// the first ones of `rest`.
  void buildStoreOfLanes(vector::MaskedStoreOp store);
  /// From single lanes to whole vectors; the last lanes, which were loaded, are
  /// the first ones of `rest`.
  Value buildLoadOfLanes(vector::MaskedLoadOp load);
  /// Null: there are no conditions of all lanes.
  Value buildHolds();
  void initialize();
  /// Returns the greatest power of two that is no greater than the length.
  int64_t getLongest() const {
    return llvm::bit_floor(uint64_t(type.getDimSize(0)));
  }
  VectorType getPart(int64_t length) const {
    return VectorType::get({length}, type.getElementType());
  }
  Value buildBegin();
  Value buildNumber();
  Value buildHasBit(Value stated, int64_t bit);
  /// Where the part of `length` lanes is.
  SmallVector<Value> buildIndices(ValueRange first, int64_t length);
  /// Moves the lanes from the first one that is accessed on to lane 0, or back.
  Value moveLanes(Value vector, bool isBack);
  Value take(Value vector, int64_t first, int64_t length);
  Value buildBranch(int64_t length, VectorType result,
                    function_ref<Value()> buildThen,
                    function_ref<Value()> buildElse);

  ImplicitLocOpBuilder &builder;
  VectorType type;
  LaneRange range;
  Value begin;  ///< the first lane; null: 0
  Value number; ///< of lanes, from 0 to all
};

} // namespace

/// What a mask of the first lanes states, which may be negative or too large.
static Value buildStated(ImplicitLocOpBuilder &builder, Operation *mask) {
  if (auto constant = dyn_cast<vector::ConstantMaskOp>(mask))
    return arith::ConstantIndexOp::create(builder,
                                          constant.getMaskDimSizes().front());
  return mask->getOperand(0);
}

/// The least of two numbers, or the greatest.
template <typename ChoiceOp>
static Value buildChoice(ImplicitLocOpBuilder &builder, Value a, Value b) {
  std::optional<int64_t> first = getConstantNumber(a),
                         second = getConstantNumber(b);
  if (!first || !second)
    return ChoiceOp::create(builder, a, b);
  bool isLeast = std::is_same_v<ChoiceOp, arith::MinSIOp>;
  return (*first < *second) == isLeast ? a : b;
}

Value PrefixAccess::buildBegin() {
  if (range.begins.empty())
    return {};
  Value last = arith::ConstantIndexOp::create(builder, 0);
  for (Operation *before : range.begins)
    last = buildChoice<arith::MaxSIOp>(builder, buildStated(builder, before),
                                       last);
  return last;
}

Value PrefixAccess::buildNumber() {
  Value all = arith::ConstantIndexOp::create(builder, type.getDimSize(0)),
        end = all;
  for (Operation *mask : range.ends)
    end = buildChoice<arith::MinSIOp>(builder, buildStated(builder, mask), end);
  Value none = arith::ConstantIndexOp::create(builder, 0);
  // LLVM tests fewer bits of a number that it knows to be no greater than that
  // of all lanes, which it does not find out of a difference. That of what is
  // stated could wrap.
  if (begin)
    end = arith::MinSIOp::create(
        builder,
        arith::SubIOp::create(
            builder, buildChoice<arith::MaxSIOp>(builder, end, none), begin),
        all);
  return buildChoice<arith::MaxSIOp>(builder, end, none);
}

Value PrefixAccess::buildHasBit(Value stated, int64_t bit) {
  Value zero = arith::ConstantIndexOp::create(builder, 0),
        one = arith::ConstantIndexOp::create(builder, bit);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                               arith::AndIOp::create(builder, stated, one),
                               zero);
}

Value PrefixAccess::moveLanes(Value vector, bool isBack) {
  if (!begin)
    return vector;
  int64_t size = type.getDimSize(0);
  for (int64_t bit = 1; bit < size; bit *= 2) {
    SmallVector<int64_t> lanes;
    for (int64_t lane = 0; lane < size; ++lane)
      lanes.push_back(
          std::clamp<int64_t>(isBack ? lane - bit : lane + bit, 0, size - 1));
    Value moved = vector::ShuffleOp::create(builder, vector, vector, lanes);
    vector = arith::SelectOp::create(builder, buildHasBit(begin, bit), moved,
                                     vector);
  }
  return vector;
}

SmallVector<Value> PrefixAccess::buildIndices(ValueRange first,
                                              int64_t length) {
  // Longer parts are before it.
  Value longer = arith::ConstantIndexOp::create(builder, -2 * length),
        before = arith::AndIOp::create(builder, number, longer);
  SmallVector<Value> indices(first);
  if (begin)
    before = arith::AddIOp::create(builder, begin, before);
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
  auto branch =
      scf::IfOp::create(builder, result ? TypeRange(result) : TypeRange(),
                        buildHasBit(number, length),
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

Value PrefixAccess::buildHolds() {
  Value holds;
  for (Value condition : range.holds)
    holds =
        holds ? arith::AndIOp::create(builder, holds, condition) : condition;
  return holds;
}

void PrefixAccess::initialize() {
  begin = buildBegin();
  number = buildNumber();
}

void PrefixAccess::buildStore(vector::MaskedStoreOp store) {
  OpBuilder::InsertionGuard guard(builder);
  if (Value holds = buildHolds()) {
    auto branch = scf::IfOp::create(builder, holds, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
  }
  buildStoreOfLanes(store);
}

void PrefixAccess::buildStoreOfLanes(vector::MaskedStoreOp store) {
  initialize();
  Value rest = moveLanes(store.getValueToStore(), /*isBack=*/false);
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
  Value loaded, holds = buildHolds();
  if (holds)
    loaded = scf::IfOp::create(
                 builder, holds,
                 [&](OpBuilder &, Location) {
                   scf::YieldOp::create(builder, buildLoadOfLanes(load));
                 },
                 [&](OpBuilder &, Location) {
                   Value none = ub::PoisonOp::create(builder, type);
                   scf::YieldOp::create(builder, none);
                 })
                 .getResult(0);
  else
    loaded = buildLoadOfLanes(load);
  return arith::SelectOp::create(builder, load.getMask(), loaded,
                                 load.getPassThru());
}

Value PrefixAccess::buildLoadOfLanes(vector::MaskedLoadOp load) {
  initialize();
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
  return moveLanes(rest, /*isBack=*/true);
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
