//===- FalseAssumptions.cpp - Assumptions that are always false -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/FalseAssumptions.h"

#include "Execution.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/IntegerConstants.h"
#include "LoopIterations.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class FalseAssumptionSearch {
public:
  FalseAssumptionSearch(func::FuncOp function, IntegerFacts &facts)
      : function(function), facts(facts) {}

  SmallVector<FalseAssumption> run() {
    bool hasAssumption =
        function->walk([](AssumeOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (hasAssumption && !function.isExternal())
      (void)visitBlock(function.getBody().front(), Condition::getTrue());
    return std::move(found);
  }

private:
  static constexpr unsigned maxTries = 64;

  /// Returns true if control that enters the block, where `given` holds,
  /// reaches an assumption that is false.
  bool visitBlock(Block &block, const Condition &given) {
    for (Operation &op : block) {
      if (visit(&op, given))
        return true;
      // An assumption after it may never be reached, and is not false then.
      if (mayNotComeBack(&op))
        return false;
    }
    return false;
  }

  bool visit(Operation *op, const Condition &given) {
    if (auto assume = dyn_cast<AssumeOp>(op))
      return visitAssumption(assume, given);
    switch (getControlFlow(op)) {
    case ControlFlow::Branch:
      return visitBranch(op, given);
    case ControlFlow::Sequence:
      return visitBlock(op->getRegion(0).front(), given);
    case ControlFlow::CountedLoop:
    case ControlFlow::ParallelLoop:
      return visitLoop(op, given);
    case ControlFlow::WhileLoop:
    case ControlFlow::Unknown:
      return false;
    }
    llvm_unreachable("all kinds are handled");
  }

  bool visitAssumption(AssumeOp assume, const Condition &given) {
    std::optional<Condition> negation = getNegation(assume);
    // If the assumptions before are a contradiction by themselves, the fault is
    // there.
    if (!negation || !facts.isImplied(*negation, assume, given).isYes() ||
        !facts.isPossible(given, assume).isYes())
      return false;
    found.push_back({assume, iteration});
    return true;
  }

  std::optional<Condition> getNegation(AssumeOp assume) {
    std::optional<Condition> condition = facts.read(assume.getCondition());
    return condition ? condition->negate() : std::nullopt;
  }

  //===--------------------------------------------------------------------===//
  // Branches
  //===--------------------------------------------------------------------===//

  /// Whatever way control takes.
  bool visitBranch(Operation *branch, const Condition &given) {
    size_t before = found.size();
    bool isFalse = llvm::all_of(branch->getRegions(), [&](Region &region) {
      return isNeverTaken(branch, region, given) ||
             (!region.empty() && visitBlock(region.front(), given));
    });
    // Arms that are never taken show nothing false.
    isFalse &= found.size() > before;
    if (!isFalse)
      found.truncate(before);
    return isFalse;
  }

  bool isNeverTaken(Operation *branch, Region &region, const Condition &given) {
    if (!region.empty())
      return facts.isPossible(given, &region.front().front()).isNo();
    // Nothing is done if the condition of the first arm does not hold.
    std::optional<Condition> taken =
        facts.getEntryCondition(&branch->getRegion(0).front());
    return taken && facts.isImplied(*taken, branch, given).isYes();
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  bool visitLoop(Operation *loop, const Condition &given) {
    // Otherwise the iteration that facts name may be none of the loop.
    if (!hasExactDomain(loop, facts))
      return false;
    SmallVector<AssumeOp> inside;
    loop->walk([&](AssumeOp assume) { inside.push_back(assume); });
    for (AssumeOp assume : inside) {
      if (numTries++ == maxTries)
        return false;
      if (tryIteration(loop, assume, given))
        return true;
    }
    return false;
  }

  /// The first iteration in which `assume` may be false.
  bool tryIteration(Operation *loop, AssumeOp assume, const Condition &given) {
    std::optional<Condition> here = getNegation(assume);
    if (here)
      here = here->conjoin(given);
    std::optional<Condition> chosen = given;
    SmallVector<int64_t> values;
    for (Value value : getLoopVariables(loop)) {
      auto variable = dyn_cast_or_null<AffineDimExpr>(facts.express(value));
      std::optional<int64_t> first =
          variable && here ? findFirst(variable, *here, assume) : std::nullopt;
      if (!first || !isExecuted(variable, *first, loop, given))
        return false;
      Condition is(Conjunction{{variable - *first, /*isEq=*/true}});
      here = here->conjoin(is);
      chosen = chosen ? chosen->conjoin(is) : std::nullopt;
      values.push_back(*first);
    }
    if (!chosen || values.empty())
      return false;
    iteration.push_back({loop, values});
    bool isFalse = visitBlock(loop->getRegion(0).front(), *chosen);
    iteration.pop_back();
    return isFalse;
  }

  /// The least value of `variable` with which control may come to `op` so that
  /// `condition` holds.
  std::optional<int64_t> findFirst(AffineExpr variable,
                                   const Condition &condition, Operation *op) {
    Interval range = facts.getRange(variable);
    constexpr int64_t limit = int64_t(1) << 40;
    if (!range.low || *range.low < -limit || *range.low > limit)
      return std::nullopt;
    int64_t low = *range.low;
    int64_t high = std::min(range.high.value_or(limit), limit);
    auto isPossibleUpTo = [&](int64_t last) {
      std::optional<Condition> both =
          condition.conjoin(Condition(Conjunction{{last - variable}}));
      // Any value would do: what is said of its iteration is proven.
      return both && facts.isPossible(*both, op).isYes();
    };
    if (low > high || !isPossibleUpTo(high))
      return std::nullopt;
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      if (isPossibleUpTo(middle))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  /// Returns true if the iteration of the loop with that value is executed
  /// whenever the loop is, where `given` holds.
  bool isExecuted(AffineDimExpr variable, int64_t value, Operation *loop,
                  const Condition &given) {
    AffineExpr constant = getAffineConstantExpr(value, variable.getContext());
    SmallVector<Condition> bounds(facts.getFactsOf(variable.getPosition()));
    // Without any, nothing is known of it.
    return !bounds.empty() && llvm::all_of(bounds, [&](const Condition &bound) {
      Condition there = bound.replace([&](AffineExpr expr) {
        return replaceVariables(expr, [&](unsigned dim) {
          return dim == variable.getPosition() ? constant : AffineExpr();
        });
      });
      return facts.isImplied(there, loop, given).isYes();
    });
  }

  //===--------------------------------------------------------------------===//
  // Ways out
  //===--------------------------------------------------------------------===//

  /// An op of which it is known what it does: no trap, no waiting for others,
  /// no code of another language.
  static bool isKnownToEnd(Operation *op) {
    static constexpr StringLiteral dialects[] = {
        "affine", "arith",  "bufferization", "builtin", "complex",
        "cf",     "func",   "index",         "layout",  "linalg",
        "math",   "memref", "scf",           "tensor",  "ub",
        "vector"};
    return op->isRegistered() &&
           (isMemoryEffectFree(op) ||
            llvm::is_contained(dialects, op->getName().getDialectNamespace()));
  }

  /// Returns true if control that reaches `op` may never come to the op after
  /// it.
  bool mayNotComeBack(Operation *op) {
    return op
        ->walk([&](Operation *inner) {
          auto isGraph = [](Region &region) {
            return region.getBlocks().size() > 1;
          };
          auto call = dyn_cast<CallOpInterface>(inner);
          bool may = !isKnownToEnd(inner) ||
                     isa<cf::AssertOp, scf::WhileOp>(inner) ||
                     llvm::any_of(inner->getRegions(), isGraph) ||
                     (call && mayNotReturn(call));
          return may ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  bool mayNotReturn(CallOpInterface call) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
    if (!callee || callee.isExternal())
      return true;
    // A function that calls itself may do so for ever.
    auto [known, isNew] = mayHang.try_emplace(callee, true);
    if (!isNew)
      return known->second;
    bool may = mayNotComeBack(callee);
    return mayHang[callee] = may;
  }

  func::FuncOp function;
  IntegerFacts &facts;
  SmallVector<std::pair<Operation *, SmallVector<int64_t>>> iteration;
  SmallVector<FalseAssumption> found;
  DenseMap<Operation *, bool> mayHang;
  unsigned numTries = 0;
};

} // namespace

SmallVector<FalseAssumption> layout::findFalseAssumptions(func::FuncOp function,
                                                          IntegerFacts &facts) {
  return FalseAssumptionSearch(function, facts).run();
}
