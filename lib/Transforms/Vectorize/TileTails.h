//===- TileTails.h - Partial register tiles ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_TILETAILS_H
#define LIB_TRANSFORMS_VECTORIZE_TILETAILS_H

namespace mlir::layout {

/// Which rows, lanes and steps tiles lack, and how such partial tiles run.
struct TileTails {
  /// What is executed of a row that lacks lanes, or of a missing row.
  enum class Execution {
    Loops,    ///< the loops of the nest: an op might trap in a missing lane
    Masked,   ///< the lanes that exist: loads and stores have masks
    AllLanes, ///< all lanes of rows that exist, masked in stores only
    AllRows,  ///< all lanes of all rows, masked in stores only
  };

  bool lacksRows = false, lacksLanes = false, lacksSteps = false;
  /// Whether a row or lane exists depends on the reduction.
  bool dependsOnReductions = false;
  /// Rows of a partial tile are executed several at once, as the number of rows
  /// is known at run time only, and is the same in all reductions, and of lanes
  /// in all rows.
  bool takesRowsTogether = false;
  Execution execution = Execution::Loops;

  bool isPartial() const { return lacksRows || lacksLanes; }
  bool computesMissingRows() const { return execution == Execution::AllRows; }
  bool computesMissingLanes() const { return execution >= Execution::AllLanes; }
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_TILETAILS_H
