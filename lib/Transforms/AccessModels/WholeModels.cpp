//===- WholeModels.cpp - Models of whole-buffer ops -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/Transforms/Lowering/LowerConvert.h"
#include "Models.h"
#include "Transforms/Lowering/LowerCopy.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

struct CopyModel
    : public LayoutAccessOpInterface::ExternalModel<CopyModel, memref::CopyOp> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    bool isSource = &operand == &cast<memref::CopyOp>(op).getSourceMutable();
    return OperandAccess::whole(isSource, !isSource);
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op,
                                    StorageQuery mayBeOneStorage) const {
    return planLowerCopy(cast<memref::CopyOp>(op), mayBeOneStorage);
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    lowerCopy(rewriter, cast<memref::CopyOp>(op));
  }
};

/// A clone may be an alias. Of a laid-out buffer, or to one, it is a copy.
struct CloneModel
    : public LayoutAccessOpInterface::ExternalModel<CloneModel,
                                                    bufferization::CloneOp> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    if (!isLaidOut(operand.get().getType()) &&
        !isLaidOut(op->getResult(0).getType()))
      return {};
    return OperandAccess::whole(/*reads=*/true, /*writes=*/false);
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    return planLowerClone(op);
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    lowerCopy(rewriter, lowerClone(rewriter, op));
  }
};

struct ConvertModel
    : public LayoutAccessOpInterface::ExternalModel<ConvertModel, ConvertOp> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    bool isSource = &operand == &cast<ConvertOp>(op).getSourceMutable();
    return OperandAccess::whole(isSource, !isSource);
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op,
                                    StorageQuery mayBeOneStorage) const {
    return planLowerConvert(cast<ConvertOp>(op), mayBeOneStorage,
                            [&] { return op->emitError(); });
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    applyLowerConvert(rewriter, cast<ConvertOp>(op));
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// What a device does to storage
//===----------------------------------------------------------------------===//

/// What moves on a device is the storage as a whole.
static LogicalResult planDeviceCopy(Operation *op, Type to, Type from) {
  BufferAttr layout = getLayoutToApply(to);
  if (layout != getLayoutToApply(from))
    return op->emitOpError("copies between two layouts, ")
           << from << " to " << to
           << ", which a device does not convert; use layout.convert into a "
              "buffer of the same layout first";
  if (findStepWithoutPad(to))
    return op->emitOpError("would access the padding of ")
           << to << ", for which nothing is stated; state pad<undef>, or "
           << "what it holds";
  return success();
}

namespace {

struct DeviceCopyModel
    : public LayoutAccessOpInterface::ExternalModel<DeviceCopyModel,
                                                    gpu::MemcpyOp> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    bool isSource = &operand == &cast<gpu::MemcpyOp>(op).getSrcMutable();
    return OperandAccess::whole(isSource, !isSource);
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::PhysicalType;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    auto copy = cast<gpu::MemcpyOp>(op);
    return planDeviceCopy(op, copy.getDst().getType(), copy.getSrc().getType());
  }
};

struct DeviceSetModel
    : public LayoutAccessOpInterface::ExternalModel<DeviceSetModel,
                                                    gpu::MemsetOp> {
  OperandAccess getAccess(Operation *, OpOperand &) const {
    return OperandAccess::whole(/*reads=*/false, /*writes=*/true);
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::PhysicalType;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
    Type type = cast<gpu::MemsetOp>(op).getDst().getType();
    return planDeviceCopy(op, type, type);
  }
};

//===----------------------------------------------------------------------===//
// Ops that touch no element
//===----------------------------------------------------------------------===//

template <typename Op, LayoutRewrite rewrite>
struct NoElementModel
    : public LayoutAccessOpInterface::ExternalModel<NoElementModel<Op, rewrite>,
                                                    Op> {
  OperandAccess getAccess(Operation *, OpOperand &) const {
    return OperandAccess::nothing();
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return rewrite;
  }
};

} // namespace

template <LayoutRewrite rewrite, typename... Ops>
static void attachNoElement(MLIRContext *context) {
  (Ops::template attachInterface<NoElementModel<Ops, rewrite>>(*context), ...);
}

void layout::registerWholeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    memref::CopyOp::attachInterface<CopyModel>(*context);
    attachNoElement<LayoutRewrite::LogicalShape, memref::DimOp, memref::RankOp>(
        context);
    attachNoElement<LayoutRewrite::PhysicalType, memref::DeallocOp>(context);
  });
  registry.addExtension(
      +[](MLIRContext *context, bufferization::BufferizationDialect *) {
        bufferization::CloneOp::attachInterface<CloneModel>(*context);
      });
  registry.addExtension(+[](MLIRContext *context, gpu::GPUDialect *) {
    gpu::MemcpyOp::attachInterface<DeviceCopyModel>(*context);
    gpu::MemsetOp::attachInterface<DeviceSetModel>(*context);
    attachNoElement<LayoutRewrite::PhysicalType, gpu::DeallocOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *) {
    ConvertOp::attachInterface<ConvertModel>(*context);
    // They speak of physical buffers.
    attachNoElement<LayoutRewrite::Refused, PaddingOp, AssumePaddingOp>(
        context);
  });
}
