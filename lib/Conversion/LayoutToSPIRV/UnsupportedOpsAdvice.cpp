//===- UnsupportedOpsAdvice.cpp - Remedies for unsupported ops ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnsupportedOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// What another pass takes away first.
static StringRef getDialectAdvice(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (isa_and_nonnull<affine::AffineDialect>(dialect))
    return "has no conversion to SPIR-V; run lower-affine first, as "
           "layout-to-spirv does";
  if (isa_and_nonnull<linalg::LinalgDialect>(dialect))
    return "has no conversion to SPIR-V; run convert-linalg-to-loops first";
  return "";
}

static StringRef getMemRefAdvice(Operation *op) {
  if (isa<memref::DimOp>(op))
    return "needs an extent that kernels do not receive; pass it as an "
           "argument of type index";
  if (isa<memref::GlobalOp, memref::GetGlobalOp>(op))
    return "is a global, and SPIR-V kernels have no globals; pass it as an "
           "argument";
  if (isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
    return "allocates memory that kernels do not have; use memref.alloca of "
           "static shape for one thread, with loads and stores of single "
           "numbers, or memref.alloc of static shape in "
           "#gpu.address_space<workgroup>";
  if (isa<memref::ExtractAlignedPointerAsIndexOp>(op))
    return "takes an address, which SPIR-V for Vulkan does not have; use "
           "the buffer itself";
  if (isa<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(op))
    return "is an atomic operation that SPIR-V does not have without "
           "extensions; it has addi, andi, ori, maxs, maxu, mins and minu on "
           "i32";
  if (isa<memref::CopyOp>(op))
    return "copies a whole buffer; write loops";
  if (isa<memref::PrefetchOp>(op))
    return "is not known to SPIR-V; remove it";
  if (isa<ViewLikeOpInterface>(op) || isa<memref::TransposeOp>(op))
    return "is a view, and SPIR-V kernels have no views; index the buffer that "
           "it looks at (fold-memref-alias-ops does so for some)";
  return "";
}

static StringRef getControlAdvice(Operation *op) {
  if (isa<cf::AssertOp, vector::PrintOp, gpu::PrintfOp>(op))
    return "prints or asserts, which a kernel cannot; remove it";
  if (isa<scf::ParallelOp, scf::ForallOp>(op))
    return "is a parallel loop within a kernel; map it to gpu.launch, or use "
           "scf.for";
  return "";
}

static StringRef getGpuAdvice(Operation *op) {
  if (isa<gpu::ClusterIdOp, gpu::ClusterDimOp, gpu::ClusterBlockIdOp,
          gpu::ClusterDimBlocksOp>(op))
    return "uses clusters of workgroups, which Vulkan does not have";
  if (isa<gpu::ShuffleOp, gpu::RotateOp, gpu::SubgroupBroadcastOp,
          gpu::WarpExecuteOnLane0Op>(op))
    return "uses subgroups, which are not supported here";
  if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()))
    return "has no counterpart in SPIR-V for Vulkan";
  return "";
}

std::string layout::describeNoConversion(Operation *op) {
  for (auto getAdvice :
       {getDialectAdvice, getMemRefAdvice, getControlAdvice, getGpuAdvice})
    if (StringRef advice = getAdvice(op); !advice.empty())
      return advice.str();
  if (isa_and_nonnull<math::MathDialect>(op->getDialect()))
    return "is no function of SPIR-V for these numbers; expand it first "
           "(math-expand-ops), or compute it otherwise";
  if (isa_and_nonnull<vector::VectorDialect>(op->getDialect()))
    return "is not lowered; SPIR-V has vectors of 2, 3 or 4 numbers, and no "
           "masks: lower or unroll it first";
  std::string text = "has no conversion to SPIR-V";
  if (op->getNumOperands()) {
    llvm::raw_string_ostream stream(text);
    stream << " for ";
    llvm::interleaveComma(op->getOperandTypes(), stream,
                          [&](Type type) { stream << "'" << type << "'"; });
  }
  return text;
}
