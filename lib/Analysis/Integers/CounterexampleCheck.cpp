//===- CounterexampleCheck.cpp - Can a found point be had? ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CounterexampleCheck.h"

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

CounterexampleCheck::CounterexampleCheck(IntegerVariables &variables,
                                         ArrayRef<unsigned> columns,
                                         ArrayRef<int64_t> point)
    : variables(variables), columns(columns) {
  MLIRContext *context = variables.getContext();
  for (auto [variable, value] : llvm::zip(columns, point))
    valueOf[getAffineDimExpr(variable, context)] =
        getAffineConstantExpr(value, context);
}

Operation *CounterexampleCheck::findUnfollowed() {
  for (unsigned variable : columns)
    if (Operation *op = variables.getUnfollowed(variable);
        op && !isConfirmed(variable))
      return op;
  return nullptr;
}

/// Of one in a loop, other iterations have executions too.
Operation *CounterexampleCheck::findAssertion(Operation *op) {
  for (cf::AssertOp assertion : variables.getAssertionsBefore(op)) {
    auto holds =
        assertion->getParentOp() == variables.getRoot()
            ? dyn_cast_or_null<IntegerAttr>(evaluate(assertion.getArg()))
            : IntegerAttr();
    if (!holds || holds.getValue().isZero())
      return assertion;
  }
  return nullptr;
}

/// Does the op yield the value that was found?
bool CounterexampleCheck::isConfirmed(unsigned variable) {
  auto result = dyn_cast<OpResult>(variables.getValue(variable));
  if (!result || variables.isCopy(variable) || variables.getExtentDim(variable))
    return false;
  auto value = dyn_cast_or_null<IntegerAttr>(fold(result));
  if (!value)
    return false;
  std::optional<int64_t> number = getConstantNumber(Attribute(value)),
                         found = evaluate(getAffineDimExpr(
                             variable, variables.getContext()));
  // Variables take a boolean for 0 or 1.
  if (result.getType().isInteger(1))
    number = value.getValue().getZExtValue();
  return number && number == found;
}

std::optional<int64_t> CounterexampleCheck::evaluate(AffineExpr expr) const {
  if (!expr)
    return std::nullopt;
  auto value = dyn_cast<AffineConstantExpr>(expr.replace(valueOf));
  return value ? std::optional(value.getValue()) : std::nullopt;
}

Attribute CounterexampleCheck::evaluate(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return constant;
  Type type = value.getType();
  if (type.isIntOrIndex()) {
    AffineExpr expr = type.isInteger(1) ? variables.findBoolean(value)
                                        : variables.express(value);
    if (std::optional<int64_t> number = evaluate(expr))
      return getNumberAttr(type, *number);
  }
  auto result = dyn_cast<OpResult>(value);
  constexpr unsigned maxNesting = 16;
  if (!result || nesting == maxNesting)
    return {};
  ++nesting;
  Attribute folded = fold(result);
  --nesting;
  return folded;
}

Attribute CounterexampleCheck::fold(OpResult value) {
  Operation *op = value.getOwner();
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
      !isa_and_nonnull<arith::ArithDialect, affine::AffineDialect>(
          op->getDialect()))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand));
    if (!operands.back())
      return {};
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.empty())
    return {};
  OpFoldResult result = results[value.getResultNumber()];
  if (auto other = dyn_cast<Value>(result))
    return other == value ? Attribute() : evaluate(other);
  return cast<Attribute>(result);
}
