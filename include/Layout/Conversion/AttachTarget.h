//===- AttachTarget.h - Target attributes of LLVM ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_ATTACHTARGET_H
#define LAYOUT_CONVERSION_ATTACHTARGET_H

#include "Layout/Analysis/Target/Processor.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Writes the processor on each function with a body, in the LLVM dialect, and
/// its triple, layout of data and way of calling on the module. What is stated
/// stays, and so do kernels.
void attachTarget(ModuleOp module, const Processor &processor);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_ATTACHTARGET_H
