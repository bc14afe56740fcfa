//===- DistributionPlan.cpp - How one loop is distributed -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributionPlan.h"

#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

static std::string quote(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

namespace {

class Planner {
public:
  Planner(affine::AffineForOp loop, IntegerFacts &facts,
          Dependences &dependences)
      : loop(loop), facts(facts), dependences(dependences) {}

  DistributionPlan plan() {
    SmallVector<LoopPart> parts = splitIntoParts(loop);
    bool isPerfect =
        parts.empty() || (parts.size() == 1 &&
                          (!containsLoop(parts.front().statements.front()) ||
                           parts.front().definitions.empty()));
    if (isPerfect || isRefused())
      return {};
    numberBody();
    DistributionPlan plan;
    for (auto [number, part] : llvm::enumerate(parts))
      add(plan, part, number);
    for (PlannedPart &part : plan)
      sink(part);
    if (plan.size() == 1 && !plan.front().sinkTo)
      return {};
    return plan;
  }

private:
  AffineExpr getConstant(int64_t value) {
    return getAffineConstantExpr(value, loop.getContext());
  }

  //===--------------------------------------------------------------------===//
  // Loops that stay
  //===--------------------------------------------------------------------===//

  bool isRefused() {
    auto refuse = [&](StringRef name, const Twine &text) {
      remarkMissed(loop.getLoc(), ("layout-distribute-loops/" + name).str())
          << "not distributed: " + text.str();
      return true;
    };
    if (loop.getNumResults())
      return refuse("carries-values", "the loop carries values");
    if (!loop->getDiscardableAttrDictionary().empty())
      return refuse(
          "attributes",
          "the loop has attributes, which may not hold for several loops; "
          "remove them, or run the pass that reads them first");
    for (Operation &op : *loop.getBody())
      if (isa<AssumeOp, PaddingOp, AssumePaddingOp>(op))
        return refuse("promise",
                      quote(&op) +
                          " applies to everything after it in the loop");
    if (Operation *op = findEndless())
      return refuse("not-followed", quote(op) + " may not terminate");
    return false;
  }

  /// What stands behind it may then not be executed in front of it: it may end
  /// the program.
  Operation *findEndless() {
    Operation *endless = nullptr;
    loop->walk([&](Operation *op) {
      bool hasBranches = llvm::any_of(op->getRegions(), [](Region &region) {
        return !region.empty() && !region.hasOneBlock();
      });
      if (!hasBranches && !isa<scf::WhileOp>(op))
        return WalkResult::advance();
      endless = op;
      return WalkResult::interrupt();
    });
    return endless;
  }

  //===--------------------------------------------------------------------===//
  // Parts that stay together
  //===--------------------------------------------------------------------===//

  void numberBody() {
    for (Operation &op : *loop.getBody())
      positions.try_emplace(&op, positions.size());
  }

  /// Times in the loop: (iteration, position in the text); with a loop for each
  /// part, its number is enough.
  void schedule(PlannedPart &part, size_t number) {
    AffineExpr variable = facts.express(loop.getInductionVar());
    auto add = [&](Operation *op) {
      for (const MemoryAccess &access : dependences.getAccesses(op))
        part.accesses.push_back({access,
                                 loop,
                                 {variable, getConstant(positions.at(op))},
                                 {getConstant(number)}});
    };
    llvm::for_each(part.statements, add);
    llvm::for_each(part.definitions, add);
  }

  /// Adds a part behind those there are, and joins it with the ones from which
  /// on it cannot be separated.
  void add(DistributionPlan &plan, const LoopPart &part, size_t number) {
    PlannedPart added;
    static_cast<LoopPart &>(added) = part;
    schedule(added, number);
    size_t first = findFirstKept(plan, added);
    plan.push_back(std::move(added));
    for (const PlannedPart &other : ArrayRef(plan).drop_front(first + 1)) {
      plan[first].append(other);
      llvm::append_range(plan[first].accesses, other.accesses);
    }
    plan.truncate(first + 1);
  }

  size_t findFirstKept(ArrayRef<PlannedPart> plan, const PlannedPart &added) {
    size_t first = findFirstSource(plan, added);
    for (size_t i = 0; i < first; ++i) {
      Decision apart = mayStandApart(plan[i], added);
      if (apart.isYes())
        continue;
      Location loc = added.statements.front()->getLoc();
      std::string text =
          "kept in one loop with what precedes it: " + apart.witness;
      if (apart.isUnknown())
        remarkUnknown(loc, "layout-distribute-loops/not-decided") << text;
      else
        remarkMissed(loc, "layout-distribute-loops/dependence") << text;
      return i;
    }
    return first;
  }

  /// The first part with a statement that yields values to `added`.
  static size_t findFirstSource(ArrayRef<PlannedPart> plan,
                                const PlannedPart &added) {
    for (auto [i, part] : llvm::enumerate(plan))
      for (Operation *source : added.sources) {
        if (!llvm::is_contained(part.statements, source))
          continue;
        remarkMissed(added.statements.front()->getLoc(),
                     "layout-distribute-loops/value")
            << "kept in one loop with what precedes it: it uses a value of " +
                   quote(source);
        return i;
      }
    return plan.size();
  }

  Decision keepPair(const ScheduledAccess &first,
                    const ScheduledAccess &second) {
    if (++numPairs > Dependences::maxPairs)
      return Decision::unknown("more than " +
                               std::to_string(Dependences::maxPairs) +
                               " pairs of accesses");
    return dependences.keepPair(first, second);
  }

  /// Only an access of the later part may come to stand behind one of the
  /// earlier part that it was in front of.
  Decision mayStandApart(const PlannedPart &early, const PlannedPart &late) {
    for (const ScheduledAccess &second : early.accesses)
      for (const ScheduledAccess &first : late.accesses) {
        if (!first.access.isWrite && !second.access.isWrite)
          continue;
        Decision kept = keepPair(first, second);
        if (!kept.isYes())
          return kept;
      }
    return Decision::yes();
  }

  //===--------------------------------------------------------------------===//
  // Definitions between loops
  //===--------------------------------------------------------------------===//

  void sink(PlannedPart &part) {
    auto child = dyn_cast<affine::AffineForOp>(part.statements.front());
    if (!child || part.statements.size() > 1 || part.definitions.empty())
      return;
    SmallVector<affine::AffineForOp> nest;
    affine::getPerfectlyNestedLoops(nest, child);
    if (llvm::any_of(*nest.back().getBody(),
                     [](Operation &op) { return containsLoop(&op); }))
      return;
    auto refuse = [&](StringRef name, const Twine &text) {
      remarkMissed(child.getLoc(), ("layout-distribute-loops/" + name).str())
          << "values computed before the loop stay there: " + text.str();
    };
    for (affine::AffineForOp inner : nest) {
      if (inner.getNumResults())
        return refuse("carries-values", "the loop carries values");
      if (!inner->getDiscardableAttrDictionary().empty())
        return refuse("attributes", "the loop has attributes");
      for (Value operand : inner->getOperands())
        if (part.definitions.contains(operand.getDefiningOp()))
          return refuse("bound", "a bound uses them");
    }
    if (maySink(part, nest))
      part.sinkTo = &nest.back().getBody()->front();
  }

  /// Within one iteration of the loop: a load in front of the nest comes to be
  /// in front of each iteration of it.
  bool maySink(const PlannedPart &part, ArrayRef<affine::AffineForOp> nest) {
    Operation *root = nest.front();
    SmallVector<AffineExpr> loads, others;
    for (affine::AffineForOp inner : nest)
      loads.push_back(facts.express(inner.getInductionVar()));
    others = loads;
    loads.push_back(getConstant(0));
    others.push_back(getConstant(1));
    for (Operation *definition : part.definitions)
      for (const MemoryAccess &load : dependences.getAccesses(definition))
        for (const MemoryAccess &access : dependences.getAccesses(root)) {
          if (!access.isWrite)
            continue;
          Decision kept = keepPair({load, root, {getConstant(0)}, loads},
                                   {access, root, {getConstant(1)}, others});
          if (!kept.isYes()) {
            explainSinking(definition, kept);
            return false;
          }
        }
    return true;
  }

  static void explainSinking(Operation *load, const Decision &kept) {
    std::string text = "not moved into the loops after it: " + kept.witness;
    if (kept.isUnknown())
      remarkUnknown(load->getLoc(), "layout-distribute-loops/not-decided")
          << text;
    else
      remarkMissed(load->getLoc(), "layout-distribute-loops/dependence")
          << text;
  }

  affine::AffineForOp loop;
  IntegerFacts &facts;
  Dependences &dependences;
  DenseMap<Operation *, int64_t> positions; ///< in the body
  unsigned numPairs = 0;
};

} // namespace

DistributionPlan layout::planDistribution(affine::AffineForOp loop,
                                          IntegerFacts &facts,
                                          Dependences &dependences) {
  return Planner(loop, facts, dependences).plan();
}
