//===- ControlFlowForwarding.h - Ops that forward buffers -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_APPLY_CONTROLFLOWFORWARDING_H
#define LIB_TRANSFORMS_APPLY_CONTROLFLOWFORWARDING_H

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Transforms/Storage/AppliedTypes.h"

namespace mlir::layout {

/// Returns true for control flow and selects: ops that may forward a buffer
/// under another name, and do nothing else to it.
bool mayForward(Operation *op);

/// Explains, by an error at `op`, what keeps its laid-out buffers from becoming
/// physical: an operand that goes somewhere else, or a name that is given
/// something else.
LogicalResult planForwarding(Operation *op, const BufferFlow &flow,
                             const AppliedTypes &types);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_APPLY_CONTROLFLOWFORWARDING_H
