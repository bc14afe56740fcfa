//===- UnsupportedOps.h - What upstream would make bad SPIR-V of -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_UNSUPPORTEDOPS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_UNSUPPORTEDOPS_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::layout {

/// Why `op`, in a kernel, must not reach upstream's conversion, which would accept
/// it and make invalid or wrong SPIR-V. Empty if nothing is known against it.
std::string describeUnsupported(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_UNSUPPORTEDOPS_H
