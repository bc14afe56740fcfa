//===- layout-check.cpp - Checks passes by running what they make ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Check.h"
#include "Layout/Registration/Registration.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;
namespace cl = llvm::cl;

namespace {

constexpr int kUsageError = static_cast<int>(Verdict::NoReference);

cl::OptionCategory category{"layout-check options"};

struct CommandLine {
  cl::opt<std::string> input{cl::Positional, cl::cat(category),
                             cl::desc("<input.mlir>"), cl::init("-")};
  cl::list<std::string> entries{
      "entry",
      cl::cat(category),
      cl::desc("Functions to run, each by itself; module::function for one of "
               "a nested module"),
      cl::value_desc("name,..."),
      cl::OneOrMore,
      cl::CommaSeparated};
  cl::opt<std::string> pipeline{
      "pipeline", cl::cat(category),
      cl::desc("Passes to check, as after --pass-pipeline="),
      cl::value_desc("text"), cl::Required};
  cl::opt<std::string> lowering{
      "lowering", cl::cat(category),
      cl::desc("Passes that lower ops of other dialects, run on both programs"),
      cl::value_desc("text")};
  cl::opt<std::string> target{
      "target", cl::cat(category),
      cl::desc("Processor that both programs are compiled for, as "
               "layout-set-target takes it; emulated if it is not that of this "
               "machine"),
      cl::value_desc("name")};
  cl::list<std::string> arguments{
      "arg", cl::cat(category),
      cl::desc("Value of scalar argument N of all arguments"),
      cl::value_desc("N:value")};
  cl::list<std::string> dims{"dim", cl::cat(category),
                             cl::desc("Dynamic extent K of argument N"),
                             cl::value_desc("argN.dimK:value")};
  cl::opt<uint64_t> seed{"seed", cl::cat(category),
                         cl::desc("Seed of the data"), cl::init(0)};
  cl::opt<double> rtol{
      "rtol", cl::cat(category),
      cl::desc("Relative difference of floats that is no difference"),
      cl::init(0)};
  cl::opt<unsigned> timeout{"timeout", cl::cat(category),
                            cl::desc("Longest processor time of one run"),
                            cl::value_desc("seconds"), cl::init(60)};
  cl::opt<bool> bounds{"bounds", cl::cat(category),
                       cl::desc("See to it that no access is out of bounds"),
                       cl::init(true)};
  cl::opt<bool> poison{"poison", cl::cat(category),
                       cl::desc("See to it that no value is used that flags, "
                                "shifts or conversions make poison"),
                       cl::init(true)};
  cl::opt<bool> allowsUnregistered{
      "allow-unregistered-dialect", cl::cat(category),
      cl::desc("Take operations of unknown dialects: they do nothing but run "
               "their regions")};
  cl::opt<bool> verbose{"verbose", cl::cat(category),
                        cl::desc("Print what the pipeline makes")};
  cl::list<std::string> passPlugins{"load-pass-plugin", cl::cat(category),
                                    cl::desc("Load passes from a plugin")};
  cl::list<std::string> dialectPlugins{"load-dialect-plugin", cl::cat(category),
                                       cl::desc("Load dialects from a plugin")};
};

} // namespace

/// False, with a message, if an option is not well-formed.
static bool readOptions(const CommandLine &line, CheckOptions &options) {
  if (line.target.getNumOccurrences() && line.target.empty()) {
    llvm::errs() << "layout-check: --target= names nothing: expects a "
                    "processor, or leave it out\n";
    return false;
  }
  if (!(line.rtol >= 0)) {
    llvm::errs() << "layout-check: --rtol=" << line.rtol
                 << ": expected a number from 0 on\n";
    return false;
  }
  if (line.timeout == 0) {
    llvm::errs() << "layout-check: --timeout=0: expected seconds from 1 on\n";
    return false;
  }
  options.pipeline = line.pipeline;
  options.lowering = line.lowering;
  options.target = line.target;
  options.seed = line.seed;
  options.rtol = line.rtol;
  options.timeoutSeconds = line.timeout;
  options.checksBounds = line.bounds;
  options.checksPoison = line.poison;
  options.dumpCandidate = line.verbose;
  for (const std::string &text : line.arguments)
    if (!options.addArgument(text)) {
      llvm::errs() << "layout-check: --arg=" << text
                   << ": expected N:value, once for each N\n";
      return false;
    }
  for (const std::string &text : line.dims)
    if (!options.addDim(text)) {
      llvm::errs()
          << "layout-check: --dim=" << text
          << ": expected argN.dimK:value, with an extent from 0 on, and not "
             "given before\n";
      return false;
    }
  return true;
}

template <typename Plugin, typename Register>
static bool loadPlugins(const cl::list<std::string> &files,
                        Register registerAll) {
  for (const std::string &file : files) {
    auto plugin = Plugin::load(file);
    if (!plugin) {
      llvm::errs() << "layout-check: " << llvm::toString(plugin.takeError())
                   << "\n";
      return false;
    }
    registerAll(*plugin);
  }
  return true;
}

int main(int argc, char **argv) {
  CommandLine line;
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(argc, argv,
                                   "Runs a function without layouts and after "
                                   "a pipeline, and compares\n",
                                   &llvm::errs()))
    return kUsageError;
  DialectRegistry registry;
  registerCheckDependencies(registry);
  registerAll(registry);
  mlir::registerAllPasses();
  layout::registerAllPasses();
  CheckOptions options;
  if (!readOptions(line, options) ||
      !loadPlugins<PassPlugin>(
          line.passPlugins,
          [](PassPlugin &plugin) { plugin.registerPassRegistryCallbacks(); }) ||
      !loadPlugins<DialectPlugin>(
          line.dialectPlugins, [&](DialectPlugin &plugin) {
            plugin.registerDialectRegistryCallbacks(registry);
          }))
    return kUsageError;

  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  context.allowUnregisteredDialects(line.allowsUnregistered);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  std::string error;
  auto file = openInputFile(line.input, &error);
  if (!file) {
    llvm::errs() << "layout-check: " << error << "\n";
    return kUsageError;
  }
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return kUsageError;
  Verdict verdict = Verdict::Agree;
  checkEntries(*module, line.entries, options, [&](const CheckResult &result) {
    (result.verdict == Verdict::Agree ? llvm::outs() : llvm::errs())
        << result.message;
    verdict = std::max(verdict, result.verdict);
  });
  return static_cast<int>(verdict);
}
