//===- Optimize.cpp - LLVM's optimizer for the processor here -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Optimize.h"

#include "MaskedStores.h"
#include "OddConversions.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::layout;

static llvm::OptimizationLevel getLevel(unsigned optLevel) {
  switch (optLevel) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

/// A comparison without it says no less of the values for which it is defined.
static void dropSameSign(const llvm::Loop &loop) {
  for (llvm::BasicBlock *block : loop.blocks())
    for (llvm::Instruction &op : *block)
      if (auto *compare = dyn_cast<llvm::ICmpInst>(&op))
        compare->setSameSign(false);
}

void layout::dropSameSignBeforeIndVars(
    llvm::PassInstrumentationCallbacks &callbacks) {
  callbacks.registerBeforeNonSkippedPassCallback(
      [](StringRef next, llvm::Any unit) {
        if (next != "IndVarSimplifyPass")
          return;
        if (const llvm::Loop *const *loop =
                llvm::any_cast<const llvm::Loop *>(&unit))
          dropSameSign(**loop);
      });
}

void layout::optimize(llvm::Module &module, llvm::TargetMachine *machine,
                      unsigned optLevel) {
  llvm::PassInstrumentationCallbacks callbacks;
  dropSameSignBeforeIndVars(callbacks);
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = true;
  tuning.LoopInterleaving = true;
  tuning.LoopVectorization = true;
  tuning.SLPVectorization = true;
  llvm::PassBuilder builder(machine, tuning, std::nullopt, &callbacks);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::OptimizationLevel level = getLevel(optLevel);
  llvm::ModulePassManager passes =
      level == llvm::OptimizationLevel::O0
          ? builder.buildO0DefaultPipeline(level)
          : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
  storeLoneLanes(module);
  rewriteOddConversions(module);
}
