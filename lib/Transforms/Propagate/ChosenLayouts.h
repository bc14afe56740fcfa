//===- ChosenLayouts.h - Layouts for one op ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CHOSENLAYOUTS_H
#define LIB_TRANSFORMS_PROPAGATE_CHOSENLAYOUTS_H

#include "ContractionLayouts.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// What `layout-choose` gives one op.
struct ChosenLayouts {
  Operation *op;
  OperandLayouts layouts; ///< of operands
  OperandLayouts results;
  SmallVector<unsigned> loopOrder; ///< of a linalg op; empty to keep its own
  /// Of a contraction for which the rule has chosen; what is stated is not
  /// compared with anything.
  std::optional<ContractionWork> work = {};
  SmallVector<unsigned> constants = {};   ///< operands that are constants
  SmallVector<unsigned> unknownRows = {}; ///< dimensions of the result
  /// Layouts only from so many rows on, of those that are unknown; 0: always.
  int64_t leastRows = 0;
};

/// Inserts conversions before and after the op. Returns the op, which is
/// another one where its loops change their order.
Operation *applyChosen(RewriterBase &rewriter, const ChosenLayouts &chosen);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CHOSENLAYOUTS_H
