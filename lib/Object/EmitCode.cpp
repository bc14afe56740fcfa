//===- EmitCode.cpp - LLVM IR, assembly, object files ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitCode.h"

#include "Jit/ErrorKeeper.h"
#include "Jit/GuardedCodegen.h"
#include "Jit/LLVMProgram.h"
#include "ObjectError.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::layout;

/// Nothing else may be said of the target than what code is made for.
static llvm::Error stateTriple(ModuleOp module, const llvm::Triple &triple) {
  StringRef name = LLVM::LLVMDialect::getTargetTripleAttrName();
  if (auto stated = module->getAttrOfType<StringAttr>(name))
    if (llvm::Triple(stated.getValue()).getArch() != triple.getArch())
      return makeError("the program is for target '" + stated.getValue() +
                       "', and is compiled for '" + triple.str() +
                       "'; remove " + name + ", or name its target");
  module->setAttr(name, StringAttr::get(module.getContext(), triple.str()));
  return llvm::Error::success();
}

/// Only code generators of these have vectors of such a length.
static llvm::Error checkVectors(ModuleOp module, const llvm::Triple &triple) {
  if (triple.isAArch64() || triple.isRISCV() || !findScalableVector(module))
    return llvm::Error::success();
  return makeError("the program has a scalable vector, and target '" +
                   triple.str() + "' has none");
}

/// LLVM reads no bits from a resource, which has a byte for each.
static void inlineBits(ModuleOp module) {
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    auto resource =
        dyn_cast_or_null<DenseResourceElementsAttr>(global.getValueOrNull());
    if (!resource || !resource.getElementType().isInteger(1))
      continue;
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || int64_t(blob->getData().size()) != resource.getNumElements())
      continue; // said while it is translated
    SmallVector<bool> bits;
    for (char byte : blob->getData())
      bits.push_back(byte != 0);
    global.setValueAttr(
        DenseElementsAttr::get(resource.getShapedType(), ArrayRef(bits)));
  }
}

llvm::Expected<std::unique_ptr<llvm::Module>>
layout::translateProgram(ModuleOp module, llvm::TargetMachine &machine,
                         llvm::LLVMContext &context) {
  const llvm::Triple &triple = machine.getTargetTriple();
  if (auto error = stateTriple(module, triple))
    return error;
  if (auto error = checkVectors(module, triple))
    return error;
  inlineBits(module);
  stateDataLayout(module, machine);
  auto program = translateModuleToLLVMIR(module, context);
  if (!program)
    return makeError("the program cannot be translated to LLVM IR");
  return program;
}

llvm::Error layout::emitCode(llvm::Module &module, llvm::TargetMachine &machine,
                             FileKind kind, llvm::raw_pwrite_stream &os) {
  if (kind == FileKind::LLVMIR) {
    module.print(os, nullptr);
    return llvm::Error::success();
  }
  auto errors = std::make_shared<std::string>();
  module.getContext().setDiagnosticHandler(
      std::make_unique<ErrorKeeper>(errors));
  llvm::legacy::PassManager passes;
  auto type = kind == FileKind::Assembly ? llvm::CodeGenFileType::AssemblyFile
                                         : llvm::CodeGenFileType::ObjectFile;
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return llvm::createStringError(
        "no such file can be written for target '" +
        machine.getTargetTriple().str() + "'");
  std::string why;
  if (failed(runGuarded([&] { passes.run(module); }, why)))
    return makeError(why);
  return errors->empty() ? llvm::Error::success()
                         : llvm::createStringError(*errors);
}
