//===- PairOfExecutions.h - Pairs of executions -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_PAIROFEXECUTIONS_H
#define LAYOUT_LIB_ANALYSIS_PAIROFEXECUTIONS_H

#include "Analysis/Integers/ValueNames.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "PairQuery.h"

namespace mlir::layout {

/// An execution of one access and one of another that touch the same element.
///
/// With connected facts it answers whether there are such: an emptiness is a
/// proof. With all facts it finds some to tell a person: they lie within their
/// buffers, and two arguments of one type may be the same buffer.
class PairOfExecutions {
public:
  PairOfExecutions(const ScheduledAccess &first, const ScheduledAccess &second,
                   IntegerVariables &variables, PairQuery::Facts known);

  void touchSame();
  void comeBefore(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b);
  void comeAfter(ArrayRef<AffineExpr> a, ArrayRef<AffineExpr> b);

  PairQuery &getQuery() { return query; }

  /// What a question with all facts came to: No with two executions, "iteration
  /// %i = 1 reads %A[0] that iteration %i = 0 wrote"; Unknown if these assume
  /// values, "possible: iteration %i = 1 (if %k = 0) reads ..", or with what is
  /// not known of the memory.
  Decision explain(Truth isEmpty, ValueNames &names);

private:
  using Name = AccessRelation::Name;

  AffineExpr instantiate(AffineExpr expr, unsigned execution);
  SmallVector<AffineExpr> instantiate(ArrayRef<AffineExpr> exprs,
                                      unsigned execution);
  bool isSameBuffer(Value one, Value other);
  bool isComparable(const Name &one, const Name &other);
  bool findCommonNames();
  void shareOwner(Value buffer);
  void addLanes(const AccessRelation &elements, unsigned execution);
  void meetInData();
  void stayInside(const Name &name, unsigned execution);
  std::string describe(ValueNames &names);
  std::string describePlace(const ScheduledAccess &access, unsigned execution,
                            ValueNames &names);
  std::string describeElement(unsigned execution, ValueNames &names);
  std::string describeDoubt(ValueNames &names);

  const ScheduledAccess &first, &second;
  IntegerVariables &variables;
  PairQuery::Facts known;
  PairQuery query;
  /// By execution, the elements as indices of a buffer that both name.
  const Name *common[2] = {nullptr, nullptr};
  SmallVector<AffineExpr> lanes[2];
  bool isSame = false; ///< the element, not only perhaps
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_PAIROFEXECUTIONS_H
