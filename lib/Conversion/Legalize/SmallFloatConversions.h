//===- SmallFloatConversions.h - Conversions of small floats ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_SMALLFLOATCONVERSIONS_H
#define LAYOUT_LIB_CONVERSION_SMALLFLOATCONVERSIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::layout {

/// Returns true if `type` is a float of at most 8 bits, for which LLVM has no
/// type, and `buildExtension` takes it. All of MLIR are.
bool isExtendable(Type type);

/// Returns true if `buildTruncation` takes `type`: `bf16`, or a float of at
/// most 8 bits.
bool isTruncatable(Type type);

/// Returns true if `type` is `f8E8M0FNU`, whose numbers are powers of two
/// without a sign: what a sum or a product may be is no such number.
bool isScale(Type type);

/// Returns `number`, a small float or a vector of them, as a float, or vector,
/// of type `to`. Exact in `f32` and wider types and in `bf16`; NaNs stay NaNs.
/// To another small float it rounds as `buildTruncation` does.
Value buildExtension(ImplicitLocOpBuilder &builder, Value number, Type to);

/// Returns `number`, a float of 16 bits or more that is wider than `to`, or a
/// vector of them, rounded to the nearest value of type `to`, an even one where
/// two are. Rounds once. What is beyond the largest value becomes what the type
/// has there: infinity, else NaN, else the largest value; so does an infinity.
/// A NaN becomes a quiet NaN where the type has one, else the largest value.
/// For a scale, zero becomes the least power of two, which is the nearest, and
/// a sign is dropped.
Value buildTruncation(ImplicitLocOpBuilder &builder, Value number, Type to);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_SMALLFLOATCONVERSIONS_H
