//===- layout-core-opt.cpp - Passes of the library Core alone -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Links MLIRLayoutCore and no other library of this project: who embeds
// layouts of buffers needs neither the loop optimiser nor what tensors need.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Layout.h"
#include "Layout/Transforms/AccessModels/AccessModels.h"
#include "Layout/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<layout::LayoutDialect, affine::AffineDialect,
                  arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, gpu::GPUDialect, linalg::LinalgDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  tensor::TensorDialect, vector::VectorDialect>();
  layout::registerLayoutAccessExternalModels(registry);
  layout::registerLayoutApply();
  layout::registerLayoutAssign();
  layout::registerLayoutCollapseDims();
  layout::registerLayoutFinalize();
  layout::registerLayoutFlatten();
  layout::registerLayoutLowerConvert();
  layout::registerLayoutNormalizeMemRefs();
  layout::registerLayoutSetFastMath();
  layout::registerLayoutSetTarget();
  layout::registerLayoutWideAccumulate();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "Layouts of buffers\n", registry));
}
