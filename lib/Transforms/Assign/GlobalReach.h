//===- GlobalReach.h - Exclusive access to globals --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_GLOBALREACH_H
#define LIB_TRANSFORMS_ASSIGN_GLOBALREACH_H

#include "Layout/Analysis/Calls/CallEffects.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {

/// Returns true if any of `uses` of a global, or a view of it, writes to it.
bool isGlobalWritten(ArrayRef<memref::GetGlobalOp> uses,
                     const BufferFlow &flow);

/// Checks that `function` may work on a copy of `global`, made at its entry and
/// written back at its returns. Only if the global is a constant, or nothing
/// else in the function can access its memory: no call that may by the name, no
/// op of unknown effects, no other buffer of unknown origin where one of the
/// two is written. `isDistinct` says of the origin of a buffer that it is apart
/// from the global. Explains a refusal by an error at the op in question.
LogicalResult
checkGlobalIsReachedAlone(TracedFunction function, memref::GlobalOp global,
                          bool isWritten, const BufferFlow &flow,
                          CallEffects &calls,
                          llvm::function_ref<bool(Value)> isDistinct);

/// What makes the type of a fixed global (`FixedInterfaces`) one that can
/// change: the end of an error message.
StringRef getAdviceForFixed(memref::GlobalOp global);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_GLOBALREACH_H
