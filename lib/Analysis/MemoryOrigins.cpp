//===- MemoryOrigins.cpp - Where memory comes from, through calls ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/MemoryOrigins.h"

#include "Layout/Analysis/Aliases.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// Is one origin that is known among both?
static bool haveCommon(ArrayRef<MemoryOrigin> a, ArrayRef<MemoryOrigin> b) {
  return llvm::any_of(b, [&](const MemoryOrigin &origin) {
    return origin.isKnown() && llvm::is_contained(a, origin);
  });
}

/// Is `value` what callers pass to the function in which it stands?
static bool isPassed(Value value) {
  return isa_and_nonnull<TracedFunction>(
      getFunctionOfArgument(value).getOperation());
}

void MemoryOrigins::add(Value buffer, Origins &origins,
                        Callees &callees) const {
  std::optional<SmallVector<Value>> values = flow.getOrigins(buffer);
  if (!values || flow.isUnknown(flow.getRoot(buffer)) ||
      origins.size() > maxOrigins) {
    origins.emplace_back();
    return;
  }
  for (Value value : *values) {
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<TracedCall>(op))
      addResult(cast<OpResult>(value), origins, callees);
    else if (isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp,
                             bufferization::CloneOp>(op))
      origins.push_back({{}, {}, {op}});
    else if (auto get = dyn_cast_or_null<memref::GetGlobalOp>(op))
      origins.push_back({{}, get.getNameAttr().getAttr(), {}});
    else if (isPassed(value))
      origins.push_back({cast<BlockArgument>(value), {}, {}});
    else
      origins.emplace_back();
  }
}

/// A callee that calls itself, or too many others, may return any memory, and
/// first of all what it is given.
void MemoryOrigins::addUnfollowed(TracedCall call, Origins &origins,
                                  Callees &callees) const {
  origins.emplace_back();
  for (Value operand : call.getArguments())
    if (isa<BaseMemRefType>(operand.getType()) &&
        !isa_and_nonnull<TracedCall>(flow.getRoot(operand).getDefiningOp()))
      add(operand, origins, callees);
}

/// What a call returns is born there if the callee makes it. `callees`: those
/// whose results are being looked at.
void MemoryOrigins::addResult(OpResult result, Origins &origins,
                              Callees &callees) const {
  auto call = cast<TracedCall>(result.getOwner());
  TracedFunction callee = call.lookUpCallee(symbols);
  if (!callee || callee.isExternal()) {
    origins.emplace_back();
    return;
  }
  if (callees.size() == maxDepth || llvm::is_contained(callees, callee))
    return addUnfollowed(call, origins, callees);
  SmallVector<MemoryOrigin, 2> returned;
  callees.push_back(callee);
  for (Block &block : callee.getFunctionBody())
    if (Operation *terminator = block.getTerminator(); isReturn(terminator))
      add(terminator->getOperand(result.getResultNumber()), returned, callees);
  callees.pop_back();
  for (MemoryOrigin &origin : returned) {
    if (origin.argument) {
      add(call.getArguments()[origin.argument.getArgNumber()], origins,
          callees);
      continue;
    }
    if (origin.getBirth())
      origin.makers.insert(origin.makers.begin(), call);
    origins.push_back(std::move(origin));
  }
}

SmallVector<MemoryOrigin, 2> MemoryOrigins::find(Value buffer) const {
  SmallVector<MemoryOrigin, 2> origins;
  Callees callees;
  add(buffer, origins, callees);
  return origins;
}

bool MemoryOrigins::mayMeet(Value a, Value b) const {
  std::optional<SmallVector<Value>> ofA = flow.getOrigins(a),
                                    ofB = flow.getOrigins(b);
  if (flow.mayMeet(a, b) || !ofA || !ofB)
    return true;
  // What one origin has under both names at different times, the flow knows.
  return llvm::any_of(*ofA, [&](Value one) {
    return llvm::any_of(*ofB, [&](Value other) {
      return !BufferFlow::isSameOrigin(one, other) &&
             haveCommon(find(one), find(other));
    });
  });
}
