//===- UnsupportedOps.cpp - What upstream would make bad SPIR-V of --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnsupportedOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::layout;

/// Upstream keeps the results of a loop in variables that only the body sets.
static bool mayLeaveResultsUnset(scf::ForOp loop) {
  if (loop.getNumResults() == 0)
    return false;
  std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound()),
                         to = getConstantIntValue(loop.getUpperBound());
  return !from || !to || *from >= *to;
}

static bool hasOddWidth(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() != 32;
}

std::string layout::describeUnsupported(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && mayLeaveResultsUnset(loop))
    return "may have no iteration, and MLIR's conversion would then leave its "
           "results undefined; carry them in memory, or give it constant bounds";
  if (isa<func::CallOp>(op) &&
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
    return "hands a buffer to a function, which needs pointers that SPIR-V for "
           "Vulkan does not have here; inline it";
  if (isa<gpu::SubgroupIdOp, gpu::NumSubgroupsOp, gpu::SubgroupSizeOp,
          gpu::LaneIdOp, gpu::AllReduceOp, gpu::SubgroupReduceOp>(op))
    return "works on subgroups, which kernels do not have here";
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op);
      atomic && hasOddWidth(atomic.getValue().getType()))
    return "is atomic on another width than 32 bits";
  if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
      kernel && (kernel.getNumWorkgroupAttributions() > 0 ||
                 kernel.getNumPrivateAttributions() > 0))
    return "has buffers of its own (workgroup or private), which are not "
           "converted";
  return "";
}
