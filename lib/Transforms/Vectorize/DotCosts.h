//===- DotCosts.h - Costs of flips and sums of dot products -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of bytes has several forms (DotForm): signs that no instruction
// multiplies are flipped, in either factor, and what that adds and zero points
// subtract is made up for by sums of the bytes of the other factor. Flipping
// takes an instruction for each register with bytes. So do sums, and those of
// bytes that differ between lanes take registers, too. A flip that adds what a
// zero point subtracts leaves nothing to make up for:
//
//     signed bytes, zero point -128:  a + 128 = a xor 128, without a sign
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_DOTCOSTS_H
#define LIB_TRANSFORMS_VECTORIZE_DOTCOSTS_H

#include "RegisterTile.h"

namespace mlir::layout {

/// Returns the instructions that flip the bytes of repeated factors and add up
/// bytes, for one group of all rows of `tile`.
double getCostOfCorrections(const RegisterTile &tile, const DotForm &form);

/// Returns how many registers the loops of `tile` carry for sums of bytes.
int64_t countRegistersOfSums(const RegisterTile &tile, const DotForm &form);
int64_t countRegistersOfSums(const RegisterTile &tile);

/// Returns what decides between the forms of a product: instructions for one
/// group of all rows of `tile`, and a prohibitive number for a form whose sums
/// do not fit the registers.
double getCostOfForm(const RegisterTile &tile, const DotForm &form);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_DOTCOSTS_H
