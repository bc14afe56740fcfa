//===- SmallFloat.h - Encoding small floats ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_STORAGE_SMALLFLOAT_H
#define LIB_TRANSFORMS_STORAGE_SMALLFLOAT_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::layout {

/// Floats of at most 8 bits: LLVM has no type for them and upstream, for most,
/// no conversion to them.
bool isSmallFloat(Type type);

/// `number`, an `i64`, rounded to the nearest value of `type`, an even one
/// where two are, and beyond the largest one what the type has there: infinity,
/// NaN, or the largest one. Built of operations on `i32` and `f32`, in which
/// all of this is exact. The type has a sign and a zero.
Value buildSmallFloat(ImplicitLocOpBuilder &builder, Value number,
                      FloatType type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_STORAGE_SMALLFLOAT_H
