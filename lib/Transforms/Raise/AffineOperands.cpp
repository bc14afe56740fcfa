//===- AffineOperands.cpp - Operands of raised affine ops -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineOperands.h"

#include "Analysis/Integers/Execution.h"
#include "Analysis/Integers/IntegerVariables.h"
#include "Layout/Analysis/Integers/LoopInvariance.h"
#include "Layout/IR/AffineIndices.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Map/Simplify.h"
#include "Map/GuardClamps.h"
#include "Transforms/Support/MoveOutOfLoop.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// Returns true if a value of a loop or branch is the same whenever it is
/// computed, and can be computed before all ops around it. `moves` then has it.
bool AffineOperands::canMove(Value value, Region *scope) {
  Operation *op = value.getDefiningOp();
  Operation *top = op ? scope->findAncestorOpInRegion(*op) : nullptr;
  if (!top || top == op || !isLoopInvariant(top, value))
    return false;
  moves.insert({top, value});
  return true;
}

/// Returns true if it is the low bits of an index. MLIR 22 takes these, cast to
/// index again, for the index that they were.
static bool isCutIndex(Value value) {
  return !value.getType().isIndex() &&
         isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(
             value.getDefiningOp());
}

bool AffineOperands::isUsable(unsigned variable, Operation *user) {
  Value value = facts.getVariable(variable);
  Region *scope = affine::getAffineScope(user);
  if (!value || !scope)
    return false;
  if (facts.getExtentDim(variable))
    return affine::isTopLevelValue(value, scope);
  if (value.getType().isInteger(1) || isCutIndex(value))
    return false;
  if (loopVariables.contains(value) || affine::isTopLevelValue(value, scope))
    return true;
  // MLIR takes pure arithmetic on symbols for one wherever it is; between loops
  // it would hide that they are a nest. It takes `linalg.index` for one, too,
  // and not the variable of a loop that becomes of it.
  if (canMove(value, scope))
    return true;
  Operation *op = value.getDefiningOp();
  return (!op || isOnlyInLoops(op, scope->findAncestorOpInRegion(*op))) &&
         mayBeAffineDim(value, scope);
}

std::string AffineOperands::describe(unsigned variable) {
  if (!facts.getVariable(variable))
    return "a number that is no value";
  std::string text = facts.getVariables().getName(variable);
  if (facts.getExtentDim(variable))
    return text + " of a buffer that a loop or branch makes";
  if (isCutIndex(facts.getVariable(variable)))
    return text + ", which may lose bits of an index";
  return text + ", which is neither the variable of an affine loop nor "
                "computed outside of all loops; compute it before them";
}

/// MLIR 22 folds quotients of digits wrongly, and remainders in bounds.
static bool isSafe(AffineMap map, bool isBound) {
  bool isSafe = true;
  map.walkExprs([&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (isBound && expr.getKind() == AffineExprKind::Mod)
      isSafe = false;
    if (!binary || !isDivision(expr))
      return;
    binary.getLHS().walk([&](AffineExpr part) {
      isSafe &= part.getKind() != AffineExprKind::Mod;
    });
  });
  return isSafe;
}

std::optional<AffineForm> AffineOperands::express(ArrayRef<AffineExpr> exprs,
                                                  Operation *user, bool isBound,
                                                  std::string &why) {
  llvm::SetVector<unsigned> variables;
  for (AffineExpr expr : exprs)
    collectVariables(expr, variables);
  MLIRContext *context = user->getContext();
  SmallVector<Interval> ranges;
  llvm::DenseMap<unsigned, AffineExpr> dims;
  for (auto [position, variable] : llvm::enumerate(variables)) {
    if (!isUsable(variable, user)) {
      why = describe(variable);
      return std::nullopt;
    }
    ranges.push_back(facts.getRange(getAffineDimExpr(variable, context)));
    dims[variable] = getAffineDimExpr(position, context);
  }
  SmallVector<AffineExpr> results =
      llvm::map_to_vector(exprs, [&](AffineExpr expr) {
        return replaceVariables(expr, [&](unsigned v) { return dims[v]; });
      });
  AffineMap map = simplifyUnderRanges(
      AffineMap::get(variables.size(), 0, results, context), ranges, {});
  map = isBound ? untangleBound(map) : untangleDigits(map, ranges, {});
  if (!isSafe(map, isBound)) {
    why = "a quotient of more remainders than can be told apart";
    return std::nullopt;
  }
  return AffineForm{map, variables.takeVector(), {}};
}

/// The minimum of a number and a constant is an operand only at the top of the
/// function.
bool AffineOperands::isClampable(unsigned variable, Operation *user) {
  Value value = facts.getVariable(variable);
  Region *scope = affine::getAffineScope(user);
  return facts.getExtentDim(variable) ||
         affine::isTopLevelValue(value, scope) || canMove(value, scope);
}

/// Loops from a known start are taken to run less than 2^56 times.
Interval AffineOperands::getRange(unsigned variable, MLIRContext *context) {
  constexpr int64_t far = int64_t(1) << 56;
  Interval range = facts.getRange(getAffineDimExpr(variable, context));
  auto counter = dyn_cast<BlockArgument>(facts.getVariable(variable));
  if (!range.low || !counter)
    return range;
  for (const LoopCounter &loopCounter :
       getLoopCounters(counter.getOwner()->getParentOp())) {
    int64_t distance, end;
    if (loopCounter.variable == counter && loopCounter.step &&
        !llvm::MulOverflow(*loopCounter.step, far, distance) &&
        !llvm::AddOverflow(*range.low, distance, end))
      range.high = std::min(range.high.value_or(end), end);
  }
  return range;
}

bool AffineOperands::keepWithin64Bits(AffineForm &form, ArrayRef<bool> isEqual,
                                      Operation *user) {
  MLIRContext *context = user->getContext();
  SmallVector<unsigned> order, numbers;
  for (unsigned variable : form.variables)
    (isClampable(variable, user) ? numbers : order).push_back(variable);
  unsigned firstNumber = order.size();
  llvm::append_range(order, numbers);
  auto places = llvm::map_to_vector(form.variables, [&](unsigned variable) {
    unsigned place = llvm::find(order, variable) - order.begin();
    return getAffineDimExpr(place, context);
  });
  form.map = form.map.replaceDimsAndSymbols(places, {}, order.size(), 0);
  form.variables = order;
  SmallVector<Interval> ranges;
  for (unsigned variable : form.variables)
    ranges.push_back(getRange(variable, context));
  SmallVector<IndexConstraint> conditions;
  for (auto [expr, isEq] : llvm::zip_equal(form.map.getResults(), isEqual))
    conditions.push_back({expr, isEq});
  FailureOr<GuardClamps> clamps =
      GuardClamps::plan(conditions, ranges, firstNumber);
  if (failed(clamps))
    return false;
  form.clamps.resize(firstNumber);
  llvm::append_range(form.clamps, clamps->ofNumbers);
  return true;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

void AffineOperands::prepare() {
  for (auto [top, value] : moves)
    moveOutOfLoop(top, value);
}

Value AffineOperands::getOperand(unsigned variable) {
  Value value = facts.getVariable(variable);
  if (auto known = replaced.find(value); known != replaced.end())
    value = known->second;
  std::optional<unsigned> extent = facts.getExtentDim(variable);
  if (!extent && value.getType().isIndex())
    return value;
  Value &operand = made[variable];
  if (operand)
    return operand;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Location loc = value.getLoc();
  // Integers count as signed.
  if (extent)
    operand = memref::DimOp::create(builder, loc, value, *extent);
  else
    operand =
        arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value);
  return operand;
}

static Value buildClamp(Value number, Interval ends) {
  OpBuilder builder(number.getContext());
  builder.setInsertionPointAfterValue(number);
  auto getMap = [&](int64_t end) {
    return AffineMap::get(
        1, 0, {builder.getAffineDimExpr(0), builder.getAffineConstantExpr(end)},
        builder.getContext());
  };
  if (ends.high)
    number = affine::AffineMinOp::create(builder, number.getLoc(),
                                         getMap(*ends.high), number);
  if (ends.low)
    number = affine::AffineMaxOp::create(builder, number.getLoc(),
                                         getMap(*ends.low), number);
  return number;
}

AffineOperands::MapWithOperands AffineOperands::build(const AffineForm &form) {
  MapWithOperands result{form.map, {}};
  for (auto [position, variable] : llvm::enumerate(form.variables)) {
    Value operand = getOperand(variable);
    if (!form.clamps.empty())
      operand = buildClamp(operand, form.clamps[position]);
    result.operands.push_back(operand);
  }
  affine::canonicalizeMapAndOperands(&result.map, &result.operands);
  return result;
}
