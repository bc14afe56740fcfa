//===- Erase.h - Erasing layouts of a program -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program means is what it computes when all of its layouts are left
// out: types become plain, conversions copies, undefined values arbitrary ones,
// and guarantees are kept or the run stops.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_ERASE_H
#define LAYOUT_CHECK_ERASE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Leaves only the symbols named by `roots`, where there are such, and what
/// they may reach.
void keepReachable(ModuleOp module, ArrayRef<StringRef> roots);

/// The first op that has no meaning without layouts: one that speaks of
/// physical memory, or a function without a body. Null if there is none.
Operation *findWithoutReference(ModuleOp module);

/// Emits an error at the first layout that is still to be applied, if there is
/// one.
LogicalResult verifyNoLayouts(ModuleOp module);

/// Erases unregistered operations: they do nothing but run, once, what their
/// regions hold. Fails, with a diagnostic, on those that have results.
LogicalResult eraseUnregistered(ModuleOp module);

/// Erases every layout, stated or requested, and memory spaces with them.
/// `layout.undef` becomes a call of `RuntimeNames::kUndef`; `layout.assume` a
/// test that calls `RuntimeNames::kAssumeFailed` with its number in
/// `assumptions`; facts about padding go; unregistered operations are
/// erased, too. Needs a module in which `findWithoutReference` finds nothing, or
/// `verifyNoLayouts` succeeds. Fails, with a diagnostic, on undefined values of
/// types that none can be made of.
LogicalResult eraseLayouts(ModuleOp module,
                           SmallVectorImpl<Location> &assumptions);

/// The plain type of a type: no layout, encoding or memory space of any kind.
/// `strided<..>` stays, it says where the elements lie.
Type getErasedType(Type type);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_ERASE_H
