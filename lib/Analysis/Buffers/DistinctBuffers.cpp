//===- DistinctBuffers.cpp - Buffers that share no element ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/DistinctBuffers.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
enum class OriginKind {
  Allocation,
  NoAliasArgument,
  Argument,
  Global,
  Unknown
};

OriginKind getKind(Value origin) {
  if (Operation *op = origin.getDefiningOp()) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      return OriginKind::Allocation;
    return isa<memref::GetGlobalOp>(op) ? OriginKind::Global
                                        : OriginKind::Unknown;
  }
  FunctionOpInterface function = getFunctionOfArgument(origin);
  if (!function)
    return OriginKind::Unknown;
  unsigned index = cast<BlockArgument>(origin).getArgNumber();
  bool isPromised =
      isLaidOut(origin.getType()) ||
      function.getArgAttr(index, "llvm.noalias") ||
      function.getArgAttr(index, LayoutDialect::kTransformAttrName);
  return isPromised ? OriginKind::NoAliasArgument : OriginKind::Argument;
}

bool areDistinct(Value a, Value b) {
  using Kind = OriginKind;
  if (areDistinctByKernel(a, b))
    return true;
  Kind one = getKind(a), other = getKind(b);
  if (one == Kind::Unknown || other == Kind::Unknown)
    return false;
  if (one == Kind::Global && other == Kind::Global)
    return a.getDefiningOp<memref::GetGlobalOp>().getNameAttr() !=
           b.getDefiningOp<memref::GetGlobalOp>().getNameAttr();
  auto isAlone = [](Kind kind) {
    return kind == Kind::Allocation || kind == Kind::NoAliasArgument;
  };
  return isAlone(one) || isAlone(other);
}
} // namespace

bool layout::areDistinctByKernel(Value a, Value b) {
  auto function =
      dyn_cast_or_null<gpu::GPUFuncOp>(getFunctionOfArgument(a).getOperation());
  return a != b && function && function.isKernel() &&
         getFunctionOfArgument(b) == getFunctionOfArgument(a) &&
         (isInTextureMemory(a.getType()) || isInTextureMemory(b.getType()));
}

bool layout::areDistinctOrigins(Value a, Value b) {
  return a != b && areDistinct(a, b);
}

bool layout::areDistinctBuffers(Value a, Value b, const BufferFlow &flow) {
  auto ours = flow.getOrigins(a), theirs = flow.getOrigins(b);
  if (!ours || !theirs)
    return false;
  for (Value one : *ours)
    for (Value other : *theirs)
      if (!areDistinctOrigins(one, other))
        return false;
  return true;
}
