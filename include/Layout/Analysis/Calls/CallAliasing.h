//===- CallAliasing.h - Call arguments that alias ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: may this call pass one buffer twice?
//
//     func.func private @add(%a: memref<14xf32, #L>, %b: memref<14xf32, #L>)
//     call @add(%x, %x)      an error, if @add writes %a or %b
//     call @add(%x, %y)      a remark, if %x and %y are of unknown origin
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLS_CALLALIASING_H
#define LAYOUT_ANALYSIS_CALLS_CALLALIASING_H

#include "Layout/Analysis/Calls/AccessMode.h"

namespace mlir::layout {

/// Checks the aliasing contract at every call of the module: a layout on an
/// argument guarantees that, during the call, each element of it that is
/// written is reached only through it. (What goes wrong without it: with a
/// layout met through a local copy, `add(x, x)` reads the old values.)
///
/// `isLaidOutArg` says which arguments have, or will get, a layout. One root
/// passed twice, where either argument is laid out and the callee writes
/// either, is an error at the call. Roots that may or may not be one buffer, by
/// `BufferAliases`, are the caller's guarantee, and reported to
/// `unknownOrigins`. Every wrong call is reported. Cost: per call, the pairs of
/// its buffers.
LogicalResult
verifyCallAliasing(ModuleOp module, const AccessModes &modes,
                   SymbolTableCollection &symbols,
                   function_ref<bool(TracedFunction, unsigned)> isLaidOutArg,
                   function_ref<void(TracedCall, Value, Value)> unknownOrigins);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLS_CALLALIASING_H
