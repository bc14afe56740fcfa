//===- PairOfExecutions.cpp - Two executions that meet --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairOfExecutions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

PairOfExecutions::PairOfExecutions(const ScheduledAccess &first,
                                   const ScheduledAccess &second,
                                   IntegerVariables &variables,
                                   const BufferFlow &flow,
                                   PairQuery::Facts known)
    : first(first), second(second), variables(variables), flow(flow),
      known(known), query(variables, known) {
  query.addExecution(first.access.op, first.nest);
  query.addExecution(second.access.op, second.nest);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

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

/// A buffer that the nest makes is another one in each iteration: both
/// executions are in one. Of other names that change, nothing is known.
bool PairOfExecutions::isSameMadeOnce(Value buffer) {
  if (!isAllocation(buffer))
    return false;
  for (Value variable : getVariablesAround(buffer.getDefiningOp(), first.nest))
    if (AffineExpr expr = variables.express(variable))
      query.require({query.instantiate(expr, 0) - query.instantiate(expr, 1),
                     /*isEq=*/true});
  return true;
}

void PairOfExecutions::touchSame() {
  const MemoryAccess &a = first.access, &b = second.access;
  if (!a.buffer || !b.buffer)
    return;
  Value buffer = getIndexed(a.buffer, flow);
  if (!isSameBuffer(buffer, getIndexed(b.buffer, flow)))
    return;
  Operation *parent = buffer.getParentRegion()->getParentOp();
  bool isOwn = first.nest->isAncestor(parent);
  if (isOwn && !isSameMadeOnce(buffer))
    return;
  if (!a.index || !b.index)
    return;
  isSame = true;
  for (auto [one, other] : llvm::zip_equal(*a.index, *b.index)) {
    if (one && other)
      query.requireEqual(query.instantiate(one, 0),
                         query.instantiate(other, 1));
    else
      isSame = false;
  }
  if (known == PairQuery::Facts::All)
    for (unsigned execution : {0, 1})
      stayInside(execution ? b : a, execution);
}

/// An extent of a buffer that is made here is what it is made with.
static AffineExpr getExtent(Value buffer, unsigned dim,
                            IntegerVariables &variables) {
  auto type = cast<MemRefType>(buffer.getType());
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>();
      alloc && type.isDynamicDim(dim))
    return variables.express(
        alloc.getDynamicSizes()[type.getDynamicDimIndex(dim)]);
  return variables.getExtent(buffer, dim);
}

void PairOfExecutions::stayInside(const MemoryAccess &access,
                                  unsigned execution) {
  for (auto [dim, index] : llvm::enumerate(*access.index)) {
    if (!index)
      continue;
    AffineExpr own = query.instantiate(index, execution);
    query.require({own});
    if (AffineExpr extent = getExtent(access.buffer, dim, variables))
      query.require({query.instantiate(extent, execution) - 1 - own});
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

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

Decision PairOfExecutions::explain(Truth isEmpty, ValueNames &names) {
  if (isEmpty == Truth::Unknown)
    return Decision::unknown(query.getExceeded());
  if (isEmpty == Truth::Yes)
    return Decision::unknown("what would touch the same element lies outside "
                             "of the buffer or is never executed");
  std::string doubt = describeDoubt(names);
  if (!doubt.empty())
    return Decision::unknown(doubt);
  std::string text = describe(names);
  std::string shared = query.getAssumed(0, /*isOwn=*/false);
  if (!shared.empty())
    text += ", if " + shared;
  bool isCertain = shared.empty() && query.getAssumed(0, true).empty() &&
                   query.getAssumed(1, true).empty();
  return isCertain ? Decision::no(text)
                   : Decision::unknown("possible: " + text);
}

std::string PairOfExecutions::describe(ValueNames &names) {
  const MemoryAccess &a = first.access, &b = second.access;
  std::string text = describePlace(second, 1, names);
  text += b.isRead && !b.isWrite ? " reads " : " writes ";
  text += describeElement(b, 1, names) + " that " +
          describePlace(first, 0, names) + (a.isWrite ? " wrote" : " read");
  if (getIndexed(a.buffer, flow) != getIndexed(b.buffer, flow))
    text += " as " + describeElement(a, 0, names);
  return text;
}

/// Why it is not known that they touch one element; empty if it is.
std::string PairOfExecutions::describeDoubt(ValueNames &names) {
  auto quote = [](Operation *op) {
    return "'" + op->getName().getStringRef().str() + "'";
  };
  for (const ScheduledAccess *one : {&first, &second})
    if (!one->access.buffer)
      return quote(one->access.op) + " may touch any memory";
  if (!isSame) {
    const MemoryAccess &a = first.access, &b = second.access;
    for (const MemoryAccess *one : {&a, &b})
      if (!one->index || llvm::is_contained(*one->index, AffineExpr()))
        return "it is not followed which elements of " +
               names.get(one->buffer) + " " + quote(one->op) + " touches";
    return a.buffer == b.buffer
               ? names.get(a.buffer) + " may be other memory in each iteration"
               : names.get(a.buffer) + " and " + names.get(b.buffer) +
                     " may be the same memory";
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

std::string PairOfExecutions::describeElement(const MemoryAccess &access,
                                              unsigned execution,
                                              ValueNames &names) {
  std::string text = names.get(access.buffer) + "[";
  for (auto [position, expr] : llvm::enumerate(*access.index)) {
    std::optional<int64_t> value =
        query.evaluate(query.instantiate(expr, execution));
    text += (position ? ", " : "") + (value ? std::to_string(*value) : "?");
  }
  return text + "]";
}
