//===- ControlFlow.cpp - Control flow of regions --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "Analysis/Integers/LoopIterations.h"
#include "Layout/Analysis/Integers/LoopSteps.h"
#include "Layout/IR/ControlFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

class LoopDescriber {
public:
  LoopDescriber(AccessNode &node, IndexExpressions &expressions)
      : node(node), expressions(expressions) {
    node.kind = AccessNode::Kind::Loop;
  }

  void describe(Operation *loop) {
    node.isSequential = isCountedLoop(loop);
    for (const LoopCounter &counter : getLoopCounters(loop)) {
      IndexBounds lower = bound(counter.lower, /*isUpper=*/false),
                  upper = bound(counter.upper, /*isUpper=*/true);
      // Not if a step may wrap around, or values are compared without sign:
      // then the bounds do not enclose the values.
      if (ascends(loop, getMost(upper)))
        addCounter(counter.variable, lower, upper, counter.step.value_or(0));
      else
        addUnknownCounter(counter.variable);
    }
  }

private:
  /// All bounds speak of what is around the loop.
  ArrayRef<Interval> around() const {
    return ArrayRef(node.counters).take_front(node.depth);
  }
  IndexBounds bound(const CounterBound &bound, bool isUpper) {
    return expressions.expressBound(bound, isUpper, around());
  }

  /// Anything at all.
  void addUnknownCounter(Value variable) {
    node.isExact = false;
    expressions.bind(variable, getCounter());
    node.counters.emplace_back();
  }

  AffineExpr getCounter() {
    return getAffineDimExpr(node.counters.size(), expressions.getContext());
  }

  /// Steps are positive; 0 means unknown.
  void addCounter(Value variable, IndexBounds lower, IndexBounds upper,
                  int64_t step) {
    std::optional<int64_t> low = getLeast(lower), high = getMost(upper);
    // With step 1, a counter may begin at the least bound, and others are
    // constraints. With another step, its values depend on where exactly it
    // begins.
    bool isShift = step == 1 && low && lower.isComplete;
    bool isScale = step > 0 && lower.exprs.size() == 1 && lower.isComplete;
    if (!isShift && !isScale)
      return addUnknownCounter(variable);
    node.isExact &= upper.isComplete;
    AffineExpr counter = getCounter();
    AffineExpr value =
        isShift ? counter + *low : lower.exprs.front() + counter * step;
    expressions.bind(variable, value);

    Interval range;
    range.low = 0;
    if (low && high) // one that is never executed has a contradictory domain
      range.high = *high <= *low ? 0 : (*high - 1 - *low) / step;
    node.counters.push_back(range);
    node.domain.push_back({counter});
    for (AffineExpr expr : lower.exprs)
      if (isShift && !isa<AffineConstantExpr>(expr))
        node.domain.push_back({value - expr});
    for (AffineExpr expr : upper.exprs)
      node.domain.push_back({expr - 1 - value});
  }

  /// Leaves room for the arithmetic on it.
  static bool isModest(std::optional<int64_t> value) {
    constexpr int64_t limit = int64_t(1) << 60;
    return value && *value > -limit && *value < limit;
  }

  /// A constant that the largest lower bound is never below.
  std::optional<int64_t> getLeast(const IndexBounds &lower) const {
    std::optional<int64_t> least;
    for (AffineExpr expr : lower.exprs)
      if (Interval range = expressions.getRange(expr, around());
          isModest(range.low))
        least = std::max(least.value_or(*range.low), *range.low);
    return least;
  }

  std::optional<int64_t> getMost(const IndexBounds &upper) const {
    std::optional<int64_t> most;
    for (AffineExpr expr : upper.exprs)
      if (Interval range = expressions.getRange(expr, around());
          isModest(range.high))
        most = std::min(most.value_or(*range.high), *range.high);
    return most;
  }

  AccessNode &node;
  IndexExpressions &expressions;
};

} // namespace

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static void describeBranch(AccessNode &node, IndexExpressions &expressions) {
  node.kind = AccessNode::Kind::Branch;
  std::optional<Condition> condition, otherwise;
  if (auto branch = dyn_cast<affine::AffineIfOp>(node.op))
    condition = expressions.readCondition(branch.getIntegerSet(),
                                          branch.getOperands(), node.counters);
  else
    condition = expressions.readCondition(
        cast<scf::IfOp>(node.op).getCondition(), node.counters);
  // The negation may be too large to be written. The else arm then has no
  // condition, which only makes answers less exact.
  if (condition)
    otherwise = condition->negate();
  if (!otherwise)
    return;
  llvm::append_range(node.conditions[0], condition->getAlternatives());
  llvm::append_range(node.conditions[1], otherwise->getAlternatives());
}

void layout::describeControlFlow(AccessNode &node,
                                 IndexExpressions &expressions) {
  switch (getControlFlow(node.op)) {
  case ControlFlow::CountedLoop:
  case ControlFlow::ParallelLoop:
    return LoopDescriber(node, expressions).describe(node.op);
  case ControlFlow::Branch:
    if (isa<affine::AffineIfOp, scf::IfOp>(node.op))
      return describeBranch(node, expressions);
    break;
  case ControlFlow::Sequence:
    node.kind = AccessNode::Kind::Once;
    return;
  case ControlFlow::WhileLoop:
  case ControlFlow::Unknown:
    break;
  }
  node.kind = AccessNode::Kind::Opaque;
}
