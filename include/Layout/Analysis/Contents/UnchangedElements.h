//===- UnchangedElements.h - Stores that change nothing ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: does this store change its element?
//
//     %0 = affine.load %b[%i]          %1 is 0, by the padding of %a
//     %2 = arith.addi %0, %1
//     affine.store %2, %b[%i]          Yes: it stores %0 + 0, which is there
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CONTENTS_UNCHANGEDELEMENTS_H
#define LAYOUT_ANALYSIS_CONTENTS_UNCHANGEDELEMENTS_H

#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/Analysis/Values/ValueReducer.h"

namespace mlir::layout {

/// Decides whether `store`, wherever `where` holds at it, stores what its
/// element holds already, as B[i] = B[i] + A[j] does if A[j] is known to be 0.
/// Sees through the arithmetic that `ValueReducer` reduces, in the executions
/// that the program has.
///
/// Yes is a proof. No means: not by these rules; `op` is then an op that would
/// make it Yes if it had `flags`, if there is one. Cost: bounded queries, one
/// or two per load that the stored value depends on.
EqualityAnswer leavesWhatIsThere(Operation *store, const Condition &where,
                                 KnownContents &contents);

/// For a store that is not known to store what its element holds: finds an op
/// that would make it so if it had `flags`; null if there is none. `readsSame`
/// says whether a load of the block, before the store, reads the element that
/// is stored to.
EqualityAnswer findMissingFlag(Operation *store, const ValueReducer::Leaf &leaf,
                               Executions executions,
                               llvm::function_ref<bool(Operation *)> readsSame);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CONTENTS_UNCHANGEDELEMENTS_H
