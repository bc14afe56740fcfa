//===- SimplifyPlan.cpp - Plan of layout-simplify -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConditionParts.h"
#include "KnownLoads.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "Layout/Analysis/Integers/FalseAssumptions.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Conditions/Simplify.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class SimplifyPlanner {
public:
  SimplifyPlanner(Operation *root, SimplifyOptions options)
      : remarks(options.remarks), askedLoads(options.loads),
        facts(root,
              /*explains=*/remarks == SimplifyRemarks::Missed &&
                  areRemarksEnabled(root->getContext())),
        calls(dyn_cast<ModuleOp>(root)),
        loads(facts, isa<ModuleOp>(root) ? &calls : nullptr),
        parts(facts, plan) {}

  FailureOr<SimplifyPlan> run(ArrayRef<Operation *> scopes) {
    for (Operation *scope : scopes) {
      visitRegions(scope);
      // Of less than a module it is not known which function is called.
      if (isa<ModuleOp>(scope) && remarks != SimplifyRemarks::Missed)
        scope->walk([&](func::FuncOp function) { visitAssumptions(function); });
    }
    if (hasErrors)
      return failure();
    return std::move(plan);
  }

private:
  void visitRegions(Operation *op) {
    for (Region &region : op->getRegions())
      visitRegion(region);
  }

  void visitRegion(Region &region) {
    for (Block &block : region)
      for (Operation &op : block)
        visit(&op);
  }

  void visit(Operation *op) {
    if (isa<affine::AffineIfOp, scf::IfOp>(op))
      return visitBranch(op);
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get().getType().isInteger(1))
        visitUse(operand);
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](arith::SelectOp select) { visitSelect(select); })
        .Case<arith::AndIOp, arith::OrIOp>([&](auto) { parts.shorten(op); })
        .Case<affine::AffineMinOp, affine::AffineMaxOp>([&](auto extremum) {
          AffineMap map = extremum.getMap();
          visitExtremum(op, map.getNumResults(), [&](unsigned i) {
            return facts.express(map.getResult(i), map.getNumDims(),
                                 extremum.getOperands());
          });
        })
        .Case<arith::MinSIOp, arith::MaxSIOp>([&](auto) {
          visitExtremum(op, 2, [&](unsigned i) {
            return facts.express(op->getOperand(i));
          });
        })
        .Case<affine::AffineLoadOp, memref::LoadOp>(
            [&](auto load) { visitLoad(load); });
    visitRegions(op);
  }

  //===--------------------------------------------------------------------===//
  // Decisions
  //===--------------------------------------------------------------------===//

  /// Whether `condition` is always true or always false at `op`.
  std::optional<bool> decide(const std::optional<Condition> &condition,
                             Operation *op, Decision *whyNot = nullptr) {
    if (!condition)
      return std::nullopt;
    Decision implied = facts.isImplied(*condition, op);
    if (implied.isYes())
      return true;
    std::optional<Condition> negation = condition->negate();
    if (negation && facts.isImplied(*negation, op).isYes())
      return false;
    // By all values that the element may hold, so that a condition is decided
    // although the value is not known.
    if (std::optional<bool> inMemory = loads.decide(*condition))
      return inMemory;
    if (whyNot)
      *whyNot = std::move(implied);
    return std::nullopt;
  }

  std::optional<Condition> read(Operation *branch) {
    if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
      return facts.read(affineIf.getIntegerSet(), affineIf.getOperands());
    return facts.read(cast<scf::IfOp>(branch).getCondition());
  }

  void visitBranch(Operation *branch) {
    Decision whyNot;
    std::optional<bool> isTrue = decide(read(branch), branch, &whyNot);
    if (!isTrue) {
      if (remarks == SimplifyRemarks::Missed)
        explain(branch, whyNot);
      if (auto affineIf = dyn_cast<affine::AffineIfOp>(branch))
        parts.weaken(affineIf, remarks);
      else
        parts.narrow(branch->getOpOperand(0));
      return visitRegions(branch);
    }
    plan.decided.push_back({branch, *isTrue});
    if (remarks == SimplifyRemarks::Done)
      remarkDone(branch->getLoc(), "layout-simplify/condition-decided")
          << (*isTrue ? "the condition is always true here"
                      : "the condition is never true here");
    visitRegion(branch->getRegion(*isTrue ? 0 : 1));
  }

  void explain(Operation *branch, const Decision &whyNot) {
    if (whyNot.isNo())
      remarkMissed(branch->getLoc(), "layout-simplify/condition-not-decided")
          << "the condition does not hold when " + whyNot.witness;
    else
      remarkUnknown(branch->getLoc(), "layout-simplify/condition-not-decided")
          << (whyNot.witness.empty()
                  ? "cannot decide the condition: it is not affine, or has too "
                    "many parts; make it affine in loop variables and symbols"
                  : whyNot.witness);
  }

  void visitSelect(arith::SelectOp select) {
    if (!select.getCondition().getType().isInteger(1))
      return;
    if (auto isTrue = decide(facts.read(select.getCondition()), select))
      plan.decided.push_back({select, *isTrue});
  }

  /// A boolean that an op uses as a value.
  void visitUse(OpOperand &use) {
    Operation *user = use.getOwner();
    Operation *source = use.get().getDefiningOp();
    // Trees and selects are simplified as wholes; assumptions keep their form.
    if (!isa_and_nonnull<arith::CmpIOp, arith::AndIOp, arith::OrIOp,
                         arith::XOrIOp>(source) ||
        isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, AssumeOp>(user) ||
        (isa<arith::SelectOp>(user) && use.getOperandNumber() == 0))
      return;
    if (auto isTrue = decide(facts.read(use.get()), user))
      plan.decidedUses.push_back({&use, *isTrue});
    else
      parts.narrow(use);
  }

  /// Replaces a minimum or maximum that is always the same one of its operands.
  void visitExtremum(Operation *op, unsigned numParts,
                     function_ref<AffineExpr(unsigned)> express) {
    AffineExpr result = facts.express(op->getResult(0));
    if (!result)
      return;
    for (unsigned i = 0; i < numParts; ++i) {
      AffineExpr part = express(i);
      if (part &&
          facts.isImplied(Condition({{result - part, true}}), op).isYes()) {
        plan.chosen.push_back({op, i});
        return;
      }
    }
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  void visitLoad(Operation *load) {
    if (!load->getParentOfType<FunctionOpInterface>() || load->use_empty())
      return;
    // Pieces of partitioned loops only need loads that branches depend on.
    // Looking up all of them would repeat, for each piece, queries whose
    // answers nothing uses.
    if (askedLoads == SimplifyLoads::OfBranches && !feedsBranch(load))
      return;
    Contents known;
    std::optional<SimplifyPlan::KnownLoad> planned = loads.plan(load, known);
    if (!planned)
      return explainLoad(load, known);
    plan.loads.push_back(std::move(*planned));
    if (remarks == SimplifyRemarks::Done)
      remarkDone(load->getLoc(), "layout-simplify/load-known")
          << (known.kind == Contents::Kind::Constant
                  ? "what the load reads is known: a constant"
              : known.kind == Contents::Kind::Value
                  ? "what the load reads is known: a value"
                  : "what the load reads is known: a number");
  }

  /// Of loads that a branch depends on: others are read because they must be.
  void explainLoad(Operation *load, const Contents &known) {
    if (remarks != SimplifyRemarks::Missed || !feedsBranch(load) ||
        known.why.empty())
      return;
    auto remark =
        known.isBound
            ? remarkUnknown(load->getLoc(), "layout-simplify/load-not-known")
            : remarkMissed(load->getLoc(), "layout-simplify/load-not-known");
    remark << "cannot determine what the load reads: " + known.why +
                  nameOp(known.culprit, load);
  }

  /// Which op the words speak of, as remarks have no notes.
  static std::string nameOp(Operation *op, Operation *load) {
    FileLineColLoc place =
        op ? op->getLoc()->findInstanceOf<FileLineColLoc>() : FileLineColLoc();
    if (!place || op == load || isa<FunctionOpInterface>(op))
      return "";
    return llvm::formatv(" (this op: '{0}' at {1}:{2})",
                         op->getName().getStringRef(), place.getLine(),
                         place.getColumn())
        .str();
  }

  static bool feedsBranch(Operation *load) {
    constexpr unsigned maxOps = 16;
    SmallVector<Operation *> worklist(load->getUsers());
    for (unsigned n = 0; !worklist.empty() && n < maxOps; ++n) {
      Operation *user = worklist.pop_back_val();
      if (isa<scf::IfOp, arith::SelectOp>(user))
        return true;
      if (user->getNumRegions() == 0)
        llvm::append_range(worklist, user->getUsers());
    }
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Assumptions
  //===--------------------------------------------------------------------===//

  /// Only what every call of the function reaches can be proven false: the
  /// rest of the program may see to it that the others are not reached.
  void visitAssumptions(func::FuncOp function) {
    SmallVector<FalseAssumption> wrong = findFalseAssumptions(function, facts);
    if (wrong.empty())
      return;
    hasErrors = true;
    auto [assume, iteration] = wrong.front();
    InFlightDiagnostic error =
        iteration.empty()
            ? assume.emitOpError(
                  "is false whenever the function is called, which makes every "
                  "call undefined; correct or remove it")
            : assume.emitOpError("is false in an iteration that every call of "
                                 "the function executes, which makes every "
                                 "call undefined; correct or remove it");
    for (auto &[loop, values] : iteration)
      error.attachNote(loop->getLoc())
          << "in this loop, where its variable is " << values;
    for (FalseAssumption &other : MutableArrayRef(wrong).drop_front())
      error.attachNote(other.assume.getLoc())
          << "if that is not executed, this is, and it is false";
  }

  SimplifyRemarks remarks;
  SimplifyLoads askedLoads;
  IntegerFacts facts;
  CallEffects calls; ///< of the module, if it is the root
  KnownLoads loads;
  SimplifyPlan plan;
  ConditionParts parts;
  bool hasErrors = false;
};

} // namespace

FailureOr<SimplifyPlan> layout::planSimplify(Operation *scope,
                                             SimplifyOptions options) {
  return planSimplify(ArrayRef(scope), options);
}

FailureOr<SimplifyPlan> layout::planSimplify(ArrayRef<Operation *> scopes,
                                             SimplifyOptions options) {
  // What is known in a scope comes from the whole function around it.
  Operation *function = scopes.front()->getParentOfType<FunctionOpInterface>();
  return SimplifyPlanner(function ? function : scopes.front(), options)
      .run(scopes);
}
