//===- WidenLoops.h - Widening loops into padding ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over 61 channels in tiles of 32 leaves 3 lanes of its last vector
// empty. If what these lanes would compute is proven to do no harm, the loop
// runs to 64, and every vector is full:
//
//     affine.for %c = 0 to 61            affine.for %c = 0 to 64
//       %0 = load %a[.., %c mod 32]        %0 = load %a[.., %c mod 32]
//       store %0, %b[.., %c mod 32]        store %0, %b[.., %c mod 32]
//
// A sum over 3 channels whose products an instruction adds up in groups of four
// runs to 4, so that its group is full.
//
// The proof is that of layout-overcompute for a loop to 64 whose body has the
// guard `%c < 61`: loads in bounds and of no padding of kind `none`, stores
// that leave what is there, fall on undefined elements or are not needed, no
// trap, no poison where it counts, no race (Speculation.h). A vector of 61
// elements, such as a bias, is copied to one of 64 before the nest.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PADDING_WIDENLOOPS_H
#define LAYOUT_TRANSFORMS_PADDING_WIDENLOOPS_H

#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {

/// Loops of one function that get more iterations. The whole pass holds at
/// once.
struct WideningPlan {
  /// A buffer of one dimension that has no element for the added iterations,
  /// and the loads that read a longer copy of it.
  struct Copy {
    Value source;
    SmallVector<affine::AffineLoadOp, 2> loads;
  };
  struct Loop {
    affine::AffineForOp loop;
    affine::AffineForOp root; ///< the outermost affine loop around
    int64_t extent;           ///< its new upper bound
    SmallVector<Copy, 1> copies;
  };
  SmallVector<Loop> loops;
  /// Ops that lose `nsw` and the like, which guarantee nothing in added
  /// iterations.
  SmallVector<Operation *, 0> unflagged;

  bool isEmpty() const { return loops.empty(); }
};

/// What the iterations of a loop become: steps of a sum that one instruction
/// does at once, or lanes. One may be inside of the other, and each proof is
/// about the other loop as it is: the first are widened before the second are
/// planned.
enum class WidenedLoops { Sums, Lanes };

/// Returns true if the function has a loop that would fill groups or vectors if
/// it were widened; `planWidening` then decides whether it may be.
bool hasWidenableLoops(FunctionOpInterface function, const Target &target,
                       WidenedLoops kind);

/// Finds the loops of a kind of `function`, a func.func, that are worth to be
/// widened and may be: all loops of a group or none (WidenableLoops.h).
///
/// Meanwhile the loops are widened and have guards in them; they are as before
/// when it returns. Remarks say what was proven and what was not.
///
/// Cost: the facts about the function are collected once, whatever the number
/// of its loops; per access in such a loop a bounded number of bounded queries.
/// With remarks, the same again for what is refused.
WideningPlan planWidening(FunctionOpInterface function,
                          const AccessModes &modes,
                          SymbolTableCollection &symbols, const Target &target,
                          WidenedLoops kind);

/// Cannot fail. The function must be the one that was looked at.
void applyWidening(const WideningPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PADDING_WIDENLOOPS_H
