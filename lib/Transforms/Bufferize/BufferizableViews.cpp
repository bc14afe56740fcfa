//===- BufferizableViews.cpp - Bufferization of views of storage ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizableViews.h"

#include "BufferizedLayouts.h"
#include "Layout/IR/LaidOut.h"
#include "Transforms/Lowering/LayoutAsMemorySpace.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::bufferization;

namespace {

/// Two tensors in one memory. Neither is written through the other: padding is
/// written as the laid-out one says, which may not be what the other one has.
template <typename Model, typename OpTy>
struct ViewInterface
    : public BufferizableOpInterface::ExternalModel<Model, OpTy> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  bool isWritable(Operation *, Value, const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    if (!isa<TensorType>(operand.get().getType()))
      return {};
    return {{op->getResult(0), BufferRelation::Unknown}};
  }

  /// The result lies where the source does, in the same memory space.
  FailureOr<BufferLikeType>
  getBufferType(Operation *op, Value, const BufferizationOptions &options,
                const BufferizationState &state,
                SmallVector<Value> &invocations) const {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    FailureOr<BufferLikeType> source = bufferization::getBufferType(
        op->getOperand(0), options, state, invocations);
    if (failed(source))
      return failure();
    auto memref = cast<BaseMemRefType>(*source);
    Attribute space = splitMemorySpace(memref.getMemorySpace()).second;
    return cast<BufferLikeType>(Type(MemRefType::get(
        type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(),
        joinMemorySpace(getTensorEncoding(type), space))));
  }
};

struct AsPhysicalInterface
    : public ViewInterface<AsPhysicalInterface, AsPhysicalOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto view = cast<AsPhysicalOp>(op);
    FailureOr<Value> source =
        getBuffer(rewriter, view.getSource(), options, state);
    FailureOr<BufferLikeType> type =
        bufferization::getBufferType(view.getResult(), options, state);
    if (failed(source) || failed(type) ||
        failed(checkKeepsLayout(view, view.getSource().getType(),
                                source->getType())))
      return failure();
    replaceOpWithNewBufferizedOp<AsPhysicalOp>(rewriter, op, *type, *source);
    return success();
  }
};

struct AsLogicalInterface
    : public ViewInterface<AsLogicalInterface, AsLogicalOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto view = cast<AsLogicalOp>(op);
    FailureOr<Value> source =
        getBuffer(rewriter, view.getSource(), options, state);
    FailureOr<BufferLikeType> type =
        bufferization::getBufferType(view.getResult(), options, state);
    if (failed(source) || failed(type))
      return failure();
    FailureOr<Value> storage = getContiguous(rewriter, view, *source, options);
    if (failed(storage))
      return failure();
    replaceOpWithNewBufferizedOp<AsLogicalOp>(rewriter, op, *type, *storage,
                                              view.getSizes());
    return success();
  }

private:
  /// A slice of another tensor is no storage of its own: it is copied.
  static FailureOr<Value> getContiguous(RewriterBase &rewriter,
                                        AsLogicalOp view, Value source,
                                        const BufferizationOptions &options) {
    auto memref = cast<MemRefType>(source.getType());
    if (memref.getLayout().isIdentity())
      return source;
    Location loc = view.getLoc();
    auto plain =
        MemRefType::get(memref.getShape(), memref.getElementType(),
                        MemRefLayoutAttrInterface(), memref.getMemorySpace());
    FailureOr<Value> copy = options.createAlloc(
        rewriter, loc, plain, buildDynamicSizes(rewriter, loc, plain, source));
    if (failed(copy) ||
        failed(options.createMemCpy(rewriter, loc, source, *copy)))
      return failure();
    return copy;
  }
};

} // namespace

void layout::attachBufferizableViews(MLIRContext &context) {
  AsPhysicalOp::attachInterface<AsPhysicalInterface>(context);
  AsLogicalOp::attachInterface<AsLogicalInterface>(context);
}
