//===- ChangeCall.cpp - Rewriting calls and their signatures --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChangeCall.h"

using namespace mlir;
using namespace mlir::layout;

void layout::setCallee(TracedCall call, StringAttr name) {
  auto launch = dyn_cast<gpu::LaunchFuncOp>(call.getOperation());
  if (!launch)
    return cast<func::CallOp>(call.getOperation()).setCallee(name);
  SmallVector<FlatSymbolRefAttr> path(launch.getKernel().getNestedReferences());
  path.back() = FlatSymbolRefAttr::get(name);
  launch.setKernelAttr(
      SymbolRefAttr::get(launch.getKernel().getRootReference(), path));
}

void layout::addArguments(TracedCall call, ValueRange values) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(call.getOperation()))
    launch.getKernelOperandsMutable().append(values);
  else
    call->insertOperands(call->getNumOperands(), values);
}
