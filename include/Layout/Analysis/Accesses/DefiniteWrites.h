//===- DefiniteWrites.h - Definite writes of buffers ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides the mode `write` for one argument B of a function:
//
//     for i in 0..14 {          written before the read, for a given (i, k):
//       B[i] = 0                  { i }      earlier in this iteration
//       for k in 0..8 {           { i' | 0 <= i' < i }   earlier iterations
//         B[i] = B[i] + A[i, k]
//       }                       The read touches { i }: covered.
//     }                         At the end { i | 0 <= i < 14 }: every element.
//
// Each write is turned around: from "iteration i writes element f(i)" to
// "element e was written, by iteration g(e)". Any g will do, right inverse or
// not, as long as the condition says f(g(e)) = e: then g(e) is a witness, and
// no "there is an iteration such that" has to be eliminated. What g misses
// makes the answer less exact, never wrong.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_ACCESSES_DEFINITEWRITES_H
#define LAYOUT_ANALYSIS_ACCESSES_DEFINITEWRITES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::layout {

class BufferFlow;

/// What an op does through one of its operands, a buffer or a view of it.
struct BufferTouch {
  OpOperand *operand = nullptr;
  bool reads = true, writes = true;
  /// Executing the op writes all that it names; else it may write.
  bool isSure = false;
  /// It names every element of the operand.
  bool isWhole = false;
};

/// What the writes to a buffer amount to.
struct WriteSummary {
  /// The first in program order; null if there is none.
  Operation *first = nullptr;
  /// Every element is written, on every path, and before it is read. True is a
  /// proof; false means "not proven".
  bool isCompleteBeforeReads = false;
};

/// Sums up the writes to `root`, an argument of a function of ranked type.
/// `touches` are all uses of the buffer that read or write, in any order.
///
/// Exact for indices that are affine in loops with affine bounds, within bounds
/// on the work. Cost: the number of touches times the depth of their loops, and
/// a bounded number of Presburger queries; none if the first loop nest walks
/// the buffer whole.
WriteSummary summarizeWrites(Value root, llvm::ArrayRef<BufferTouch> touches,
                             const BufferFlow &flow);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_ACCESSES_DEFINITEWRITES_H
