//===- GuardedCodegen.h - LLVM's fatal errors as errors ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_GUARDEDCODEGEN_H
#define LAYOUT_LIB_JIT_GUARDEDCODEGEN_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/LogicalResult.h"
#include <string>

namespace mlir::layout {

/// Runs LLVM's passes and code generator, which end the process where a target
/// has no instruction for what the program contains: an intrinsic of another
/// processor, a vector of scalable length. Here such an end, and a crash, is a
/// failure, and `why` has LLVM's words. What `generate` was in the middle of is
/// left as it is: the caller must not use, and need not free, what it has made
/// or changed (some 1.4 MB for a small program). Several threads may do this at
/// a time. LLVM has one handler of fatal errors, and one of crashes: those that
/// the host has installed before are gone then.
LogicalResult runGuarded(function_ref<void()> generate, std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_GUARDEDCODEGEN_H
