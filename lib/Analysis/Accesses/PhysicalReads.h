//===- PhysicalReads.h - Physical reads of data -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_PHYSICALREADS_H
#define LAYOUT_LIB_ANALYSIS_PHYSICALREADS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"

namespace mlir::layout {

/// Returns true if it is proven that `op` loads, through `layout.as_physical`,
/// only data of the laid-out buffer. The loops of a converted buffer copy data
/// into its padding by such loads. Cost: an implication per step of the layout.
bool readsDataOnly(Operation *op, IntegerFacts &facts);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_PHYSICALREADS_H
