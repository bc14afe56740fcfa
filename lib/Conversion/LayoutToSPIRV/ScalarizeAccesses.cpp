//===- ScalarizeAccesses.cpp - Vector accesses as scalar ones -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %v = vector.load %a[%i] : memref<64xf32>, vector<4xf32>
// ->  four memref.load, and vector.from_elements
//
// SPIR-V has no access to a vector in an array of scalars.
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/ScalarizeAccesses.h"

#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSCALARIZEACCESSES
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// An access to contiguous elements in the innermost axis of a buffer.
struct Access {
  Value buffer;
  VectorType vector;
  OperandRange indices;
  Value stored; ///< null: it loads
};

} // namespace

static std::optional<Access> getTransfer(VectorTransferOpInterface op) {
  auto vector = dyn_cast<VectorType>(op.getVectorType());
  if (!vector || op.getMask() || !op.getPermutationMap().isMinorIdentity() ||
      llvm::any_of(op.getInBoundsValues(), [](bool is) { return !is; }))
    return std::nullopt;
  auto write = dyn_cast<vector::TransferWriteOp>(op.getOperation());
  return Access{op.getBase(), vector, op.getIndices(),
                write ? write.getVector() : Value()};
}

static std::optional<Access> getAccess(Operation *op) {
  if (auto transfer = dyn_cast<VectorTransferOpInterface>(op))
    return getTransfer(transfer);
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return Access{load.getBase(), load.getVectorType(), load.getIndices(), {}};
  if (auto store = dyn_cast<vector::StoreOp>(op))
    return Access{store.getBase(), store.getVectorType(), store.getIndices(),
                  store.getValueToStore()};
  return std::nullopt;
}

static bool isOfNumbers(const Access &access) {
  auto buffer = dyn_cast<MemRefType>(access.buffer.getType());
  return buffer && !isInTextureMemory(buffer) && access.vector.getRank() == 1 &&
         !access.vector.isScalable() && buffer.getRank() > 0 &&
         buffer.getElementType() == access.vector.getElementType();
}

static void scalarize(Operation *op) {
  Access access = *getAccess(op);
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<Value> indices = llvm::to_vector(access.indices);
  Value first = indices.back();
  SmallVector<Value> numbers;
  for (int64_t lane = 0; lane < access.vector.getNumElements(); ++lane) {
    // A dimension, as the index may depend on a loop.
    indices.back() = affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(1, 0, builder.getAffineDimExpr(0) + lane),
        first);
    if (!access.stored) {
      numbers.push_back(
          memref::LoadOp::create(builder, loc, access.buffer, indices));
      continue;
    }
    Value number = vector::ExtractOp::create(builder, loc, access.stored, lane);
    memref::StoreOp::create(builder, loc, number, access.buffer, indices);
  }
  if (!access.stored)
    op->replaceAllUsesWith(
        vector::FromElementsOp::create(builder, loc, access.vector, numbers));
  op->erase();
}

namespace {

class ScalarizeAccessesPass
    : public layout::impl::LayoutScalarizeAccessesBase<ScalarizeAccessesPass> {
  void runOnOperation() override {
    applyScalarizeAccesses(planScalarizeAccesses(getOperation()));
  }
};

} // namespace

SmallVector<Operation *> layout::planScalarizeAccesses(ModuleOp module) {
  SmallVector<Operation *> accesses;
  module.walk([&](gpu::GPUModuleOp kernels) {
    kernels.walk([&](Operation *op) {
      std::optional<Access> access = getAccess(op);
      if (access && isOfNumbers(*access))
        accesses.push_back(op);
    });
  });
  return accesses;
}

void layout::applyScalarizeAccesses(ArrayRef<Operation *> accesses) {
  llvm::for_each(accesses, scalarize);
}
