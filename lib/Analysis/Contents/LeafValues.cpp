//===- LeafValues.cpp - Known leaves of expressions -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeafValues.h"

#include "Analysis/Accesses/OutsideImages.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

std::optional<KnownValue> LeafValues::get(Value value) {
  auto [it, isNew] = known.try_emplace(value);
  if (isNew) {
    std::optional<KnownValue> found = find(value);
    known[value] = found;
    return found;
  }
  return it->second;
}

std::optional<KnownValue> LeafValues::find(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && isElementLoad(op))
    return getLoaded(op);
  if (auto fetch = dyn_cast_or_null<FetchOp>(op)) {
    std::optional<Elements> place = getPlace(fetch);
    return place ? getFetched(value, std::move(*place))
                 : KnownValue::getOpaque(value);
  }
  if (value.getType().isIntOrIndex())
    return getInteger(value);
  return std::nullopt;
}

bool LeafValues::isImplied(const Condition &goal) {
  // Each leaf of an expression is a query, and chains of ops may have any
  // length.
  if (++numQuestions > maxQuestions)
    return false;
  return facts.isImplied(goal, point, where).isYes();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// A flag against wrap-around is a guarantee about executions that the program
/// has, not about added ones, where it must not be used.
static bool dependsOnWrapFlags(Value value) {
  constexpr size_t maxOps = 32;
  SmallVector<Value> worklist{value};
  for (size_t i = 0; i < worklist.size(); ++i) {
    Operation *op = worklist[i].getDefiningOp();
    if (!op || isElementLoad(op))
      continue;
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    // Arithmetic on indices is that of numbers, with flags or without.
    bool isNumber = worklist[i].getType().isIndex();
    if (worklist.size() > maxOps ||
        (flags && !isNumber &&
         (flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap())))
      return true;
    llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

std::optional<KnownValue> LeafValues::getInteger(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && op->hasTrait<OpTrait::ConstantLike>())
    return std::nullopt;
  if (dependsOnWrapFlags(value))
    return std::nullopt;
  if (value.getType().isInteger(1)) {
    std::optional<Condition> holds = facts.read(value);
    std::optional<Condition> fails = holds ? holds->negate() : std::nullopt;
    for (auto [condition, truth] : {std::pair(&holds, true), {&fails, false}})
      if (*condition && isImplied(**condition))
        return KnownValue::getConstant(
            BoolAttr::get(value.getContext(), truth));
    return std::nullopt;
  }
  AffineExpr expr = facts.express(value);
  TypedAttr number = expr ? getNumber(expr, value.getType()) : TypedAttr();
  return number ? std::optional(KnownValue::getConstant(number)) : std::nullopt;
}

/// The one number that `number` is; null if it is not known to be one.
TypedAttr LeafValues::getNumber(AffineExpr number, Type type) {
  if (!type.isIntOrIndex())
    return {};
  auto constant = dyn_cast<AffineConstantExpr>(number);
  if (constant)
    return getNumberAttr(type, constant.getValue());
  Interval range = facts.getRange(number);
  // Guesses only: which one it is, if any, is proven below.
  llvm::SmallSetVector<int64_t, 4> candidates;
  for (std::optional<int64_t> candidate :
       {range.low, range.high, std::optional<int64_t>(0),
        std::optional<int64_t>(1)})
    if (candidate && !(range.low && *candidate < *range.low) &&
        !(range.high && *candidate > *range.high))
      candidates.insert(*candidate);
  for (int64_t candidate : candidates)
    if (isImplied(Condition(Conjunction{{number - candidate, true}})))
      return getNumberAttr(type, candidate);
  return {};
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

KnownValue LeafValues::getLoaded(Operation *load) {
  Value value = load->getResult(0);
  KnownValue opaque = KnownValue::getOpaque(value);
  std::optional<Elements> elements = contents.getElements(load);
  if (!elements) {
    opaque.leaves.insert(value); // it may be padding
    return opaque;
  }
  if (fetched && fetched->contains(load))
    return getFetched(value, std::move(*elements));
  elements->where = where;
  if (adjust)
    adjust(load, *elements);
  bool isAdded = arm && arm->isProperAncestor(load);
  Operation *when = isAdded ? point : load;
  Contents held = contents.getContents(*elements, when);
  using Kind = Contents::Kind;
  if (held.kind == Kind::Undef || held.kind == Kind::Uninitialized)
    return KnownValue::getUndef(value);
  if (held.isKnown() && !held.mayBeUndef) {
    relied.insert(elements->buffer);
    if (held.kind == Kind::Constant && held.constant)
      return KnownValue::getConstant(held.constant);
    if (held.kind == Kind::Number)
      if (TypedAttr number =
              getNumber(held.number, getElementTypeOrSelf(value.getType())))
        return KnownValue::getConstant(number);
    if (held.kind == Kind::Value && held.value) {
      opaque.same = held.value;
      return opaque;
    }
  }
  // Flags guarantee nothing about contents of undefined padding.
  if (held.mayBeUndef ||
      !contents.touchesPadding(*elements, PadKind::Undef, when).decision.isNo())
    opaque.leaves.insert(value);
  // b + 0.0 is b, unless b is -0.0.
  if (elements->buffer == destination &&
      isa<FloatType>(getElementTypeOrSelf(value.getType())) &&
      isNeverNegativeZero(*elements, when))
    opaque.classes = opaque.classes & ~llvm::fcNegZero;
  return opaque;
}

//===----------------------------------------------------------------------===//
// Outside of images
//===----------------------------------------------------------------------===//

std::optional<Elements> LeafValues::getPlace(FetchOp fetch) {
  Elements place;
  place.buffer = fetch.getTexture();
  if (contents.getFlow().getRoot(place.buffer) != place.buffer)
    return std::nullopt;
  for (Value index : fetch.getIndices()) {
    AffineExpr coordinate = facts.express(index);
    if (!coordinate)
      return std::nullopt;
    place.index.push_back(coordinate);
  }
  // Elements further away are not covered by the assumption.
  if (getTextureOutside(place.buffer.getType()) != TextureOutside::Zero ||
      !isImplied(Condition(getCoordinateBounds(place.index))))
    return std::nullopt;
  return place;
}

/// Zeros outside of the image, and perhaps in it too.
KnownValue LeafValues::getFetched(Value texel, Elements place) {
  std::optional<Condition> outside = getOutside(place, facts);
  Type channel = getElementTypeOrSelf(texel.getType());
  TypedAttr zero = Builder(texel.getContext()).getZeroAttr(channel);
  if (zero && outside && isImplied(*outside))
    return KnownValue::getConstant(zero);
  KnownValue opaque = KnownValue::getOpaque(texel);
  opaque.leaves.insert(texel); // it may be padding
  std::optional<Condition> inside = getInside(place, facts);
  std::optional<Condition> both =
      inside ? where.conjoin(*inside) : std::nullopt;
  if (!both || !zero)
    return opaque;
  place.where = std::move(*both);
  Operation *load = texel.getDefiningOp();
  bool isAdded = arm && arm->isProperAncestor(load);
  Contents held = contents.getContents(place, isAdded ? point : load);
  if (held.kind != Contents::Kind::Constant || held.mayBeUndef ||
      held.constant != zero)
    return opaque;
  relied.insert(place.buffer);
  return KnownValue::getConstant(zero);
}

//===----------------------------------------------------------------------===//
// Sums that start at +0.0
//===----------------------------------------------------------------------===//

/// `when` itself, or some op around it, comes after a store of a number that is
/// not -0.0 to all of the elements, and no store in it can make a -0.0. Outer
/// ones first: mostly the initialization of a sum is before its loops.
bool LeafValues::isNeverNegativeZero(const Elements &elements,
                                     Operation *when) {
  SmallVector<Operation *> scopes;
  for (Operation *scope = when; scope && !isa<FunctionOpInterface>(scope);
       scope = scope->getParentOp())
    scopes.push_back(scope);
  for (Operation *scope : llvm::reverse(scopes))
    if (holdsNoNegativeZero(elements, scope) &&
        storesNoNegativeZero(elements.buffer, scope))
      return true;
  return false;
}

bool LeafValues::holdsNoNegativeZero(const Elements &elements,
                                     Operation *before) {
  Contents held = contents.getContents(elements, before);
  auto number = dyn_cast_or_null<FloatAttr>(held.constant);
  return held.kind == Contents::Kind::Nothing ||
         (held.kind == Contents::Kind::Constant && !held.mayBeUndef && number &&
          !number.getValue().isNegZero());
}

/// By induction over the stores in `scope`: where all loads of elements that
/// held no -0.0 before `scope` yield none, no store makes one.
bool LeafValues::storesNoNegativeZero(Value root, Operation *scope) {
  ValueReducer reducer([&](Value value) -> std::optional<KnownValue> {
    Operation *load = value.getDefiningOp();
    if (!load || !isElementLoad(load) || !scope->isProperAncestor(load))
      return std::nullopt;
    KnownValue loaded = KnownValue::getOpaque(value);
    std::optional<Elements> elements = contents.getElements(load);
    if (!elements || elements->buffer != root)
      return loaded;
    for (const Condition &condition : facts.getConditionsAt(load))
      if (auto both = elements->where.conjoin(condition))
        elements->where = *both;
    if (holdsNoNegativeZero(*elements, scope))
      loaded.classes = loaded.classes & ~llvm::fcNegZero;
    return loaded;
  });
  return !scope
              ->walk([&](Operation *op) {
                if (isa<CallOpInterface>(op) || hasUnknownEffects(op))
                  return WalkResult::interrupt();
                for (OpOperand &operand : op->getOpOperands()) {
                  if (!isa<BaseMemRefType>(operand.get().getType()) ||
                      !getOperandEffect(operand).mayWrite)
                    continue;
                  if (!contents.getAliases().mayBeOneMemory(operand.get(),
                                                            root))
                    continue;
                  if (!isElementStore(op) ||
                      (reducer.reduce(op->getOperand(0)).classes &
                       llvm::fcNegZero))
                    return WalkResult::interrupt();
                }
                return WalkResult::advance();
              })
              .wasInterrupted();
}
