//===- TileTails.h - Partial register tiles ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_TILETAILS_H
#define LIB_TRANSFORMS_VECTORIZE_TILETAILS_H

#include <cstdint>

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
  /// Rows of a partial tile are executed several at once: their number is the
  /// same in all reductions, and that of lanes in all rows.
  bool takesRowsTogether = false;
  /// How many rows and lanes each tile has that lacks some of them; 0: the
  /// number is known at run time only, or none are lacking.
  int64_t numRowsOfPartial = 0, numLanesOfPartial = 0;
  Execution execution = Execution::Loops;

  bool isPartial() const { return lacksRows || lacksLanes; }
  bool computesMissingRows() const { return execution == Execution::AllRows; }
  bool computesMissingLanes() const { return execution >= Execution::AllLanes; }
  /// Returns true if lanes are lacking that may not be computed.
  bool leavesLanesOut() const { return lacksLanes && !computesMissingLanes(); }
  /// Returns true if all sizes of partial tiles are known.
  bool hasKnownSizes() const {
    return (!lacksRows || numRowsOfPartial) &&
           (!leavesLanesOut() || numLanesOfPartial);
  }
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_TILETAILS_H
