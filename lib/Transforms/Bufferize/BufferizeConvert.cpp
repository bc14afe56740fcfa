//===- BufferizeConvert.cpp - Bufferization of layout.convert -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %b = layout.convert %a : tensor<14xf32> to tensor<14xf32, #t>
// ->  %b = memref.alloc() : memref<14xf32, #t>
//     layout.convert ins(%a : memref<14xf32>) outs(%b : memref<14xf32, #t>)
//
// While upstream's bufferization runs, the layout of a memref is stated as its
// memory space (LayoutAsMemorySpace.h).
//
//===----------------------------------------------------------------------===//

#include "BufferizableViews.h"
#include "BufferizedLayouts.h"
#include "Layout/Transforms/Bufferize/Bufferize.h"
#include "Transforms/Lowering/LayoutAsMemorySpace.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::bufferization;

namespace {

/// How one-shot bufferization sees a conversion: it reads its operand, and its
/// result is a new buffer without aliases. So later writes to the operand need
/// no copy because of it, and its result may be written in place.
struct ConvertInterface
    : public BufferizableOpInterface::ExternalModel<ConvertInterface,
                                                    ConvertOp> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *, OpOperand &,
                                      const AnalysisState &) const {
    return {};
  }

  FailureOr<BufferLikeType> getBufferType(Operation *, Value value,
                                          const BufferizationOptions &options,
                                          const BufferizationState &,
                                          SmallVector<Value> &) const {
    // `layout-bufferize` makes the layout of the tensor the default memory
    // space.
    auto type = cast<RankedTensorType>(value.getType());
    std::optional<Attribute> space = options.defaultMemorySpaceFn(type);
    return cast<BufferLikeType>(Type(MemRefType::get(
        type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(),
        space.value_or(Attribute()))));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto convert = cast<ConvertOp>(op);
    FailureOr<Value> source =
        getBuffer(rewriter, convert.getSource(), options, state);
    FailureOr<BufferLikeType> type =
        bufferization::getBufferType(convert.getResult(), options, state);
    if (failed(source) || failed(type))
      return failure();
    // Upstream's own pass knows no encodings: the buffers have no layouts then,
    // and the conversion would silently become a plain copy.
    auto buffer = cast<MemRefType>(*type);
    if (failed(checkKeepsLayout(convert, convert.getSource().getType(),
                                source->getType())) ||
        failed(
            checkKeepsLayout(convert, convert.getResult().getType(), buffer)))
      return failure();
    Location loc = convert.getLoc();
    FailureOr<Value> dest =
        options.createAlloc(rewriter, loc, buffer,
                            buildDynamicSizes(rewriter, loc, buffer, *source));
    if (failed(dest))
      return failure();
    ConvertOp::create(rewriter, loc, *source, *dest);
    replaceOpWithBufferizedValues(rewriter, op, *dest);
    return success();
  }
};

} // namespace

void layout::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LayoutDialect *) {
    ConvertOp::attachInterface<ConvertInterface>(*context);
    attachBufferizableViews(*context);
  });
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  func_ext::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  vector::registerBufferizableOpInterfaceExternalModels(registry);
}
