//===- LaunchChecks.h - Run-time checks of launches -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_HOST_LAUNCHCHECKS_H
#define LAYOUT_LIB_CONVERSION_HOST_LAUNCHCHECKS_H

#include "Layout/Conversion/StageLaunches.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::layout {

/// Calls of the runtime, before launches, that end the program if two buffers
/// share a byte or a number needs more than an index of the device has.
class LaunchChecks {
public:
  /// Fails, with an error at the launch, if the name of a function of the
  /// runtime that `launch` needs is another's.
  static LogicalResult
  verifyNamesAreFree(const StageLaunchesPlan::Launch &launch);

  /// Inserts, before a launch, the checks of its plan. Call before its operands
  /// become others.
  void insert(const StageLaunchesPlan::Launch &launch);

private:
  void insertDistinct(OpBuilder &builder,
                      const StageLaunchesPlan::Launch &launch);
  void insertIndices(OpBuilder &builder,
                     const StageLaunchesPlan::Launch &launch);
  Value buildText(OpBuilder &builder, gpu::LaunchFuncOp launch, StringRef text);

  SymbolTableCollection symbols;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_HOST_LAUNCHCHECKS_H
