//===- layout-opt.cpp - mlir-opt with this project built in ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Registration/Registration.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static llvm::cl::OptionCategory category("Layouts");

static llvm::cl::opt<std::string> targetName(
    "layout-target", llvm::cl::cat(category),
    llvm::cl::desc("Run layout-set-target in front of all other passes: "
                   "native, default, or the name of a processor"),
    llvm::cl::value_desc("name"));

/// Puts layout-set-target in front of what `manager` holds. By its text: a
/// pass can only be added at the end, and a stated pipeline replaces what is
/// there before it.
static LogicalResult addTarget(PassManager &manager) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  manager.printAsTextualPipeline(stream);
  StringRef passes = text;
  if (!passes.consume_front("builtin.module(") || !passes.consume_back(")")) {
    llvm::errs() << "--layout-target expects a pipeline on builtin.module, "
                    "found "
                 << text << '\n';
    return failure();
  }
  FailureOr<OpPassManager> all = parsePassPipeline(
      ("builtin.module(layout-set-target{target=\"" + Twine(targetName) +
       "\"}" + (passes.empty() ? "" : ",") + passes + ")")
          .str());
  if (succeeded(all))
    static_cast<OpPassManager &>(manager) = std::move(*all);
  return all;
}

/// What `mlir-opt` does with a file, with one more pass in front.
static LogicalResult runWithTarget(StringRef input, StringRef output,
                                   DialectRegistry &registry,
                                   MlirOptMainConfig config) {
  config.setPassPipelineSetupFn([stated = config](PassManager &manager) {
    return success(succeeded(stated.setupPassPipeline(manager)) &&
                   succeeded(addTarget(manager)));
  });
  std::string error;
  auto from = openInputFile(input, &error);
  auto to = from ? openOutputFile(output, &error) : nullptr;
  if (!to) {
    llvm::errs() << error << '\n';
    return failure();
  }
  if (failed(MlirOptMain(to->os(), std::move(from), registry, config)))
    return failure();
  to->keep();
  return success();
}

/// `--help` lists what is this project's, and `--help-hidden` everything.
static bool asksForHelp(StringRef argument) {
  argument = argument.ltrim('-');
  return argument == "help" || argument == "h" || argument == "help-list";
}

int main(int argc, char **argv) {
  // Those of code generators that came with LLVM; MLIR's are registered below.
  llvm::cl::HideUnrelatedOptions(category);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  // A pass cannot be hidden, only be unknown.
  if (llvm::none_of(ArrayRef(argv, argc), asksForHelp))
    registerAllPasses();
  layout::registerAll(registry);
  layout::registerAllPasses();
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv,
                                 "Applies passes to programs with buffer "
                                 "layouts: those listed here and all "
                                 "of mlir-opt's (--help-hidden)\n",
                                 registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (targetName.getNumOccurrences() == 0 || config.shouldShowDialects() ||
      config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  llvm::InitLLVM init(argc, argv);
  return asMainReturnCode(runWithTarget(input, output, registry, config));
}
