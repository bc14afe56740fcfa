//===- GpuModels.cpp - Accesses of whole runs by one address --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   nvgpu.ldmatrix %a[%i, %j]               a row of 16 bytes for each lane
//   nvgpu.device_async_copy %a[..], %b[..]  a row of 4, 8 or 16 bytes
//
// One address stands for all of them, so a layout must keep them together.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Models.h"
#include "Transforms/Lowering/RunAccess.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace mlir::layout;

/// `length` elements along the last dimension, from the one at `indices` on.
static OperandAccess getRun(Operation *op, ValueRange indices, int64_t length,
                            bool reads) {
  MLIRContext *context = op->getContext();
  if (indices.empty())
    return OperandAccess::whole(reads, !reads);
  OperandAccess access =
      OperandAccess::element(indices, context, reads, !reads);
  SmallVector<AffineExpr> index(access.map.getResults());
  index.back() = index.back() + getAffineDimExpr(indices.size(), context);
  access.map = AffineMap::get(indices.size() + 1, 0, index, context);
  access.lanes.push_back(length);
  return access;
}

/// Of each laid-out buffer.
static LogicalResult verifyRuns(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (auto type = dyn_cast<MemRefType>(operand.get().getType());
        type && isLaidOut(type) && failed(planRunAccess(operand, type)))
      return failure();
  return success();
}

namespace {

template <typename Access>
struct RunModel
    : public LayoutAccessOpInterface::ExternalModel<RunModel<Access>, Access> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    OperandAccess access =
        getRun(op, getIndicesOfRun(operand).getAsOperandRange(),
               getRunLength(op), reads(op, operand));
    access.isConditional |= mayLeaveOut(op, operand);
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Indices;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    return verifyRuns(op);
  }
  void redirect(Operation *, RewriterBase &rewriter, OpOperand &operand,
                const NewPlace &place) const {
    redirectIndices(rewriter, operand, getIndicesOfRun(operand), place);
  }

private:
  static bool reads(Operation *op, OpOperand &operand) {
    auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op);
    return !copy || &operand == &copy.getSrcMutable();
  }
  static bool mayLeaveOut(Operation *op, OpOperand &operand) {
    // Lanes from 8 on give no address to a load of one tile.
    constexpr int64_t tilesOfAllLanes = 4;
    if (auto load = dyn_cast<nvgpu::LdMatrixOp>(op))
      return load.getNumTiles() < tilesOfAllLanes;
    // What is not read is filled with zeros.
    return reads(op, operand) &&
           cast<nvgpu::DeviceAsyncCopyOp>(op).getSrcElements();
  }
};

} // namespace

void layout::registerGpuModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nvgpu::NVGPUDialect *) {
    nvgpu::LdMatrixOp::attachInterface<RunModel<nvgpu::LdMatrixOp>>(*context);
    nvgpu::DeviceAsyncCopyOp::attachInterface<
        RunModel<nvgpu::DeviceAsyncCopyOp>>(*context);
  });
}
