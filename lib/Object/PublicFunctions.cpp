//===- PublicFunctions.cpp - What others call -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PublicFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The last types of functions before they are LLVM's are those of the code.
struct TypeRecorder : PassInstrumentation {
  explicit TypeRecorder(std::function<void()> update)
      : update(std::move(update)) {}
  void runAfterPass(Pass *, Operation *op) override {
    if (isa<ModuleOp>(op) && !op->getParentOp())
      update();
  }
  std::function<void()> update;
};

} // namespace

PublicFunctions::PublicFunctions(ModuleOp module) : module(module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                      UnitAttr::get(module.getContext()));
    functions.push_back({function.getName().str(), function.getFunctionType()});
  }
}

std::unique_ptr<PassInstrumentation> PublicFunctions::record() {
  return std::make_unique<TypeRecorder>([this] { update(); });
}

void PublicFunctions::update() {
  for (PublicFunction &known : functions)
    if (auto function = module.lookupSymbol<func::FuncOp>(known.name))
      known.type = function.getFunctionType();
  for (auto global : module.getOps<memref::GlobalOp>())
    if (!global.getType().getLayout().isIdentity())
      layouts[global.getSymName()] =
          llvm::to_string(global.getType().getLayout());
  // Passes make functions of their own, which nobody calls from outside.
  bool isLowered = true;
  std::vector<std::string> found;
  for (auto function : module.getOps<func::FuncOp>()) {
    isLowered = false;
    if (!function.isExternal() && function.isPrivate())
      found.push_back(function.getName().str());
  }
  if (!isLowered)
    locals = std::move(found);
}

/// C takes a short result for one of all bits of an int, as its sign says.
static void extendResult(LLVM::LLVMFuncOp function, FunctionType type) {
  if (type.getNumResults() != 1)
    return;
  auto integer = dyn_cast<IntegerType>(type.getResult(0));
  constexpr unsigned bitsOfInt = 32;
  if (!integer || integer.getWidth() >= bitsOfInt)
    return;
  StringRef name = integer.getWidth() == 1
                       ? LLVM::LLVMDialect::getZExtAttrName()
                       : LLVM::LLVMDialect::getSExtAttrName();
  function.setResultAttr(0, name, UnitAttr::get(function.getContext()));
}

void PublicFunctions::finish() {
  for (const PublicFunction &known : functions)
    if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(
            "_mlir_ciface_" + known.name))
      extendResult(function, known.type);
  for (const std::string &name : locals) {
    auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
    if (function && !function.isExternal() &&
        function.getLinkage() == LLVM::Linkage::External)
      function.setLinkage(LLVM::Linkage::Internal);
  }
}
