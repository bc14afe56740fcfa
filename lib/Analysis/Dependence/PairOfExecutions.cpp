//===- PairOfExecutions.cpp - Pairs of executions -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairOfExecutions.h"

#include "Analysis/Integers/Execution.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

PairOfExecutions::PairOfExecutions(const ScheduledAccess &first,
                                   const ScheduledAccess &second,
                                   IntegerVariables &variables,
                                   PairQuery::Facts known)
    : first(first), second(second), variables(variables), known(known),
      query(variables, known) {
  query.addExecution(first.access.op, first.nest);
  query.addExecution(second.access.op, second.nest);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Loops in `nest` around the definition of `value`, nest included.
static SmallVector<Value> getVariablesAround(Operation *op, Operation *nest) {
  SmallVector<Value> variables;
  for (; op && nest->isAncestor(op->getParentOp()); op = op->getParentOp())
    llvm::append_range(variables, getLoopVariables(op->getParentOp()));
  return variables;
}

static bool isArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// A caller may pass one buffer twice: an example, and no proof.
bool PairOfExecutions::isSameBuffer(Value one, Value other) {
  bool maySayTwice = known == PairQuery::Facts::All && isArgument(one) &&
                     isArgument(other) && one.getType() == other.getType();
  return one == other || maySayTwice;
}

/// Returns true if elements of the two are the same if, and only if, their
/// indices are.
bool PairOfExecutions::isComparable(const Name &one, const Name &other) {
  // Under another name of the buffer's storage, both may be the same padding.
  if (!isSameBuffer(one.buffer, other.buffer) ||
      (one.isThroughStorage && other.isThroughStorage) ||
      !hasDistinctElements(cast<MemRefType>(one.buffer.getType())))
    return false;
  // A buffer that the nest makes is another one in each iteration: both
  // executions are in one. Of other names that change, nothing is known.
  Value buffer = one.buffer;
  return !isDefinedIn(buffer, first.nest) || isAllocation(buffer);
}

/// The first by which all of both is known, or else some.
bool PairOfExecutions::findCommonNames() {
  if (!first.access.elements || !second.access.elements)
    return false;
  for (const Name &one : first.access.elements->names)
    for (const Name &other : second.access.elements->names) {
      if (!isComparable(one, other))
        continue;
      bool areKnown = one.isKnown() && other.isKnown();
      if (!common[0] || areKnown)
        common[0] = &one, common[1] = &other;
      if (areKnown)
        return true;
    }
  return common[0];
}

void PairOfExecutions::shareOwner(Value buffer) {
  Operation *maker = buffer.getDefiningOp();
  if (!maker || !first.nest->isAncestor(maker->getParentOp()))
    return;
  // In another iteration of these loops it is another buffer.
  for (Value variable : getVariablesAround(maker, first.nest))
    if (AffineExpr expr = variables.express(variable))
      query.require({query.instantiate(expr, 0) - query.instantiate(expr, 1),
                     /*isEq=*/true});
}

void PairOfExecutions::addLanes(const AccessRelation &elements,
                                unsigned execution) {
  for (size_t lane = 0; lane < elements.lanes.size(); ++lane)
    lanes[execution].push_back(query.addNumber());
  // The others belong to names derived from it, which may not be those
  // compared.
  unsigned numOwn = elements.names.front().numConstraints;
  for (IndexConstraint constraint :
       ArrayRef(elements.constraints).take_front(numOwn))
    query.require({instantiate(constraint.expr, execution), constraint.isEq});
}

/// Of one that names storage and one that names the elements in it: they meet
/// in an element, or the place is padding, outside of the extents or skipped by
/// the layout, and may be written with any element.
void PairOfExecutions::meetInData() {
  unsigned storage = common[0]->isThroughStorage ? 0 : 1;
  const AccessRelation &elements =
      *(storage == 0 ? first : second).access.elements;
  SmallVector<Conjunction> cases(1);
  for (auto [one, other] :
       llvm::zip_equal(common[0]->getIndex(), common[1]->getIndex()))
    if (one && other)
      cases[0].push_back({instantiate(one, 0) - instantiate(other, 1), true});
  for (const IndexConstraint &isData :
       ArrayRef(elements.constraints)
           .take_front(common[storage]->numConstraints)
           .drop_front(elements.names.front().numConstraints)) {
    AffineExpr distance = instantiate(isData.expr, storage);
    cases[0].push_back({distance, isData.isEq});
    cases.push_back({{distance - 1}});
    cases.push_back({{-distance - 1}});
  }
  for (auto [dim, index] : llvm::enumerate(common[storage]->getIndex())) {
    AffineExpr extent = variables.getExtentOf(common[storage]->buffer, dim);
    if (!index || !extent)
      return; // nothing is known
    AffineExpr own = instantiate(index, storage);
    cases.push_back({{-own - 1}});
    cases.push_back({{own - query.instantiate(extent, storage)}});
  }
  query.requireOne(std::move(cases));
}

void PairOfExecutions::touchSame() {
  if (!findCommonNames())
    return;
  shareOwner(common[0]->buffer);
  addLanes(*first.access.elements, 0);
  addLanes(*second.access.elements, 1);
  if (common[0]->isThroughStorage || common[1]->isThroughStorage)
    return meetInData();
  isSame = common[0]->isExact && common[1]->isExact;
  for (auto [one, other] :
       llvm::zip_equal(common[0]->getIndex(), common[1]->getIndex()))
    if (one && other)
      query.requireEqual(instantiate(one, 0), instantiate(other, 1));
  if (known == PairQuery::Facts::All)
    for (unsigned execution : {0, 1})
      stayInside(*common[execution], execution);
}

/// An extent of a buffer that is made here is what it is made with.
static AffineExpr getExtent(Value buffer, unsigned dim,
                            IntegerVariables &variables) {
  auto type = cast<MemRefType>(buffer.getType());
  // Of a local buffer, the size that it was allocated with is its extent.
  if (auto allocation = buffer.getDefiningOp<SizedAllocation>();
      allocation && type.isDynamicDim(dim))
    return variables.express(allocation.getDynamicSize(dim));
  return variables.getExtentOf(buffer, dim);
}

void PairOfExecutions::stayInside(const Name &name, unsigned execution) {
  for (auto [dim, index] : llvm::enumerate(name.getIndex())) {
    if (!index)
      continue;
    AffineExpr own = instantiate(index, execution);
    query.require({own});
    if (AffineExpr extent = getExtent(name.buffer, dim, variables))
      query.require({query.instantiate(extent, execution) - 1 - own});
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

AffineExpr PairOfExecutions::instantiate(AffineExpr expr, unsigned execution) {
  return query.instantiate(expr, execution).replaceSymbols(lanes[execution]);
}

SmallVector<AffineExpr>
PairOfExecutions::instantiate(ArrayRef<AffineExpr> exprs, unsigned execution) {
  return llvm::map_to_vector(exprs, [&](AffineExpr expr) {
    return query.instantiate(expr, execution);
  });
}

void PairOfExecutions::comeBefore(ArrayRef<AffineExpr> a,
                                  ArrayRef<AffineExpr> b) {
  query.requireOne(getBefore(instantiate(a, 0), instantiate(b, 1)));
}

void PairOfExecutions::comeAfter(ArrayRef<AffineExpr> a,
                                 ArrayRef<AffineExpr> b) {
  query.requireOne(getBefore(instantiate(b, 1), instantiate(a, 0)));
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string describeOverlap(Value a, Value b, ValueNames &names) {
  return names.get(a) + " and " + names.get(b) +
         " may be the same memory; state llvm.noalias if they are not";
}

Decision PairOfExecutions::explain(Truth isEmpty, ValueNames &names) {
  if (isEmpty == Truth::Unknown)
    return Decision::unknown(query.getExceeded());
  if (isEmpty == Truth::Yes) {
    // Of one buffer no element is met, but nothing says how two of them lie.
    Value a = first.access.buffer, b = second.access.buffer;
    return Decision::unknown(a && b && a != b
                                 ? describeOverlap(a, b, names)
                                 : "every access to an element of both is out "
                                   "of bounds or never executed; remove such "
                                   "accesses");
  }
  std::string doubt = describeDoubt(names);
  if (!doubt.empty())
    return Decision::unknown(doubt);
  std::string text = describe(names);
  std::string shared = query.getAssumed(0, /*isOwn=*/false);
  if (!shared.empty())
    text += ", if " + shared;
  // A number that was loaded or computed by an op that is not followed is no
  // number of a certain counterexample: nothing known excludes it, that is all.
  bool isCertain = shared.empty() && query.getAssumed(0, true).empty() &&
                   query.getAssumed(1, true).empty();
  return isCertain ? Decision::no(text)
                   : Decision::unknown("possible: " + text);
}

std::string PairOfExecutions::describe(ValueNames &names) {
  const MemoryAccess &a = first.access, &b = second.access;
  std::string text = describePlace(second, 1, names);
  text += b.isRead && !b.isWrite ? " reads " : " writes ";
  text += describeElement(1, names) + " that " +
          describePlace(first, 0, names) + (a.isWrite ? " wrote" : " read");
  if (common[0]->buffer != common[1]->buffer)
    text += " as " + describeElement(0, names) +
            ", if these are one memory: state llvm.noalias if they are not";
  return text;
}

/// Why it is not known that they touch one element; empty if it is.
std::string PairOfExecutions::describeDoubt(ValueNames &names) {
  auto quote = [](Operation *op) {
    return "'" + op->getName().getStringRef().str() + "'";
  };
  for (const ScheduledAccess *one : {&first, &second})
    if (!one->access.buffer)
      return quote(one->access.op) + " may access any memory";
  if (!isSame) {
    const MemoryAccess &a = first.access, &b = second.access;
    for (const MemoryAccess *one : {&a, &b})
      if (!one->elements || one->elements->names.empty() ||
          !one->elements->names.front().isExact)
        return "cannot determine which elements of " + names.get(one->buffer) +
               " " + quote(one->op) + " touches";
    return a.buffer == b.buffer
               ? names.get(a.buffer) +
                     " may be different memory in each iteration"
               : describeOverlap(a.buffer, b.buffer, names);
  }
  return {};
}

std::string PairOfExecutions::describePlace(const ScheduledAccess &access,
                                            unsigned execution,
                                            ValueNames &names) {
  SmallVector<Value> around = getVariablesAround(access.access.op, access.nest);
  std::string assumed = query.getAssumed(execution, /*isOwn=*/true);
  if (!assumed.empty())
    assumed = " (if " + assumed + ")";
  if (around.empty())
    return "'" + access.access.op->getName().getStringRef().str() + "'" +
           assumed;
  std::string text;
  for (Value variable : llvm::reverse(around)) {
    AffineExpr expr = variables.express(variable);
    std::optional<int64_t> value;
    if (expr)
      value = query.evaluate(query.instantiate(expr, execution));
    text += (text.empty() ? "" : ", ") + names.getNumber(variable) + " = " +
            (value ? std::to_string(*value) : "?");
  }
  return "iteration " + text + assumed;
}

std::string PairOfExecutions::describeElement(unsigned execution,
                                              ValueNames &names) {
  std::string text = names.get(common[execution]->buffer) + "[";
  for (auto [position, expr] : llvm::enumerate(common[execution]->getIndex())) {
    std::optional<int64_t> value = query.evaluate(instantiate(expr, execution));
    text += (position ? ", " : "") + (value ? std::to_string(*value) : "?");
  }
  return text + "]";
}
