//===- Object.cpp - Programs as object files ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Jit/Object.h"

#include "ErrorKeeper.h"
#include "GuardedCodegen.h"
#include "LLVMProgram.h"
#include "Layout/Conversion/AttachTarget.h"
#include "Optimize.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::layout;

static LogicalResult emitObject(llvm::Module &module,
                                llvm::TargetMachine &machine, ObjectCode &code,
                                std::string &why) {
  llvm::raw_svector_ostream os(code);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::ObjectFile)) {
    why = "LLVM writes no object files for " + machine.getTargetTriple().str();
    return failure();
  }
  return runGuarded([&] { passes.run(module); }, why);
}

LogicalResult layout::compileToObject(ModuleOp lowered,
                                      const Processor &processor,
                                      const ObjectOptions &options,
                                      ObjectCode &code, std::string &why) {
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(processor, why);
  if (!machine)
    return failure();
  if (failed(attachTarget(lowered, processor, why)))
    return failure();
  stateDataLayout(lowered, *machine);
  llvm::LLVMContext context;
  auto errors = std::make_shared<std::string>();
  context.setDiagnosticHandler(std::make_unique<ErrorKeeper>(errors));
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(lowered, context);
  if (!module) {
    why = "it cannot be translated to LLVM IR";
    return failure();
  }
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  if (options.prepare)
    options.prepare(*module);
  optimize(*module, machine.get(), options.optLevel);
  if (failed(emitObject(*module, *machine, code, why)))
    return failure();
  why = *errors;
  return success(why.empty());
}
