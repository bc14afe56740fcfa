//===- AttachTarget.cpp - Target attributes of LLVM -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     llvm.func @f()
// ->  llvm.func @f() attributes {target_cpu = "x86-64-v3"}
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/AttachTarget.h"

#include "Layout/Conversion/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Target/TargetMachine.h"

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
  MLIRContext *context = function.getContext();
  function.setTargetCpu(processor.name);
  SmallVector<StringRef> features = getFeatures(function, processor);
  if (!features.empty())
    function.setTargetFeaturesAttr(
        LLVM::TargetFeaturesAttr::get(context, features));
  if (processor.vectorScale == 0 || function.getVscaleRange())
    return;
  auto scale =
      IntegerAttr::get(IntegerType::get(context, 32), processor.vectorScale);
  function.setVscaleRangeAttr(
      LLVM::VScaleRangeAttr::get(context, scale, scale));
}

static void setIfAbsent(ModuleOp module, StringRef name, StringRef value) {
  auto stated = module->getAttrOfType<StringAttr>(name);
  if (!module->hasAttr(name) || (stated && stated.empty()))
    module->setAttr(name, StringAttr::get(module.getContext(), value));
}

/// Linkers refuse to mix files of several ways of calling; what functions say
/// does not decide which one a file is of.
static void attachABI(ModuleOp module, StringRef abi) {
  constexpr StringLiteral key("target-abi");
  bool isStated =
      module
          .walk([&](LLVM::ModuleFlagsOp op) {
            return llvm::any_of(
                       op.getFlags().getAsRange<LLVM::ModuleFlagAttr>(),
                       [&](LLVM::ModuleFlagAttr flag) {
                         return flag.getKey() == key;
                       })
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  if (abi.empty() || isStated)
    return;
  Builder attributes(module.getContext());
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  LLVM::ModuleFlagsOp::create(
      builder, module.getLoc(),
      attributes.getArrayAttr(LLVM::ModuleFlagAttr::get(
          module.getContext(), LLVM::ModFlagBehavior::Error,
          attributes.getStringAttr(key), attributes.getStringAttr(abi))));
}

void layout::writeTarget(ModuleOp module, const Processor &processor) {
  setIfAbsent(module, LLVM::LLVMDialect::getTargetTripleAttrName(),
              processor.triple);
  std::string unused;
  if (auto machine = createMachine(processor, unused))
    setIfAbsent(module, LLVM::LLVMDialect::getDataLayoutAttrName(),
                machine->createDataLayout().getStringRepresentation());
  attachABI(module, processor.getABI());
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
      attachProcessor(function, processor);
    return WalkResult::advance();
  });
}

LogicalResult layout::attachTarget(ModuleOp module, const Processor &processor,
                                   std::string &why) {
  why = whyNotMadeFor(module, processor, Features::Added);
  if (!why.empty())
    return failure();
  writeTarget(module, processor);
  // What a program is made for has no name if it is this machine.
  bool hasName = processor.spelling != "native";
  replaceProcessor(module, hasName ? processor.spelling : "");
  return success();
}

namespace {

class AttachTargetPass
    : public layout::impl::LayoutAttachTargetBase<AttachTargetPass> {
public:
  using LayoutAttachTargetBase::LayoutAttachTargetBase;

  void runOnOperation() override {
    std::string why;
    std::optional<Processor> processor = findProcessor(why);
    if (!processor && why.empty()) // "stated", and none is
      return;
    if (!processor) {
      std::string named = " for processor \"" + target + '"';
      emitError(getOperation().getLoc())
          << "cannot be compiled" << (target == "stated" ? "" : named) << ": "
          << why
          << "; expects \"native\", \"stated\" or a processor as LLVM has it, "
             "such as \"x86-64-v3\", \"neoverse-n1\", \"armv9-a+sve=256\" or "
             "\"rv64gcv+zvl256b\"";
      return signalPassFailure();
    }
    if (failed(attachTarget(getOperation(), *processor, why))) {
      emitError(getOperation().getLoc())
          << "cannot be compiled for processor " << processor->describe()
          << ": " << why
          << "; expects the processor that the program is made for, one that "
             "has all of it, or a program that is made for this one";
      signalPassFailure();
    }
  }

private:
  std::optional<Processor> findProcessor(std::string &why) {
    if (target == "native")
      return getHostProcessor();
    return target == "stated" ? findStated(why)
                              : getNamedProcessor(target, &why);
  }

  /// Nothing, with the reason in `why`, if modules in this one state others.
  std::optional<Processor> findStated(std::string &why) {
    std::optional<Processor> stated = getStatedProcessor(getOperation(), why);
    std::string name = stated ? stated->spelling : "";
    getOperation().walk([&](ModuleOp module) {
      FailureOr<Target> inner = getTarget(module);
      if (why.empty() && succeeded(inner) && !inner->processor.empty() &&
          inner->processor != name)
        why = "a module in it states processor \"" + inner->processor +
              "\", and the module around that " +
              (name.empty() ? "none" : '"' + name + '"');
    });
    return why.empty() ? stated : std::nullopt;
  }
};

} // namespace
