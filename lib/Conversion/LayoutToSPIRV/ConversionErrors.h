//===- ConversionErrors.h - Conversion errors at ops of kernels -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_CONVERSIONERRORS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_CONVERSIONERRORS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Runs a conversion of a copy of `module`. If it fails, reports its first
/// error at the op of `module` that has that location and, where the error
/// names an op, that name: with what to do about it.
LogicalResult reportAt(Operation *module,
                       function_ref<LogicalResult()> conversion);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_CONVERSIONERRORS_H
