//===- ReturnedArguments.cpp - Arguments that must not be returned --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReturnedArguments.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Bufferize/MissedAliases.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

llvm::MapVector<func::FuncOp, SmallVector<unsigned>>
layout::findRequestedArguments(ModuleOp module) {
  llvm::MapVector<func::FuncOp, SmallVector<unsigned>> requested;
  module.walk([&](func::FuncOp function) {
    if (function.isExternal() || function.isPrivate())
      return;
    for (unsigned i = 0, end = function.getNumArguments(); i < end; ++i)
      if (function.getArgAttr(i, LayoutDialect::kTransformAttrName))
        requested[function].push_back(i);
  });
  return requested;
}

/// Returns true if the function returns, by a value that is not `buffer` in all
/// executions, what gets the layout of `buffer`: it itself, a part of it, or a
/// buffer that some value is in place of it.
static bool mayReturnOtherwise(func::FuncOp function, Value buffer,
                               const BufferFlow &flow) {
  bool isFound = false;
  function.walk([&](func::ReturnOp ret) {
    for (Value result : ret.getOperands()) {
      if (!isa<BaseMemRefType>(result.getType()))
        continue;
      std::optional<SmallVector<Value>> origins = flow.getOrigins(result);
      bool isBuffer = origins && origins->size() == 1 &&
                      origins->front() == buffer &&
                      !result.getDefiningOp<ViewLikeOpInterface>();
      isFound |= !isBuffer && flow.getGroup(result) == flow.getGroup(buffer);
    }
  });
  return isFound;
}

/// Returns true if the operand of a call is more than a cast of a buffer.
static bool isViewThroughCasts(Value buffer) {
  while (auto cast = buffer.getDefiningOp<memref::CastOp>())
    buffer = cast.getSource();
  return isa_and_nonnull<ViewLikeOpInterface>(buffer.getDefiningOp());
}

/// Returns true if a call or control flow of the function forwards a view, or
/// by control flow a cast, of what gets the layout of `buffer`.
static bool forwardsView(func::FuncOp function, Value buffer,
                         const BufferFlow &flow) {
  auto isForwarded = [&](OpOperand &operand) {
    if (isa<CallOpInterface>(operand.getOwner()))
      return isViewThroughCasts(operand.get());
    return operand.get().getDefiningOp<ViewLikeOpInterface>() &&
           !flow.getNames(operand).empty();
  };
  return function
      .walk([&](Operation *op) {
        for (OpOperand &operand : op->getOpOperands())
          if (isa<BaseMemRefType>(operand.get().getType()) &&
              isForwarded(operand) &&
              flow.getGroup(operand.get()) == flow.getGroup(buffer))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

bool layout::keepReturnedArguments(ModuleOp buffers, ModuleOp tensors) {
  bool changed = false;
  // Bufferization neither adds nor removes functions or arguments.
  for (const auto &[bufferized, original] : llvm::zip_equal(
           findRequestedArguments(buffers), findRequestedArguments(tensors))) {
    func::FuncOp function = bufferized.first;
    BufferFlow flow(function);
    SmallVector<unsigned> kept, viewed;
    for (unsigned number : bufferized.second) {
      Value buffer = function.getArgument(number);
      if (!isa<TensorType>(original.first.getArgumentTypes()[number]))
        continue;
      if (forwardsView(function, buffer, flow))
        viewed.push_back(number);
      else if (!mayReturnOtherwise(function, buffer, flow))
        continue;
      kept.push_back(number);
    }
    if (kept.empty())
      continue;
    changed = true;
    keepArguments(original.first, kept);
    if (!viewed.empty())
      copyForwardedViews(original.first, viewed);
  }
  return changed;
}
