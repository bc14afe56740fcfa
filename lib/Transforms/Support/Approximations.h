//===- Approximations.h - Polynomial approximations -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `fastmath<afn>` on a function says that another number than the nearest will
// do. These have such another number by arithmetic alone, of which there are
// vectors; the library of C has one call for each element.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_APPROXIMATIONS_H
#define LIB_TRANSFORMS_SUPPORT_APPROXIMATIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Names of ops for which upstream's approximation was seen to be within 6
/// units in the last place everywhere.
bool isApproximated(StringRef opName);

/// A function of f32, or of vectors of them, that is approximated if it says
/// that it may be.
bool hasApproximation(Operation *op);

/// One that says so.
bool mayBeApproximated(Operation *op);

/// A function of the math dialect for which there is no instruction: a call of
/// the library of C for each element, or, if it may be approximated, some
/// arithmetic.
bool isLibraryFunction(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_APPROXIMATIONS_H
