//===- ReturnedBuffers.cpp - Whose memory results are ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/ReturnedBuffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Depth of nested calls up to which origins are followed. Recursion ends here,
/// too: beyond it a buffer counts as of unknown origin.
static constexpr unsigned kMaxDepth = 8;

/// Adds the origins of `value`, which is returned at call depth `depth`.
void ReturnedBuffers::add(Value value, unsigned depth,
                          ReturnedBuffer &buffer) const {
  std::optional<SmallVector<Value>> origins = flow.getOrigins(value);
  if (!origins) {
    buffer.isStray = true;
    return;
  }
  for (Value origin : *origins)
    addOrigin(origin, depth, buffer);
}

/// Classifies one origin. An argument of a callee would have to be mapped to
/// the operand of the call; it counts as unknown instead.
void ReturnedBuffers::addOrigin(Value origin, unsigned depth,
                                ReturnedBuffer &buffer) const {
  if (auto argument = dyn_cast<BlockArgument>(origin)) {
    bool isOfFunction =
        depth == 0 && isa<func::FuncOp>(argument.getOwner()->getParentOp());
    (isOfFunction ? buffer.isArgument : buffer.isStray) = true;
    return;
  }
  if (auto call = origin.getDefiningOp<func::CallOp>())
    return addResult(call, cast<OpResult>(origin).getResultNumber(), depth,
                     buffer);
  // Casts remain from a conversion to LLVM that has begun. The op that made the
  // buffer may be converted already, and is not recognized.
  if (origin.getDefiningOp<UnrealizedConversionCastOp>())
    buffer.isHidden = true;
  else if (origin.getDefiningOp<memref::AllocOp>())
    buffer.isAllocated = true;
  else
    buffer.isStray = true;
}

/// Adds the origins of result `number` of a call: those of what its callee
/// returns there.
void ReturnedBuffers::addResult(func::CallOp call, unsigned number,
                                unsigned depth, ReturnedBuffer &buffer) const {
  auto callee = dyn_cast_or_null<func::FuncOp>(
      SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr()));
  if (!callee || callee.isExternal() || depth == kMaxDepth) {
    buffer.isStray = true;
    return;
  }
  callee.walk([&](func::ReturnOp op) {
    add(op.getOperand(number), depth + 1, buffer);
  });
}

/// Returns true if both values may be the same memory: an origin of one is an
/// origin of the other, or results of one call, whose callee may return a
/// buffer twice.
bool ReturnedBuffers::mayShare(Value a, Value b) const {
  std::optional<SmallVector<Value>> ofA = flow.getOrigins(a);
  std::optional<SmallVector<Value>> ofB = flow.getOrigins(b);
  if (!ofA || !ofB)
    return true;
  auto getMaker = [](Value origin) -> const void * {
    if (auto call = origin.getDefiningOp<func::CallOp>())
      return call;
    return origin.getAsOpaquePointer();
  };
  return llvm::any_of(*ofA, [&](Value one) {
    return llvm::any_of(*ofB, [&](Value other) {
      return getMaker(one) == getMaker(other);
    });
  });
}

SmallVector<ReturnedBuffer>
ReturnedBuffers::find(func::FuncOp function) const {
  SmallVector<ReturnedBuffer> buffers(function.getNumResults());
  function.walk([&](func::ReturnOp op) {
    for (auto [i, value] : llvm::enumerate(op.getOperands())) {
      if (!isa<BaseMemRefType>(value.getType()))
        continue;
      add(value, /*depth=*/0, buffers[i]);
      for (unsigned j = 0; j < i && !buffers[i].shared; ++j)
        if (isa<BaseMemRefType>(op.getOperand(j).getType()) &&
            mayShare(value, op.getOperand(j)))
          buffers[i].shared = j;
    }
  });
  return buffers;
}
