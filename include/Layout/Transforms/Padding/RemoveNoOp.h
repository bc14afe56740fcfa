//===- RemoveNoOp.h - Stores and loops without effect -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PADDING_REMOVENOOP_H
#define LAYOUT_TRANSFORMS_PADDING_REMOVENOOP_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

class AccessMemo;

/// Stores that are not needed: everything they write is overwritten, or its
/// buffer ends, before it may be read. They are dead together (`DeadStores`).
/// With `explains`, remarks say of the others which op needs them, unless it is
/// just the caller. Collects in `partlyDead` those of which a part is
/// overwritten in time. `memo`: see `DeadStores`.
SmallVector<Operation *>
planDeadStores(ModuleOp module, bool explains,
               SmallVectorImpl<Operation *> *partlyDead = nullptr,
               AccessMemo *memo = nullptr);

/// Erases what has no effect: the stores above, stores of undef, loops and
/// branches with nothing in them, loops without iterations, buffers that are
/// never read, computations without use. Then shrinks loops to what is needed.
/// Facts are collected again after each change. An undef index is an error, and
/// then nothing is changed.
///
/// Source: RFC 0077, RemoveNoOp; TVM's DomainTouched with predicates.
LogicalResult removeNoOps(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PADDING_REMOVENOOP_H
