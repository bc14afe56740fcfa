//===- Campaign.cpp - Many trials, each in a child process ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/Campaign.h"

#include "Layout/Fuzz/RandomGraph.h"
#include "Layout/IR/Layout.h"
#include "ReportPipe.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

//===----------------------------------------------------------------------===//
// One program
//===----------------------------------------------------------------------===//

namespace {

/// All that follows from a seed and a number.
struct Case {
  RandomProgram program;
  std::vector<std::string> passes;
  TrialOptions options;
};

} // namespace

static Case makeCase(MLIRContext *context, const CampaignOptions &options,
                     uint64_t number) {
  Random random(options.seed * 1000003 + number);
  Case result;
  bool isGraph = options.weights.get(Feature::Graphs) > 0 &&
                 options.weights.chance(Feature::Graphs, random);
  result.program = isGraph
                       ? makeRandomGraph(random)
                       : makeRandomProgram(context, options.weights, random);
  context->allowUnregisteredDialects(result.program.hasForeign);
  result.passes =
      isGraph ? makeGraphPipeline(result.program, options.broken, random)
              : makeRandomPipeline(result.program, options.broken, random);
  result.options.lower = random.percent(10);
  result.options.dataSeed = result.program.options.seed = random.pick(0, 1000);
  if (!options.targets.empty())
    result.program.options.target =
        options.targets[number % options.targets.size()];
  return result;
}

static std::unique_ptr<MLIRContext>
makeContext(const DialectRegistry &registry) {
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadDialect<LayoutDialect>();
  context->printOpOnDiagnostic(false);
  return context;
}

//===----------------------------------------------------------------------===//
// Campaign
//===----------------------------------------------------------------------===//

namespace {

class Campaign {
public:
  Campaign(const DialectRegistry &registry, const CampaignOptions &options,
           raw_ostream &os)
      : registry(registry), options(options), os(os) {}

  Statistics run() {
    uint64_t next = options.first, end = next + options.count;
    while (next < end && !isOver())
      next = runBatch(next, std::min<uint64_t>(next + options.batch, end));
    return statistics;
  }

private:
  bool isOver() const {
    if (options.stopAtFirst && statistics.getNumFindings() > 0)
      return true;
    return options.seconds > 0 && getSeconds() >= options.seconds;
  }
  unsigned getSeconds() const {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::steady_clock::now() - start)
        .count();
  }

  [[noreturn]] void runChild(int file, uint64_t first, uint64_t end);
  uint64_t runBatch(uint64_t first, uint64_t end);
  TrialResult explainDeath(pid_t child, bool isLate);
  void record(uint64_t number, const Report &said);
  void report(uint64_t number, const TrialResult &result);

  const DialectRegistry &registry;
  const CampaignOptions &options;
  raw_ostream &os;
  Statistics statistics;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

} // namespace

void Campaign::runChild(int file, uint64_t first, uint64_t end) {
  // The parent says what has become of this process.
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP})
    std::signal(signal, SIG_DFL);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  std::unique_ptr<MLIRContext> context = makeContext(registry);
  for (uint64_t number = first; number < end; ++number) {
    Case trial = makeCase(context.get(), options, number);
    write(file, Report{runTrial(context.get(), trial.program, trial.passes,
                                trial.options),
                       trial.program.used});
  }
  _exit(0);
}

TrialResult Campaign::explainDeath(pid_t child, bool isLate) {
  if (isLate)
    kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (isLate)
    return {End::Hangs,
            "no end in " + std::to_string(options.programSeconds) +
                " seconds of work",
            ""};
  if (WIFSIGNALED(status))
    return {End::Crashes, strsignal(WTERMSIG(status)), ""};
  return {End::Crashes, "exit code " + std::to_string(WEXITSTATUS(status)), ""};
}

/// Returns the number of the program that comes next: a child that dies leaves
/// the rest of its batch to another one.
uint64_t Campaign::runBatch(uint64_t first, uint64_t end) {
  int files[2];
  os.flush();
  pid_t child = pipe(files) == 0 ? fork() : -1;
  if (child < 0)
    llvm::report_fatal_error(Twine("no process for programs to run in: ") +
                                 std::strerror(errno),
                             /*gen_crash_diag=*/false);
  if (child == 0) {
    close(files[0]);
    runChild(files[1], first, end);
  }
  close(files[1]);
  uint64_t number = first;
  bool isDead = false;
  for (; number < end && !isDead && !isOver(); ++number) {
    Report report;
    ReportReader::Status status =
        ReportReader(files[0], child, options.programSeconds).read(report);
    if (status != ReportReader::Status::Done) {
      bool isLate = status == ReportReader::Status::TimedOut;
      report = {explainDeath(child, isLate), {}};
      isDead = true;
    }
    record(number, report);
  }
  if (!isDead) {
    if (number < end)
      kill(child, SIGKILL);
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  close(files[0]);
  return number;
}

void Campaign::record(uint64_t number, const Report &said) {
  const TrialResult &result = said.result;
  ++statistics.numPrograms;
  ++statistics.ends[unsigned(result.end)];
  if (result.end == End::Refused)
    ++statistics.refusals[result.reason];
  bool isCompared = result.end == End::Agrees || result.end == End::Differs ||
                    result.end == End::Unlowerable;
  for (unsigned i = 0; i < kNumFeatures; ++i) {
    statistics.used[i] += said.used[i];
    statistics.compared[i] += said.used[i] && isCompared;
  }
  for (const auto &[name, isChanged] : result.passes) {
    statistics.passes[name].run += isCompared;
    statistics.passes[name].changed += isCompared && isChanged;
  }
  if (isFinding(result.end))
    report(number, result);
  if (options.showProgress)
    llvm::errs() << "\r" << statistics.numPrograms << " programs, "
                 << statistics.getNumFindings() << " findings, " << getSeconds()
                 << " s";
}

void Campaign::report(uint64_t number, const TrialResult &result) {
  os << "program " << number << " " << getName(result.end) << ": "
     << result.reason << "\n"
     << result.message << "\n"
     << "again: layout-fuzz --seed=" << options.seed << " --first=" << number
     << " --count=1\n";
  if (options.saveDirectory.empty())
    return;
  std::unique_ptr<MLIRContext> context = makeContext(registry);
  Case trial = makeCase(context.get(), options, number);
  SmallString<128> path(options.saveDirectory);
  llvm::sys::path::append(path, getName(result.end) + "-" +
                                    Twine(options.seed) + "-" + Twine(number) +
                                    ".mlir");
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (error) {
    os << "cannot write " << path << ": " << error.message() << "\n";
    return;
  }
  file << printTrial(trial.program, trial.passes, result);
  os << "saved: " << path << "\n";
}

Statistics fuzz::runCampaign(const DialectRegistry &registry,
                             const CampaignOptions &options, raw_ostream &os) {
  return Campaign(registry, options, os).run();
}

void fuzz::printPrograms(const DialectRegistry &registry,
                         const CampaignOptions &options, raw_ostream &os) {
  std::unique_ptr<MLIRContext> context = makeContext(registry);
  for (uint64_t i = 0; i < options.count; ++i) {
    Case trial = makeCase(context.get(), options, options.first + i);
    os << printTrial(trial.program, trial.passes, {End::Agrees, "not run", ""})
       << "\n// -----\n";
  }
}
