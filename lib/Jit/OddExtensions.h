//===- OddExtensions.h - Extensions of odd vectors in LLVM IR ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_ODDEXTENSIONS_H
#define LAYOUT_LIB_JIT_ODDEXTENSIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout {

/// On x86, extends factors of products of 64-bit integers in parts whose
/// number of lanes is a power of two, or 3. LLVM 22 does not select the
/// extension of the last lanes of other vectors if these lanes are shuffled
/// and the processor is of the family of Zen 4 ("Cannot select: v4i64 =
/// zero_extend_vector_inreg"). For after LLVM's optimizer, which makes such
/// products of those of programs. Keeps what each value is.
void splitOddExtensions(llvm::Module &module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_ODDEXTENSIONS_H
