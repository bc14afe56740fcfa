//===- DistributeLoops.h - Perfect nests of imperfect ones ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TILE_DISTRIBUTELOOPS_H
#define LAYOUT_TRANSFORMS_TILE_DISTRIBUTELOOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Called with a statement that stays with the parts before it, and the reason,
/// which may be that it could not be decided.
using OnKeptTogether = llvm::function_ref<void(
    Operation *, llvm::StringRef reason, bool isUnknown)>;

/// Makes perfect nests of `affine.for` out of imperfect ones, inner loops
/// first:
///
///     for %i {                           for %i { C[%i] = 0 }
///       C[%i] = 0                        for %i { for %k {
///       %x = A[%i]                         %x = A[%i]
///       for %k { C[%i] += %x * B[%k] } }   C[%i] += %x * B[%k] } }
///
/// What the body of a loop does gets a loop each, and what only computes or
/// loads for it goes along, as copies. Parts that may not be separated in the
/// order of the text may be in another one. Behind that, such computations
/// between two loops go into the innermost one, where that makes the nest
/// perfect.
///
/// Law: no iteration of a later part may touch what a later iteration of an
/// earlier part touches, if one of them writes. Counterexample: with C[%i + 1]
/// in the second part, iteration 0 of it would write what iteration 1 of the
/// first part shall write before. Parts that this forbids to separate stay
/// together, with all between them.
///
/// `wanted` is called once for each outermost loop, before anything is changed;
/// it and all loops inside are left alone if the answer is no. Loops of `whole`
/// stay, those inside of them need not. `function` is any op with a body.
/// Without `onKept` there are remarks. Cannot fail. Cost: linear, with a
/// bounded number of queries per loop; the facts are collected once for each
/// depth of loops.
void distributeLoops(
    Operation *function,
    llvm::function_ref<bool(Operation *root)> wanted =
        [](Operation *) { return true; },
    OnKeptTogether onKept = nullptr,
    const llvm::SmallDenseSet<Operation *> &whole = {});

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TILE_DISTRIBUTELOOPS_H
