//===- PhysicalReads.h - Reads of storage that touch data -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_PHYSICALREADS_H
#define LAYOUT_LIB_ANALYSIS_PHYSICALREADS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"

namespace mlir::layout {

/// Does `op` load, through `layout.as_physical`, nothing but data of the
/// laid-out buffer? True is a proof. The loops of a converted buffer copy data
/// into its padding by such loads. Cost: an implication per step of the layout.
bool readsDataOnly(Operation *op, IntegerFacts &facts);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_PHYSICALREADS_H
