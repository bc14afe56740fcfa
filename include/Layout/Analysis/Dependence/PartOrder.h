//===- PartOrder.h - Legal orders of the parts of a loop ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_DEPENDENCE_PARTORDER_H
#define LAYOUT_ANALYSIS_DEPENDENCE_PARTORDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

/// Groups of the numbers below `count`, each in its order, so that `a` is in an
/// earlier group than `b`, or in the same, where `mustPrecede(a, b)`: the
/// strongly connected components of that relation, in a topological order in
/// which small numbers come first. Asks once for each pair of different
/// numbers.
llvm::SmallVector<llvm::SmallVector<unsigned>>
orderParts(unsigned count,
           llvm::function_ref<bool(unsigned, unsigned)> mustPrecede);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_DEPENDENCE_PARTORDER_H
