//===- Calls.h - Functions, kernels and who calls them ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are followed from call to callee in two forms that mean the same but
// for the number of those who execute the body:
//
//     func.call @f(%a)                        func.func @f(%a)
//     gpu.launch_func @m::@k ... args(%a)     gpu.func @k(%a) kernel
//
// A function on a device (anywhere in a `gpu.module`) is executed by many
// threads that share its buffers. So it can write no padding: the host writes
// it, before or after the launch.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_FUNCTIONS_CALLS_H
#define LAYOUT_ANALYSIS_FUNCTIONS_CALLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// A `func.func` or a `gpu.func`.
class TracedFunction : public FunctionOpInterface {
public:
  using FunctionOpInterface::FunctionOpInterface;
  TracedFunction(func::FuncOp function) : FunctionOpInterface(function) {}
  TracedFunction(gpu::GPUFuncOp function) : FunctionOpInterface(function) {}
  static bool classof(Operation *op) {
    return isa<func::FuncOp, gpu::GPUFuncOp>(op);
  }

  /// What callers pass: without the attributions of a `gpu.func`.
  Block::BlockArgListType getArguments();
  /// Buffers that come into being with each execution: the attributions.
  Block::BlockArgListType getAttributions();
  FunctionType getFunctionType() {
    return cast<FunctionType>(FunctionOpInterface::getFunctionType());
  }
  bool isKernel();
  /// Executed by many threads that share its arguments.
  bool isOnDevice();
};

/// A `func.call`, or a `gpu.launch_func`.
class TracedCall : public OpState {
public:
  explicit TracedCall(Operation *op = nullptr) : OpState(op) {}
  TracedCall(func::CallOp call) : OpState(call.getOperation()) {}
  TracedCall(gpu::LaunchFuncOp launch) : OpState(launch.getOperation()) {}
  static bool classof(Operation *op) {
    return isa<func::CallOp, gpu::LaunchFuncOp>(op);
  }

  /// The values of the callee's arguments: without the sizes of a grid and the
  /// tokens that a launch waits for.
  OperandRange getArguments();
  OpOperand &getArgumentOperand(unsigned argument);
  /// Which argument `operand`, of this op, is; nullopt if it is none.
  std::optional<unsigned> getArgumentNumber(OpOperand &operand);
  /// The values that the callee returns: without the token of a launch.
  ResultRange getReturned();

  SymbolRefAttr getCalleeName();
  /// Null if it is none of those that are traced, or is not here.
  TracedFunction lookUpCallee(SymbolTableCollection &symbols) const;

  bool isLaunch() { return isa<gpu::LaunchFuncOp>(getOperation()); }
};

/// Functions that are named by other ops than calls, and so may be called
/// anywhere. Cost: one walk over the attributes of the module.
class AddressTaken {
public:
  AddressTaken() = default;
  explicit AddressTaken(ModuleOp module);

  /// Goes by the name alone: yes if any function of that name is taken.
  bool contains(TracedFunction function) const {
    return isEverything || names.contains(function.getNameAttr());
  }

private:
  void addUsesIn(Region &region);

  llvm::DenseSet<StringAttr> names;
  bool isEverything = false; ///< an op hides what it names
};

/// Returns the function that contains `op`, or null.
TracedFunction getFunctionAround(Operation *op, bool orItself = false);

/// `func.return`, or `gpu.return`.
inline bool isReturn(Operation *op) {
  return isa<func::ReturnOp, gpu::ReturnOp>(op);
}

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_FUNCTIONS_CALLS_H
