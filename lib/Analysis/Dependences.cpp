//===- Dependences.cpp - Which executions must keep their order -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Dependences.h"

#include "Layout/Analysis/DistinctBuffers.h"
#include "PairQuery.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

namespace mlir::layout {
/// Values by the names that they have in the text of the function.
class DependenceNames {
public:
  explicit DependenceNames(Operation *function) : state(function) {}
  AsmState state;
};
} // namespace mlir::layout

Dependences::Dependences(Operation *function, IntegerFacts &facts,
                         const BufferFlow &flow, bool reassociate)
    : function(function), facts(facts), flow(flow), reassociate(reassociate) {}

Dependences::~Dependences() = default;

std::string Dependences::nameOf(Value value) {
  if (!names)
    names = std::make_unique<DependenceNames>(function);
  std::string name;
  llvm::raw_string_ostream os(name);
  value.printAsOperand(os, names->state);
  return name;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

bool Dependences::mayTouchSame(const MemoryAccess &a, const MemoryAccess &b) {
  if (!a.isWrite && !b.isWrite)
    return false;
  if (!a.buffer || !b.buffer)
    return true;
  // Buffers that change places do not meet at a time, but over the iterations.
  auto [it, isNew] = distinct.try_emplace({a.buffer, b.buffer}, false);
  if (isNew)
    it->second = areDistinctBuffers(a.buffer, b.buffer, flow);
  return !it->second;
}

/// The value that has the same elements at the same indices.
static Value getIndexed(Value buffer, const BufferFlow &flow) {
  while (true) {
    if (Value source = flow.getCopied(buffer); source && source != buffer)
      buffer = source;
    else if (auto cast = buffer.getDefiningOp<memref::CastOp>();
             cast && isa<MemRefType>(cast.getSource().getType()))
      buffer = cast.getSource();
    else
      return buffer;
  }
}

/// Loops in `nest` around the definition of `value`, nest included.
static SmallVector<Value> getVariablesAround(Operation *op, Operation *nest) {
  SmallVector<Value> variables;
  for (; op && nest->isAncestor(op->getParentOp()); op = op->getParentOp())
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op->getParentOp()))
      if (auto own = loop.getLoopInductionVars())
        llvm::append_range(variables, *own);
  return variables;
}

/// Executions of two accesses.
class mlir::layout::PairOfExecutions {
public:
  PairOfExecutions(const ScheduledAccess &first, const ScheduledAccess &second,
                   IntegerFacts &facts, IntegerVariables &variables,
                   const BufferFlow &flow)
      : first(first), second(second), facts(facts), flow(flow),
        query(variables) {
    query.addExecution(first.access.op, first.nest);
    query.addExecution(second.access.op, second.nest);
  }

  void touchSame() {
    const MemoryAccess &a = first.access, &b = second.access;
    if (!a.buffer || !b.buffer)
      return;
    Value buffer = getIndexed(a.buffer, flow);
    if (buffer != getIndexed(b.buffer, flow))
      return;
    Operation *parent = buffer.getParentRegion()->getParentOp();
    bool isOwn = first.nest->isAncestor(parent);
    if (isOwn && !isSameMadeOnce(buffer))
      return;
    if (!a.index || !b.index)
      return;
    for (auto [one, other] : llvm::zip_equal(*a.index, *b.index))
      if (one && other)
        query.requireEqual(query.instantiate(one, 0),
                           query.instantiate(other, 1));
  }

  void comeBefore(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
    query.requireOne(getBefore(instantiate(a, 0), instantiate(b, 1)));
  }
  void comeAfter(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
    query.requireOne(getBefore(instantiate(b, 1), instantiate(a, 0)));
  }

  PairQuery &getQuery() { return query; }

  /// "iteration %i = 1 reads %A[0] that iteration %i = 0 wrote"
  std::string describe(function_ref<std::string(Value)> nameOf) {
    const MemoryAccess &a = first.access, &b = second.access;
    bool isSure = a.index && b.index;
    std::string text = describePlace(second, 1, nameOf);
    if (!a.buffer || !b.buffer)
      return text + " may touch memory that " +
             describePlace(first, 0, nameOf) + " touches";
    if (b.isRead && !b.isWrite)
      text += isSure ? " reads " : " may read ";
    else
      text += isSure ? " writes " : " may write ";
    text += describeElement(b, 1, nameOf) + " that " +
            describePlace(first, 0, nameOf) + " ";
    text += a.isWrite ? (isSure ? "wrote" : "may have written")
                      : (isSure ? "read" : "may have read");
    if (getIndexed(a.buffer, flow) != getIndexed(b.buffer, flow))
      text += " as " + describeElement(a, 0, nameOf);
    return text;
  }

private:
  SmallVector<AffineExpr> instantiate(ArrayRef<AffineExpr> exprs,
                                      unsigned execution) {
    return llvm::map_to_vector(exprs, [&](AffineExpr expr) {
      return query.instantiate(expr, execution);
    });
  }

  /// A buffer that the nest makes is another one in each iteration: both
  /// executions are in one. Of other names that change, nothing is known.
  bool isSameMadeOnce(Value buffer) {
    Operation *maker = buffer.getDefiningOp();
    if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(maker))
      return false;
    for (Value variable : getVariablesAround(maker, first.nest))
      if (AffineExpr expr = facts.express(variable))
        query.require({query.instantiate(expr, 0) - query.instantiate(expr, 1),
                       /*isEq=*/true});
    return true;
  }

  std::string describePlace(const ScheduledAccess &access, unsigned execution,
                            function_ref<std::string(Value)> nameOf) {
    SmallVector<Value> variables =
        getVariablesAround(access.access.op, access.nest);
    if (variables.empty())
      return "'" + access.access.op->getName().getStringRef().str() + "'";
    std::string text;
    for (Value variable : llvm::reverse(variables)) {
      AffineExpr expr = facts.express(variable);
      std::optional<int64_t> value;
      if (expr)
        value = query.evaluate(query.instantiate(expr, execution));
      text += (text.empty() ? "" : ", ") + nameOf(variable) + " = " +
              (value ? std::to_string(*value) : "?");
    }
    return "iteration " + text;
  }

  std::string describeElement(const MemoryAccess &access, unsigned execution,
                              function_ref<std::string(Value)> nameOf) {
    std::string text = nameOf(access.buffer);
    if (!access.index)
      return text;
    text += "[";
    for (auto [position, expr] : llvm::enumerate(*access.index)) {
      std::optional<int64_t> value;
      if (expr)
        value = query.evaluate(query.instantiate(expr, execution));
      text += (position ? ", " : "") + (value ? std::to_string(*value) : "?");
    }
    return text + "]";
  }

  const ScheduledAccess &first, &second;
  IntegerFacts &facts;
  const BufferFlow &flow;
  PairQuery query;
};

std::string Dependences::describe(PairOfExecutions &pair) {
  return facts.explains
             ? pair.describe([&](Value value) { return nameOf(value); })
             : std::string();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Do constants alone show that `a` does not come before `b`?
static bool isNeverBefore(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b) {
  for (auto [first, second] : llvm::zip(a, b)) {
    auto one = dyn_cast<AffineConstantExpr>(first);
    auto other = dyn_cast<AffineConstantExpr>(second);
    if (!one || !other || one.getValue() < other.getValue())
      return false;
    if (one.getValue() > other.getValue())
      return true;
  }
  return true;
}

/// Of all executions `first` before `second`.
Decision Dependences::isPairKept(const ScheduledAccess &first,
                                 const ScheduledAccess &second) {
  if (isNeverBefore(first.before, second.before) ||
      isNeverBefore(second.after, first.after))
    return Decision::yes();
  PairOfExecutions pair(first, second, facts, *facts.variables, flow);
  pair.touchSame();
  pair.comeBefore(first.before, second.before);
  pair.comeAfter(first.after, second.after);
  Truth isEmpty = pair.getQuery().isEmpty();
  if (isEmpty == Truth::Yes)
    return Decision::yes();
  if (isEmpty == Truth::Unknown)
    return Decision::unknown(pair.getQuery().getExceeded());
  return Decision::no(describe(pair));
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
      if (reduction && !reduction->inexact && !reduction->hasWrapFlags())
        continue;
      if (++numPairs > maxPairs) {
        answer.decision = Decision::unknown(
            "more than " + std::to_string(maxPairs) + " pairs of accesses");
        return answer;
      }
      Decision kept = isPairKept(first, second);
      if (kept.isYes())
        continue;
      if (reduction && !reduction->inexact) {
        answer.losesWrapFlags.push_back(*reduction);
        continue;
      }
      // A refusal that a flag would lift is told if there is no other.
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

Decision Dependences::mayInterfere(Operation *first, Operation *second) {
  auto [it, isNew] = interference.try_emplace({first, second});
  if (isNew)
    it->second = findInterference(first, second);
  return it->second;
}

Decision Dependences::findInterference(Operation *first, Operation *second) {
  const std::vector<MemoryAccess> &ours = getAccesses(first);
  const std::vector<MemoryAccess> &theirs = getAccesses(second);
  if (ours.size() * theirs.size() > maxPairs)
    return Decision::unknown("more than " + std::to_string(maxPairs) +
                             " pairs of accesses");
  for (const MemoryAccess &a : ours)
    for (const MemoryAccess &b : theirs) {
      if (!mayTouchSame(a, b))
        continue;
      ScheduledAccess one{a, first, {}, {}}, other{b, second, {}, {}};
      PairOfExecutions pair(one, other, facts, *facts.variables, flow);
      pair.touchSame();
      Truth isEmpty = pair.getQuery().isEmpty();
      if (isEmpty == Truth::Unknown)
        return Decision::unknown(pair.getQuery().getExceeded());
      if (isEmpty == Truth::No) {
        Decision found = Decision::yes();
        found.witness = describe(pair);
        return found;
      }
    }
  return Decision::no({});
}
