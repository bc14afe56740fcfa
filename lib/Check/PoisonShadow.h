//===- PoisonShadow.h - Shadow values of poison -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shadow is an `i32` for a scalar, and a vector, an array or a structure of
// them for a value that is one: 0, or the number of a mark.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_POISONSHADOW_H
#define LAYOUT_LIB_CHECK_POISONSHADOW_H

#include "llvm/IR/IRBuilder.h"

namespace mlir::layout {

/// Null for types that have no shadow: scalable vectors, labels, metadata.
llvm::Type *getShadowType(llvm::Type *type);

/// The shadow of a value that is not poison.
llvm::Constant *getNoShadow(llvm::Type *type);

/// `scalar` in every lane of a shadow of type `to`.
llvm::Value *spreadShadow(llvm::IRBuilder<> &builder, llvm::Value *scalar,
                          llvm::Type *to);

/// For each lane: poison if `a` or `b` is. A scalar speaks of all lanes of the
/// other one.
llvm::Value *uniteShadows(llvm::IRBuilder<> &builder, llvm::Value *a,
                          llvm::Value *b);

/// One number for all lanes: 0 if none is poison.
llvm::Value *anyShadow(llvm::IRBuilder<> &builder, llvm::Value *shadow);

/// `shadow` where `condition` holds, elsewhere none. The condition is one bit,
/// or one for each lane, as a vector or an array of them.
llvm::Value *maskShadow(llvm::IRBuilder<> &builder, llvm::Value *condition,
                        llvm::Value *shadow);

/// `value` with other bits where its shadow is not 0: `bits`, a 64-bit number,
/// is mixed with them; 0 leaves the value as it is.
llvm::Value *changeWherePoison(llvm::IRBuilder<> &builder, llvm::Value *value,
                               llvm::Value *shadow, llvm::Value *bits);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_POISONSHADOW_H
