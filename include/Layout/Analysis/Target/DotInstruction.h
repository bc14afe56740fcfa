//===- DotInstruction.h - Dot product instructions --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that add the products of groups of adjacent narrow numbers to
// sums of 32 bits, as assembly names them, and so do targets and plans of
// nests:
//
//     vpdpbusd   sum[i] += u8[4 i] * s8[4 i] + ... + u8[4 i + 3] * s8[4 i + 3]
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_TARGET_DOTINSTRUCTION_H
#define LAYOUT_ANALYSIS_TARGET_DOTINSTRUCTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::layout {

/// Of x86 (AVX-VNNI, AVX512-VNNI; AVX-VNNI-INT8, AVX10.2; AVX512-BF16), of
/// AArch64 (i8mm, dotprod, bf16; the same ones of SVE where registers are
/// longer than 128 bits), and of RISC-V (Zvqdotq).
enum class DotInstruction : unsigned {
  vpdpbusd,
  vpdpbssd,
  vpdpbuud,
  vdpbf16ps,
  usdot,
  sdot,
  udot,
  bfdot,
  vqdotsu,
  vqdot,
  vqdotu
};
inline constexpr unsigned kNumDotInstructions =
    unsigned(DotInstruction::vqdotu) + 1;

enum class DotFamily { X86, AArch64, RISCV };

/// Returns true if registers of so many bits are those of other instructions
/// than short ones: of AVX-512, of SVE; all of RISC-V.
bool hasLongRegisters(DotFamily family, unsigned vectorBits);

/// What an instruction multiplies. Those of bytes are exact modulo 2^32. Those
/// of bf16 round otherwise than products that are added one after the other,
/// and take denormals for zeros: for products that may be contracted and
/// reassociated.
struct DotTraits {
  DotInstruction dot;
  llvm::StringLiteral name;
  bool ofFloats; ///< pairs of bf16; else groups of four bytes
  bool isFirstSigned, isSecondSigned; ///< the bytes of its two factors
  DotFamily family;
  /// What LLVM needs for it, with short registers and with long ones; empty
  /// where there is none.
  llvm::StringLiteral features, longFeatures;

  llvm::StringRef getFeatures(unsigned vectorBits) const {
    return hasLongRegisters(family, vectorBits) ? longFeatures : features;
  }
  int64_t getGroupSize() const { return ofFloats ? 2 : 4; }
};

/// In the order of `DotInstruction`.
llvm::ArrayRef<DotTraits> getDotInstructions();
const DotTraits &getTraits(DotInstruction dot);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_TARGET_DOTINSTRUCTION_H
