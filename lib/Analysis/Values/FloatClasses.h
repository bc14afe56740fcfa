//===- FloatClasses.h - Float classes of results ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_VALUES_FLOATCLASSES_H
#define LAYOUT_LIB_ANALYSIS_VALUES_FLOATCLASSES_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/FloatingPointMode.h"

namespace mlir::layout {

/// The classes that a sum, or a product, of two floats of these classes may be
/// in, as IEEE 754 rounds to nearest even. Sound, not exact: overflow is always
/// possible.
llvm::FPClassTest sumClasses(llvm::FPClassTest a, llvm::FPClassTest b);
llvm::FPClassTest productClasses(llvm::FPClassTest a, llvm::FPClassTest b);

/// Those of an integer as a float.
llvm::FPClassTest conversionClasses(Type from, Type to);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_VALUES_FLOATCLASSES_H
