//===- IntegerFacts.cpp - Facts about integer values ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/IntegerFacts.h"

#include "AlternativeSearch.h"
#include "AnsweredSearches.h"
#include "IntegerVariables.h"
#include "Layout/Map/ConstraintSystem.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// One question
//===----------------------------------------------------------------------===//

/// Searches for values that satisfy a condition and everything known of the
/// variables in it. Facts that share no variable with it, directly or through
/// others, are left out where `isConnected`: they cannot contradict it, unless
/// control never comes.
class IntegerFacts::Query {
public:
  explicit Query(IntegerVariables &variables) : variables(variables) {}

  /// Decides whether there is no solution. If there is one, `getWitness`
  /// describes it.
  Truth isEmpty(ArrayRef<Condition> goals, Operation *op, bool isConnected) {
    gather(goals, op, isConnected);
    addFacts(goals);
    // A point of the connected facts only is no witness by itself: its numbers
    // must also be such of their types. 299 is no i8.
    if (!isConnected)
      for (unsigned column : columns)
        addFacts(variables.getTypeLimits(column));
    return search();
  }

  /// Of conditions that hold together.
  Truth isEmpty(ArrayRef<Condition> conditions) {
    for (const Condition &condition : conditions) {
      if (condition.isFalse())
        return Truth::Yes;
      addVariables(condition);
      addFacts(condition);
    }
    return search();
  }

  /// The solution, restricted to the variables of `asked`, another query or
  /// this one, and what it assumes.
  Counterexample getCounterexample(const Query &asked, Operation *op) {
    Counterexample found;
    MLIRContext *context = variables.getContext();
    SmallVector<std::pair<unsigned, unsigned>> order; // depth, position
    for (auto [position, column] : llvm::enumerate(columns))
      order.push_back({getDepth(column), position});
    llvm::sort(order);
    SmallVector<std::string> given, assumed;
    for (auto [depth, position] : order) {
      unsigned column = columns[position];
      int64_t value = answer.point[position];
      found.values[getAffineDimExpr(column, context)] =
          getAffineConstantExpr(value, context);
      bool isGiven = variables.isGiven(column);
      if (isGiven &&
          (variables.isCopy(column) || !asked.columns.contains(column)))
        continue;
      std::string text =
          variables.getName(column) + " = " + std::to_string(value);
      if (variables.isCopy(column))
        text += " in another iteration";
      (isGiven ? given : assumed).push_back(std::move(text));
    }
    if (Operation *control = op ? variables.getUnreadControl(op) : nullptr)
      assumed.push_back("'" + control->getName().getStringRef().str() +
                        "' executes it then");
    found.assumed = llvm::join(assumed, ", ");
    found.text = llvm::join(given, ", ");
    if (!assumed.empty())
      found.text += (given.empty() ? "" : ", if ") + found.assumed;
    return found;
  }

  const std::string &getExceeded() const { return answer.exceeded; }

private:
  /// Of loops and so on around the variable: outer ones are listed first.
  unsigned getDepth(unsigned variable) const {
    unsigned depth = 0;
    if (Value value = variables.getValue(variable))
      for (Operation *op = value.getParentRegion()->getParentOp(); op;
           op = op->getParentOp())
        ++depth;
    return depth;
  }

  static constexpr AlternativeSearch::Limits limits = {IntegerFacts::maxSystems,
                                                       IntegerFacts::maxWork};

  Truth search() {
    if (isTooLarge()) {
      answer = searchRanges();
      return answer.truth;
    }
    answer = AnsweredSearches::getOfThread().lookup(
        getKey(), [&] { return searchAnew(); });
    return answer.truth;
  }

  /// Returns true if a search would give up: there are too many variables, or
  /// constraints on them. No more are gathered then: each of many conditions
  /// would bring in all before it, in vain.
  bool isTooLarge() const {
    return hasTooManyVariables() ||
           numCertain * columns.size() > limits.maxWork;
  }
  bool hasTooManyVariables() const {
    return columns.size() > ConstraintSystem::maxColumns;
  }

  /// What the ranges of the variables tell.
  SearchAnswer searchRanges() const {
    bool isEmpty = llvm::any_of(facts, [&](const Condition &fact) {
      return llvm::all_of(fact.getAlternatives(),
                          [&](const Conjunction &conjunction) {
                            return isObviouslyFalse(conjunction);
                          });
    });
    if (isEmpty)
      return {Truth::Yes, {}, {}};
    if (!hasTooManyVariables())
      return {Truth::Unknown, {}, AlternativeSearch::tooManyConstraints};
    return {Truth::Unknown,
            {},
            "more than " + std::to_string(ConstraintSystem::maxColumns) +
                " variables"};
  }

  /// Variables are numbered by the column that they get.
  SearchKey getKey() const {
    SearchKey key(limits);
    llvm::SmallDenseMap<unsigned, unsigned, 16> columnOf;
    for (auto [column, variable] : llvm::enumerate(columns)) {
      columnOf[variable] = column;
      key.addRange(variables.getRange(
          getAffineDimExpr(variable, variables.getContext())));
    }
    for (const Condition &fact : facts)
      key.addFact(fact.getAlternatives(),
                  [&](unsigned variable) { return columnOf.at(variable); });
    return key;
  }

  SearchAnswer searchAnew() const {
    // Numbered from 0: of all variables there may be many more.
    DenseMap<AffineExpr, AffineExpr> columnOf;
    MLIRContext *context = variables.getContext();
    for (auto [column, variable] : llvm::enumerate(columns))
      columnOf[getAffineDimExpr(variable, context)] =
          getAffineDimExpr(column, context);
    // What has one alternative only narrows all others: it comes first.
    SmallVector<SmallVector<Conjunction>> narrow, wide;
    for (const Condition &fact : facts) {
      SmallVector<Conjunction> left = rename(fact, columnOf);
      if (left.empty())
        return {Truth::Yes, {}, {}};
      (left.size() == 1 ? narrow : wide).push_back(std::move(left));
    }
    narrow.append(wide);
    AlternativeSearch alternatives(limits);
    Truth isEmpty = alternatives.isEmpty(narrow, columns.size());
    return {isEmpty, SmallVector<int64_t>(alternatives.getPoint()),
            alternatives.getExceeded()};
  }

  /// Cheap: looks at the ranges of the variables only.
  bool isObviouslyFalse(const Conjunction &conjunction) const {
    return llvm::any_of(conjunction, [&](const IndexConstraint &constraint) {
      Interval range = variables.getRange(constraint.expr);
      return (range.high && *range.high < 0) ||
             (constraint.isEq && range.low && *range.low > 0);
    });
  }

  /// The alternatives that ranges do not exclude.
  SmallVector<Conjunction>
  rename(const Condition &condition,
         const DenseMap<AffineExpr, AffineExpr> &columnOf) const {
    SmallVector<Conjunction> renamed;
    for (const Conjunction &conjunction : condition.getAlternatives()) {
      // What ranges exclude needs no constraint system.
      if (isObviouslyFalse(conjunction))
        continue;
      Conjunction &added = renamed.emplace_back();
      for (const IndexConstraint &constraint : conjunction)
        added.push_back({constraint.expr.replace(columnOf), constraint.isEq});
    }
    return renamed;
  }

  void gather(ArrayRef<Condition> goals, Operation *op, bool isConnected) {
    SmallVector<Condition> context = variables.getFactsAt(op);
    SmallVector<unsigned> loops = variables.getLoopVariables(op);
    for (const Condition &goal : goals)
      addVariables(goal);
    // What is taken brings in variables, and those bring in more.
    size_t numTaken;
    do {
      numTaken = columns.size() + facts.size();
      llvm::erase_if(context, [&](const Condition &condition) {
        bool isTaken =
            !isTooLarge() && (!isConnected || mentionsAny(condition));
        if (isTaken) {
          addFacts(condition);
          addVariables(condition);
        }
        return isTaken;
      });
      // A loop around bounds more than its own variable: it is not empty.
      for (unsigned loop : loops)
        if (!isConnected || llvm::any_of(variables.getFactsOf(loop),
                                         [&](const Condition &fact) {
                                           return mentionsAny(fact);
                                         }))
          addVariable(loop);
    } while (columns.size() + facts.size() != numTaken && !isTooLarge());
  }

  void addFacts(ArrayRef<Condition> added) {
    for (const Condition &fact : added) {
      facts.push_back(fact);
      ArrayRef<Conjunction> alternatives = fact.getAlternatives();
      if (alternatives.size() == 1)
        numCertain += alternatives.front().size();
    }
  }

  void addVariables(const Condition &condition) {
    for (unsigned variable : getVariablesOf(condition))
      addVariable(variable);
  }

  /// With a variable comes what is known of it, and its variables.
  void addVariable(unsigned first) {
    SmallVector<unsigned> worklist{first};
    while (!worklist.empty() && !hasTooManyVariables()) {
      unsigned variable = worklist.pop_back_val();
      if (!columns.insert(variable))
        continue;
      addFacts(variables.getFactsOf(variable));
      llvm::append_range(worklist, variables.getMentioned(variable));
    }
  }

  bool mentionsAny(const Condition &condition) const {
    return llvm::any_of(getVariablesOf(condition), [&](unsigned variable) {
      return columns.contains(variable);
    });
  }

  static SmallVector<unsigned> getVariablesOf(const Condition &condition) {
    llvm::SmallSetVector<unsigned, 8> found;
    for (const Conjunction &conjunction : condition.getAlternatives())
      for (const IndexConstraint &constraint : conjunction)
        constraint.expr.walk([&](AffineExpr expr) {
          if (auto dim = dyn_cast<AffineDimExpr>(expr))
            found.insert(dim.getPosition());
        });
    return SmallVector<unsigned>(found.begin(), found.end());
  }

  IntegerVariables &variables;
  llvm::SmallSetVector<unsigned, 8> columns;
  SmallVector<Condition> facts;
  size_t numCertain = 0; ///< constraints of facts that have one alternative
  SearchAnswer answer;
};

//===----------------------------------------------------------------------===//
// IntegerFacts
//===----------------------------------------------------------------------===//

IntegerFacts::IntegerFacts(Operation *root, bool explains,
                           const TopLevelAssumptions *blockAssumptions)
    : variables(std::make_unique<IntegerVariables>(root, blockAssumptions)),
      explains(explains) {}

IntegerFacts::~IntegerFacts() = default;

AffineReader &IntegerFacts::getReader() { return *variables; }

AffineExpr IntegerFacts::express(Value value) {
  return variables->express(value);
}

AffineExpr IntegerFacts::express(AffineExpr expr, unsigned numDims,
                                 ValueRange operands) {
  return variables->express(expr, numDims, operands);
}

SmallVector<AffineExpr> IntegerFacts::express(const CounterBound &bound) {
  if (!bound.map)
    return {variables->express(bound.value)};
  return llvm::map_to_vector(bound.map.getResults(), [&](AffineExpr result) {
    return express(result, bound.map.getNumDims(), bound.operands);
  });
}

Value IntegerFacts::getVariable(unsigned position) const {
  return variables->getValue(position);
}

std::optional<unsigned> IntegerFacts::getExtentDim(unsigned position) const {
  return variables->getExtentDim(position);
}

SmallVector<Condition> IntegerFacts::getConditionsAt(Operation *op) {
  return variables->getFactsAt(op);
}

std::optional<Condition> IntegerFacts::getEntryCondition(Block *block) {
  return variables->getEntryCondition(block);
}

ArrayRef<Condition> IntegerFacts::getFactsOf(unsigned variable) const {
  return variables->getFactsOf(variable);
}

bool IntegerFacts::isExact(Value value) {
  auto variable = dyn_cast_or_null<AffineDimExpr>(express(value));
  return variable && variables->isExact(variable.getPosition());
}

AffineExpr IntegerFacts::getExtent(Value buffer, unsigned dim) {
  return variables->getExtentOf(buffer, dim);
}

AffineExpr IntegerFacts::createVariable(Interval range, StringRef name) {
  return variables->createFree(range, name);
}

AffineExpr IntegerFacts::copyVariable(unsigned variable) {
  return variables->createCopy(variable);
}

bool IntegerFacts::isCopy(unsigned variable) const {
  return variables->isCopy(variable);
}

void IntegerFacts::copyFacts(unsigned variable, AffineExpr copy,
                             function_ref<AffineExpr(AffineExpr)> rename) {
  variables->copyFacts(variable, cast<AffineDimExpr>(copy).getPosition(),
                       rename);
}

Interval IntegerFacts::getRange(AffineExpr expr) const {
  return variables->getRange(expr);
}

std::optional<Condition> IntegerFacts::read(Value condition) {
  return ConditionReader(*variables).read(condition);
}

std::optional<Condition> IntegerFacts::read(IntegerSet set,
                                            ValueRange operands) {
  return ConditionReader(*variables).read(set, operands);
}

std::optional<int64_t>
IntegerFacts::Counterexample::evaluate(AffineExpr expr) const {
  auto value = dyn_cast<AffineConstantExpr>(expr.replace(values));
  return value ? std::optional(value.getValue()) : std::nullopt;
}

Decision IntegerFacts::isImplied(const Condition &condition, Operation *op,
                                 const Condition &given) {
  last = Counterexample();
  std::optional<Condition> negation = condition.negate();
  if (!negation)
    return Decision::unknown("the condition has too many parts");
  Query query(*variables);
  Truth isEmpty = query.isEmpty({given, *negation}, op, /*isConnected=*/true);
  if (isEmpty == Truth::Yes)
    return Decision::yes();
  if (isEmpty == Truth::Unknown)
    return Decision::unknown(query.getExceeded());
  // Witnesses are for remarks. Without them the second search, with all facts,
  // is not needed.
  if (!explains)
    return Decision::no({});
  // A reported point must be possible: nothing that is known may exclude it.
  Query real(*variables);
  SmallVector<Condition> all = variables->getAssertedBefore(op);
  all.append({given, *negation});
  isEmpty = real.isEmpty(all, op, /*isConnected=*/false);
  if (isEmpty == Truth::Unknown)
    return Decision::unknown(real.getExceeded());
  if (isEmpty == Truth::Yes)
    return Decision::unknown("it is never executed");
  last = real.getCounterexample(query, op);
  return last.isCertain() ? Decision::no(last.text)
                          : Decision::unknown(
                                "the condition may not hold when " + last.text);
}

Decision IntegerFacts::decide(Query &query, Truth isEmpty, Operation *op) {
  last = Counterexample();
  if (isEmpty == Truth::Unknown)
    return Decision::unknown(query.getExceeded());
  if (isEmpty == Truth::Yes)
    return Decision::no({});
  Decision possible = Decision::yes();
  if (explains) {
    last = query.getCounterexample(query, op);
    possible.witness = last.text;
  }
  return possible;
}

Decision IntegerFacts::isPossible(const Condition &condition, Operation *op) {
  Query query(*variables);
  return decide(query, query.isEmpty(condition, op, /*isConnected=*/false), op);
}

Decision IntegerFacts::isSatisfiable(ArrayRef<Condition> conditions) {
  Query query(*variables);
  return decide(query, query.isEmpty(conditions), /*op=*/nullptr);
}

bool IntegerFacts::isAlwaysEntered(Operation *loop) {
  SmallVector<LoopCounter> counters = getLoopCounters(loop);
  // The largest lower bound is below the least upper one if each is below each.
  auto isBelow = [&](AffineExpr lower, AffineExpr upper) {
    return lower && upper &&
           isImplied(Condition(Conjunction{{upper - lower - 1}}), loop).isYes();
  };
  return !counters.empty() &&
         llvm::all_of(counters, [&](const LoopCounter &counter) {
           SmallVector<AffineExpr> uppers = express(counter.upper);
           return llvm::all_of(express(counter.lower), [&](AffineExpr lower) {
             return llvm::all_of(uppers, [&](AffineExpr upper) {
               return isBelow(lower, upper);
             });
           });
         });
}
