//===- layout-fuzz.cpp - Random programs through random pipelines ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/Campaign.h"
#include "Layout/Jit/Emulator.h"
#include "Layout/Registration/Registration.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
namespace cl = llvm::cl;

namespace {

constexpr int kUsageError = 2;

cl::OptionCategory category{"layout-fuzz options"};

struct CommandLine {
  cl::opt<uint64_t> seed{"seed", cl::cat(category),
                         cl::desc("Programs follow from it"), cl::init(1)};
  cl::opt<uint64_t> first{"first", cl::cat(category),
                          cl::desc("Number of the first program"), cl::init(0)};
  cl::opt<uint64_t> count{"count", cl::cat(category),
                          cl::desc("Number of programs"), cl::init(100)};
  cl::opt<unsigned> time{"time", cl::cat(category),
                         cl::desc("No new program after that"),
                         cl::value_desc("seconds"), cl::init(0)};
  cl::opt<unsigned> timeout{"timeout", cl::cat(category),
                            cl::desc("Longest processor time of one program"),
                            cl::value_desc("seconds"), cl::init(60)};
  cl::list<std::string> targets{
      "target", cl::cat(category), cl::CommaSeparated,
      cl::desc("Processors that programs are compiled for in turn, as "
               "layout-check takes them; this machine if not given"),
      cl::value_desc("name,...")};
  cl::opt<std::string> features{
      "features", cl::cat(category),
      cl::desc("Weights of features; all=0 first switches all off"),
      cl::value_desc("name=weight,...")};
  cl::opt<std::string> saveDirectory{"save-dir", cl::cat(category),
                                     cl::desc("Where to leave findings"),
                                     cl::value_desc("path")};
  cl::opt<std::string> broken{
      "insert", cl::cat(category),
      cl::desc("A pass to put after layout-apply, one that makes "
               "mistakes which are to be found"),
      cl::value_desc("pass")};
  cl::list<std::string> passPlugins{"load-pass-plugin", cl::cat(category),
                                    cl::desc("Load passes from a plugin")};
  cl::opt<bool> stop{"stop", cl::cat(category),
                     cl::desc("End with the first finding")};
  cl::opt<bool> progress{"progress", cl::cat(category),
                         cl::desc("Show progress on stderr")};
  cl::opt<bool> printPrograms{"print", cl::cat(category),
                              cl::desc("Print the programs, run nothing")};
  cl::opt<bool> list{"list-features", cl::cat(category),
                     cl::desc("Print the names of features")};
  cl::opt<unsigned> minCompared{
      "min-compared", cl::cat(category),
      cl::desc("Fail if less than this share of the programs was run"),
      cl::value_desc("percent"), cl::init(0)};
};

} // namespace

static void listFeatures() {
  FeatureWeights weights;
  for (unsigned i = 0; i < kNumFeatures; ++i)
    llvm::outs() << getName(Feature(i)) << "=" << weights.get(Feature(i))
                 << "  " << getMeaning(Feature(i)) << "\n";
}

static int failUsage(const Twine &why) {
  llvm::errs() << "layout-fuzz: " << why << "\n";
  return kUsageError;
}

/// False: a feature is not known, which `why` says.
static bool readOptions(const CommandLine &line, CampaignOptions &options,
                        std::string &why) {
  options.seed = line.seed;
  options.first = line.first;
  options.count = line.count;
  options.seconds = line.time;
  options.programSeconds = line.timeout;
  options.targets.assign(line.targets.begin(), line.targets.end());
  options.broken = line.broken;
  options.saveDirectory = line.saveDirectory;
  options.stopAtFirst = line.stop;
  options.showProgress = line.progress;
  return succeeded(options.weights.parse(line.features, why));
}

/// Returns which target is wrong; empty if programs can be run on all of them.
static std::string whyNoTargets(ArrayRef<std::string> names) {
  std::string why;
  for (const std::string &name : names)
    if (!RunTarget::get(name, why))
      return "--target=" + name + ": " + why;
  return "";
}

/// What programs are made of and what pipelines may name. Returns why a plugin
/// cannot be loaded; empty if all are.
static std::string registerPrograms(ArrayRef<std::string> passPlugins,
                                    DialectRegistry &registry) {
  registerCheckDependencies(registry);
  registerAll(registry);
  mlir::registerAllPasses();
  layout::registerAllPasses();
  for (const std::string &file : passPlugins) {
    auto plugin = PassPlugin::load(file);
    if (!plugin)
      return llvm::toString(plugin.takeError());
    plugin->registerPassRegistryCallbacks();
  }
  return "";
}

/// 0 if nothing was found and enough was run.
static int run(const DialectRegistry &registry, const CampaignOptions &options,
               unsigned minCompared) {
  Statistics statistics = runCampaign(registry, options, llvm::outs());
  statistics.print(llvm::outs());
  uint64_t numRun = statistics.ends[unsigned(End::Agrees)];
  if (100 * numRun < statistics.numPrograms * minCompared) {
    llvm::outs() << "too few programs were run\n";
    return 1;
  }
  return statistics.getNumFindings() > 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  CommandLine line;
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Runs random programs before and after random pipelines\n",
          &llvm::errs()))
    return kUsageError;
  if (line.list) {
    listFeatures();
    return 0;
  }
  CampaignOptions options;
  std::string why;
  if (!readOptions(line, options, why))
    return failUsage("--features: " + why);
  DialectRegistry registry;
  why = registerPrograms(line.passPlugins, registry);
  if (!why.empty())
    return failUsage(why);
  if (line.printPrograms) {
    printPrograms(registry, options, llvm::outs());
    return 0;
  }
  why = whyNoTargets(options.targets);
  if (!why.empty())
    return failUsage(why);
  // Not only when there is something to save.
  if (std::error_code error =
          llvm::sys::fs::create_directories(options.saveDirectory);
      error && !options.saveDirectory.empty())
    return failUsage("--save-dir: cannot make " + line.saveDirectory + ": " +
                     error.message());
  return run(registry, options, line.minCompared);
}
