//===- DistinctBuffers.h - Buffers that share no element --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_DISTINCTBUFFERS_H
#define LAYOUT_ANALYSIS_BUFFERS_DISTINCTBUFFERS_H

#include "Layout/Analysis/Buffers/BufferFlow.h"

namespace mlir::layout {

/// Is no element that one of them may write ever reached through the other?
/// True is a proof, of buffers that cannot meet in `flow`: each origin of one
/// is distinct from each of the other, being an allocation, an argument that is
/// promised to have no alias (`llvm.noalias`, a layout, a request for one), or
/// a global of another name.
bool areDistinctBuffers(Value a, Value b, const BufferFlow &flow);

/// The same of two origins.
bool areDistinctOrigins(Value a, Value b);

/// The same of two arguments of one kernel, of which one at least is a texture:
/// a kernel sees an image that it writes by one name only, which
/// `layout-stage-launches` checks, and by no pointer. Who calls another
/// function of a device may give it one image twice.
bool areDistinctByKernel(Value a, Value b);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_DISTINCTBUFFERS_H
