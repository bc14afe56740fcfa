//===- SpeculationQuery.cpp - Speculative execution of branches -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Speculation/Speculation.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Integers/LoopSteps.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/IR/Trapping.h"
#include "SpeculationQuery.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

SpeculationSafety SpeculationQuery::run() {
  // Flags may not hold for what a load reads once its index is wrapped, nor for
  // the zeros outside of an image: that shows only when accesses are looked at.
  auto checkPoisonAgain = [&] {
    return (result.wrapped.empty() && result.fetched.empty()) || checkPoison();
  };
  // In this order: poison is known before stores are looked at, as a poison
  // value must not be stored; the other arm is matched before stores are
  // checked, as what it stores, too, needs no other proof; what proofs rely on
  // comes last.
  (void)(checkPossible() && checkSurroundings() && checkPoison() &&
         checkBlock(*added.arm) &&
         checkPoisonAgain() && matchReplacedArm() && checkResults() &&
         checkStores() && checkRelied());
  return std::move(result);
}

// Of a condition that the surroundings exclude, everything is true: j >= 61
// inside of `for j = 0 to 61` is so wherever the arm stores. Such a query means
// another loop, of which nothing has been proven.
bool SpeculationQuery::checkPossible() {
  Decision possible = facts.isPossible(added.where, point);
  if (possible.isNo())
    return fail(point, "nothing-to-add",
                "no execution would be added: the loops and conditions around "
                "exclude those that are meant; ask where they are executed, as "
                "in a loop that runs further");
  if (possible.isUnknown())
    return fail(point, "condition-unknown",
                "cannot determine whether an execution would be added: " +
                    possible.witness,
                Truth::Unknown);
  return true;
}

//===----------------------------------------------------------------------===//
// When an op in the arm is executed
//===----------------------------------------------------------------------===//

Condition SpeculationQuery::getPremise(Operation *op) {
  Condition premise = added.where;
  // The other arm is no part of it.
  if (!added.arm->findAncestorOpInBlock(*op))
    return premise;
  for (Block *block = op->getBlock(); block != added.arm;
       block = block->getParentOp()->getBlock()) {
    // A condition that cannot be read is left out: the op then counts as
    // executed more often than it is, so more has to be proven.
    std::optional<Condition> entry = facts.getEntryCondition(block);
    std::optional<Condition> both =
        entry ? premise.conjoin(*entry) : std::nullopt;
    if (both)
      premise = std::move(*both);
  }
  return premise;
}

Decision SpeculationQuery::isImplied(const Condition &premise,
                                     const Condition &goal) {
  std::optional<Condition> otherwise = premise.negate();
  std::optional<Condition> implication =
      otherwise ? otherwise->disjoin(goal) : std::nullopt;
  // A condition of many parts is not negated. No program is known that shows it.
  if (!implication)
    return Decision::unknown("the condition has too many parts");
  return facts.isImplied(*implication, point);
}

bool SpeculationQuery::checkSurroundings() {
  for (Operation *op = point->getParentOp(); op != prover.function;
       op = op->getParentOp()) {
    auto launch = dyn_cast<gpu::LaunchOp>(op);
    bool isSynchronous = launch && !launch.getAsyncToken() &&
                         launch.getAsyncDependencies().empty();
    // Iterations of a parallel loop may touch one element, once the guard is
    // gone that kept them apart: that is a race, which the program does not
    // have.
    if (isSynchronous || isParallelLoop(op))
      parallelLoops.push_back(op);
    else if (getControlFlow(op) == ControlFlow::Unknown)
      return fail(
          point, "unknown-region",
          "cannot determine how often, and by which threads, the body of " +
              op->getName().getStringRef() +
              " is executed; lower it to loops first",
          Truth::Unknown);
  }
  // By all threads at once.
  if (isa<gpu::GPUFuncOp>(*prover.function))
    parallelLoops.push_back(prover.function);
  return true;
}

//===----------------------------------------------------------------------===//
// All that the arm does
//===----------------------------------------------------------------------===//

/// Returns true if the only effects of the op, which has no regions, are reads
/// of its memrefs.
static bool onlyReadsOperands(Operation *op) {
  if (op->getNumRegions() != 0) // its body may do anything else
    return false;
  // Both descriptions, the effects and the accesses, must rule out a write.
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects =
      getEffectsRecursively(op);
  return effects && !effects->empty() &&
         llvm::all_of(*effects,
                      [](const MemoryEffects::EffectInstance &effect) {
                        return isa<MemoryEffects::Read>(effect.getEffect()) &&
                               effect.getEffectValue<OpOperand *>();
                      }) &&
         llvm::none_of(op->getOpOperands(), [](OpOperand &operand) {
           return isa<BaseMemRefType>(operand.get().getType()) &&
                  getAccess(operand).writes &&
                  getAccess(operand).reach != OperandAccess::Reach::Unknown;
         });
}

bool SpeculationQuery::checkBlock(Block &block) {
  return llvm::all_of(block.without_terminator(),
                      [&](Operation &op) { return checkOp(&op); });
}

bool SpeculationQuery::checkRegions(Operation *op) {
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    return llvm::all_of(region,
                        [&](Block &block) { return checkBlock(block); });
  });
}

bool SpeculationQuery::checkOp(Operation *op) {
  if (bool writes = isElementStore(op); writes || isElementLoad(op))
    return checkAccess(op->getOpOperand(writes), writes);
  // An affine.for has a constant positive step, so it always ends.
  if (isa<affine::AffineForOp, affine::AffineIfOp, scf::IfOp>(op))
    return checkRegions(op);
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    LoopCounter counter = getLoopCounters(loop).front();
    if (counter.step.value_or(0) <= 0)
      return fail(op, "may-not-end",
                  "this loop may not terminate: its step is not a positive "
                  "constant; give it one");
    AffineExpr upper = facts.express(counter.upper).front();
    // A loop whose bound the guard kept small may wrap around without it, and
    // never end.
    if (!stepsWithoutWrap(loop,
                          upper ? facts.getRange(upper).high : std::nullopt))
      return fail(
          op, "may-not-end",
          "this loop may not terminate: its upper bound plus its step may "
          "overflow; bound it by layout.assume");
    return checkRegions(op);
  }
  if (auto fetch = dyn_cast<FetchOp>(op))
    return checkFetch(fetch);
  if (isa<UndefOp>(op))
    return true;
  // A statement that is wrong makes the program undefined, even if nothing else
  // is executed with it.
  if (isa<AssumeOp, AssumePaddingOp, PaddingOp>(op))
    return fail(op, "would-promise",
                "what is stated here may not hold in executions that the "
                "condition excludes; move it out of the branch");
  if (isSpeculatableRead(op))
    return checkReads(op);
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return failBySideEffect(op);
  // Upstream declares arith.remsi and arith.remui speculatable. With a divisor
  // of 0 they end the program.
  return (isSpeculatable(op) && !mayTrapThoughPure(op)) || checkDivision(op);
}

bool SpeculationQuery::isSpeculatableRead(Operation *op) {
  auto access = dyn_cast<LayoutAccessOpInterface>(op);
  return access && access.isSpeculatableInBounds() && onlyReadsOperands(op);
}

bool SpeculationQuery::failBySideEffect(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (onlyReadsOperands(op))
    return fail(op, "side-effect",
                "'" + name +
                    "' is not known to be defined in executions that the "
                    "condition excludes; expects an op whose "
                    "LayoutAccessOpInterface states isSpeculatableInBounds");
  return fail(op, "side-effect",
              "'" + name +
                  "' may have side effects, which the program does not have in "
                  "executions that the condition excludes; inline it, or move "
                  "it out of the branch");
}

bool SpeculationQuery::isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

bool SpeculationQuery::checkDivision(Operation *op) {
  // The divisor is proven to be another number than 0 in the added executions.
  // One that only its nsw flag kept from 0 became 0 there, and the program
  // died.
  if (!isDivision(op))
    return fail(op, "may-trap",
                "this op is not known to be defined for all operands, and "
                "would be executed where the condition excludes it; move it "
                "before the branch, or use one that is");
  // At least 1: a divisor of -1 overflows for the least number of a type.
  AffineExpr divisor = facts.express(op->getOperand(1));
  if (divisor &&
      isImplied(getPremise(op), Condition(Conjunction{{divisor - 1}})).isYes())
    return true;
  return fail(
      op, "may-trap",
      "the divisor may be 0 in executions that the condition excludes; state "
      "by layout.assume before the branch that it is positive");
}

//===----------------------------------------------------------------------===//
// All questions about a function
//===----------------------------------------------------------------------===//

SpeculationProver::SpeculationProver(FunctionOpInterface function,
                                     KnownContents &contents, DeadStores *dead,
                                     bool mayWrap, bool explains,
                                     bool explainsFailure)
    : function(function), contents(contents), dead(dead), mayWrap(mayWrap),
      explains(explains), explainsFailure(explainsFailure),
      names(std::make_unique<ValueNames>(function)) {}

SpeculationProver::~SpeculationProver() = default;

SpeculationSafety SpeculationProver::prove(const SpeculatedExecutions &added) {
  return SpeculationQuery(*this, added).run();
}

EqualityAnswer SpeculationProver::isEqual(Value value, Value other,
                                          const Condition &where, Operation *op,
                                          SpeculationSafety &harm) {
  LeafValues leaves(contents, op, where);
  KnownValue wanted = ValueReducer(leaves.getLeaf()).reduce(other);
  EqualityAnswer result{Truth::Yes};
  if (!wanted.isUndef())
    result = decideEqual(value, wanted, leaves.getLeaf(), Executions::Added);
  // Where `other` is poison, so may be `value`.
  ValueReducer reducer(leaves.getLeaf(), Executions::Added);
  PoisonSources sources = getPoisonSources(value, /*end=*/other);
  PoisonRisks risks = findPoisonRisks(sources.getArrayRef(), reducer);
  // Never unknown here: `decideEqual` says yes or no.
  if (result.isYes() && !risks.undefined.empty())
    result = {};
  harm.unflagged.insert(risks.unflagged.begin(), risks.unflagged.end());
  harm.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
  return result;
}

bool SpeculationProver::mayBeSame(Value root, Value other) const {
  return contents.getAliases().mayBeOneMemory(root, other);
}
