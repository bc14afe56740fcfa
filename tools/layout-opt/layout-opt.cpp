//===- layout-opt.cpp - mlir-opt with this project built in ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemarkReport.h"

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

/// Adds layout-set-target before the passes of `manager`, by its text: a pass
/// can only be added at the end, and a stated pipeline replaces what is there
/// before it.
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

static llvm::cl::opt<std::string> reportName(
    "layout-report", llvm::cl::cat(category),
    llvm::cl::desc("Write the program with what was done, missed and unknown "
                   "below each line, as an HTML page"),
    llvm::cl::value_desc("file"));

/// What makes a report impossible is an error, and said before anything is
/// run.
static LogicalResult checkReport(const MlirOptMainConfig &config) {
  if (reportName.empty())
    return success();
  StringRef other = config.shouldEmitRemarks()           ? "--remarks-filter"
                    : !config.inputSplitMarker().empty() ? "--split-input-file"
                                                         : "";
  if (other.empty())
    return success();
  llvm::errs() << "--layout-report cannot be combined with " << other
               << ": it takes the remarks itself, of one program\n";
  return failure();
}

namespace {

/// Files that are opened before anything is run, and kept if all went well.
struct Files {
  std::unique_ptr<llvm::MemoryBuffer> input;
  std::unique_ptr<llvm::ToolOutputFile> output, report;

  LogicalResult open(StringRef inputName, StringRef outputName) {
    std::string error;
    input = openInputFile(inputName, &error);
    output = input ? openOutputFile(outputName, &error) : nullptr;
    if (output && !reportName.empty())
      report = openOutputFile(reportName, &error);
    if (error.empty())
      return success();
    llvm::errs() << error << '\n';
    return failure();
  }
};

} // namespace

/// What `mlir-opt` does with a file, with one more pass in front, or a report.
static LogicalResult run(StringRef input, StringRef output,
                         DialectRegistry &registry, MlirOptMainConfig config) {
  Files files;
  if (failed(checkReport(config)) || failed(files.open(input, output)))
    return failure();
  std::optional<layout::RemarkReport> report;
  if (files.report)
    report.emplace(files.input->getBufferIdentifier(),
                   files.input->getBuffer());
  config.setPassPipelineSetupFn([&, stated = config](PassManager &manager) {
    bool isReady =
        succeeded(stated.setupPassPipeline(manager)) &&
        (targetName.getNumOccurrences() == 0 ||
         succeeded(addTarget(manager))) &&
        (!report || succeeded(report->collectFrom(*manager.getContext())));
    return success(isReady);
  });
  LogicalResult result =
      MlirOptMain(files.output->os(), std::move(files.input), registry, config);
  // Why it failed may be among the remarks.
  if (report) {
    report->write(files.report->os());
    files.report->keep();
  }
  if (succeeded(result))
    files.output->keep();
  return result;
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
    mlir::registerAllPasses();
  layout::registerAll(registry);
  layout::registerAllPasses();
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv,
                                 "Applies passes to programs with buffer "
                                 "layouts: those listed here and all "
                                 "of mlir-opt's (--help-hidden)\n",
                                 registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  bool isOrdinary = targetName.getNumOccurrences() == 0 && reportName.empty();
  if (isOrdinary || config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  llvm::InitLLVM init(argc, argv);
  return asMainReturnCode(run(input, output, registry, config));
}
