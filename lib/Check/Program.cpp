//===- Program.cpp - A compiled program -----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Program.h"

#include "Layout/Check/PoisonTrace.h"
#include "Layout/Check/RunHooks.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::layout;

Program::Program() = default;
Program::~Program() = default;

static void initializeNativeTarget() {
  static const bool once = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)once;
}

/// The processor here, without what rounds to bf16 and takes subnormal numbers
/// for zero: a value that goes from a load to a store unchanged may be rounded
/// on its way or not, as the code generator likes.
static std::unique_ptr<llvm::TargetMachine> createHostMachine() {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    llvm::consumeError(builder.takeError());
    return nullptr;
  }
  if (builder->getTargetTriple().isX86())
    builder->addFeatures({"-avx512bf16", "-avxneconvert", "-avx10.2"});
  auto machine = builder->createTargetMachine();
  if (!machine) {
    llvm::consumeError(machine.takeError());
    return nullptr;
  }
  return std::move(*machine);
}

static llvm::orc::SymbolMap
mangleRunHooks(llvm::orc::MangleAndInterner mangle) {
  llvm::orc::SymbolMap symbols;
  for (auto [name, address] : getRunHooks())
    symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                             llvm::JITSymbolFlags::Exported};
  return symbols;
}

/// Sizes of types become numbers while LLVM IR is written, so the layout of
/// data must be known there: without one, an i65 in an array takes 12 bytes.
static void stateDataLayout(ModuleOp module,
                            const llvm::TargetMachine *machine) {
  if (!machine)
    return;
  std::string layout = machine->createDataLayout().getStringRepresentation();
  module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                  StringAttr::get(module.getContext(), layout));
}

/// The first op with a vector of a length that the processor decides: most have
/// none, and the code generator then dies.
static Operation *findScalableVector(ModuleOp module) {
  auto isScalable = [](Type type) {
    auto vector = dyn_cast<VectorType>(type);
    return vector && vector.isScalable();
  };
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (!llvm::any_of(op->getOperandTypes(), isScalable) &&
        !llvm::any_of(op->getResultTypes(), isScalable))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

std::unique_ptr<Program> Program::compile(ModuleOp lowered, StringRef entry,
                                          std::string &why) {
  if (Operation *op = findScalableVector(lowered)) {
    op->emitError("has a scalable vector, which is not run here");
    why = "scalable vectors are not run";
    return nullptr;
  }
  initializeNativeTarget();
  std::unique_ptr<llvm::TargetMachine> machine = createHostMachine();
  stateDataLayout(lowered, machine.get());
  auto optimize =
      makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0, machine.get());
  ExecutionEngineOptions options;
  // While each use of a value is still there.
  auto transform = [&](llvm::Module *module) {
    tracePoison(*module);
    return optimize(module);
  };
  options.transformer = transform;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;

  auto engine = ExecutionEngine::create(lowered, options, createHostMachine());
  if (!engine) {
    why = llvm::toString(engine.takeError());
    return nullptr;
  }
  std::unique_ptr<Program> program(new Program);
  program->context = lowered.getContext();
  program->engine = std::move(*engine);
  program->engine->registerSymbols(mangleRunHooks);
  // Compiles everything now, so that no run has to.
  auto address = program->engine->lookupPacked(("_mlir_ciface_" + entry).str());
  if (!address) {
    why = llvm::toString(address.takeError());
    return nullptr;
  }
  program->entry = *address;
  return program;
}

char *Program::getGlobal(StringRef name) const {
  auto address = engine->lookup(name);
  if (address)
    return static_cast<char *>(*address);
  llvm::consumeError(address.takeError());
  return nullptr;
}
