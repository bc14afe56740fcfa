//===- DistributionPlan.cpp - How one loop is distributed -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributionPlan.h"

#include "Layout/Analysis/Dependence/PartOrder.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/Approximations.h"
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
          Dependences &dependences, OnKeptTogether onKept)
      : loop(loop), facts(facts), dependences(dependences), onKept(onKept) {}

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
    if (plan.size() == parts.size() || !reorder(plan, parts))
      explainKept();
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

  using Remark = remark::detail::InFlightRemark;
  Remark missed(Operation *op, StringRef name) const {
    return onKept ? Remark() : remarkMissed(op->getLoc(), name);
  }
  Remark unknown(Operation *op, StringRef name) const {
    return onKept ? Remark() : remarkUnknown(op->getLoc(), name);
  }

  /// Why a part stays with those before it.
  struct Kept {
    Operation *op;
    std::string name, text;
    bool isUnknown;
  };

  void explainKept() const {
    for (const Kept &its : kept) {
      if (onKept)
        onKept(its.op, its.text, its.isUnknown);
      (its.isUnknown ? unknown(its.op, its.name) : missed(its.op, its.name))
          << "kept in one loop with what precedes it: " + its.text;
    }
  }

  //===--------------------------------------------------------------------===//
  // Loops that stay
  //===--------------------------------------------------------------------===//

  bool isRefused() {
    auto refuse = [&](StringRef name, const Twine &text) {
      missed(loop, ("layout-distribute-loops/" + name).str())
          << "not distributed: " + text.str();
      return true;
    };
    if (loop.getNumResults())
      return refuse("carries-values",
                    "the loop carries values; store them to memory instead");
    if (!loop->getDiscardableAttrDictionary().empty())
      return refuse(
          "attributes",
          "the loop has attributes, which may not hold for several loops; "
          "remove them, or run the pass that reads them first");
    for (Operation &op : *loop.getBody())
      if (isa<AssumeOp, PaddingOp, AssumePaddingOp>(op))
        return refuse("promise", quote(&op) +
                                     " applies to everything after it in the "
                                     "loop; move it before the loop");
    if (Operation *op = findEndless())
      return refuse("may-not-terminate",
                    quote(op) + " may not terminate; move it out of the loop");
    return false;
  }

  /// Ops after it must not be executed before it: they may end the program.
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

  /// Appends a part, and joins it with all parts from the first one on that it
  /// cannot be separated from.
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
      bool isUnknown = apart.isUnknown();
      kept.push_back({added.statements.front(),
                      isUnknown ? "layout-distribute-loops/not-decided"
                                : "layout-distribute-loops/dependence",
                      apart.witness, isUnknown});
      return i;
    }
    return first;
  }

  static StringRef adviseOnSource(Operation *source) {
    return llvm::any_of(source->getResultTypes(), llvm::IsaPred<BaseMemRefType>)
               ? "; make the buffer before the loop"
               : "; store the value to memory instead";
  }

  /// The first part with a statement that yields values to `added`.
  size_t findFirstSource(ArrayRef<PlannedPart> plan, const PlannedPart &added) {
    for (auto [i, part] : llvm::enumerate(plan)) {
      if (Operation *op = findExpensive(part, added)) {
        kept.push_back({added.statements.front(),
                        "layout-distribute-loops/value",
                        quote(op) + " would be computed twice",
                        /*isUnknown=*/false});
        return i;
      }
      for (Operation *source : added.sources) {
        if (!llvm::is_contained(part.statements, source))
          continue;
        kept.push_back({added.statements.front(),
                        "layout-distribute-loops/value",
                        "it uses a value of " + quote(source) +
                            adviseOnSource(source).str(),
                        /*isUnknown=*/false});
        return i;
      }
    }
    return plan.size();
  }

  /// Each part computes what it uses. That may be a call of a library, which
  /// takes longer than what parts gain.
  static Operation *findExpensive(const PlannedPart &a, const PlannedPart &b) {
    for (Operation *op : a.definitions)
      if (isLibraryFunction(op) && b.definitions.contains(op))
        return op;
    return nullptr;
  }

  Decision keepPair(const ScheduledAccess &first,
                    const ScheduledAccess &second) {
    if (++numPairs > Dependences::maxPairs)
      return Decision::unknown("more than " +
                               std::to_string(Dependences::maxPairs) +
                               " pairs of accesses");
    return dependences.keepPair(first, second);
  }

  /// Proves that two parts may be separated: that moves an access of the later
  /// part after accesses of the earlier part that it preceded, and no others.
  Decision mayStandApart(const PlannedPart &early, const PlannedPart &late) {
    for (const ScheduledAccess &second : early.accesses)
      for (const ScheduledAccess &first : late.accesses) {
        if (!first.access.isWrite && !second.access.isWrite)
          continue;
        Decision never = neverPrecedes(first, second);
        if (!never.isYes())
          return never;
      }
    return Decision::yes();
  }

  /// Proves that no execution of `first` comes before one of `second` that
  /// depends on it. Cached, since parts are tried in several orders.
  Decision neverPrecedes(ScheduledAccess first, ScheduledAccess second) {
    auto getKey = [](const MemoryAccess &access) {
      return AccessKey(
          {access.op, access.buffer.getAsOpaquePointer()},
          {access.elements.get(), access.isRead + 2 * access.isWrite});
    };
    auto [answer, isNew] = precedences.try_emplace(
        {getKey(first.access), getKey(second.access)}, Decision::yes());
    if (isNew) {
      first.after = {getConstant(1)};
      second.after = {getConstant(0)};
      answer->second = keepPair(first, second);
    }
    return answer->second;
  }

  //===--------------------------------------------------------------------===//
  // Parts in another order
  //===--------------------------------------------------------------------===//

  /// What cannot be separated in the order of the text may be in another one.
  /// False: no more of it can.
  bool reorder(DistributionPlan &plan, ArrayRef<LoopPart> parts) {
    constexpr size_t maxParts = 8;
    if (parts.size() > maxParts)
      return false;
    SmallVector<PlannedPart> scheduled;
    for (const LoopPart &part : parts) {
      PlannedPart &its = scheduled.emplace_back();
      static_cast<LoopPart &>(its) = part;
      schedule(its, 0);
    }
    SmallVector<SmallVector<unsigned>> groups =
        orderParts(parts.size(), [&](unsigned early, unsigned late) {
          return mustPrecede(scheduled[early], scheduled[late]);
        });
    if (groups.size() <= plan.size())
      return false;
    plan.clear();
    for (ArrayRef<unsigned> group : groups) {
      plan.push_back(scheduled[group.front()]);
      for (unsigned number : group.drop_front()) {
        plan.back().append(scheduled[number]);
        llvm::append_range(plan.back().accesses, scheduled[number].accesses);
      }
    }
    return true;
  }

  /// Returns true if one part uses a value of the other, or both would compute
  /// one that is expensive. Such parts stay together.
  static bool shareValue(const PlannedPart &a, const PlannedPart &b) {
    auto usesOf = [](const PlannedPart &user, const PlannedPart &part) {
      return llvm::any_of(user.sources, [&](Operation *source) {
        return llvm::is_contained(part.statements, source);
      });
    };
    return usesOf(a, b) || usesOf(b, a) || findExpensive(a, b);
  }

  /// Returns true unless it is proven that no execution in `early` comes before
  /// one in `late` that depends on it.
  bool mustPrecede(const PlannedPart &early, const PlannedPart &late) {
    if (shareValue(early, late))
      return true;
    for (const ScheduledAccess &first : early.accesses)
      for (const ScheduledAccess &second : late.accesses) {
        if (!first.access.isWrite && !second.access.isWrite)
          continue;
        if (!neverPrecedes(first, second).isYes())
          return true;
      }
    return false;
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
      missed(child, ("layout-distribute-loops/" + name).str())
          << "values computed before the loop stay there: " + text.str();
    };
    for (affine::AffineForOp inner : nest) {
      if (inner.getNumResults())
        return refuse("carries-values",
                      "the loop carries values; store them to memory instead");
      if (!inner->getDiscardableAttrDictionary().empty())
        return refuse("attributes", "the loop has attributes; remove them, or "
                                    "run the pass that reads them first");
      for (Value operand : inner->getOperands())
        if (part.definitions.contains(operand.getDefiningOp()))
          return refuse("bound", "a bound uses them; compute the bounds "
                                 "outside of the outer loop");
    }
    if (maySink(part, nest))
      part.sinkTo = &nest.back().getBody()->front();
  }

  /// Returns true if the loads before the nest may be executed before each
  /// iteration of it, within one iteration of the loop.
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

  void explainSinking(Operation *load, const Decision &kept) const {
    std::string text = "not moved into the loops after it: " + kept.witness;
    if (kept.isUnknown())
      unknown(load, "layout-distribute-loops/not-decided") << text;
    else
      missed(load, "layout-distribute-loops/dependence") << text;
  }

  affine::AffineForOp loop;
  IntegerFacts &facts;
  Dependences &dependences;
  OnKeptTogether onKept;
  DenseMap<Operation *, int64_t> positions; ///< in the body
  SmallVector<Kept> kept;
  unsigned numPairs = 0;
  /// An op may have several accesses to one buffer.
  using AccessKey = std::pair<std::pair<Operation *, const void *>,
                              std::pair<const void *, unsigned>>;
  DenseMap<std::pair<AccessKey, AccessKey>, Decision> precedences;
};

} // namespace

DistributionPlan layout::planDistribution(affine::AffineForOp loop,
                                          IntegerFacts &facts,
                                          Dependences &dependences,
                                          OnKeptTogether onKept) {
  return Planner(loop, facts, dependences, onKept).plan();
}
