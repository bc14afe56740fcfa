//===- SpeculationQueryPoison.cpp - Speculated poison ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpeculationQuery.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

PoisonRisks layout::findPoisonRisks(ArrayRef<Operation *> ops,
                                    ValueReducer &reducer) {
  PoisonRisks risks;
  for (Operation *op : ops) {
    bool isUnflagged = mayMakePoisonUnflagged(op),
         isFlagged = hasPoisonFlags(op);
    if (!isUnflagged && !isFlagged)
      continue;
    SmallVector<KnownValue, 3> operands;
    for (Value operand : op->getOperands())
      operands.push_back(reducer.reduce(operand));
    KnownValue result = op->getNumResults() == 1
                            ? reducer.reduce(op->getResult(0))
                            : KnownValue();
    // Proven for the operands that it has in added executions, so the flag may
    // stay.
    if (isSurelyDefined(op, operands, result)) {
      risks.hasKept = true;
      continue;
    }
    // Dropping its flags makes an op defined, unless it is one that yields
    // poison for some operands without any, such as a shift by too much.
    if (isFlagged)
      risks.unflagged.insert(op);
    if (isUnflagged)
      risks.undefined.insert(op);
  }
  return risks;
}

SmallVector<Value> SpeculationQuery::getControllingValues() {
  SmallVector<Value> values;
  for (Operation &inArm : added.arm->without_terminator())
    inArm.walk([&](Operation *op) {
      // A divisor that is poison is undefined behaviour, as an index or a bound
      // is.
      if (isDivision(op))
        values.push_back(op->getOperand(1));
      // What such an op does with poison is not known.
      if (isSpeculatableRead(op) && !isElementLoad(op))
        llvm::append_range(values, op->getOperands());
      if (op->getNumRegions() == 0 && !isElementLoad(op) &&
          !isElementStore(op) && !isa<FetchOp>(op))
        return;
      for (Value operand : op->getOperands())
        if (operand.getType().isIndex() || operand.getType().isInteger(1) ||
            (op->getNumRegions() != 0 && operand.getType().isInteger()))
          values.push_back(operand);
    });
  return values;
}

bool SpeculationQuery::checkPoison() {
  SmallVector<Value> used;
  for (Operation &inArm : *added.arm)
    inArm.walk(
        [&](Operation *op) { llvm::append_range(used, op->getOperands()); });
  PoisonSources sources = getPoisonSources(used);
  LeafValues leaves = getLeaves(added.where, Value());
  ValueReducer reducer(leaves.getLeaf(), Executions::Added);
  PoisonRisks risks = findPoisonRisks(sources.getArrayRef(), reducer);
  risks.undefined.remove_if([&](Operation *op) { return namesLanes(op); });
  // Poison in data is harmless until it is stored. In an index, a bound or a
  // condition it is undefined behavior at once, and facts about these were
  // derived from the flag: such an op cannot just lose it.
  for (Operation *op : getPoisonSources(getControllingValues())) {
    if (risks.undefined.contains(op))
      return failByPoison(op);
    if (!risks.unflagged.contains(op))
      continue;
    // What is read off an integer of a fixed width rests on the flag.
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    if (!flags)
      continue;
    if (keepsWrapFlags(op))
      risks.unflagged.remove(op);
    else if (flags.hasNoSignedWrap() && !op->getResult(0).getType().isIndex())
      return fail(op, "may-overflow",
                  "this op has nsw, and may overflow in executions that the "
                  "condition excludes; remove the flag");
  }
  poisonous.insert(risks.undefined.begin(), risks.undefined.end());
  result.unflagged.insert(risks.unflagged.begin(), risks.unflagged.end());
  if (risks.hasKept)
    result.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
  if (!risks.unflagged.empty())
    prove("flags that may not hold are dropped");
  return true;
}

bool SpeculationQuery::keepsWrapFlags(Operation *op) {
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  Value number = op->getResult(0);
  // The facts about a product of two variables are the range of its type,
  // whether it wraps around or not: that was once taken for a proof of nsw.
  AffineExpr expr = facts.express(number);
  unsigned width = number.getType().isInteger()
                       ? number.getType().getIntOrFloatBitWidth()
                       : 0;
  if (width <= 1 || width > 32)
    return false;
  // A variable of its own, as a product is, is a number of its type whether the
  // op wraps around or not.
  auto variable = dyn_cast<AffineDimExpr>(expr);
  if (variable && facts.getVariable(variable.getPosition()) == number)
    return false;
  int64_t most = (int64_t(1) << (width - 1)) - 1, least = -most - 1;
  Conjunction fits{{expr - least}, {-expr + most}};
  // Signed numbers that are not negative are the same as unsigned ones.
  if (flags.hasNoUnsignedWrap()) {
    fits.push_back({expr});
    for (Value operand : op->getOperands())
      fits.push_back({facts.express(operand)});
  }
  return isImplied(getPremise(op), Condition(std::move(fits))).isYes();
}

bool SpeculationQuery::namesLanes(Operation *op) {
  SmallVector<OpFoldResult> position;
  VectorType type;
  if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
    position = extract.getMixedPosition();
    type = extract.getSourceVectorType();
  } else if (auto insert = dyn_cast<vector::InsertOp>(op)) {
    position = insert.getMixedPosition();
    type = insert.getDestVectorType();
  } else {
    return false;
  }
  // A lane that the vector does not have is poison.
  Conjunction isLane;
  for (auto [lane, extent] : llvm::zip(position, type.getShape())) {
    auto number = dyn_cast<Attribute>(lane);
    AffineExpr expr =
        number ? getAffineConstantExpr(cast<IntegerAttr>(number).getInt(),
                                       op->getContext())
               : facts.express(cast<Value>(lane));
    isLane.push_back({expr});
    isLane.push_back({extent - 1 - expr});
  }
  return !type.isScalable() &&
         isImplied(getPremise(op), Condition(std::move(isLane))).isYes();
}

Operation *SpeculationQuery::findPoison(Value value) const {
  // For the time only.
  if (poisonous.empty())
    return nullptr;
  for (Operation *op : getPoisonSources(value))
    if (poisonous.contains(op))
      return op;
  return nullptr;
}

bool SpeculationQuery::failByPoison(Operation *op) {
  return fail(
      op, "may-be-poison",
      op->getName().getStringRef() +
          " may yield poison in executions that the condition excludes; bound "
          "its operands by layout.assume");
}

bool SpeculationQuery::failByFloat(const EqualityAnswer &missing,
                                   const Twine &what) {
  if (!missing.needsFinite())
    return fail(
        missing.op, "needs-flag",
        "fastmath<" + arith::stringifyFastMathFlags(missing.flags) +
            "> on this op would allow to remove the condition, as it would " +
            what);
  bool isInfinite =
      bitEnumContainsAny(missing.flags, arith::FastMathFlags::ninf);
  return fail(missing.op, "may-be-nan",
              Twine("operands of this op that are not NaN") +
                  (isInfinite ? " and not infinite" : "") + " would " + what +
                  ", which cannot be proven for executions that the condition "
                  "excludes; flags say nothing of those");
}
