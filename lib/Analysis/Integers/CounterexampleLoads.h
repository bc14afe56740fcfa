//===- CounterexampleLoads.h - Loads that go together -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_COUNTEREXAMPLELOADS_H
#define LAYOUT_LIB_ANALYSIS_COUNTEREXAMPLELOADS_H

#include "CounterexampleCheck.h"

namespace mlir::layout {

/// The numbers that a found run loads from memory. What was given to the
/// function may be anything: an argument, what an external function returned, a
/// global that others may write. What the program has written itself is what it
/// wrote, which is not followed; of padding the contract may tell. Two loads of
/// one element are one number, unless somebody writes it between.
///
/// What stays is of memory with any contents, within its bounds, and has no two
/// loads that contradict each other. Arguments count as distinct where one
/// number is looked at: some caller passes them so. Cost: quadratic in the
/// loads, and linear in the program.
class CounterexampleLoads {
public:
  explicit CounterexampleLoads(IntegerVariables &variables)
      : variables(variables) {}

  /// `variable` as it is in one execution; nothing if no load yields it.
  void add(unsigned variable, const CounterexampleCheck &execution);

  /// A load that may not yield what was found: the program may have written
  /// what it reads, or it may be of the same memory as another one, and it is
  /// not known that both go together. Null if there is none.
  Operation *findDoubtful() const;

private:
  struct Load {
    Operation *op;
    Value buffer; ///< null: any
    std::optional<SmallVector<int64_t>> element;
    std::optional<int64_t> value;
  };

  std::optional<SmallVector<int64_t>>
  getElement(Operation *op, const CounterexampleCheck &execution) const;
  bool mayBeAnything(const Load &load) const;
  bool goTogether(const Load &one, const Load &other) const;
  bool mayBeWritten(Value buffer) const;

  IntegerVariables &variables;
  SmallVector<Load> loads;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_COUNTEREXAMPLELOADS_H
