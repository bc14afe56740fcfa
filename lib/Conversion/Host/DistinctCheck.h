//===- DistinctCheck.h - Is it one buffer, at run time? ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_HOST_DISTINCTCHECK_H
#define LAYOUT_LIB_CONVERSION_HOST_DISTINCTCHECK_H

#include "Layout/Conversion/StageLaunches.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::layout {

/// Calls of the runtime that end the program if two buffers of a launch share
/// a byte.
class DistinctChecks {
public:
  /// Fails, with an error at the launch, if the name of the runtime's function
  /// is another's.
  static LogicalResult verifyNameIsFree(gpu::LaunchFuncOp launch);

  /// Inserts, in front of a launch, the checks that its plan asks for. Call
  /// before its operands become others.
  void insert(const StageLaunchesPlan::Launch &launch);

private:
  Value buildText(OpBuilder &builder, gpu::LaunchFuncOp launch, StringRef text);

  SymbolTableCollection symbols;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_HOST_DISTINCTCHECK_H
