//===- LaunchChecks.cpp - Run-time checks of launches ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchChecks.h"

#include "HostBuffers.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kRequireDistinct = "layoutRequireDistinct";
static constexpr StringLiteral kRequireIndex = "layoutRequireIndex";

static LLVM::LLVMFunctionType getCheckType(MLIRContext *context,
                                           StringRef name) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  // The message is last; before it address and number of bytes of both buffers,
  // or the number.
  SmallVector<Type> types = {i64, pointer};
  if (name == kRequireDistinct)
    types = {pointer, i64, pointer, i64, pointer};
  return LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types);
}

static LogicalResult verifyNameIsFree(gpu::LaunchFuncOp launch,
                                      StringRef name) {
  Operation *known =
      SymbolTable::lookupSymbolIn(launch->getParentOfType<ModuleOp>(), name);
  auto function = dyn_cast_or_null<LLVM::LLVMFuncOp>(known);
  if (!known || (function && function.getFunctionType() ==
                                 getCheckType(launch.getContext(), name)))
    return success();
  return launch.emitOpError("needs the runtime function ")
         << name
         << ", a reserved symbol that is something else in this module; rename "
            "that";
}

LogicalResult
LaunchChecks::verifyNamesAreFree(const StageLaunchesPlan::Launch &launch) {
  if (!launch.toCheck.empty() &&
      failed(verifyNameIsFree(launch.op, kRequireDistinct)))
    return failure();
  return launch.toMeasure.empty() ? success()
                                  : verifyNameIsFree(launch.op, kRequireIndex);
}

static void buildCall(OpBuilder &builder, gpu::LaunchFuncOp launch,
                      StringRef name, ValueRange operands) {
  LLVM::LLVMFunctionType type = getCheckType(launch.getContext(), name);
  auto function =
      LLVM::lookupOrCreateFn(builder, launch->getParentOfType<ModuleOp>(), name,
                             type.getParams(), type.getReturnType());
  LLVM::CallOp::create(builder, launch.getLoc(), *function, operands);
}

static std::string nameArgument(gpu::LaunchFuncOp launch, unsigned argument) {
  return ("kernel " + launch.getKernelName().getValue() + ": argument " +
          Twine(argument))
      .str();
}

Value LaunchChecks::buildText(OpBuilder &builder, gpu::LaunchFuncOp launch,
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

void LaunchChecks::insertDistinct(OpBuilder &builder,
                                  const StageLaunchesPlan::Launch &launch) {
  gpu::LaunchFuncOp op = launch.op;
  for (auto [one, other] : launch.toCheck) {
    SmallVector<Value> operands;
    std::string text =
        ("kernel " + op.getKernelName().getValue() + ": arguments").str();
    for (unsigned i : {one, other}) {
      const StagedBuffer &buffer = launch.buffers[i];
      operands.push_back(getAddress(builder, op.getLoc(), buffer.host));
      operands.push_back(getNumBytes(builder, op.getLoc(), buffer.host));
      text += (i == one ? " " : " and ") + std::to_string(buffer.argument);
    }
    operands.push_back(buildText(builder, op, text));
    buildCall(builder, op, kRequireDistinct, operands);
  }
}

void LaunchChecks::insertIndices(OpBuilder &builder,
                                 const StageLaunchesPlan::Launch &launch) {
  gpu::LaunchFuncOp op = launch.op;
  for (unsigned argument : launch.toMeasure) {
    Value operand = op.getKernelOperand(argument);
    bool isIndex = operand.getType().isIndex();
    Value number = isIndex ? asI64(builder, op.getLoc(), operand)
                           : getNumBytes(builder, op.getLoc(), operand);
    std::string text = nameArgument(op, argument) +
                       (isIndex ? "" : ", the number of its elements");
    buildCall(builder, op, kRequireIndex,
              {number, buildText(builder, op, text)});
  }
}

void LaunchChecks::insert(const StageLaunchesPlan::Launch &launch) {
  OpBuilder builder(launch.op);
  insertDistinct(builder, launch);
  insertIndices(builder, launch);
}
