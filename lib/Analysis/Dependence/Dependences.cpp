//===- Dependences.cpp - Dependences of executions ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Dependence/Dependences.h"

#include "Analysis/Integers/Execution.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/IR/LoopCounters.h"
#include "PairOfExecutions.h"

using namespace mlir;
using namespace mlir::layout;

Dependences::Dependences(Operation *function, IntegerFacts &facts,
                         const BufferFlow &flow, bool reassociate)
    : facts(facts), flow(flow), aliases(std::make_unique<BufferAliases>(flow)),
      reassociate(reassociate), names(std::make_unique<ValueNames>(function)) {}

Dependences::~Dependences() = default;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

bool Dependences::mayTouchSame(const MemoryAccess &a, const MemoryAccess &b) {
  if (!a.isWrite && !b.isWrite)
    return false;
  if (!a.buffer || !b.buffer)
    return true;
  // Buffers that change places do not meet at a time, but over the iterations.
  return aliases->mayBeOneMemory(a.buffer, b.buffer);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Returns true if constants alone show that `a` does not come before `b`.
static bool isNeverBefore(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
  for (auto [first, second] : llvm::zip(a, b)) {
    auto one = dyn_cast<AffineConstantExpr>(first);
    auto other = dyn_cast<AffineConstantExpr>(second);
    if (!one || !other || one.getValue() < other.getValue())
      return false;
    // For the time only: without, there is a query.
    if (one.getValue() > other.getValue())
      return true;
  }
  return true;
}

/// Decides whether there are no executions of the two as `ask` describes them.
/// No comes with some.
///
/// An answer that is only reported is checked again, with all that is known and
/// not only what is connected, and within the buffers.
Decision Dependences::find(const ScheduledAccess &first,
                           const ScheduledAccess &second,
                           function_ref<Truth(PairOfExecutions &)> ask) {
  PairOfExecutions pair(first, second, facts.getVariables(),
                        PairQuery::Facts::Connected);
  switch (ask(pair)) {
  case Truth::Yes:
    return Decision::yes();
  case Truth::Unknown:
    return Decision::unknown(pair.getQuery().getExceeded());
  case Truth::No:
    break;
  }
  if (!facts.explainsAnswers())
    return Decision::no({});
  // Only what is reported is queried with all that is known. The proof above
  // needs the connected facts only, which are far fewer.
  PairOfExecutions real(first, second, facts.getVariables(),
                        PairQuery::Facts::All);
  Truth isEmpty = ask(real);
  return real.explain(isEmpty, *names);
}

/// Of all executions `first` before `second`.
Decision Dependences::isPairKept(const ScheduledAccess &first,
                                 const ScheduledAccess &second) {
  if (isNeverBefore(first.before, second.before) ||
      isNeverBefore(second.after, first.after))
    return Decision::yes();
  auto ask = [&](PairOfExecutions &pair) {
    pair.touchSame();
    pair.comeBefore(first.before, second.before);
    pair.comeAfter(first.after, second.after);
    return pair.getQuery().isEmpty();
  };
  return find(first, second, ask);
}

/// The reductions among the accesses, by their loads and stores.
static DenseMap<Operation *, Reduction>
findReductions(ArrayRef<ScheduledAccess> accesses, IntegerFacts &facts,
               bool reassociate) {
  DenseMap<Operation *, Reduction> reductions;
  for (const ScheduledAccess &scheduled : accesses)
    if (std::optional<Reduction> reduction =
            matchReduction(scheduled.access.op, facts, reassociate)) {
      reductions[reduction->load] = *reduction;
      reductions[reduction->store] = *reduction;
    }
  return reductions;
}

OrderAnswer Dependences::keepOrder(ArrayRef<ScheduledAccess> accesses) {
  OrderAnswer answer;
  answer.decision = Decision::yes();
  DenseMap<Operation *, Reduction> reductions =
      findReductions(accesses, facts, reassociate);
  auto getCommon = [&](Operation *a, Operation *b) -> const Reduction * {
    auto one = reductions.find(a), other = reductions.find(b);
    bool isOne = one != reductions.end() && other != reductions.end() &&
                 one->second.store == other->second.store;
    return isOne ? &one->second : nullptr;
  };
  unsigned numPairs = 0;
  for (const ScheduledAccess &first : accesses) {
    for (const ScheduledAccess &second : accesses) {
      const MemoryAccess &a = first.access, &b = second.access;
      if (!mayTouchSame(a, b))
        continue;
      const Reduction *reduction = getCommon(a.op, b.op);
      // A sum in another order may overflow in between, where the one of the
      // program does not: nsw, nnan and ninf do not hold there.
      if (reduction && !reduction->inexact && !reduction->hasOrderedFlags())
        continue;
      // It bounds the work: one pair more is as good.
      if (++numPairs > maxPairs) {
        answer.decision = Decision::unknown(
            "more than " + std::to_string(maxPairs) + " pairs of accesses");
        return answer;
      }
      Decision kept = isPairKept(first, second);
      if (kept.isYes())
        continue;
      if (reduction && !reduction->inexact) {
        answer.losesFlags.push_back(*reduction);
        continue;
      }
      // A refusal that a flag would lift is reported only if there is no other.
      if (answer.decision.isYes() || answer.needsReassociation) {
        answer.decision = std::move(kept);
        answer.needsReassociation = reduction ? reduction->inexact : nullptr;
      }
      if (!reduction)
        return answer;
    }
  }
  return answer;
}

Decision Dependences::keepPair(const ScheduledAccess &first,
                               const ScheduledAccess &second) {
  if (!mayTouchSame(first.access, second.access))
    return Decision::yes();
  return isPairKept(first, second);
}

/// Returns true if `index` is the same for two executions only if `time` is,
/// given that the dimensions of `isShared` are the same for both. `index` may
/// not have lanes.
static bool isInjectiveIn(AffineExpr index, AffineExpr time,
                          function_ref<bool(AffineDimExpr)> isShared) {
  bool isLinear = true;
  unsigned numDims = 0;
  index.walk([&](AffineExpr part) {
    if (isa<AffineSymbolExpr>(part))
      isLinear = false;
    if (auto dim = dyn_cast<AffineDimExpr>(part)) {
      numDims = std::max(numDims, dim.getPosition() + 1);
      isLinear &= part == time || isShared(dim);
    }
  });
  if (!isLinear || !isa<AffineDimExpr>(time))
    return false;
  AffineExpr growth =
      simplifyAffineExpr(index.replace(time, time + 1) - index, numDims, 0);
  auto constant = dyn_cast<AffineConstantExpr>(growth);
  return constant && constant.getValue() != 0;
}

/// Returns true if each of the loops that count `times` allocates `buffer`
/// anew.
static bool isOwn(Value buffer, ArrayRef<AffineExpr> times,
                  const IntegerFacts &facts) {
  return isAllocation(buffer) && llvm::all_of(times, [&](AffineExpr time) {
           auto dim = dyn_cast<AffineDimExpr>(time);
           Value variable =
               dim ? facts.getVariable(dim.getPosition()) : Value();
           if (!variable || !isa<BlockArgument>(variable))
             return false;
           Operation *loop = variable.getParentBlock()->getParentOp();
           return llvm::is_contained(getLoopVariables(loop), variable) &&
                  isDefinedIn(buffer, loop);
         });
}

/// Returns true if a comparison of their indices proves that two accesses touch
/// the same element at equal times only, as `A[%i, ..]` and `A[%i, ..]` do. For
/// most loops this saves the queries.
bool Dependences::meetOnlyAtSame(const MemoryAccess &a, const MemoryAccess &b,
                                 Operation *nest, ArrayRef<AffineExpr> times) {
  if (!a.buffer || a.buffer != b.buffer || !a.elements || !b.elements ||
      a.elements->names.empty() || b.elements->names.empty())
    return false;
  if (isDefinedIn(a.buffer, nest))
    return isOwn(a.buffer, times, facts);
  if (!hasDistinctElements(cast<MemRefType>(a.buffer.getType())))
    return false;
  const AccessRelation::Name &one = a.elements->names.front();
  const AccessRelation::Name &other = b.elements->names.front();
  if (one.buffer != other.buffer || one.isThroughStorage ||
      other.isThroughStorage)
    return false;
  SmallVector<AffineExpr, 4> equal; // times that are, as far as is shown
  auto isShared = [&](AffineDimExpr dim) {
    Value value = facts.getVariable(dim.getPosition());
    return llvm::is_contained(equal, dim) ||
           (value && !isDefinedIn(value, nest));
  };
  SmallVector<AffineExpr> ours = one.getIndex(), theirs = other.getIndex();
  auto isShown = [&](AffineExpr time) {
    for (auto [index, same] : llvm::zip_equal(ours, theirs))
      if (index && index == same && isInjectiveIn(index, time, isShared))
        return true;
    return false;
  };
  for (AffineExpr time : times)
    if (isShown(time))
      equal.push_back(time);
  return equal.size() == times.size();
}

Decision Dependences::dependOnlyAtSame(Operation *nest,
                                       ArrayRef<AffineExpr> times) {
  if (llvm::is_contained(times, AffineExpr()))
    return Decision::unknown("what a loop counts is not known");
  // Only what happens at one time keeps its order when all is turned around.
  SmallVector<AffineExpr> forwards(times),
      backwards = llvm::map_to_vector(times, [](AffineExpr e) { return -e; });
  unsigned numPairs = 0;
  const std::vector<MemoryAccess> &accesses = getAccesses(nest);
  for (const MemoryAccess &first : accesses)
    for (const MemoryAccess &second : accesses) {
      if (!mayTouchSame(first, second) ||
          meetOnlyAtSame(first, second, nest, times))
        continue;
      // It bounds the work: one pair more is as good.
      if (++numPairs > maxPairs)
        return Decision::unknown("more than " + std::to_string(maxPairs) +
                                 " pairs of accesses");
      Decision kept = isPairKept({first, nest, forwards, backwards},
                                 {second, nest, forwards, backwards});
      if (!kept.isYes())
        return kept;
    }
  return Decision::yes();
}

Decision Dependences::mayInterfere(Operation *first, Operation *second) {
  auto [it, isNew] = interference.try_emplace({first, second});
  if (isNew)
    it->second = findInterference(first, second);
  return it->second;
}

Decision Dependences::findInterference(Operation *first, Operation *second) {
  const std::vector<MemoryAccess> &ours = getAccesses(first);
  const std::vector<MemoryAccess> &theirs = getAccesses(second);
  // It bounds the work: one pair more is as good.
  if (ours.size() * theirs.size() > maxPairs)
    return Decision::unknown("more than " + std::to_string(maxPairs) +
                             " pairs of accesses");
  for (const MemoryAccess &a : ours)
    for (const MemoryAccess &b : theirs) {
      if (!mayTouchSame(a, b))
        continue;
      ScheduledAccess one{a, first, {}, {}}, other{b, second, {}, {}};
      Decision apart = find(one, other, [](PairOfExecutions &pair) {
        pair.touchSame();
        return pair.getQuery().isEmpty();
      });
      if (apart.isUnknown())
        return apart;
      if (apart.isNo()) {
        apart.truth = Truth::Yes;
        return apart;
      }
    }
  return Decision::no({});
}
