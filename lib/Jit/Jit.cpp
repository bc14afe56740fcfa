//===- Jit.cpp - Programs compiled into this process ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Jit/Jit.h"

#include "Builtins.h"
#include "ErrorKeeper.h"
#include "GuardedCodegen.h"
#include "LLVMProgram.h"
#include "Layout/Conversion/AttachTarget.h"
#include "Optimize.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::layout;

static void initializeNativeTarget() {
  static const bool once = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser(); // of assembly in programs
    return true;
  }();
  (void)once;
}

/// Features of processors that round to bf16 and take subnormal numbers for
/// zero: with them, a value that goes from a load to a store unchanged may be
/// rounded on its way or not, as the code generator likes.
static ArrayRef<StringRef> getFeaturesLeftOut(const llvm::Triple &triple) {
  static constexpr StringRef ofX86[] = {"-avx512bf16", "-avxneconvert",
                                        "-avx10.2"};
  return triple.isX86() ? ArrayRef(ofX86) : ArrayRef<StringRef>();
}

/// The processor here, without these.
static std::unique_ptr<llvm::TargetMachine> createHostMachine() {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder) {
    llvm::consumeError(builder.takeError());
    return nullptr;
  }
  for (StringRef feature : getFeaturesLeftOut(builder->getTargetTriple()))
    builder->addFeatures({feature.str()});
  auto machine = builder->createTargetMachine();
  if (!machine) {
    llvm::consumeError(machine.takeError());
    return nullptr;
  }
  return std::move(*machine);
}

static bool hasThreads(ModuleOp module) {
  return module.walk([](omp::ParallelOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Makes the runtime's functions symbols of this process. That of the LLVM that
/// this is built with comes first, and then what the system finds.
static bool loadThreadRuntime(std::string &why) {
  std::string errors;
  for (const char *name :
       {LAYOUT_LLVM_LIBRARY_DIR "/libomp.so", "libomp.so", "libomp.so.5"}) {
    std::string error;
    if (!llvm::sys::DynamicLibrary::LoadLibraryPermanently(name, &error))
      return true;
    if (errors.empty())
      errors = error;
  }
  why = "the program has several threads, and LLVM's OpenMP runtime cannot be "
        "loaded: " +
        errors;
  return false;
}

/// `transform` must live until everything is compiled.
static llvm::Expected<std::unique_ptr<ExecutionEngine>>
createEngine(ModuleOp lowered, const JitOptions &options,
             llvm::function_ref<llvm::Error(llvm::Module *)> transform) {
  ExecutionEngineOptions engineOptions;
  engineOptions.transformer = transform;
  engineOptions.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto created =
      ExecutionEngine::create(lowered, engineOptions, createHostMachine());
  if (created)
    (*created)->registerSymbols([&](llvm::orc::MangleAndInterner mangle) {
      llvm::orc::SymbolMap symbols;
      auto add = [&](StringRef name, void *function) {
        symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                                 llvm::JITSymbolFlags::Exported};
      };
      for (auto [name, function] : getConversionBuiltins())
        add(name, function);
      for (auto [name, function] : options.symbols)
        add(name, function);
      return symbols;
    });
  return created;
}

std::unique_ptr<ExecutionEngine>
layout::compileInProcess(ModuleOp lowered, StringRef entry,
                         const JitOptions &options, JitEntry &address,
                         std::string &why) {
  if (Operation *op = findScalableVector(lowered)) {
    op->emitError("has a scalable vector, which is not run here");
    why = "scalable vectors are not run";
    return nullptr;
  }
  why = whyNotMadeFor(lowered, getHostProcessor(), Features::Needed);
  if (!why.empty()) {
    why = "it is not for this machine: " + why;
    return nullptr;
  }
  if (hasThreads(lowered) && !loadThreadRuntime(why))
    return nullptr;
  initializeNativeTarget();
  std::unique_ptr<llvm::TargetMachine> machine = createHostMachine();
  if (machine) {
    stateDataLayout(lowered, *machine);
    completeFeatures(lowered, *machine,
                     getFeaturesLeftOut(machine->getTargetTriple()));
  }
  auto errors = std::make_shared<std::string>();
  auto transform = [&](llvm::Module *module) {
    module->getContext().setDiagnosticHandler(
        std::make_unique<ErrorKeeper>(errors));
    if (options.prepare)
      options.prepare(*module);
    optimize(*module, machine.get(), options.optLevel);
    return llvm::Error::success();
  };
  auto created = createEngine(lowered, options, transform);
  if (!created) {
    why = llvm::toString(created.takeError());
    return nullptr;
  }
  std::unique_ptr<ExecutionEngine> engine = std::move(*created);
  // Compiles everything now, so that no run has to.
  std::optional<llvm::Expected<void (*)(void **)>> found;
  if (failed(runGuarded(
          [&] {
            found.emplace(
                engine->lookupPacked(("_mlir_ciface_" + entry).str()));
          },
          why))) {
    // It holds locks of the thread, and what is half compiled.
    (void)engine.release();
    return nullptr;
  }
  if (!*found) {
    why = llvm::toString(found->takeError());
    return nullptr;
  }
  if (!errors->empty()) {
    why = *errors;
    return nullptr;
  }
  address = **found;
  return engine;
}
