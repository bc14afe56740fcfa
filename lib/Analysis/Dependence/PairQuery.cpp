//===- PairQuery.cpp - Queries about several executions -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairQuery.h"

#include "Analysis/Integers/Execution.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Map/Evaluate.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the numbers of the dimensions that `expr` mentions.
static SmallVector<unsigned> getDims(AffineExpr expr) {
  SmallVector<unsigned> dims;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      dims.push_back(dim.getPosition());
  });
  return dims;
}

PairQuery::PairQuery(IntegerVariables &variables, Facts known)
    : variables(variables), known(known) {}

unsigned PairQuery::addExecution(Operation *op, Operation *nest) {
  Execution &added = executions.emplace_back();
  added.op = op;
  added.nest = nest;
  added.context = variables.getFactsAt(op);
  if (known == Facts::All) // a proof does not need them
    llvm::append_range(added.context, variables.getAssertedBefore(op));
  unsigned execution = executions.size() - 1;
  // Loop variables are columns even if no constraint mentions them, so that a
  // counterexample names an iteration.
  for (unsigned variable : variables.getLoopVariables(op))
    if (known == Facts::All || isDefinedIn(variables.getValue(variable), nest))
      getColumn(variable, execution);
  return execution;
}

AffineExpr PairQuery::getColumn(unsigned variable, unsigned execution) {
  Execution &owner = executions[execution];
  bool isOwn = isDefinedIn(variables.getValue(variable), owner.nest);
  auto &columnOf = isOwn ? owner.columnOf : sharedColumnOf;
  MLIRContext *context = variables.getContext();
  auto [it, isNew] =
      columnOf.try_emplace(getAffineDimExpr(variable, context),
                           getAffineDimExpr(columns.size(), context));
  if (isNew)
    columns.push_back({variable, execution});
  return it->second;
}

AffineExpr PairQuery::addNumber() {
  columns.push_back({std::nullopt, 0});
  return getAffineDimExpr(columns.size() - 1, variables.getContext());
}

AffineExpr PairQuery::instantiate(AffineExpr expr, unsigned execution) {
  DenseMap<AffineExpr, AffineExpr> columnOf;
  for (unsigned variable : getDims(expr))
    columnOf[getAffineDimExpr(variable, expr.getContext())] =
        getColumn(variable, execution);
  return expr.replace(columnOf);
}

void PairQuery::requireEqual(AffineExpr a, AffineExpr b) {
  // One column instead of two and an equation makes the search smaller. Facts
  // that are taken in already would still mention the other column.
  if (!facts.empty() || !isa<AffineDimExpr>(a) || !isa<AffineDimExpr>(b))
    return require({a - b, /*isEq=*/true});
  auto replace = [&](DenseMap<AffineExpr, AffineExpr> &columnOf) {
    for (auto &[variable, column] : columnOf)
      if (column == b)
        column = a;
  };
  replace(sharedColumnOf);
  for (Execution &execution : executions)
    replace(execution.columnOf);
}

void PairQuery::takeIn(const Condition &condition, unsigned execution) {
  SmallVector<Conjunction> alternatives;
  for (const Conjunction &conjunction : condition.getAlternatives()) {
    Conjunction own;
    for (const IndexConstraint &constraint : conjunction)
      own.push_back({instantiate(constraint.expr, execution), constraint.isEq});
    alternatives.push_back(std::move(own));
  }
  facts.push_back(std::move(alternatives));
}

bool PairQuery::mentionsColumn(const Condition &condition,
                               unsigned execution) const {
  MLIRContext *context = variables.getContext();
  bool isConstant = true; // and then counts for every column
  for (const Conjunction &conjunction : condition.getAlternatives())
    for (const IndexConstraint &constraint : conjunction)
      for (unsigned variable : getDims(constraint.expr)) {
        isConstant = false;
        AffineExpr dim = getAffineDimExpr(variable, context);
        if (executions[execution].columnOf.contains(dim) ||
            sharedColumnOf.contains(dim))
          return true;
      }
  return isConstant;
}

/// Takes in all facts about the columns. A fact may mention more variables,
/// which become columns and have facts of their own, until there is nothing
/// new.
void PairQuery::close() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (; numDescribed < columns.size(); ++numDescribed) {
      Column column = columns[numDescribed];
      if (!column.variable)
        continue;
      SmallVector<Condition> own(variables.getFactsOf(*column.variable));
      if (known == Facts::All)
        own.push_back(variables.getTypeLimits(*column.variable));
      for (const Condition &condition : own)
        takeIn(condition, column.execution);
      changed = true;
    }
    for (unsigned execution = 0; execution < executions.size(); ++execution) {
      SmallVector<Condition> open;
      SmallVector<Condition> context =
          std::exchange(executions[execution].context, {});
      for (Condition &condition : context) {
        if (known == Facts::Connected &&
            !mentionsColumn(condition, execution)) {
          open.push_back(std::move(condition));
          continue;
        }
        takeIn(condition, execution);
        changed = true;
      }
      executions[execution].context = std::move(open);
    }
  }
}

/// Returns a point that satisfies all facts, or that there is none. Pairs of
/// accesses lead to the same systems again and again, so answers are cached.
static SearchAnswer findPoint(ArrayRef<SmallVector<Conjunction>> facts,
                              size_t numColumns) {
  constexpr AlternativeSearch::Limits limits = {Dependences::maxSystems,
                                                Dependences::maxWork};
  SearchKey key(limits);
  for (size_t column = 0; column < numColumns; ++column)
    key.addRange({}); // nothing is dropped by ranges
  for (ArrayRef<Conjunction> fact : facts)
    key.addFact(fact, [](unsigned column) { return column; });
  return AnsweredSearches::getOfThread().lookup(key, [&] {
    AlternativeSearch search(limits);
    Truth isEmpty = search.isEmpty(facts, numColumns);
    return SearchAnswer{isEmpty, SmallVector<int64_t>(search.getPoint()),
                        search.getExceeded()};
  });
}

Truth PairQuery::isEmpty() {
  // Such as an order that constants alone exclude.
  if (llvm::any_of(facts, [](const auto &fact) { return fact.empty(); }))
    return Truth::Yes;
  close();
  std::sort(facts.begin(), facts.end(),
            [](const auto &a, const auto &b) { return a.size() < b.size(); });
  // Facts with few alternatives come first, so that the search branches late.
  answer = findPoint(facts, columns.size());
  return answer.truth;
}

/// Variables and their values, in the order of the former.
std::vector<std::pair<unsigned, int64_t>>
PairQuery::getPoint(const DenseMap<AffineExpr, AffineExpr> &columnOf) const {
  std::vector<std::pair<unsigned, int64_t>> point;
  for (auto [variable, column] : columnOf)
    if (std::optional<int64_t> value = evaluate(column))
      point.push_back({cast<AffineDimExpr>(variable).getPosition(), *value});
  llvm::sort(point);
  return point;
}

std::string PairQuery::getAssumed(unsigned number, bool isOwn) const {
  const Execution &execution = executions[number];
  SmallVector<std::string> assumed;
  for (auto [variable, value] :
       getPoint(isOwn ? execution.columnOf : sharedColumnOf))
    if (!variables.isGiven(variable))
      assumed.push_back(variables.getName(variable) + " = " +
                        std::to_string(value));
  Operation *control = variables.getUnreadControl(execution.op);
  if (control && execution.nest->isAncestor(control) == isOwn)
    assumed.push_back("'" + control->getName().getStringRef().str() +
                      "' executes it then");
  return llvm::join(assumed, ", ");
}

std::optional<int64_t> PairQuery::evaluate(AffineExpr expr) const {
  ArrayRef<int64_t> point = answer.point;
  if (llvm::any_of(getDims(expr),
                   [&](unsigned dim) { return dim >= point.size(); }))
    return std::nullopt;
  return layout::evaluate(expr, point);
}

SmallVector<Conjunction> layout::getBefore(ArrayRef<AffineExpr> a,
                                           ArrayRef<AffineExpr> b) {
  SmallVector<Conjunction> alternatives;
  Conjunction equal;
  for (auto [first, second] : llvm::zip(a, b)) {
    // Earlier in this coordinate, with all coordinates before it equal. A
    // constant distance decides, which keeps the number of alternatives small.
    AffineExpr distance = second - first;
    if (auto constant = dyn_cast<AffineConstantExpr>(distance)) {
      if (constant.getValue() == 0)
        continue;
      if (constant.getValue() > 0)
        alternatives.push_back(equal);
      return alternatives;
    }
    Conjunction here = equal;
    here.push_back({distance - 1});
    alternatives.push_back(std::move(here));
    equal.push_back({distance, /*isEq=*/true});
  }
  return alternatives;
}
