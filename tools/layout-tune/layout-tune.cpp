//===- layout-tune.cpp - Chooses plans of nests by measurement ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Object/CompileFile.h"
#include "Layout/Registration/Registration.h"
#include "Layout/Tune/Tune.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory category{"layout-tune options"};

struct CommandLine {
  cl::opt<std::string> input{cl::Positional, cl::cat(category),
                             cl::desc("<input.mlir>"), cl::Required};
  cl::opt<std::string> entry{
      "entry", cl::cat(category), cl::Required,
      cl::desc("The function to measure; module::function for one of a nested "
               "module"),
      cl::value_desc("name")};
  cl::opt<std::string> output{
      "o", cl::cat(category), cl::Required,
      cl::desc("The file of results, which tuned= takes. What it has already "
               "stays, and is not measured again"),
      cl::value_desc("file")};
  cl::opt<double> budget{"budget", cl::cat(category),
                         cl::desc("How long all may take; default: 60"),
                         cl::value_desc("seconds"), cl::init(60)};
  cl::opt<double> leastGain{
      "least-gain", cl::cat(category), cl::init(0.03),
      cl::desc("The part of the time of a call that a plan must save; default: "
               "0.03"),
      cl::value_desc("part")};
  cl::opt<unsigned> candidates{
      "candidates", cl::cat(category), cl::init(12),
      cl::desc("The most plans of a nest that are tried; default: 12"),
      cl::value_desc("number")};
  cl::opt<std::string> target{
      "target", cl::cat(category), cl::init("native"),
      cl::desc(
          "The processor that programs are for, as layout-set-target takes "
          "it; this machine must have what it has"),
      cl::value_desc("name")};
  cl::list<std::string> compileOptions{
      "f", cl::cat(category), cl::Prefix,
      cl::desc("An option of layout-compile: -fcontract, -freassociate, "
               "-fthreads=2"),
      cl::value_desc("option")};
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
      "rtol", cl::cat(category), cl::init(0),
      cl::desc(
          "Relative difference of floats that is no difference; default: 0, "
          "or 0.001 with options by which rounding differs")};
  cl::opt<unsigned> timeout{"timeout", cl::cat(category),
                            cl::desc("Longest processor time of one run"),
                            cl::value_desc("seconds"), cl::init(60)};
  cl::list<std::string> faults{
      "test-faults", cl::cat(category), cl::CommaSeparated, cl::Hidden,
      cl::desc("What the first candidates do, to test that they are dropped: "
               "crash, hang or wrong")};
  cl::opt<bool> quiet{"quiet", cl::cat(category),
                      cl::desc("Print the result only")};
};

} // namespace

static bool fail(const Twine &message) {
  llvm::errs() << "layout-tune: error: " << message << "\n";
  return false;
}

static bool readOptions(const CommandLine &line, TuneOptions &options) {
  if (line.target.empty())
    return fail(
        "--target= names nothing: expects a processor, or leave it out");
  options.program.entry = line.entry;
  options.program.target = line.target;
  options.program.seed = line.seed;
  options.program.rtol = line.rtol;
  options.program.timeoutSeconds = line.timeout;
  options.compileOptions.assign(line.compileOptions.begin(),
                                line.compileOptions.end());
  options.faults.assign(line.faults.begin(), line.faults.end());
  options.file = line.output;
  options.budgetSeconds = line.budget;
  options.leastGain = line.leastGain;
  options.maxCandidates = line.candidates;
  for (const std::string &text : line.arguments)
    if (!options.program.addArgument(text))
      return fail("--arg=" + text + ": expected N:value, once for each N");
  for (const std::string &text : line.dims)
    if (!options.program.addDim(text))
      return fail("--dim=" + text +
                  ": expected argN.dimK:value, with an extent from 0 on, and "
                  "not given before");
  if (auto error = checkCompileOptions(options.compileOptions))
    return fail(llvm::toString(std::move(error)));
  return true;
}

static void print(const TuneResult &result) {
  for (const TunedNest &nest : result.nests) {
    llvm::outs() << nest.location << ": ";
    if (nest.plan.empty())
      llvm::outs() << "the model's choice";
    else
      llvm::outs() << llvm::format("%.3f us instead of %.3f us, ",
                                   nest.microseconds, nest.modelMicroseconds)
                   << nest.plan;
    llvm::outs() << "\n";
  }
  if (result.microseconds < result.modelMicroseconds)
    llvm::outs() << llvm::format("all: %.3f us instead of %.3f us\n",
                                 result.microseconds, result.modelMicroseconds);
}

int main(int argc, char **argv) {
  CommandLine line;
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Chooses the plans of nests by measurement on this machine\n");
  TuneOptions options;
  if (!readOptions(line, options))
    return EXIT_FAILURE;
  DialectRegistry registry;
  registerCheckDependencies(registry);
  registerAll(registry);
  mlir::registerAllPasses();
  layout::registerAllPasses();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  std::string why;
  auto file = openInputFile(line.input, &why);
  if (!file)
    return fail(why), EXIT_FAILURE;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return EXIT_FAILURE;
  auto report = [&](const std::string &text) {
    if (!line.quiet)
      llvm::errs() << "layout-tune: " << text << "\n";
  };
  std::optional<TuneResult> result = tuneModule(*module, options, report, why);
  if (!result)
    return fail(why), EXIT_FAILURE;
  print(*result);
  return EXIT_SUCCESS;
}
