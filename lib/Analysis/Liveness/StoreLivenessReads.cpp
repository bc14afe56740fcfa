//===- StoreLivenessReads.cpp - Describing later reads --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreLiveness.h"

#include "Analysis/Dependence/PairQuery.h"
#include "Layout/IR/LoopCounters.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// A point as values of dimensions and symbols.
class mlir::layout::PointValues {
public:
  PointValues(ArrayRef<int64_t> point, MLIRContext *context) {
    size_t numDims = point.size() - IndexExpressions::maxSymbols;
    for (int64_t value : point.take_front(numDims))
      dims.push_back(getAffineConstantExpr(value, context));
    for (int64_t value : point.drop_front(numDims))
      symbols.push_back(getAffineConstantExpr(value, context));
  }

  AffineExpr replaceIn(AffineExpr expr) const {
    return expr.replaceDimsAndSymbols(dims, symbols);
  }
  AffineExpr replaceSymbolsIn(AffineExpr expr) const {
    return expr.replaceSymbols(symbols);
  }
  std::optional<int64_t> get(AffineExpr expr) const {
    auto value = dyn_cast<AffineConstantExpr>(replaceIn(expr));
    return value ? std::optional(value.getValue()) : std::nullopt;
  }
  std::string print(AffineExpr expr) const {
    std::optional<int64_t> value = get(expr);
    return value ? std::to_string(*value) : "?";
  }
  ArrayRef<AffineExpr> getSymbols() const { return symbols; }

private:
  SmallVector<AffineExpr> dims, symbols;
};

static std::string quote(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

/// Puts a point into words: "%a[3, 2] may be read by .. when %i = 3". Further
/// assumptions follow after an "if", and the answer is Unknown.
void StoreLiveness::explain(const Left &left, const UncoveredPoints &points,
                            StringRef what, const Read *read,
                            ArrayRef<AffineExpr> readerDims) {
  answer = {};
  answer.isPartlyOverwritten = !left.covered.empty();
  if (budget.isExhausted()) {
    answer.decision = Decision::unknown(
        "more than " + std::to_string(DeadStores::maxQueries) + " cases");
    return;
  }
  if (!names) {
    answer.decision = Decision::no({});
    return;
  }
  std::optional<SmallVector<int64_t>> found = points.findPoint();
  if (!found) {
    answer.decision = Decision::unknown("too many constraints");
    return;
  }
  PointValues point(*found, context);
  tell(point, left, what);
  SmallVector<std::string> assumed;
  if (std::string doubt = findAssumed(point, left, read, readerDims, assumed);
      !doubt.empty())
    answer.decision = Decision::unknown(doubt);
  else if (!assumed.empty())
    answer.decision = Decision::unknown("possible: " + answer.decision.witness +
                                        ", if " + llvm::join(assumed, ", "));
}

void StoreLiveness::tell(const PointValues &point, const Left &left,
                         StringRef what) {
  std::string text = names->get(tree.getRoot()) + "[";
  text += llvm::join(
      llvm::map_range(left.index,
                      [&](AffineExpr expr) { return point.print(expr); }),
      ", ");
  text += "]" + what.str();
  answer.when = getFound(point, *store, {}).iteration;
  std::string values;
  for (auto [variable, value] : answer.when)
    values += (values.empty() ? "" : ", ") + names->getNumber(variable) +
              " = " + std::to_string(value);
  if (!values.empty())
    text += " when " + values;
  answer.decision = Decision::no(text);
}

/// `dims` are the counters around the node; if empty, these are the first
/// dimensions.
FoundAccess StoreLiveness::getFound(const PointValues &point, AccessNode &node,
                                    ArrayRef<AffineExpr> dims) {
  FoundAccess found{&node, {}, {}};
  auto get = [&](AffineExpr expr) {
    return point.get(dims.empty() ? expr : expr.replaceDims(dims));
  };
  for (unsigned i = 0; i < node.depth; ++i)
    if (std::optional<int64_t> value = get(getAffineDimExpr(i, context)))
      found.counters.push_back(getAffineConstantExpr(*value, context));
  SmallVector<Value> variables;
  for (AccessNode *around = node.parent; around; around = around->parent)
    if (around->kind == AccessNode::Kind::Loop)
      llvm::append_range(variables,
                         llvm::reverse(getLoopVariables(around->op)));
  for (Value variable : llvm::reverse(variables))
    if (AffineExpr expr = expressions.express(variable, node.counters))
      if (std::optional<int64_t> value = get(expr))
        found.iteration.push_back({variable, *value});
  return found;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// The op around which, or at which, all that is around both is the same for
/// both: the loop in whose iterations they differ, or themselves.
static std::pair<Operation *, Operation *> getNests(const FoundAccess &one,
                                                    const FoundAccess &other) {
  DenseMap<Value, int64_t> values;
  for (auto [variable, value] : one.iteration)
    values[variable] = value;
  for (auto [variable, value] : other.iteration)
    if (auto shared = values.find(variable);
        shared != values.end() && shared->second != value) {
      Operation *loop = variable.getParentRegion()->getParentOp();
      return {loop, loop};
    }
  return {one.node->op, other.node->op};
}

/// Where what is needed at the return is read; null if it is not known.
static Operation *getEnd(Operation *function) {
  bool isOneBlock =
      function->getNumRegions() == 1 && function->getRegion(0).hasOneBlock();
  return isOneBlock ? &function->getRegion(0).front().back() : nullptr;
}

/// Decides whether values of loop variables and symbols are consistent with all
/// that is known at the store and at the reader; collects what both assume.
/// Returns why they do not, or empty.
///
/// Another iteration of a parallel loop may come at any time, so nothing is
/// between.
std::string StoreLiveness::findAssumed(const PointValues &point,
                                       const Left &left, const Read *read,
                                       ArrayRef<AffineExpr> readerDims,
                                       SmallVectorImpl<std::string> &assumed) {
  FoundAccess stored = getFound(point, *store, {}), reader;
  if (read)
    reader = getFound(point, *read->node, readerDims);
  PairQuery query(*variables, PairQuery::Facts::All);
  auto add = [&](const FoundAccess &access, Operation *op, Operation *nest) {
    unsigned execution = query.addExecution(op, nest);
    for (auto [variable, value] : access.iteration)
      if (AffineExpr expr = variables->express(variable))
        query.require({query.instantiate(expr, execution) - value, true});
    for (auto [i, value] : llvm::enumerate(point.getSymbols()))
      if (AffineExpr expr = expressions.getSymbolIn(*variables, i))
        query.require({query.instantiate(expr, execution) - value, true});
    return execution;
  };
  auto [storeNest, readNest] =
      read ? getNests(stored, reader) : std::pair(store->op, store->op);
  // Where a guard goes the other way, the store is not executed yet.
  unsigned last =
      add(stored, guardOp ? guardOp : store->op, guardOp ? guardOp : storeNest);
  if (read)
    last = add(reader, read->node->op, readNest);
  else if (Operation *end = getEnd(variables->getRoot()))
    last = query.addExecution(end, end);
  Truth isEmpty = query.isEmpty();
  if (isEmpty == Truth::Unknown)
    return query.getExceeded();
  if (isEmpty == Truth::Yes)
    return "no later read of the element is found, and none can be excluded";
  for (unsigned execution = 0; execution <= last; ++execution)
    for (bool isOwn : {false, true})
      if (std::string text = query.getAssumed(execution, isOwn);
          !text.empty() && !llvm::is_contained(assumed, text))
        assumed.push_back(text);
  if (!isStoreExact)
    assumed.push_back(
        "the store writes it (which elements it writes is not known)");
  // What a callee reads is known roughly.
  bool isCall = read && isa<CallOpInterface>(reader.node->op);
  if (read && !read->isNamed && !isCall)
    assumed.push_back(quote(reader.node->op) +
                      " reads it by another name (state llvm.noalias if the "
                      "buffers are not one memory)");
  else if (read && (!read->elements.isExact || isCall))
    assumed.push_back(quote(reader.node->op) +
                      " reads it (which elements it reads is not known)");
  if (!read || !read->isConcurrent)
    if (Operation *write =
            findOverwriting(stored, read ? &reader : nullptr, point, left))
      assumed.push_back(quote(write) + " does not overwrite it first");
  return {};
}

/// When an execution of `node` with these counters takes place, as a list that
/// is compared lexicographically, were all loops around it sequential. Nullopt:
/// not known.
static std::optional<SmallVector<AffineExpr>>
getTime(const AccessNode &node, ArrayRef<AffineExpr> counters,
        bool &isParallel) {
  SmallVector<AffineExpr> time;
  MLIRContext *context = node.op->getContext();
  for (const AccessNode *at = &node; at->parent; at = at->parent) {
    const AccessNode &around = *at->parent;
    if (around.kind == AccessNode::Kind::Opaque)
      return std::nullopt;
    isParallel |= around.kind == AccessNode::Kind::Loop && !around.isSequential;
    time.push_back(getAffineConstantExpr(at->position, context));
    time.push_back(getAffineConstantExpr(at->sequence, context));
    for (unsigned i = around.counters.size(); i > around.depth; --i)
      time.push_back(counters[i - 1]);
  }
  std::reverse(time.begin(), time.end());
  return time;
}

/// That `early` comes before `late`, as alternatives; always true if that is
/// not known. Of executions in parallel, which come in any order, that they are
/// two.
static SmallVector<Conjunction> getOrder(const AccessNode &early,
                                         ArrayRef<AffineExpr> earlyCounters,
                                         const AccessNode &late,
                                         ArrayRef<AffineExpr> lateCounters) {
  bool isParallel = false;
  auto first = getTime(early, earlyCounters, isParallel),
       second = getTime(late, lateCounters, isParallel);
  if (!first || !second)
    return {Conjunction()};
  SmallVector<Conjunction> alternatives = getBefore(*first, *second);
  // In a parallel loop, either of two executions may be the first; but one
  // execution does not overwrite itself.
  if (isParallel)
    llvm::append_range(alternatives, getBefore(*second, *first));
  return alternatives;
}

/// Looks for a write that may touch the element between the two.
Operation *StoreLiveness::findOverwriting(const FoundAccess &stored,
                                          const FoundAccess *read,
                                          const PointValues &point,
                                          const Left &left) {
  QueryBudget queries{DeadStores::maxQueries};
  for (const BufferTouch &touch : uses.touches) {
    AccessNode *node = tree.lookup(touch.operand->getOwner());
    if (!touch.writes || !node)
      continue;
    openPath(*node);
    AccessedElements elements = describe(*node, &touch);
    Conjunction constraints = elements.constraints;
    for (auto [mine, theirs] : llvm::zip_equal(left.index, elements.index))
      constraints.push_back({theirs - point.replaceIn(mine), /*isEq=*/true});
    addConditionsAround(*node, tree.getBody(), constraints);
    for (IndexConstraint &constraint : constraints)
      constraint.expr = point.replaceSymbolsIn(constraint.expr);
    SmallVector<Interval> dims(node->counters.begin(),
                               node->counters.begin() + node->depth);
    dims.append(elements.lanes);
    SmallVector<AffineExpr> counters;
    for (unsigned i = 0; i < node->depth; ++i)
      counters.push_back(getAffineDimExpr(i, context));
    SmallVector<Conjunction> before{Conjunction()};
    if (read)
      before = getOrder(*node, counters, *read->node, read->counters);
    for (const Conjunction &after :
         getOrder(*stored.node, stored.counters, *node, counters))
      for (const Conjunction &inFront : before) {
        Conjunction between = constraints;
        between.append(after);
        between.append(inFront);
        if (!simplifyConstraints(between, dims, expressions.getSymbolRanges()))
          continue;
        UncoveredPoints points(dims.size(), 0, between, queries);
        points.prune();
        if (!points.isEmpty())
          return node->op;
      }
  }
  return nullptr;
}
