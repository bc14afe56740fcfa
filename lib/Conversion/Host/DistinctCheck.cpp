//===- DistinctCheck.cpp - Is it one buffer, at run time? -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistinctCheck.h"

#include "HostBuffers.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kRequireDistinct = "layoutRequireDistinct";

/// Address and number of bytes of both, and what to say of them.
static LLVM::LLVMFunctionType getCheckType(MLIRContext *context) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  return LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                     {pointer, i64, pointer, i64, pointer});
}

LogicalResult DistinctChecks::verifyNameIsFree(gpu::LaunchFuncOp launch) {
  Operation *known = SymbolTable::lookupSymbolIn(
      launch->getParentOfType<ModuleOp>(), kRequireDistinct);
  auto function = dyn_cast_or_null<LLVM::LLVMFuncOp>(known);
  if (!known || (function && function.getFunctionType() ==
                                 getCheckType(launch.getContext())))
    return success();
  return launch.emitOpError("needs a function of the runtime, but ")
         << kRequireDistinct << " is something else in this module";
}

Value DistinctChecks::buildText(OpBuilder &builder, gpu::LaunchFuncOp launch,
                                StringRef text) {
  auto module = launch->getParentOfType<ModuleOp>();
  std::string ended = text.str();
  ended.push_back('\0');
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  auto global = LLVM::GlobalOp::create(
      builder, launch.getLoc(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), ended.size()),
      /*isConstant=*/true, LLVM::Linkage::Private, "layout_launch",
      builder.getStringAttr(ended));
  symbols.getSymbolTable(module).insert(global);
  builder.setInsertionPoint(launch);
  return LLVM::AddressOfOp::create(builder, launch.getLoc(), global);
}

void DistinctChecks::insert(const StageLaunchesPlan::Launch &launch) {
  gpu::LaunchFuncOp op = launch.op;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  for (auto [one, other] : launch.toCheck) {
    LLVM::LLVMFunctionType type = getCheckType(op.getContext());
    auto function = LLVM::lookupOrCreateFn(
        builder, op->getParentOfType<ModuleOp>(), kRequireDistinct,
        type.getParams(), type.getReturnType());
    SmallVector<Value> operands;
    std::string text =
        ("kernel " + op.getKernelName().getValue() + ": arguments").str();
    for (unsigned i : {one, other}) {
      const StagedBuffer &buffer = launch.buffers[i];
      operands.push_back(getAddress(builder, loc, buffer.host));
      operands.push_back(getNumBytes(builder, loc, buffer.host));
      text += (i == one ? " " : " and ") + std::to_string(buffer.argument);
    }
    operands.push_back(buildText(builder, op, text));
    LLVM::CallOp::create(builder, loc, *function, operands);
  }
}
