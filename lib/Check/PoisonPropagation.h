//===- PoisonPropagation.h - Poison through one instruction -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_POISONPROPAGATION_H
#define LAYOUT_LIB_CHECK_POISONPROPAGATION_H

#include "llvm/IR/IRBuilder.h"

namespace mlir::layout {

/// Whether this is a mark: a call with the value, where it is poison, and a
/// number.
bool isPoisonMark(const llvm::CallInst &call);

/// The shadow that a mark adds to that of its value.
llvm::Value *buildMarkShadow(llvm::IRBuilder<> &builder, llvm::CallInst &mark);

/// Whether the result of an instruction may be poison when an operand is, and
/// it is known of which lanes. Not for calls of functions with a body.
bool passesPoisonOn(const llvm::Instruction &inst);

/// The shadow of the result of an instruction that passes poison on and is no
/// phi, built after it. `getShadow` gives those of operands.
llvm::Value *buildPoisonPropagation(
    llvm::IRBuilder<> &builder, llvm::Instruction &inst,
    llvm::function_ref<llvm::Value *(llvm::Value *)> getShadow);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_POISONPROPAGATION_H
