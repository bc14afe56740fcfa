//===- MaskedStores.h - Constant masks in LLVM IR ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_MASKEDSTORES_H
#define LAYOUT_LIB_JIT_MASKEDSTORES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout {

/// Stores the lone lanes of constant masks (LoneLanes.h) one by one. For after
/// LLVM's optimizer: it vectorizes conditions of programs into masks of its
/// own, which no pass before it has seen, and unrolls loops, after which such
/// masks are constants. Keeps what each store writes.
void storeLoneLanes(llvm::Module &module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_MASKEDSTORES_H
