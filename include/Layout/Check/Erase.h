//===- Erase.h - Programs without layouts -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program means is what it computes when all of its layouts are left
// out: types become plain, conversions copies, undefined values arbitrary ones,
// and promises are kept or the run stops.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_ERASE_H
#define LAYOUT_CHECK_ERASE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Leaves only what `entry` may reach, and the entry itself.
void keepReachable(ModuleOp module, StringRef entry);

/// The first op that has no meaning without layouts: one that speaks of
/// physical memory, or a function without a body. Null if there is none.
Operation *findWithoutReference(ModuleOp module);

/// Erases every layout. Needs `findWithoutReference` to find nothing.
/// `layout.undef` becomes a call of `RuntimeNames::kUndef`; `layout.assume` a
/// test that calls `RuntimeNames::kAssumeFailed` with its number in
/// `assumptions`. Fails, with a diagnostic, on undefined values of types that
/// no constant can be made of.
LogicalResult eraseLayouts(ModuleOp module,
                           SmallVectorImpl<Location> &assumptions);

/// Is there any layout left that is still to be applied, or an op of the
/// layout dialect? Emits an error at the first one.
LogicalResult verifyNoLayouts(ModuleOp module);

/// Drops what is no layout to be applied, but unknown to upstream lowerings:
/// separators of physical buffers, memory spaces, `layout.*` attributes.
void eraseRemainders(ModuleOp module);

/// The plain type of a type: no layout, encoding or memory space of any kind.
/// `strided<..>` stays, it says where the elements lie.
Type getErasedType(Type type);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_ERASE_H
