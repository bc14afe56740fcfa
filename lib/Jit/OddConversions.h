//===- OddConversions.h - Conversions of odd vectors in LLVM IR -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_ODDCONVERSIONS_H
#define LAYOUT_LIB_JIT_ODDCONVERSIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::layout {

/// Rewrites conversions that LLVM 22 does not select ("Cannot select"), without
/// a change of values. For after LLVM's optimizer, which makes some of them of
/// others, and undoes this.
///
/// On x86, factors of products of 64-bit integers are extended in parts whose
/// number of lanes is a power of two, or 3: the extension of the last lanes of
/// other vectors is not selected if these lanes are shuffled and the processor
/// is of the family of Zen 4. On AArch64 with registers of 256 bits or more,
/// three lanes of i64 are truncated to i8 as four.
void rewriteOddConversions(llvm::Module &module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_ODDCONVERSIONS_H
