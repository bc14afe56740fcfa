//===- ExpandLongLoops.cpp - Loops whose range exceeds their type ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expand.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LongLoop {
  scf::ForOp loop;
  int64_t numIterations;
};
} // namespace

/// The constant that `value` is, or that upstream folds it to.
static std::optional<APInt> evaluate(Value value, unsigned depth = 6) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op || !depth || op->getNumResults() != 1 || op->getNumRegions() ||
      !op->getNumOperands() || !isPure(op))
    return std::nullopt;
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<APInt> number = evaluate(operand, depth - 1);
    if (!number)
      return std::nullopt;
    operands.push_back(IntegerAttr::get(operand.getType(), *number));
  }
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.empty())
    return std::nullopt;
  auto result = dyn_cast_or_null<IntegerAttr>(dyn_cast<Attribute>(results[0]));
  return result ? std::optional(result.getValue()) : std::nullopt;
}

/// Returns the number of iterations if the distance of the bounds has no
/// positive value in the type of the loop.
static std::optional<int64_t> countLongLoop(scf::ForOp loop) {
  if (loop.getUnsignedCmp())
    return std::nullopt;
  std::optional<APInt> lower = evaluate(loop.getLowerBound());
  std::optional<APInt> upper = evaluate(loop.getUpperBound());
  std::optional<APInt> step = evaluate(loop.getStep());
  if (!lower || !upper || !step || !step->isStrictlyPositive() ||
      !lower->slt(*upper) || (*upper - *lower).isStrictlyPositive())
    return std::nullopt;
  unsigned width = lower->getBitWidth() + 1;
  APInt count = llvm::APIntOps::RoundingUDiv(
      upper->sext(width) - lower->sext(width), step->sext(width),
      llvm::APInt::Rounding::UP);
  return count.trySExtValue();
}

/// Counts from 0 in a type that holds all counts; the old variable is computed
/// from that in its own type, which may wrap on the way.
static void expandLongLoop(LongLoop found) {
  scf::ForOp loop = found.loop;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInductionVar().getType();
  Type counter = found.numIterations <= std::numeric_limits<int32_t>::max()
                     ? Type(builder.getIndexType())
                     : Type(builder.getI64Type());
  auto makeCount = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(counter, value));
  };
  Value lower = loop.getLowerBound(), step = loop.getStep();
  loop.getLowerBoundMutable().assign(makeCount(0));
  loop.getUpperBoundMutable().assign(makeCount(found.numIterations));
  loop.getStepMutable().assign(makeCount(1));
  BlockArgument variable = loop.getBody()->getArgument(0);
  builder.setInsertionPointToStart(loop.getBody());
  Value old = variable;
  if (type != counter) {
    variable.setType(counter);
    bool isIndex = type.isIndex() || counter.isIndex();
    old = isIndex
              ? Value(arith::IndexCastOp::create(builder, loc, type, variable))
              : Value(arith::TruncIOp::create(builder, loc, type, variable));
  }
  Operation *first = old.getDefiningOp();
  Value scaled = arith::MulIOp::create(builder, loc, old, step);
  Value shifted = arith::AddIOp::create(builder, loc, lower, scaled);
  variable.replaceUsesWithIf(shifted, [&](OpOperand &use) {
    return use.getOwner() != first && use.getOwner() != scaled.getDefiningOp();
  });
}

void layout::expandLongLoops(Operation *root) {
  SmallVector<LongLoop> found;
  root->walk([&](scf::ForOp loop) {
    if (std::optional<int64_t> count = countLongLoop(loop))
      found.push_back({loop, *count});
  });
  for (const LongLoop &loop : found)
    expandLongLoop(loop);
}
