//===- FoundLoads.h - Loads that go together --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_FOUNDLOADS_H
#define LAYOUT_LIB_ANALYSIS_FOUNDLOADS_H

#include "PointCheck.h"

namespace mlir::layout {

/// The numbers that a found run loads from memory. One may be anything; two of
/// one element are one number, unless somebody writes it between, and then they
/// are what he wrote.
///
/// What stays has no two loads that contradict each other. Whether the program
/// has written what a single load reads is not looked at. Cost: quadratic in
/// the loads, and linear in the program where two load the same element.
class FoundLoads {
public:
  explicit FoundLoads(IntegerVariables &variables) : variables(variables) {}

  /// `variable` as it is in one execution; nothing if no load yields it.
  void add(unsigned variable, const PointCheck &execution);

  /// A load that may be of the same memory as another one, and about which it
  /// is not known that both go together; null if there is none.
  Operation *findRelated() const;

private:
  struct Load {
    Operation *op;
    Value buffer; ///< null: any
    std::optional<SmallVector<int64_t>> element;
    std::optional<int64_t> value;
  };

  std::optional<SmallVector<int64_t>>
  getElement(Operation *op, const PointCheck &execution) const;
  bool goTogether(const Load &one, const Load &other) const;
  bool mayBeWritten(Value buffer) const;

  IntegerVariables &variables;
  SmallVector<Load> loads;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_FOUNDLOADS_H
