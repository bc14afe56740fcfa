//===- ControlFlow.h - Control flow of regions ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_CONTROLFLOW_H
#define LAYOUT_LIB_ANALYSIS_CONTROLFLOW_H

#include "AccessTree.h"

namespace mlir::layout {

/// States when the regions of the node's op are executed: its kind, and for
/// loops and branches counters and conditions. `node.counters` holds those
/// around the node.
///
/// Loop variables become expressions of counters that start at 0: with step 1
/// and a constant L that no lower bound is below, `variable = L + counter`, so
/// that no other counter gets into it; else `variable = lower + step *
/// counter`.
void describeControlFlow(AccessNode &node, IndexExpressions &expressions);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_CONTROLFLOW_H
