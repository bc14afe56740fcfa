//===- LayoutToSPIRV.cpp - Kernels on textures as SPIR-V ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/LayoutToSPIRV.h"

#include "BufferArguments.h"
#include "ConversionErrors.h"
#include "ImageABI.h"
#include "ImagePatterns.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Requests.h"
#include "OpPatterns.h"
#include "PrepareKernels.h"
#include "mlir/Conversion/ArithToSPIRV/ArithToSPIRV.h"
#include "mlir/Conversion/FuncToSPIRV/FuncToSPIRV.h"
#include "mlir/Conversion/GPUToSPIRV/GPUToSPIRV.h"
#include "mlir/Conversion/IndexToSPIRV/IndexToSPIRV.h"
#include "mlir/Conversion/MathToSPIRV/MathToSPIRV.h"
#include "mlir/Conversion/MemRefToSPIRV/MemRefToSPIRV.h"
#include "mlir/Conversion/SCFToSPIRV/SCFToSPIRV.h"
#include "mlir/Conversion/UBToSPIRV/UBToSPIRV.h"
#include "mlir/Conversion/VectorToSPIRV/VectorToSPIRV.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"
#include "mlir/IR/Verifier.h"

namespace mlir::layout {
#define GEN_PASS_DEF_CONVERTLAYOUTTOSPIRV
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Puts into the copy of a kernel what the plan says of it, and takes away what
/// is said to others.
static void prepareKernel(gpu::GPUFuncOp copy,
                          const LayoutToSPIRVPlan::Kernel &plan) {
  for (auto [argument, type] :
       llvm::zip(copy.getArguments(), plan.argumentTypes))
    argument.setType(type);
  copy.setFunctionType(
      FunctionType::get(copy.getContext(), plan.argumentTypes, {}));
  copy->setAttr(spirv::getEntryPointABIAttrName(), plan.entryPoint);
  copy.removeKnownBlockSizeAttr();
  copy.removeKnownGridSizeAttr();
  for (unsigned i = 0; i < copy.getNumArguments(); ++i) {
    Attribute binding = copy.getArgAttr(i, spirv::getInterfaceVarABIAttrName());
    cast<FunctionOpInterface>(*copy).setArgAttrs(i, DictionaryAttr());
    if (binding)
      copy.setArgAttr(i, spirv::getInterfaceVarABIAttrName(), binding);
  }
}

/// None for branches: SPIR-V has them only with structure around, as scf has.
static void addPatterns(SPIRVTypeConverter &converter,
                        ScfToSPIRVContext &scfContext,
                        RewritePatternSet &patterns) {
  populateGPUToSPIRVPatterns(converter, patterns);
  populateMemRefToSPIRVPatterns(converter, patterns);
  populateVectorToSPIRVPatterns(converter, patterns);
  populateSCFToSPIRVPatterns(converter, scfContext, patterns);
  populateFuncToSPIRVPatterns(converter, patterns);
  populateBuiltinFuncToSPIRVPatterns(converter, patterns);
  populateMathToSPIRVPatterns(converter, patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToSPIRVPatterns(converter, patterns);
  index::populateIndexToSPIRVPatterns(converter, patterns);
  ub::populateUBToSPIRVConversionPatterns(converter, patterns);
  populateOpPatterns(converter, patterns);
  populateImagePatterns(converter, patterns);
}

static LogicalResult convert(gpu::GPUModuleOp module,
                             spirv::TargetEnvAttr target) {
  spirv::MemorySpaceToStorageClassConverter spaces(getStorageClass);
  spirv::convertMemRefTypesAndAttrs(module, spaces);
  SPIRVTypeConverter converter(target, getConversionOptions());
  addImageConversion(converter);
  ScfToSPIRVContext scfContext;
  RewritePatternSet patterns(module.getContext());
  addPatterns(converter, scfContext, patterns);
  return applyFullConversion(module, *SPIRVConversionTarget::get(target),
                             std::move(patterns));
}

namespace {

class ConvertLayoutToSPIRVPass
    : public layout::impl::ConvertLayoutToSPIRVBase<ConvertLayoutToSPIRVPass> {
public:
  using ConvertLayoutToSPIRVBase::ConvertLayoutToSPIRVBase;

  void runOnOperation() override {
    LayoutToSPIRVOptions options;
    options.maxExtent = maxExtent;
    options.maxLayers = maxLayers;
    options.sampledImages = sampledImages;
    SmallVector<LayoutToSPIRVPlan> plans;
    if (failed(verifyNothingRequested(getOperation(),
                                      "convert-layout-to-spirv")) ||
        failed(checkIsOurs()))
      return signalPassFailure();
    for (gpu::GPUModuleOp module : getModules()) {
      FailureOr<LayoutToSPIRVPlan> plan = planLayoutToSPIRV(module, options);
      if (failed(plan))
        return signalPassFailure();
      plans.push_back(std::move(*plan));
    }
    if (plans.empty())
      return markAllAnalysesPreserved();
    SmallVector<OwningOpRef<spirv::ModuleOp>> built;
    for (const LayoutToSPIRVPlan &plan : plans) {
      built.push_back(buildSPIRVModule(plan));
      if (!built.back())
        return signalPassFailure();
    }
    for (auto [plan, module] : llvm::zip(plans, built))
      gpu::GPUModuleOp(plan.module).getBody()->push_front(module.release());
  }

private:
  /// Upstream's passes around this one pass over what an inner module has.
  LogicalResult checkIsOurs() {
    auto check = [&](Operation *op) -> LogicalResult {
      if (op->getParentOfType<ModuleOp>() == getOperation())
        return success();
      return op->emitOpError("is in an inner module; run this pass on the "
                             "module around it");
    };
    for (gpu::GPUModuleOp module : getModules())
      if (failed(check(module)))
        return failure();
    WalkResult result = getOperation().walk(
        [&](gpu::LaunchOp launch) -> WalkResult { return check(launch); });
    return failure(result.wasInterrupted());
  }

  /// Modules for SPIR-V that are not converted yet. One without kernels would
  /// not be valid, and has nothing to launch.
  SmallVector<gpu::GPUModuleOp> getModules() {
    SmallVector<gpu::GPUModuleOp> modules;
    getOperation().walk([&](gpu::GPUModuleOp module) {
      ArrayAttr targets = module.getTargetsAttr();
      bool isForOthers =
          targets && !targets.empty() &&
          !llvm::any_of(targets, llvm::IsaPred<spirv::TargetEnvAttr>);
      bool hasKernels =
          llvm::any_of(module.getOps<gpu::GPUFuncOp>(),
                       [](gpu::GPUFuncOp kernel) { return kernel.isKernel(); });
      if (!isForOthers && hasKernels &&
          module.getOps<spirv::ModuleOp>().empty())
        modules.push_back(module);
    });
    return modules;
  }
};

} // namespace

OwningOpRef<spirv::ModuleOp>
layout::buildSPIRVModule(const LayoutToSPIRVPlan &plan) {
  // Patterns replace the module, so it must lie in another.
  gpu::GPUModuleOp module = plan.module;
  OwningOpRef<ModuleOp> holder = ModuleOp::create(module.getLoc());
  gpu::GPUModuleOp copy = module.clone();
  holder->push_back(copy);
  copy->setAttr(spirv::getTargetEnvAttrName(), plan.target);
  copy.removeTargetsAttr();
  SymbolTable symbols(copy);
  for (LayoutToSPIRVPlan::Kernel kernel : plan.kernels)
    prepareKernel(symbols.lookup<gpu::GPUFuncOp>(kernel.function.getName()),
                  kernel);
  prepareKernels(copy);
  OwningOpRef<spirv::ModuleOp> result;
  LogicalResult converted = reportAt(module, [&]() {
    if (failed(convert(copy, plan.target)))
      return failure();
    result = *holder->getOps<spirv::ModuleOp>().begin();
    result->getOperation()->remove();
    lowerImageArguments(*result);
    return verify(*result);
  });
  if (failed(converted))
    return {};
  return result;
}
