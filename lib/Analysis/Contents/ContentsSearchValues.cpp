//===- ContentsSearchValues.cpp - Contents search of values ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentsSearch.h"
#include "Layout/Analysis/Values/Poison.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/ScalarAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

AffineExpr layout::getNumber(TypedAttr constant) {
  // Sums and differences of such numbers do not come near 64 bits.
  constexpr unsigned maxBits = 40;
  auto integer = dyn_cast_or_null<IntegerAttr>(constant);
  if (!integer || integer.getType().isInteger(1) ||
      integer.getValue().getSignificantBits() > maxBits)
    return {};
  return getAffineConstantExpr(integer.getValue().getSExtValue(),
                               integer.getContext());
}

static bool isLoad(Operation *op) { return op && isScalarLoad(op); }

/// The number in terms of what loads are known to have read.
static AffineExpr resolveLoads(AffineExpr number, ContentsScope &scope) {
  return replaceVariables(number, [&](unsigned variable) {
    Value value = scope.facts.getVariable(variable);
    Operation *load = value ? value.getDefiningOp() : nullptr;
    if (!isLoad(load) || scope.facts.isCopy(variable))
      return AffineExpr();
    Contents contents = scope.getContentsOfLoad(load);
    if (contents.mayBeUndef)
      return AffineExpr();
    if (contents.kind == Contents::Kind::Constant)
      return getNumber(contents.constant);
    return contents.kind == Contents::Kind::Number ? contents.number
                                                   : AffineExpr();
  });
}

/// The constant that arithmetic comes to, with what loads are known to have
/// read; null if there is none.
static TypedAttr fold(Value value, ContentsScope &scope, unsigned depth = 0) {
  constexpr unsigned maxDepth = 4, maxOperands = 3;
  TypedAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || depth > maxDepth)
    return {};
  if (isLoad(op)) {
    Contents contents = scope.getContentsOfLoad(op);
    return contents.mayBeUndef ? TypedAttr() : contents.constant;
  }
  // Folders of other dialects may change what they look at.
  if (!isa_and_nonnull<arith::ArithDialect>(op->getDialect()) || !isPure(op) ||
      op->getNumOperands() > maxOperands || op->getNumResults() != 1)
    return {};
  SmallVector<Attribute> operands;
  SmallVector<KnownValue> known;
  for (Value operand : op->getOperands()) {
    TypedAttr number = fold(operand, scope, depth + 1);
    if (!number)
      return {};
    operands.push_back(number);
    known.push_back(KnownValue::getConstant(number));
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return {};
  // Folders do not look at flags: a result that breaks the guarantee of a flag
  // is no number.
  auto number =
      dyn_cast_or_null<TypedAttr>(dyn_cast<Attribute>(results.front()));
  return number && isSurelyDefined(op, known, KnownValue::getConstant(number))
             ? number
             : TypedAttr();
}

Held layout::describeConstant(TypedAttr constant) {
  Held held;
  held.constant = constant;
  held.number = getNumber(constant);
  return held;
}

Held layout::describeValue(Value value, Type type, ContentsScope &scope,
                           Execution &execution) {
  Held held;
  Operation *op = value.getDefiningOp();
  if (value.getType() != type) {
    // One element of a vector represents all.
    DenseElementsAttr elements;
    if (matchPattern(value, m_Constant(&elements)) && elements.isSplat())
      return describeConstant(
          dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>()));
    if (isa_and_nonnull<UndefOp>(op)) {
      held.isUndef = true;
      return held;
    }
    auto broadcast = dyn_cast_or_null<vector::BroadcastOp>(op);
    return broadcast && broadcast.getSource().getType() == type
               ? describeValue(broadcast.getSource(), type, scope, execution)
               : held;
  }
  if (isa_and_nonnull<UndefOp>(op)) {
    held.isUndef = true;
    return held;
  }
  if ((held.constant = fold(value, scope)))
    held.number = getNumber(held.constant);
  else if (AffineExpr number = scope.facts.express(value))
    held.number = execution.rename(resolveLoads(number, scope));
  if (isa_and_nonnull<AffineConstantExpr>(held.number) && !held.constant)
    held.constant =
        getNumberAttr(type, cast<AffineConstantExpr>(held.number).getValue());
  if (!execution.isCopied(value))
    held.value = value;
  return held;
}

Held ContentsSearch::describeStored(const BufferEvent &event,
                                    Execution &execution) {
  Value stored = getStoredValue(event.op);
  return stored ? describeValue(stored, elementType, scope, execution) : Held();
}

/// A comparison with a number other than zero, which has two signs, that holds
/// says which number it is.
static TypedAttr
findFloatConstant(Value loaded, ArrayRef<Condition> context,
                  IntegerFacts &facts, Execution &execution,
                  function_ref<Truth(ArrayRef<Condition>)> isPossible) {
  for (Operation *user : loaded.getUsers()) {
    auto compare = dyn_cast<arith::CmpFOp>(user);
    FloatAttr constant;
    if (!compare || compare.getPredicate() != arith::CmpFPredicate::OEQ ||
        compare.getLhs() != loaded ||
        !matchPattern(compare.getRhs(), m_Constant(&constant)) ||
        constant.getValue().isZero() || constant.getValue().isNaN())
      continue;
    std::optional<Condition> holds = facts.read(compare.getResult());
    std::optional<Condition> fails = holds ? holds->negate() : std::nullopt;
    if (!fails)
      continue;
    SmallVector<Condition> both(context);
    both.push_back(execution.rename(*fails));
    if (isPossible(both) == Truth::No)
      return constant;
  }
  return {};
}

Held ContentsSearch::describeRead(const BufferEvent &event,
                                  ArrayRef<Condition> context,
                                  Execution &execution) {
  Value loaded = event.op->getResult(0);
  Held held = describeValue(loaded, elementType, scope, execution);
  Contents contents = scope.getContentsOfLoad(event.op);
  if (contents.kind == Contents::Kind::Constant && !contents.mayBeUndef) {
    held.constant = contents.constant;
    held.number = getNumber(held.constant);
  }
  if (contents.kind == Contents::Kind::Value && !contents.mayBeUndef &&
      !execution.isCopied(contents.value))
    held.value = contents.value;
  if (isa<FloatType>(elementType) && !held.constant)
    held.constant = findFloatConstant(
        loaded, context, facts, execution,
        [&](ArrayRef<Condition> all) { return isPossible(all); });
  held = simplify(std::move(held), context);
  // A copy of a load says nothing to others.
  if (held.number && !target && !isVisible(held.number))
    held.number = {};
  return held;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

bool ContentsSearch::isVisible(Value value) const {
  return scope.dominance.properlyDominates(value, point);
}

bool ContentsSearch::isVisible(AffineExpr number) const {
  llvm::SetVector<unsigned> variables;
  collectVariables(number, variables);
  return llvm::all_of(variables, [&](unsigned variable) {
    Value value = facts.getVariable(variable);
    return !facts.isCopy(variable) && (!value || isVisible(value));
  });
}

TypedAttr ContentsSearch::toConstant(AffineExpr number) const {
  auto constant = dyn_cast_or_null<AffineConstantExpr>(number);
  return constant && elementType.isIntOrIndex()
             ? TypedAttr(getNumberAttr(elementType, constant.getValue()))
             : TypedAttr();
}

bool ContentsSearch::areEqual(AffineExpr one, AffineExpr other,
                              ArrayRef<Condition> context) {
  if (one == other)
    return true;
  std::optional<Condition> differ =
      Condition(Conjunction{{one - other, /*isEq=*/true}}).negate();
  SmallVector<Condition> all(context);
  all.push_back(*differ);
  return isPossible(all) == Truth::No;
}

/// `expr = factor * variable + rest` with a factor of 1 or -1: the value of the
/// variable where `expr` is zero.
static AffineExpr solve(AffineExpr expr, unsigned variable) {
  MLIRContext *context = expr.getContext();
  auto at = [&](int64_t value) {
    AffineExpr constant = getAffineConstantExpr(value, context);
    return replaceVariables(expr, [&](unsigned other) {
      return other == variable ? constant : AffineExpr();
    });
  };
  AffineExpr rest = at(0);
  AffineExpr self = getAffineDimExpr(variable, context);
  if (rest + self == expr || expr - self == rest)
    return -rest;
  if (rest - self == expr || expr + self == rest)
    return rest;
  return {};
}

/// A number that is one variable may be known to equal something simpler.
Held ContentsSearch::simplify(Held held, ArrayRef<Condition> context) {
  auto dim = dyn_cast_or_null<AffineDimExpr>(held.number);
  if (!dim)
    return held;
  constexpr unsigned maxTries = 4;
  SmallVector<AffineExpr, 4> candidates;
  for (const Condition &condition : context)
    for (const Conjunction &conjunction : condition.getAlternatives())
      for (const IndexConstraint &constraint : conjunction)
        if (constraint.isEq && candidates.size() < maxTries &&
            constraint.expr.isFunctionOfDim(dim.getPosition()))
          if (AffineExpr other = solve(constraint.expr, dim.getPosition());
              other && isVisible(other) &&
              !llvm::is_contained(candidates, other))
            candidates.push_back(other);
  // An equation of one alternative need not hold in the others, so it is
  // proven.
  for (AffineExpr candidate : candidates)
    if (areEqual(held.number, candidate, context)) {
      held.number = candidate;
      if (TypedAttr constant = toConstant(candidate))
        held.constant = constant;
      return held;
    }
  return held;
}

bool ContentsSearch::join(Held held, ArrayRef<Condition> context) {
  if (held.isUndef) {
    if (target && !target->isUndef)
      return false;
    hasUndef = true;
    return true;
  }
  if (!held.isSomething() || (target && target->isUndef))
    return false;
  if (target && target->violated) {
    SmallVector<Condition> wrong(context);
    // The condition is about a number; an element that holds anything else may
    // violate it.
    if (!held.number)
      return false;
    wrong.push_back(target->violated->replace([&](AffineExpr expr) {
      return replaceVariables(expr, [&](unsigned variable) {
        return variable == target->subject ? held.number : AffineExpr();
      });
    }));
    return isPossible(wrong) == Truth::No;
  }
  if (!answer) {
    held = simplify(std::move(held), context);
    if (held.value && !isVisible(held.value))
      held.value = {};
    if (held.number && !isVisible(held.number))
      held.number = {};
    if (!held.isSomething())
      return false;
    answer = held;
    return true;
  }
  // For other elements there is an answer already: what is left of it is what
  // both have in common.
  Held both;
  if (held.constant && held.constant == answer->constant)
    both.constant = held.constant;
  if (held.number && answer->number &&
      areEqual(held.number, answer->number, context)) {
    both.number = answer->number;
    both.constant = answer->constant;
  }
  if (held.value && held.value == answer->value)
    both.value = held.value;
  if (!both.isSomething())
    return false;
  if (!target)
    answer = both;
  return true;
}

Contents ContentsSearch::getAnswer() {
  Contents contents;
  contents.isBound = failed && isBound;
  if (!failed && hasUninitialized && answer) {
    failed = true;
    why = "some of it may be uninitialised";
  }
  if (failed) {
    contents.why = why;
    contents.culprit = culprit;
    return contents;
  }
  contents.mayBeUndef = hasUndef && answer.has_value();
  if (target && target->violated) {
    contents.kind = Contents::Kind::Number;
    return contents;
  }
  if (!answer || (target && target->isUndef)) {
    contents.kind = hasUninitialized ? Contents::Kind::Uninitialized
                    : hasUndef       ? Contents::Kind::Undef
                                     : Contents::Kind::Nothing;
    return contents;
  }
  if (!answer->constant)
    answer->constant = toConstant(answer->number);
  if (answer->constant) {
    contents.kind = Contents::Kind::Constant;
    contents.constant = answer->constant;
    contents.value = answer->value;
  } else if (answer->value) {
    contents.kind = Contents::Kind::Value;
    contents.value = answer->value;
    contents.number = answer->number;
  } else {
    contents.kind = Contents::Kind::Number;
    contents.number = answer->number;
  }
  return contents;
}
