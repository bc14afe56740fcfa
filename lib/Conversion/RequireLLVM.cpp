//===- RequireLLVM.cpp - Checks that all ops are LLVM's -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes nothing. Upstream's conversions succeed where they leave an op:
//
//     func.func @f(%t: tensor<4xf32>) ...   // is an error here, by name
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Layout.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREQUIRELLVM
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Dialects of which the lowering to LLVM leaves no op.
static bool isLoweredAway(Dialect *dialect) {
  return isa_and_nonnull<
      affine::AffineDialect, arith::ArithDialect,
      bufferization::BufferizationDialect, cf::ControlFlowDialect,
      complex::ComplexDialect, func::FuncDialect, index::IndexDialect,
      LayoutDialect, linalg::LinalgDialect, math::MathDialect,
      memref::MemRefDialect, scf::SCFDialect, tensor::TensorDialect,
      ub::UBDialect, vector::VectorDialect>(dialect);
}

/// Returns the first type of a signature that LLVM has no form for; null if
/// there is none.
static Type findForeignType(FunctionOpInterface function) {
  LLVMTypeConverter converter(function.getContext());
  SmallVector<Type> types(function.getArgumentTypes());
  llvm::append_range(types, function.getResultTypes());
  auto *found = llvm::find_if(
      types, [&](Type type) { return !converter.convertType(type); });
  return found == types.end() ? Type() : *found;
}

/// Says what to do about an op that is left.
static std::string advise(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (Type type = function ? findForeignType(function) : Type())
    return ("its signature has '" + Twine(debugString(type)) +
            "', which LLVM has no form for; use another type")
        .str();
  if (isa<memref::AllocOp, memref::AllocaOp>(op))
    return "the layout in its type does not tell how much memory it takes; "
           "allocate a plain buffer, and view it with memref.reinterpret_cast";
  return "no pass of this pipeline converts it; lower or remove it first";
}

namespace {

class RequireLLVMPass
    : public layout::impl::LayoutRequireLLVMBase<RequireLLVMPass> {
  void runOnOperation() override {
    WalkResult result =
        getOperation().walk<WalkOrder::PreOrder>([](Operation *op) {
          if (isa<gpu::GPUModuleOp>(op))
            return WalkResult::skip();
          if (!isLoweredAway(op->getDialect()))
            return WalkResult::advance();
          op->emitOpError("cannot be lowered to the LLVM dialect: ")
              << advise(op);
          return WalkResult::interrupt();
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
