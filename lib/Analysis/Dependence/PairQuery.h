//===- PairQuery.h - Queries about several executions -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_PAIRQUERY_H
#define LAYOUT_LIB_ANALYSIS_PAIRQUERY_H

#include "Analysis/Integers/AnsweredSearches.h"
#include "Analysis/Integers/IntegerVariables.h"
#include "Layout/Map/Decision.h"
#include <vector>

namespace mlir::layout {

/// Decides whether there are executions of some ops for which a number of
/// constraints hold, together with everything known of the values in them.
///
/// Each *execution* has its own copy of the variables that belong to its nest;
/// all share those of outside.
class PairQuery {
public:
  /// All that is known where the executions are. Connected: what shares no
  /// variable with the question is left out; it cannot contradict it, unless
  /// control never comes.
  enum class Facts { Connected, All };

  explicit PairQuery(IntegerVariables &variables, Facts known);

  /// An execution of `op`, which is in `nest`.
  unsigned addExecution(Operation *op, Operation *nest);

  /// A number of which only that is known which is required.
  AffineExpr addNumber();

  /// `expr`, over the variables, as it is for one execution.
  AffineExpr instantiate(AffineExpr expr, unsigned execution);

  /// Of expressions for executions.
  void require(IndexConstraint constraint) {
    facts.push_back({Conjunction{constraint}});
  }
  /// Of expressions for executions. Variables that are equal become one, also
  /// in what is instantiated later.
  void requireEqual(AffineExpr a, AffineExpr b);
  /// One of them holds.
  void requireOne(SmallVector<Conjunction> alternatives) {
    facts.push_back(std::move(alternatives));
  }

  /// Decides whether there is none. No leaves one, for `evaluate`.
  Truth isEmpty();
  const std::string &getExceeded() const { return answer.exceeded; }

  /// What the executions that were found assume of values that are loaded or
  /// computed, see `IntegerFacts::Counterexample`: "%5 = 14". Of those that
  /// belong to the execution, or of those that it shares.
  std::string getAssumed(unsigned execution, bool isOwn) const;
  /// The value of an expression for the executions that were found.
  std::optional<int64_t> evaluate(AffineExpr expr) const;

private:
  struct Execution {
    Operation *op, *nest;
    DenseMap<AffineExpr, AffineExpr> columnOf;
    SmallVector<Condition> context; ///< not taken in yet
  };
  struct Column {
    std::optional<unsigned> variable; ///< of the program
    unsigned execution;
  };

  std::vector<std::pair<unsigned, int64_t>>
  getPoint(const DenseMap<AffineExpr, AffineExpr> &columnOf) const;
  AffineExpr getColumn(unsigned variable, unsigned execution);
  void takeIn(const Condition &condition, unsigned execution);
  void close();
  bool mentionsColumn(const Condition &condition, unsigned execution) const;

  IntegerVariables &variables;
  Facts known;
  SmallVector<Execution, 2> executions;
  DenseMap<AffineExpr, AffineExpr> sharedColumnOf;
  SmallVector<Column> columns;
  size_t numDescribed = 0; ///< columns whose facts are taken in
  SmallVector<SmallVector<Conjunction>> facts;
  SearchAnswer answer;
};

/// That `a` comes lexicographically before `b`, as alternatives.
SmallVector<Conjunction> getBefore(ArrayRef<AffineExpr> a,
                                   ArrayRef<AffineExpr> b);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_PAIRQUERY_H
