//===- OvercomputePlan.cpp - Plan of layout-overcompute -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JointSpeculation.h"
#include "Layout/Transforms/Padding/Overcompute.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/WholeBody.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::layout;

SmallVector<Value> layout::getConjuncts(Value condition) {
  SmallVector<Value> parts, worklist{condition};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (auto both = value.getDefiningOp<arith::AndIOp>())
      worklist.append({both.getRhs(), both.getLhs()});
    else
      parts.push_back(value);
  }
  return parts;
}

unsigned layout::getNumConjuncts(Operation *branch) {
  if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
    return affineIf.getIntegerSet().getNumConstraints();
  return getConjuncts(cast<scf::IfOp>(branch).getCondition()).size();
}

namespace {

class OvercomputePlanner {
public:
  OvercomputePlanner(FunctionOpInterface function, const AccessModes &modes,
                     SymbolTableCollection &symbols,
                     const OvercomputeOptions &options,
                     OvercomputeRemarks remarks)
      : function(function), remarks(remarks),
        joint(function, modes, symbols, options.wrapIndices,
              /*explains=*/remarks != OvercomputeRemarks::None,
              /*explainsFailure=*/remarks == OvercomputeRemarks::Missed),
        facts(joint.getFacts()), prover(joint.getProver()) {}

  OvercomputePlan run() {
    function.walk([&](Operation *op) {
      if (isa<affine::AffineIfOp, scf::IfOp>(op))
        visitBranch(op);
      else if (auto select = dyn_cast<arith::SelectOp>(op))
        visitSelect(select);
    });
    return std::move(plan);
  }

private:
  //===--------------------------------------------------------------------===//
  // Conditions
  //===--------------------------------------------------------------------===//

  std::optional<Condition> read(Operation *branch) {
    if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
      return facts.read(affineIf.getIntegerSet(), affineIf.getOperands());
    return facts.read(cast<scf::IfOp>(branch).getCondition());
  }

  std::optional<Condition> readConjunct(Operation *branch, unsigned part) {
    if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch)) {
      IntegerSet set = affineIf.getIntegerSet();
      return facts.read(IntegerSet::get(set.getNumDims(), set.getNumSymbols(),
                                        {set.getConstraint(part)},
                                        {set.isEq(part)}),
                        affineIf.getOperands());
    }
    return facts.read(
        getConjuncts(cast<scf::IfOp>(branch).getCondition())[part]);
  }

  /// All parts hold but this one. What cannot be read is taken to hold always.
  Condition failsInOne(Operation *branch, unsigned part) {
    Condition where = Condition::getTrue();
    for (unsigned i = 0, e = getNumConjuncts(branch); i < e; ++i) {
      std::optional<Condition> holds = readConjunct(branch, i);
      if (holds && i == part)
        holds = holds->negate();
      std::optional<Condition> both =
          holds ? where.conjoin(*holds) : std::nullopt;
      if (both)
        where = std::move(*both);
    }
    return where;
  }

  //===--------------------------------------------------------------------===//
  // Branches
  //===--------------------------------------------------------------------===//

  void visitBranch(Operation *branch) {
    if (aroundChosen.contains(branch))
      return;
    if (hasEqualArms(branch)) {
      SpeculationSafety same;
      same.proven.push_back("both arms do the same");
      return drop(branch, /*keepsThen=*/true, std::nullopt, same);
    }
    std::optional<Condition> holds = read(branch);
    std::optional<Condition> fails = holds ? holds->negate() : std::nullopt;
    // If the condition never fails, there is nothing to add.
    if (fails && !facts.isPossible(*fails, branch).isYes())
      return explainDecided(branch, *fails);
    SpeculationSafety whyNot;
    if (tryArm(branch, /*keepsThen=*/true, fails, whyNot))
      return;
    SpeculationSafety whyNotElse;
    if (!isEmpty(getArm(branch, /*isThen=*/false)) &&
        tryArm(branch, /*keepsThen=*/false, holds, whyNotElse))
      return;
    if (!tryConjuncts(branch))
      explain(branch, whyNot);
  }

  static bool hasEqualArms(Operation *branch) {
    Region &one = branch->getRegion(0), &other = branch->getRegion(1);
    return !other.empty() &&
           OperationEquivalence::isRegionEquivalentTo(
               &one, &other, OperationEquivalence::IgnoreLocations);
  }

  /// An arm that does something, or yields.
  static Block *getReplaced(Operation *branch, bool isThen) {
    Block *arm = getArm(branch, isThen);
    return branch->getNumResults() == 0 && isEmpty(arm) ? nullptr : arm;
  }

  bool tryArm(Operation *branch, bool keepsThen,
              const std::optional<Condition> &where,
              SpeculationSafety &whyNot) {
    whyNot = prover.prove({branch, getArm(branch, keepsThen),
                           getReplaced(branch, !keepsThen),
                           where.value_or(Condition::getTrue())});
    // Each proof is about the original program. Two that are accepted together
    // must not rely on elements that the other one overwrites.
    if (!whyNot.isYes() || joint.meetsAccepted(whyNot))
      return false;
    drop(branch, keepsThen, std::nullopt, whyNot);
    return true;
  }

  /// One part of a conjunction at a time: the rest stays.
  bool tryConjuncts(Operation *branch) {
    unsigned numParts = getNumConjuncts(branch);
    constexpr unsigned maxParts = 16;
    // For the time only: of one part, the whole has been tried.
    if (numParts < 2 || numParts > maxParts)
      return false;
    for (unsigned part = 0; part < numParts; ++part) {
      SpeculationSafety harm = prover.prove(
          {branch, getArm(branch, true), getReplaced(branch, /*isThen=*/false),
           failsInOne(branch, part)});
      if (!harm.isYes() || joint.meetsAccepted(harm))
        continue;
      drop(branch, /*keepsThen=*/true, part, harm);
      return true;
    }
    return false;
  }

  void drop(Operation *branch, bool keepsThen, std::optional<unsigned> part,
            const SpeculationSafety &harm) {
    plan.dropped.push_back(
        {branch, keepsThen, part, harm.wrapped, llvm::to_vector(harm.fetched)});
    joint.accept(harm);
    llvm::append_range(plan.unflagged, harm.unflagged);
    block(branch);
    if (remarks == OvercomputeRemarks::Done)
      remarkDone(branch->getLoc(), part ? "layout-overcompute/conjunct-dropped"
                                        : "layout-overcompute/branch-dropped")
          << (harm.proven.empty() ? std::string("nothing is stored")
                                  : llvm::join(harm.proven, "; "));
  }

  /// What is around a branch that changes is looked at again later.
  void block(Operation *op) {
    for (; op != function && aroundChosen.insert(op).second;
         op = op->getParentOp()) {
    }
  }

  //===--------------------------------------------------------------------===//
  // Selects
  //===--------------------------------------------------------------------===//

  void visitSelect(arith::SelectOp select) {
    // A select of buffers decides which memory is accessed, and not which
    // number is used.
    if (!select.getCondition().getType().isInteger(1) ||
        isa<BaseMemRefType>(select.getType()))
      return;
    std::optional<Condition> holds = facts.read(select.getCondition());
    std::optional<Condition> fails = holds ? holds->negate() : std::nullopt;
    if (!fails)
      return;
    for (bool isTrue : {true, false}) {
      Value kept = isTrue ? select.getTrueValue() : select.getFalseValue();
      Value other = isTrue ? select.getFalseValue() : select.getTrueValue();
      SpeculationSafety harm;
      EqualityAnswer equal =
          prover.isEqual(kept, other, isTrue ? *fails : *holds, select, harm);
      if (equal.isYes() && !joint.meetsAccepted(harm))
        return choose(select, isTrue, harm);
      if (equal.op && !equal.needsFinite() &&
          remarks == OvercomputeRemarks::Missed)
        remarkMissed(equal.op->getLoc(), "layout-overcompute/needs-flag")
            << "fastmath<" + arith::stringifyFastMathFlags(equal.flags) +
                   "> on this op would allow to remove a select by padding";
    }
  }

  void choose(arith::SelectOp select, bool isTrue,
              const SpeculationSafety &harm) {
    plan.chosen.push_back({select, isTrue});
    llvm::append_range(plan.unflagged, harm.unflagged);
    joint.accept(harm);
    block(select);
    if (remarks == OvercomputeRemarks::Done)
      remarkDone(select.getLoc(), "layout-overcompute/select-dropped")
          << "both operands are the same where the other one was chosen";
  }

  //===--------------------------------------------------------------------===//
  // What stays
  //===--------------------------------------------------------------------===//

  void explainDecided(Operation *branch, const Condition &fails) {
    if (remarks != OvercomputeRemarks::Missed)
      return;
    // Only if the condition can fail at all is there an iteration to name.
    // Naming the least values of variables that could not be conjoined was a
    // counterexample that was none.
    Decision possible = facts.isPossible(fails, branch);
    if (possible.isNo())
      remarkMissed(branch->getLoc(), "layout-overcompute/nothing-to-add")
          << "the condition always holds; layout-simplify removes it";
    else
      remarkUnknown(branch->getLoc(), "layout-overcompute/condition-unknown")
          << "cannot determine whether the condition can fail: " +
                 possible.witness;
  }

  void explain(Operation *branch, const SpeculationSafety &harm) {
    if (remarks != OvercomputeRemarks::Missed || harm.isYes())
      return;
    std::string name = "layout-overcompute/" + harm.reason;
    Location loc = harm.op ? harm.op->getLoc() : branch->getLoc();
    std::string text = "the condition stays: " + harm.text;
    if (harm.truth == Truth::No)
      remarkMissed(loc, name) << text;
    else
      remarkUnknown(loc, name) << text;
  }

  FunctionOpInterface function;
  OvercomputeRemarks remarks;
  JointSpeculation joint;
  IntegerFacts &facts;
  SpeculationProver &prover;
  OvercomputePlan plan;
  llvm::SmallPtrSet<Operation *, 16> aroundChosen;
};

} // namespace

OvercomputePlan layout::planOvercompute(FunctionOpInterface function,
                                        const AccessModes &modes,
                                        SymbolTableCollection &symbols,
                                        const OvercomputeOptions &options,
                                        OvercomputeRemarks remarks) {
  return OvercomputePlanner(function, modes, symbols, options, remarks).run();
}
