//===- ControlFlow.cpp - When regions are executed ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IntegerSet.h"
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

  void describe(affine::AffineForOp loop) {
    node.isSequential = true;
    addCounter(loop.getInductionVar(),
               bounds(loop.getLowerBoundMap(), loop.getLowerBoundOperands()),
               bounds(loop.getUpperBoundMap(), loop.getUpperBoundOperands()),
               loop.getStepAsInt());
  }

  void describe(affine::AffineParallelOp loop) {
    for (auto [i, variable] : llvm::enumerate(loop.getIVs()))
      addCounter(
          variable,
          bounds(loop.getLowerBoundMap(i), loop.getLowerBoundsOperands()),
          bounds(loop.getUpperBoundMap(i), loop.getUpperBoundsOperands()),
          loop.getSteps()[i]);
  }

  void describe(scf::ForOp loop) {
    node.isSequential = true;
    if (loop.getUnsignedCmp())
      addUnknownCounter(loop.getInductionVar());
    else
      addCounter(loop.getInductionVar(), loop.getLowerBound(),
                 loop.getUpperBound(), loop.getStep());
  }

  void describe(scf::ParallelOp loop) {
    for (auto [variable, lower, upper, step] :
         llvm::zip_equal(loop.getInductionVars(), loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep()))
      addCounter(variable, lower, upper, step);
  }

  void describe(scf::ForallOp loop) {
    for (auto [variable, lower, upper, step] :
         llvm::zip_equal(loop.getInductionVars(), loop.getMixedLowerBound(),
                         loop.getMixedUpperBound(), loop.getMixedStep()))
      addCounter(variable, lower, upper, step);
  }

private:
  /// All bounds speak of what is around the loop.
  ArrayRef<Interval> around() const {
    return ArrayRef(node.counters).take_front(node.depth);
  }
  IndexBounds bounds(AffineMap map, ValueRange operands) {
    return expressions.expressBound(map, operands, around());
  }

  void addCounter(Value variable, OpFoldResult lower, OpFoldResult upper,
                  OpFoldResult step) {
    addCounter(variable, expressions.expressBound(lower, false, around()),
               expressions.expressBound(upper, true, around()),
               getConstantIntValue(step).value_or(0));
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

  /// Steps are positive; 0 stands for one that is not known.
  void addCounter(Value variable, IndexBounds lower, IndexBounds upper,
                  int64_t step) {
    std::optional<int64_t> low = getLeast(lower), high = getMost(upper);
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

/// not (e >= 0) is -e - 1 >= 0; an equality fails on either side.
static SmallVector<Conjunction> negate(ArrayRef<IndexConstraint> conjunction) {
  SmallVector<Conjunction> alternatives;
  auto add = [&](AffineExpr expr) {
    alternatives.emplace_back().push_back({expr});
  };
  for (const IndexConstraint &constraint : conjunction) {
    add(-constraint.expr - 1);
    if (constraint.isEq)
      add(constraint.expr - 1);
  }
  return alternatives;
}

namespace {

/// The condition of a branch, if it is a conjunction of affine constraints, or
/// the negation of one.
class ConditionReader {
public:
  ConditionReader(IndexExpressions &expressions, ArrayRef<Interval> counters)
      : expressions(expressions), counters(counters) {}

  bool read(affine::AffineIfOp branch) {
    IntegerSet set = branch.getIntegerSet();
    for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
      AffineExpr expr =
          expressions.express(set.getConstraint(i), set.getNumDims(),
                              branch.getOperands(), counters);
      if (!expr)
        return false;
      conjunction.push_back({expr, set.isEq(i)});
    }
    return true;
  }

  bool read(Value condition, unsigned nesting = 0) {
    if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
      constexpr unsigned maxNesting = 3; // up to 8 constraints
      return nesting < maxNesting && read(both.getLhs(), nesting + 1) &&
             !isNegated && read(both.getRhs(), nesting + 1) && !isNegated;
    }
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    if (!compare)
      return false;
    AffineExpr lhs = expressions.express(compare.getLhs(), counters);
    AffineExpr rhs = expressions.express(compare.getRhs(), counters);
    return lhs && rhs && add(compare.getPredicate(), lhs, rhs);
  }

  Conjunction conjunction;
  bool isNegated = false; ///< the condition is that `conjunction` does not hold

private:
  bool add(arith::CmpIPredicate predicate, AffineExpr lhs, AffineExpr rhs) {
    using Predicate = arith::CmpIPredicate;
    switch (predicate) {
    case Predicate::eq:
    case Predicate::ne:
      isNegated = predicate == Predicate::ne;
      conjunction.push_back({lhs - rhs, true});
      return true;
    case Predicate::ult:
    case Predicate::ule:
    case Predicate::ugt:
    case Predicate::uge:
      if (!isNonNegative(lhs) || !isNonNegative(rhs))
        return false;
      break;
    default:
      break;
    }
    bool isGreater = predicate == Predicate::sgt ||
                     predicate == Predicate::sge ||
                     predicate == Predicate::ugt || predicate == Predicate::uge;
    bool isStrict = predicate == Predicate::slt ||
                    predicate == Predicate::sgt ||
                    predicate == Predicate::ult || predicate == Predicate::ugt;
    AffineExpr difference = isGreater ? lhs - rhs : rhs - lhs;
    conjunction.push_back({isStrict ? difference - 1 : difference});
    return true;
  }

  bool isNonNegative(AffineExpr expr) const {
    Interval range = expressions.getRange(expr, counters);
    return range.low && *range.low >= 0;
  }

  IndexExpressions &expressions;
  ArrayRef<Interval> counters;
};

} // namespace

static void describeBranch(AccessNode &node, IndexExpressions &expressions) {
  node.kind = AccessNode::Kind::Branch;
  ConditionReader reader(expressions, node.counters);
  auto affineIf = dyn_cast<affine::AffineIfOp>(node.op);
  bool isKnown = affineIf
                     ? reader.read(affineIf)
                     : reader.read(cast<scf::IfOp>(node.op).getCondition());
  if (!isKnown)
    return;
  node.conditions[reader.isNegated].push_back(reader.conjunction);
  node.conditions[!reader.isNegated] = negate(reader.conjunction);
}

void layout::describeControlFlow(AccessNode &node,
                                 IndexExpressions &expressions) {
  llvm::TypeSwitch<Operation *>(node.op)
      .Case<affine::AffineForOp, affine::AffineParallelOp, scf::ForOp,
            scf::ParallelOp, scf::ForallOp>(
          [&](auto loop) { LoopDescriber(node, expressions).describe(loop); })
      .Case<affine::AffineIfOp, scf::IfOp>(
          [&](auto) { describeBranch(node, expressions); })
      .Case<scf::ExecuteRegionOp, memref::AllocaScopeOp>(
          [&](auto) { node.kind = AccessNode::Kind::Once; })
      .Default([&](Operation *) { node.kind = AccessNode::Kind::Opaque; });
}
