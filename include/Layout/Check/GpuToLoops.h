//===- GpuToLoops.h - Kernels on the host -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_GPUTOLOOPS_H
#define LAYOUT_CHECK_GPUTOLOOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Makes a program with kernels one that the host executes alone: launches
/// become loops over blocks and threads, kernels functions that take their
/// index in the grid, memory of the device memory of the host, and asynchronous
/// ops are executed where they are.
///
/// Threads run one after the other, in the order of the grid: one of the orders
/// in which a device might run them. Barriers, and ops by which threads
/// exchange values, have no meaning in that order: fails with an error at such
/// an op.
LogicalResult lowerKernelsToLoops(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_GPUTOLOOPS_H
