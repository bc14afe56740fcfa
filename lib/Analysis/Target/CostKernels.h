//===- CostKernels.h - Kernels that instructions are timed by ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of instructions that do not wait for each other, in assembly, so that
// what is timed is what they are named after:
//
//     vpdpbusd %zmm12, %zmm13, %zmm0     12 of them into 12 registers
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_TARGET_COSTKERNELS_H
#define LAYOUT_LIB_ANALYSIS_TARGET_COSTKERNELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::layout {

/// What is timed, of registers of the length that code is made for.
enum class CostKernel : unsigned {
  cycle,         ///< an addition of integers that waits for the one before
  multiplyAdd,   ///< of f32: the unit that costs are stated in
  vpdpbusd,      ///< products of 4 bytes in each lane
  pairs,         ///< the same by vpmaddwd of extended bytes
  singles,       ///< one product in each lane by vpmulld
  vdpbf16ps,     ///< products of 2 bf16 in each lane
  extension,     ///< the same by multiply-adds of numbers extended to f32
  shuffle,       ///< of a whole register, across its parts
  load,          ///< of a whole register, from one line
  maskedStore32, ///< of every other element of 32 bits
  maskedStore8,
  branchedStore ///< of one element, after a branch
};
inline constexpr unsigned kNumCostKernels =
    unsigned(CostKernel::branchedStore) + 1;

/// The bytes that kernels load from and store to.
inline constexpr unsigned kCostKernelBytes = 4096;

struct CostKernelTraits {
  CostKernel kernel;
  llvm::StringLiteral name;
  /// What LLVM calls the features that it needs, with registers of 256 bits and
  /// of 512.
  llvm::StringLiteral features, longFeatures;
  int64_t numUnits; ///< of what is timed, in one iteration
  /// So many iterations on so long registers; null where there are none.
  void (*run)(int64_t iterations, char *memory);
  void (*runLong)(int64_t iterations, char *memory);
};

/// In the order of `CostKernel`. None where this process is not of x86-64.
llvm::ArrayRef<CostKernelTraits> getCostKernels();

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_TARGET_COSTKERNELS_H
