//===- UnsupportedOps.h - Unsupported ops of kernels ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's patterns convert what they are written for. On some other ops they
// crash, or make invalid or wrong SPIR-V: those must not reach them. For other
// unsupported ops they only fail: these functions say why, and what to do.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_UNSUPPORTEDOPS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_UNSUPPORTEDOPS_H

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::layout {

/// Returns why `op`, in a kernel, must not reach upstream's conversion, which
/// would accept it and make invalid or wrong SPIR-V. Empty if nothing is known
/// against it.
std::string describeUnsupported(Operation *op);

/// Returns why the target has no values of this type; empty if it has, and for
/// types that are no values: buffers, functions.
std::string describeTypeFault(Type type, const SPIRVTypeConverter &converter);

/// Returns the remedy for an op that upstream cannot convert.
std::string describeNoConversion(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_UNSUPPORTEDOPS_H
