//===- LayoutRequests.cpp - Collecting layout requests --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutRequests.h"

#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class RequestFinder {
public:
  FailureOr<SmallVector<LayoutRequest>> run(ModuleOp module) {
    if (failed(verifyNoStrayAttributes(module)))
      return failure();
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        visitFunction(function);
      else
        visitBuffer(op);
    });
    if (hasErrors)
      return failure();
    return std::move(requests);
  }

private:
  /// The dialect verifies that `op`, if it has a request, makes a buffer.
  void visitBuffer(Operation *op) {
    auto layout =
        op->getAttrOfType<BufferAttr>(LayoutDialect::kTransformAttrName);
    if (!layout)
      return;
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      requests.push_back({op, Value(), global.getType(), op->getLoc(), layout});
    else
      requests.push_back({op, op->getResult(0), op->getResult(0).getType(),
                          op->getLoc(), layout});
  }

  void visitFunction(FunctionOpInterface function) {
    if (!makesRequest(function, LayoutDialect::kTransformAttrName))
      return;
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      if (auto layout = function.getArgAttrOfType<BufferAttr>(
              i, LayoutDialect::kTransformAttrName))
        visitArgument(function, i, layout);
    if (auto kernel = dyn_cast<TracedFunction>(function.getOperation()))
      for (BlockArgument attribution : kernel.getAttributions())
        if (BufferAttr layout = getRequestedLayout(attribution))
          requests.push_back({function, attribution, attribution.getType(),
                              attribution.getLoc(), layout});
  }

  void visitArgument(FunctionOpInterface function, unsigned i,
                     BufferAttr layout) {
    if (!isa<TracedFunction>(function.getOperation())) {
      refuse(function) << "has a layout requested for argument #" << i
                       << ", which is possible on func.func and gpu.func only";
    } else if (function.isExternal()) {
      refuse(function) << "has a layout requested for argument #" << i
                       << ", but no body; state the layout in the type";
    } else {
      Value argument = function.getArgument(i);
      requests.push_back(
          {function, argument, argument.getType(), argument.getLoc(), layout});
    }
  }

  InFlightDiagnostic refuse(Operation *op) {
    hasErrors = true;
    return op->emitOpError();
  }

  SmallVector<LayoutRequest> requests;
  bool hasErrors = false;
};

} // namespace

FailureOr<SmallVector<LayoutRequest>>
layout::findLayoutRequests(ModuleOp module) {
  return RequestFinder().run(module);
}

FailureOr<MemRefType> layout::getRequestedType(const LayoutRequest &request) {
  auto emitError = [&] { return mlir::emitError(request.loc); };
  if (isa<TensorType>(request.type))
    return emitError() << "a layout is requested for a tensor, " << request.type
                       << "; run layout-bufferize first";
  auto type = cast<MemRefType>(request.type);
  auto laidOut = MemRefType::get(type.getShape(), type.getElementType(),
                                 request.layout, type.getMemorySpace());
  if (failed(verifyLaidOutType(laidOut, emitError)))
    return failure();
  return laidOut;
}
