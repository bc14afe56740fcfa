//===- GpuModels.cpp - Accesses of whole runs by one address --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   nvgpu.ldmatrix %a[%i, %j]               a row of 16 bytes for each lane
//
// One address stands for all of them, so a layout must keep them together. Others
// of that kind, as nvgpu.device_async_copy, verify that the last dimension has a
// stride of 1, which no type with a layout states.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/Map/AlignedRuns.h"
#include "Models.h"
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

/// A run begins at a multiple of its length: its address is aligned to its bytes
/// by definition of these instructions, and so is each row.
static LogicalResult verifyRuns(Operation *op, Value buffer, int64_t length) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !isLaidOut(type))
    return success();
  Decision decision = keepsAlignedRuns(getPhysicalLayout(type), length);
  if (decision.isYes())
    return success();
  return op->emitOpError("moves ")
         << length << " elements by one address, and the layout "
         << (decision.isNo() ? "does not keep them together: "
                             : "is not proven to keep them together: ")
         << decision.witness
         << "; use a layout whose innermost physical dimension holds whole "
            "runs of "
         << length;
}

namespace {

struct LdMatrixModel
    : public LayoutAccessOpInterface::ExternalModel<LdMatrixModel,
                                                    nvgpu::LdMatrixOp> {
  OperandAccess getAccess(Operation *op, OpOperand &) const {
    auto load = cast<nvgpu::LdMatrixOp>(op);
    OperandAccess access =
        getRun(op, load.getIndices(), getRowLength(load), /*reads=*/true);
    // Lanes from 8 on give no address to a load of one tile.
    constexpr int64_t tilesOfAllLanes = 4;
    access.isConditional |= load.getNumTiles() < tilesOfAllLanes;
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Indices;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    auto load = cast<nvgpu::LdMatrixOp>(op);
    return verifyRuns(op, load.getSrcMemref(), getRowLength(load));
  }
  void redirect(Operation *op, RewriterBase &rewriter, OpOperand &operand,
                const NewPlace &place) const {
    redirectIndices(rewriter, operand,
                    cast<nvgpu::LdMatrixOp>(op).getIndicesMutable(), place);
  }

private:
  static int64_t getRowLength(nvgpu::LdMatrixOp load) {
    constexpr int64_t bitsOfRow = 128;
    auto type = cast<MemRefType>(load.getSrcMemref().getType());
    return bitsOfRow / std::max(1u, type.getElementTypeBitWidth());
  }
};

} // namespace

void layout::registerGpuModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, nvgpu::NVGPUDialect *) {
    nvgpu::LdMatrixOp::attachInterface<LdMatrixModel>(*context);
  });
}
