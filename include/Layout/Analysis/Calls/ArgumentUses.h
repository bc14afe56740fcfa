//===- ArgumentUses.h - What callers from outside must know -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Example: which arrays may be read-only, and which may overlap?
//
//   func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: tensor<4xf32>) {
//     memref.copy %a, %b : memref<4xf32> to memref<4xf32>
//
// %a is not written, %b is; %c becomes a buffer that may be, unless it is kept. All
// may overlap, as the module states no layouts.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLS_ARGUMENTUSES_H
#define LAYOUT_ANALYSIS_CALLS_ARGUMENTUSES_H

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Facts about the arguments of functions of a module, before passes run.
class ArgumentUses {
public:
  /// Cost: that of `AccessModes`, and linear in the module.
  explicit ArgumentUses(ModuleOp module);

  /// For each argument, whether it is neither buffer nor tensor, or may be
  /// written. Tensors become buffers that may be, unless the argument says that
  /// they are kept (`bufferization.writable = false`), or `keepsTensors`: then
  /// those are that do not say that they may be written.
  SmallVector<bool> getWritten(func::FuncOp function,
                               bool keepsTensors = false);

  /// Returns true if the module states or requests a layout: then no argument may
  /// overlap another one, if either is written. The guarantee may be of a
  /// function that another one calls; the argument of that one may be plain, and
  /// be passed to it.
  bool areAlone() const { return statesLayouts; }

private:
  SymbolTableCollection symbols;
  BufferFlow flow;
  AccessModes modes;
  bool statesLayouts;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLS_ARGUMENTUSES_H
