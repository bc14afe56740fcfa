//===- LLVMProgram.cpp - Preparing modules for LLVM -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LLVMProgram.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::layout;

void layout::stateDataLayout(ModuleOp module,
                             const llvm::TargetMachine &machine) {
  std::string layout = machine.createDataLayout().getStringRepresentation();
  module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                  StringAttr::get(module.getContext(), layout));
}

/// Returns true if the function calls an intrinsic of the feature, as
/// llvm.x86.avx512bf16.dpbf16ps.512 of "-avx512bf16": LLVM dies of one that it
/// has no instruction for.
static bool callsIntrinsicOf(LLVM::LLVMFuncOp function, StringRef feature) {
  std::string prefix =
      ("llvm.x86." + feature.drop_front().split('.').first).str();
  return function
      .walk([&](LLVM::CallIntrinsicOp call) {
        return call.getIntrin().starts_with(prefix) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

void layout::completeFeatures(ModuleOp module,
                              const llvm::TargetMachine &machine,
                              ArrayRef<StringRef> last) {
  SmallVector<StringRef> ofMachine;
  machine.getTargetFeatureString().split(ofMachine, ',', /*MaxSplit=*/-1,
                                         /*KeepEmpty=*/false);
  module.walk([&](LLVM::LLVMFuncOp function) {
    LLVM::TargetFeaturesAttr stated = function.getTargetFeaturesAttr();
    if (!stated && !function.getTargetCpu())
      return;
    SmallVector<StringRef> features;
    if (!function.getTargetCpu())
      features = ofMachine;
    if (stated)
      for (StringAttr feature : stated.getFeatures())
        features.push_back(feature);
    for (StringRef feature : last)
      if (!callsIntrinsicOf(function, feature))
        features.push_back(feature);
    if (!features.empty())
      function.setTargetFeaturesAttr(
          LLVM::TargetFeaturesAttr::get(module.getContext(), features));
  });
}

Operation *layout::findScalableVector(ModuleOp module) {
  auto isScalable = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (!llvm::any_of(op->getOperandTypes(), isScalable) &&
        !llvm::any_of(op->getResultTypes(), isScalable))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}
