//===- FloatIndices.cpp - Subscripts computed in floats -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     affine.for %i = 0 to 160 {               affine.for %i = 0 to 160 {
//       %0 = arith.index_cast %i                 %c2 = arith.constant 2
//       %1 = arith.sitofp %0 : i64 to f32        %k = arith.floordivsi %i, %c2
//       %2 = arith.divf %1, %cst2                memref.load %x[%k]
//       %3 = math.floor %2                     }
//       %4 = arith.fptosi %3 : f32 to i64
//       %k = arith.index_cast %4
//       memref.load %x[%k]
//     }
//
//===----------------------------------------------------------------------===//

#include "FloatIndices.h"

#include "Layout/Analysis/Values/ValueReducer.h"
#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "QuotientFit.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What an integer is computed from, constants apart.
struct IndexSlice {
  llvm::SmallSetVector<Operation *, 16> ops;
  /// Block arguments, and results of ops that are not looked into.
  llvm::SmallSetVector<Value, 2> sources;
  bool hasFloats = false;
};

/// The numbers that a loop variable takes.
struct VariableRange {
  int64_t first, step, count;
};

class FloatIndexReplacer {
public:
  /// Looks at the whole of `index` first, so that a clamp after a conversion is
  /// part of the expression; then at what it is computed from.
  void visit(Value index, Operation *access);
  bool hasReplaced() const { return replaced; }

private:
  bool tryReplace(Value index, const IndexSlice &slice, std::string &why);

  llvm::DenseSet<Value> seen;
  bool replaced = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Returns true if `op` computes a number from numbers.
static bool isArithmetic(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         op->getResult(0).getType().isIntOrIndexOrFloat() &&
         isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         affine::AffineDialect>(op->getDialect()) &&
         isMemoryEffectFree(op);
}

static IndexSlice getSlice(Value index) {
  IndexSlice slice;
  SmallVector<Value> worklist{index};
  while (!worklist.empty() && slice.ops.size() < ValueReducer::maxOps) {
    Value value = worklist.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (matchPattern(value, m_Constant()))
      continue;
    if (!op || !isArithmetic(op)) {
      slice.sources.insert(value);
      continue;
    }
    slice.hasFloats |= isa<arith::FPToSIOp, arith::FPToUIOp>(op);
    if (slice.ops.insert(op))
      llvm::append_range(worklist, op->getOperands());
  }
  // What is left was not looked at.
  slice.sources.insert(worklist.begin(), worklist.end());
  return slice;
}

/// Returns true if `value` is one number in every iteration, whatever flags
/// allow: a scale that several subscripts are computed of.
static bool isOneNumber(Value value) {
  ValueReducer reducer([](Value) { return std::optional<KnownValue>(); },
                       Executions::Added);
  return bool(reducer.reduce(value).constant);
}

/// Returns true if a float of `slice` is used for something else.
static bool isShared(const IndexSlice &slice) {
  return llvm::any_of(slice.ops, [&](Operation *op) {
    return isa<FloatType>(op->getResult(0).getType()) &&
           llvm::any_of(op->getUsers(),
                        [&](Operation *user) {
                          return !slice.ops.contains(user);
                        }) &&
           !isOneNumber(op->getResult(0));
  });
}

static std::optional<VariableRange> getRange(Value variable) {
  auto argument = dyn_cast<BlockArgument>(variable);
  Operation *loop = argument ? argument.getOwner()->getParentOp() : nullptr;
  if (!loop)
    return std::nullopt;
  for (const LoopCounter &counter : getLoopCounters(loop)) {
    if (counter.variable != variable)
      continue;
    std::optional<int64_t> lower = counter.lower.getConstant();
    std::optional<int64_t> upper = counter.upper.getConstant();
    // Far from the ends of 32 bits no step wraps around.
    constexpr int64_t limit = int64_t(1) << 30;
    if (!lower || !upper || !counter.step || *counter.step <= 0 ||
        *lower < -limit || *upper > limit || *counter.step > limit ||
        *lower >= *upper)
      return std::nullopt;
    return VariableRange{*lower, *counter.step,
                         llvm::divideCeilSigned(*upper - *lower,
                                                *counter.step)};
  }
  return std::nullopt;
}

/// Returns what an `affine.apply` of `variable` and constants is where that is
/// `number`.
static std::optional<KnownValue> evaluateApply(affine::AffineApplyOp apply,
                                               Value variable,
                                               IntegerAttr number) {
  SmallVector<Attribute> operands;
  for (Value operand : apply.getMapOperands()) {
    Attribute constant = number;
    if (operand != variable && !matchPattern(operand, m_Constant(&constant)))
      return std::nullopt;
    operands.push_back(constant);
  }
  SmallVector<Attribute> results;
  if (failed(apply.getAffineMap().constantFold(operands, results)))
    return std::nullopt;
  return KnownValue::getConstant(cast<IntegerAttr>(results.front()));
}

/// Returns the number that `index` is where `variable` is `number`.
static std::optional<int64_t> evaluate(Value index, Value variable,
                                       int64_t number, Executions executions) {
  IntegerAttr attr = getNumberAttr(variable.getType(), number);
  auto leaf = [&](Value value) -> std::optional<KnownValue> {
    if (value == variable)
      return KnownValue::getConstant(attr);
    if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
      return evaluateApply(apply, variable, attr);
    return std::nullopt;
  };
  TypedAttr result = ValueReducer(leaf, executions).reduce(index).constant;
  return result ? getConstantNumber(result) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

/// Builds the quotient of `variable` as a number of type `type`.
static Value buildQuotient(OpBuilder &builder, Location loc, Value variable,
                           Type type, const QuotientFit &fit) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (!variable.getType().isIndex())
    variable = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                          variable);
  Value result = fit.factor == 0 ? number(0) : variable;
  if (fit.factor != 0 && fit.factor != 1)
    result = arith::MulIOp::create(builder, loc, result, number(fit.factor));
  if (fit.offset != 0)
    result = arith::AddIOp::create(builder, loc, result, number(fit.offset));
  if (fit.divisor != 1)
    result =
        arith::FloorDivSIOp::create(builder, loc, result, number(fit.divisor));
  if (fit.high)
    result = arith::MinSIOp::create(builder, loc, result, number(*fit.high));
  if (fit.low)
    result = arith::MaxSIOp::create(builder, loc, result, number(*fit.low));
  if (!type.isIndex())
    result = arith::IndexCastOp::create(builder, loc, type, result);
  return result;
}

bool FloatIndexReplacer::tryReplace(Value index, const IndexSlice &slice,
                                    std::string &why) {
  if (slice.sources.size() != 1) {
    why = "it depends on " + std::to_string(slice.sources.size()) +
          " numbers that are no constants";
    return false;
  }
  Value variable = slice.sources.front();
  std::optional<VariableRange> range = getRange(variable);
  constexpr int64_t maxCount = int64_t(1) << 16;
  if (!range || range->count > maxCount) {
    why = "it does not depend on a loop variable with constant bounds and at "
          "most 65536 iterations";
    return false;
  }
  Executions executions =
      isShared(slice) ? Executions::Added : Executions::Present;
  SmallVector<int64_t> values;
  for (int64_t k = 0; k < range->count; ++k) {
    int64_t number = range->first + k * range->step;
    std::optional<int64_t> value =
        evaluate(index, variable, number, executions);
    if (!value) {
      why = "its value is not known where that variable is " +
            std::to_string(number);
      return false;
    }
    values.push_back(*value);
  }
  std::optional<QuotientFit> fit =
      fitQuotient(values, range->first, range->step);
  if (!fit) {
    why = "its values are no quotient (a * i + b) floordiv c, with or without "
          "limits";
    return false;
  }
  OpBuilder builder(index.getContext());
  builder.setInsertionPointAfterValue(index);
  index.replaceAllUsesWith(buildQuotient(builder, index.getLoc(), variable,
                                         index.getType(), *fit));
  return replaced = true;
}

void FloatIndexReplacer::visit(Value index, Operation *access) {
  SmallVector<Value> worklist{index};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    IndexSlice slice = getSlice(value);
    if (!slice.hasFloats)
      continue;
    std::string why;
    if (tryReplace(value, slice, why)) {
      remarkDone(access->getLoc(), "layout-raise-loops/float-index")
          << "a subscript that floats compute is a quotient of integers";
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
      remarkMissed(access->getLoc(), "layout-raise-loops/float-index-stays")
          << "a subscript stays arithmetic of floats: " + why;
    else
      for (Value operand : op->getOperands())
        if (operand.getType().isIntOrIndex())
          worklist.push_back(operand);
  }
}

bool layout::replaceFloatIndices(Operation *function) {
  FloatIndexReplacer replacer;
  SmallVector<std::pair<Value, Operation *>> subscripts;
  function->walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      for (Value index : load.getIndices())
        subscripts.emplace_back(index, op);
    if (auto store = dyn_cast<memref::StoreOp>(op))
      for (Value index : store.getIndices())
        subscripts.emplace_back(index, op);
  });
  for (auto [index, access] : subscripts)
    replacer.visit(index, access);
  return replacer.hasReplaced();
}
