//===- NestReorderLoops.cpp - The loops of a nest as expressions ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestReorderLoops.h"

#include "Transforms/LoopBounds/LoopRange.h"
#include "Transforms/Nests/WholeBody.h"

using namespace mlir;
using namespace mlir::layout;

bool NestReorderLoops::isInOrder(ArrayRef<AffineExpr> place) const {
  if (reorderedCoordinates.size() > loops.size())
    return false;
  for (auto [loop, coordinate] : llvm::zip(loops, reorderedCoordinates))
    if (place[coordinate] != loop.expr)
      return false;
  return true;
}

bool NestReorderLoops::areVariables(ArrayRef<AffineExpr> place) const {
  unsigned next = 0;
  for (const NestReorderLoop &loop : loops)
    if (next < reorderedCoordinates.size() &&
        place[reorderedCoordinates[next]] == loop.expr)
      ++next;
  return next == reorderedCoordinates.size();
}

namespace {

/// Reads the loops of a chain and the index in terms of their variables.
class LoopReader {
public:
  LoopReader(const NestReorderRequest &request, IntegerFacts &facts,
             NestReorderRefusal &refusal)
      : request(request), facts(facts), refusal(refusal) {}

  FailureOr<NestReorderLoops> read() {
    if (failed(readChain()) || failed(readPlace()))
      return failure();
    return std::move(result);
  }

private:
  LogicalResult readChain() {
    for (auto [level, op] : llvm::enumerate(request.chain.getOps())) {
      if (op->getNumResults() != 0)
        return refusal.give("carries-values",
                            "a loop or branch around the access yields values; "
                            "store them to memory first",
                            op);
      // The other arm would have to be executed in the old order.
      bool isThen =
          request.chain.getBlock(level)->getParent() == &op->getRegion(0);
      if (!request.chain.isLoop(level) &&
          (!isThen || !isEmpty(getArm(op, /*isThen=*/false))))
        return refusal.give("two-arms",
                            "a branch between the loops has code in both arms; "
                            "split it into two branches",
                            op);
      if (request.chain.isLoop(level) && failed(readLoop(op)))
        return failure();
    }
    return success();
  }

  LogicalResult readLoop(Operation *op) {
    NestReorderLoop loop;
    loop.op = op;
    LoopRange range(op);
    loop.variable = range.getVariable();
    loop.expr = facts.express(loop.variable);
    LoopCounter counter = range.getCounter();
    std::optional<int64_t> step = counter.step;
    loop.lowers = facts.express(counter.lower);
    loop.uppers = facts.express(counter.upper);
    auto isKnown = [](AffineExpr expr) { return bool(expr); };
    if (!loop.expr || !step || *step < 1 ||
        !llvm::all_of(loop.lowers, isKnown) ||
        !llvm::all_of(loop.uppers, isKnown))
      return refusal.give(
          "unknown-bounds",
          "the bounds or the step of a loop around the access are not affine; "
          "make them constants, or affine in outer loops",
          op);
    // From a lower bound that varies, which values a loop with steps takes is
    // no affine condition.
    loop.step = *step;
    if (*step != 1 && !(loop.lowers.size() == 1 &&
                        isa<AffineConstantExpr>(loop.lowers.front())))
      return refusal.give(
          "unknown-bounds",
          "a loop with a step other than 1 needs a constant lower bound", op);
    result.loops.push_back(std::move(loop));
    return success();
  }

  bool isAround(Value value) const {
    return value.getType().isIndex() &&
           !request.chain.getRoot()->isAncestor(
               value.getParentRegion()->getParentOp());
  }

  /// Returns the value from around the nest that a variable of the facts stands
  /// for; null if there is none. A variable may be the extent of a buffer: then
  /// an operand of a loop bound that equals it.
  Value findValue(AffineDimExpr variable) {
    Value value = facts.getVariable(variable.getPosition());
    if (isAround(value))
      return value;
    if (isa<BaseMemRefType>(value.getType()))
      for (Operation *loop : request.chain.getLoops())
        for (Value operand : loop->getOperands())
          if (isAround(operand) && facts.express(operand) == variable)
            return operand;
    return {};
  }

  /// Values from around the nest, which are the same in all of it.
  LogicalResult addFixed(AffineExpr expr, Operation *at) {
    LogicalResult outcome = success();
    expr.walk([&](AffineExpr part) {
      auto dim = dyn_cast<AffineDimExpr>(part);
      if (!dim || result.isVariable(dim) || failed(outcome))
        return;
      Value value = findValue(dim);
      if (!value) {
        outcome = refusal.give(
            "not-affine",
            "the index is not affine in the variables of the loops around it",
            at);
        return;
      }
      if (!llvm::is_contained(result.fixed, value)) {
        result.fixed.push_back(value);
        result.fixedExprs.push_back(part);
      }
    });
    return outcome;
  }

  LogicalResult readPlace() {
    for (AffineExpr expr : request.place) {
      if (!expr)
        return refusal.give(
            "not-affine",
            "the index is not affine in the variables of the loops around it");
      if (failed(addFixed(expr, refusal.at)))
        return failure();
    }
    result.numFixedOfPlace = result.fixed.size();
    for (const NestReorderLoop &loop : result.loops)
      for (AffineExpr bound :
           llvm::concat<const AffineExpr>(loop.lowers, loop.uppers))
        if (failed(addFixed(bound, loop.op)))
          return failure();
    for (auto [coordinate, expr] : llvm::enumerate(request.place))
      if (result.dependsOnLoop(expr))
        result.reorderedCoordinates.push_back(coordinate);
    return success();
  }

  const NestReorderRequest &request;
  IntegerFacts &facts;
  NestReorderRefusal &refusal;
  NestReorderLoops result;
};

} // namespace

FailureOr<NestReorderLoops>
layout::readNestReorderLoops(const NestReorderRequest &request,
                             IntegerFacts &facts, NestReorderRefusal &refusal) {
  return LoopReader(request, facts, refusal).read();
}
