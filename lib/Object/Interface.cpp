//===- Interface.cpp - How a library is called by who loads it ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For `func.func @f(%a: memref<4xf32>) -> i32`, which LLVM has as
//   define i32 @_mlir_ciface_f(ptr %0)
// this adds
//   define void @layout_call_f(ptr %arguments) {
//     ; %0 = the number at arguments[0]; calls; stores where arguments[1] says
//   }
//
//===----------------------------------------------------------------------===//

#include "Interface.h"

#include "ObjectError.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

static llvm::json::Array writeFlags(ArrayRef<bool> flags) {
  llvm::json::Array array;
  for (bool flag : flags)
    array.push_back(flag);
  return array;
}

/// Whom a result belongs to must be known before it is called.
static bool hasStrayResult(const PublicFunction &function) {
  for (auto [i, type] : llvm::enumerate(function.type.getResults()))
    if (isa<BaseMemRefType>(type) &&
        (i >= function.results.size() || function.results[i].isStray))
      return true;
  return false;
}

static llvm::json::Object describe(const PublicFunction &function) {
  return llvm::json::Object{{"name", llvm::json::fixUTF8(function.name)},
                            {"type", llvm::to_string(function.type)},
                            {"written", writeFlags(function.isWritten)},
                            {"alone", writeFlags(function.isAlone)},
                            {"values", writeFlags(function.isValue)},
                            {"stray", hasStrayResult(function)}};
}

static llvm::json::Array describe(ArrayRef<CompiledCode> codes) {
  llvm::json::Array described;
  for (const CompiledCode &code : codes)
    described.push_back(llvm::json::Object{
        {"cpu", code.processor.name},
        {"features", code.processor.getFeatureString()},
        {"scale", code.processor.vectorScale},
        {"max_scale", code.processor.maxVectorScale},
        {"intrinsics", code.instructions == Instructions::All}});
  return described;
}

static void addText(llvm::Module &program, ArrayRef<PublicFunction> functions,
                    const ObjectTarget &target, ArrayRef<CompiledCode> codes,
                    StringRef weights) {
  llvm::json::Array described;
  for (const PublicFunction &function : functions)
    described.push_back(describe(function));
  llvm::json::Object all{{"version", 1},
                         {"triple", target.triple.str()},
                         {"cpu", target.cpu},
                         {"features", target.features},
                         {"processors", describe(codes)},
                         {"weights", weights},
                         {"functions", std::move(described)}};
  std::string text = llvm::to_string(llvm::json::Value(std::move(all)));
  auto *value = llvm::ConstantDataArray::getString(program.getContext(), text);
  new llvm::GlobalVariable(program, value->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, value,
                           kInterfaceName);
}

static void addCall(llvm::Module &program, llvm::Function &called,
                    StringRef name) {
  llvm::LLVMContext &context = program.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer}, /*isVarArg=*/false);
  auto *call = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                      kCallPrefix + name, program);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", call));
  auto loadAddress = [&](unsigned number) {
    return builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, call->getArg(0), number));
  };
  SmallVector<llvm::Value *> arguments;
  for (const llvm::Argument &argument : called.args())
    arguments.push_back(builder.CreateLoad(argument.getType(),
                                           loadAddress(argument.getArgNo())));
  llvm::CallInst *result = builder.CreateCall(&called, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, loadAddress(arguments.size()));
  builder.CreateRetVoid();
}

llvm::Error layout::addInterface(llvm::Module &program,
                                 ArrayRef<PublicFunction> functions,
                                 const ObjectTarget &target,
                                 ArrayRef<CompiledCode> codes,
                                 StringRef weights) {
  for (const llvm::GlobalValue &value : program.global_values())
    if (value.getName() == kInterfaceName ||
        value.getName().starts_with(kCallPrefix))
      return makeError(
          "the program has the name @" + value.getName() +
          ", and a library has names of its own that begin with '" +
          kCallPrefix + "', and '" + kInterfaceName + "'; rename it");
  addText(program, functions, target, codes, weights);
  for (const PublicFunction &function : functions)
    if (auto *called = program.getFunction("_mlir_ciface_" + function.name))
      addCall(program, *called, function.name);
  return llvm::Error::success();
}
