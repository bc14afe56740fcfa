//===- SameStorage.h - Two names of one storage -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_SAMESTORAGE_H
#define LAYOUT_ANALYSIS_BUFFERS_SAMESTORAGE_H

#include "mlir/IR/Value.h"

namespace mlir::layout {

/// Can it be seen that `a` and `b`, of two layouts, may be the very same storage
/// at a time?
/// Followed are `layout.as_physical`, `layout.as_logical`, casts, what control
/// flow hands on, and calls of functions that return an argument. No proof in
/// the other direction: views that move or narrow a buffer, loads of buffers,
/// and arguments are taken to be storage of their own.
///
/// Cost: the length of the chains of views if both lead to where a buffer is
/// made; else one walk over the module, and if that has any `as_physical` or
/// `as_logical`, linear in the function and in the callees of those calls.
bool mayBeSameStorage(Value a, Value b);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_SAMESTORAGE_H
