//===- Constants.cpp - Writes to constants --------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Constants.h"

#include "Layout/Check/Element.h"
#include "Layout/Check/Program.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

std::string WatchedConstant::describeWrite(int64_t byte) const {
  int64_t numBytes = ElementFormat::get(type.getElementType())->getNumBytes();
  SmallVector<std::string> index;
  for (int64_t i :
       delinearize(byte / numBytes, computeStrides(type.getShape())))
    index.push_back(std::to_string(i));
  return "element (" + llvm::join(index, ", ") + ") of the constant @" + name +
         " is written";
}

static func::FuncOp declareHook(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  SmallVector<Type> words(3, builder.getI64Type());
  auto hook = func::FuncOp::create(builder, module.getLoc(),
                                   RuntimeNames::kKeepConstant,
                                   builder.getFunctionType(words, {}));
  hook.setPrivate();
  return hook;
}

void layout::watchConstants(ModuleOp module, func::FuncOp entry,
                            SmallVectorImpl<WatchedConstant> &watched) {
  module.getContext()->loadDialect<arith::ArithDialect>();
  func::FuncOp hook;
  auto builder =
      ImplicitLocOpBuilder::atBlockBegin(entry.getLoc(), &entry.front());
  auto makeWord = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, value, 64);
  };
  for (auto global : module.getOps<memref::GlobalOp>()) {
    MemRefType type = global.getType();
    auto format = ElementFormat::get(type.getElementType());
    if (!global.getConstant() || global.isUninitialized() ||
        global.isExternal() || !format)
      continue;
    global.setConstant(false);
    global.setPrivate();
    if (!hook)
      hook = declareHook(module);
    Value memory = memref::GetGlobalOp::create(builder, type, global.getName());
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, memory);
    Value word =
        arith::IndexCastOp::create(builder, builder.getI64Type(), address);
    int64_t numBytes = type.getNumElements() * format->getNumBytes();
    func::CallOp::create(
        builder, hook,
        ValueRange{word, makeWord(numBytes), makeWord(watched.size())});
    watched.push_back({global.getName().str(), global.getLoc(), type});
  }
}
