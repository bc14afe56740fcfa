//===- Pipelines.cpp - Passes in the order that works ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Pipelines/Pipelines.h"

#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void layout::buildOptimizePipeline(OpPassManager &manager) {
  // Index computations of neighbouring accesses are alike: once is enough.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  // An index that does not depend on a loop is computed before it.
  manager.addPass(createLoopInvariantCodeMotionPass());
}

void layout::addUpstreamLowering(OpPassManager &manager) {
  // Whole-buffer ops become loops, loops become branches.
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  manager.addPass(createForallToForLoopPass());
  manager.addPass(createConvertVectorToSCFPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  // Views become offsets and strides, which brings affine.apply back.
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(arith::createArithExpandOpsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  // Dialect by dialect into LLVM.
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

void layout::buildToLLVMPipeline(OpPassManager &manager) {
  manager.addPass(createLayoutFinalize());
  manager.addPass(createLayoutFlatten());
  manager.addPass(createLayoutRequirePhysical());
  manager.addPass(createLayoutRecordNoAlias());
  addUpstreamLowering(manager);
  manager.addPass(createLayoutRestoreNoAlias());
}

void layout::registerLayoutPipelines() {
  PassPipelineRegistration<>(
      "layout-optimize",
      "Improve a program whose layouts are applied, padding facts in hand",
      buildOptimizePipeline);
  PassPipelineRegistration<>(
      "layout-to-llvm",
      "Lower a module whose layouts are applied to the LLVM dialect",
      buildToLLVMPipeline);
}
