//===- RequirePhysical.cpp - No layout may be left ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Passes.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/Texture.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREQUIREPHYSICAL
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What is not applied in `type`, in words; empty if nothing is.
StringRef describeNotApplied(Type type) {
  if (!isLaidOut(type))
    return "";
  return isa<TensorType>(type)
             ? "is a tensor with a layout; bufferise and run layout-apply"
             : "has a layout that is not applied; run layout-apply";
}

/// What is left in `type`, in words; empty if nothing is.
StringRef describeLeft(Type type) {
  if (StringRef left = describeNotApplied(type); !left.empty())
    return left;
  if (isa<TensorType>(type))
    return "is no buffer; run layout-bufferize";
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return "";
  if (isa<BufferAttr>(memref.getLayout()))
    return "still states axis separators, which memory of this target does "
           "not have";
  if (isInTextureMemory(memref))
    return "is in texture memory, which this target does not have; kernels go "
           "by layout-to-spirv";
  return "";
}

/// Describes what `describe` finds anywhere inside of `type`.
StringRef describeInside(Type type, StringRef (*describe)(Type)) {
  StringRef left;
  type.walk<WalkOrder::PreOrder>([&](Type inner) {
    left = describe(inner);
    return left.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return left;
}

class RequirePhysicalPass
    : public layout::impl::LayoutRequirePhysicalBase<RequirePhysicalPass> {
public:
  using LayoutRequirePhysicalBase::LayoutRequirePhysicalBase;

private:
  void runOnOperation() override {
    StringRef next = appliedOnly ? "layout-optimize" : "lowering";
    if (failed(verifyNothingRequested(getOperation(), next)))
      return signalPassFailure();
    DenseSet<Type> clean; // types repeat: each is looked into once
    WalkResult result = getOperation().walk([&](Operation *op) {
      auto refuse = [&](Type type) {
        if (clean.contains(type))
          return false;
        StringRef left = describeInside(type, appliedOnly ? describeNotApplied
                                                          : describeLeft);
        if (left.empty()) {
          clean.insert(type);
          return false;
        }
        op->emitOpError() << "touches " << type << ", which " << left;
        return true;
      };
      bool refused = llvm::any_of(op->getOperandTypes(), refuse) ||
                     llvm::any_of(op->getResultTypes(), refuse);
      if (auto function = dyn_cast<FunctionOpInterface>(op))
        refused = refused ||
                  llvm::any_of(function.getArgumentTypes(), refuse) ||
                  llvm::any_of(function.getResultTypes(), refuse);
      if (auto global = dyn_cast<memref::GlobalOp>(op))
        refused = refused || refuse(global.getType());
      return refused ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
