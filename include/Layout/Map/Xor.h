//===- Xor.h - Exclusive or as affine expressions ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_XOR_H
#define LAYOUT_MAP_XOR_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include <string>

namespace mlir::layout {

/// The bitwise exclusive or of `operands` as an affine expression: with k the
/// number of bits that the bounded operands have, and `a` the unbounded one,
///
///     2^k * (a floordiv 2^k)
///       + sum over t < k of 2^t * ((a floordiv 2^t + b floordiv 2^t + ..) mod
///       2)
///
/// Two integers of one bit each differ where their sum is odd, so each summand
/// is a bit of the result; above the bits of the others, the result is `a`.
///
/// An operand is bounded if its range follows from its structure (`mod`,
/// constants, sums and quotients of those); all but one must be. If all are,
/// the first part is left out, or belongs to the operand with the most bits.
/// Operands that are such expressions themselves are taken apart; those of more
/// bits come first, otherwise the order is kept, and constants become one.
///
/// Exact for all integers, negative ones taken as two's complement. Null, with
/// the reason in `why`, if two operands are not bounded, one is a negative
/// constant, or the result would name an index more than 20000 times.
AffineExpr expandXor(llvm::ArrayRef<AffineExpr> operands, std::string &why);

/// CuTe's `Swizzle<bits, base, shift>` of `x`: for shift > 0, the bits
/// [base + shift, base + shift + bits) are added modulo 2 to the bits
/// [base, base + bits); for shift < 0 in the other direction:
///
///     swizzle<3, 4, 3>(x):   .. b9 b8 b7 | b6+b9 b5+b8 b4+b7 | b3 b2 b1 b0
///
/// Null, with the reason, if the bits overlap (|shift| < bits), if a number of
/// bits is negative, or if more than 62 bits would be needed.
AffineExpr expandSwizzle(AffineExpr x, int64_t bits, int64_t base,
                         int64_t shift, std::string &why);

/// The operands of which `expr` is the expansion, that is, those for which
/// `expandXor` gives this very expression; empty if none are found. May fail to
/// find some of an expansion that MLIR's folders changed. Cost: linear in the
/// size of `expr`.
llvm::SmallVector<AffineExpr> recognizeXor(AffineExpr expr);

/// Returns true if some part of a result of `map` is an expansion.
bool hasXor(AffineMap map);

/// Calls `visit` with the operands of each expansion within `expr`, outer ones
/// first, also of those that operands contain.
void forEachXor(AffineExpr expr,
                llvm::function_ref<void(llvm::ArrayRef<AffineExpr>)> visit);

/// Writes `map` as MLIR does, with `xor` in place of expansions:
/// `(d0, d1) -> (d0, d1 xor (d0 mod 8))`.
void printMap(llvm::raw_ostream &os, AffineMap map);

} // namespace mlir::layout

#endif // LAYOUT_MAP_XOR_H
