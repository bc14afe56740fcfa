//===- AttachTarget.cpp - Functions name the processor they are for -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/HostTarget.h"
#include "Layout/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTATTACHTARGET
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The features of the processor, and then those that the function states.
static SmallVector<StringRef> getFeatures(LLVM::LLVMFuncOp function,
                                          const Processor &processor) {
  SmallVector<StringRef> features(processor.features.begin(),
                                  processor.features.end());
  if (LLVM::TargetFeaturesAttr stated = function.getTargetFeaturesAttr())
    for (StringAttr feature : stated.getFeatures())
      features.push_back(feature);
  return features;
}

static void attachProcessor(LLVM::LLVMFuncOp function,
                            const Processor &processor) {
  if (function.isExternal() || function.getTargetCpu())
    return;
  function.setTargetCpu(processor.name);
  SmallVector<StringRef> features = getFeatures(function, processor);
  if (features.empty())
    return;
  function.setTargetFeaturesAttr(
      LLVM::TargetFeaturesAttr::get(function.getContext(), features));
}

static void attachTriple(ModuleOp module, StringRef triple) {
  StringRef name = LLVM::LLVMDialect::getTargetTripleAttrName();
  if (!triple.empty() && !module->hasAttr(name))
    module->setAttr(name, StringAttr::get(module.getContext(), triple));
}

namespace {

class AttachTargetPass
    : public layout::impl::LayoutAttachTargetBase<AttachTargetPass> {
public:
  using LayoutAttachTargetBase::LayoutAttachTargetBase;

  void runOnOperation() override {
    std::optional<Processor> processor =
        target == "native" ? getHostProcessor() : getNamedProcessor(target);
    if (!processor) {
      getOperation().emitOpError()
          << "cannot be compiled for processor \"" << target
          << "\": expects \"native\" or the name of an x86-64 or AArch64 "
             "processor as LLVM has it, such as \"x86-64-v3\" or "
             "\"neoverse-n1\"";
      return signalPassFailure();
    }
    attachTriple(getOperation(), processor->triple);
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
        attachProcessor(function, *processor);
      return WalkResult::advance();
    });
  }
};

} // namespace
