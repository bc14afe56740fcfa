//===- Tune.cpp - Choosing plans by measurement ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tuner.h"

#include "Layout/Analysis/Target/Processor.h"
#include "Layout/Pipelines/Pipelines.h"
#include "Layout/Transforms/Tile/TileLoops.h"
#include "Layout/Transforms/Tuning/TuningFile.h"
#include "Trial.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ScopedPrinter.h"
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

using Clock = std::chrono::steady_clock;

/// Of a program whose calls are short, a hundred pairs or more: what these do
/// not show is noise.
static constexpr double kEnoughSeconds = 0.5;

namespace {

class Tuner {
public:
  Tuner(ModuleOp module, const TuneOptions &options,
        std::function<void(const std::string &)> report, std::string &why)
      : module(module), options(options), report(std::move(report)), why(why),
        program(module, this->options) {}

  std::optional<TuneResult> tune();

private:
  /// A candidate that is still in the race.
  struct Runner {
    LoopsAttr plan;
    std::unique_ptr<CandidateProcess> process;
    Measurement last = {};
  };

  LogicalResult fail(const Twine &reason) {
    why = reason.str();
    return failure();
  }
  LogicalResult checkOptions();
  LogicalResult checkTarget();
  LogicalResult findCandidates();
  LogicalResult openFile();
  LogicalResult prepare();
  double getSecondsLeft() const;
  double getSecondsForNests() const { return getSecondsLeft() - lastSeconds; }
  LogicalResult tuneNest(const PlanCandidates &nest, unsigned number,
                         double seconds);
  std::vector<Runner> startAll(const PlanCandidates &nest, double end,
                               double seconds, TunedNest &its);
  std::unique_ptr<CandidateProcess> start(const PlanCandidates &nest,
                                          LoopsAttr plan, StringRef path,
                                          const std::string &fault,
                                          double seconds, std::string &reason);
  std::optional<Runner> race(std::vector<Runner> runners, double seconds);
  bool isGain(const Measurement &last) const;
  LogicalResult keepResult(const PlanCandidates &nest, LoopsAttr plan,
                           const TunedNest &its);
  LogicalResult measureAll();
  LogicalResult giveUpPlans();

  ModuleOp module;
  TuneOptions options;
  std::function<void(const std::string &)> report;
  std::string &why;
  TrialProgram program;
  std::optional<CompiledTrial> model;
  std::vector<PlanCandidates> nests;
  OwningOpRef<ModuleOp> planned; ///< keeps what `nests` refers to
  TuningConditions conditions;
  std::unique_ptr<TuningFile> file;
  Clock::time_point begin = Clock::now();
  double lastSeconds = 0; ///< that all plans together take in the end
  bool isCutOff = false;  ///< the nest that is tuned, by the end of the budget
  TuneResult result;
};

} // namespace

//===----------------------------------------------------------------------===//
// Before
//===----------------------------------------------------------------------===//

LogicalResult Tuner::checkOptions() {
  if (options.file.empty())
    return fail("names no file for results");
  if (!(options.leastGain >= 0) || options.leastGain >= 1)
    return fail("expects a least gain from 0 to below 1");
  if (options.maxCandidates == 0)
    return fail("expects 1 candidate or more");
  CompileOptions compile;
  std::string text = llvm::join(options.compileOptions, " ");
  if (failed(compile.parseFromString(text)))
    return fail("'" + text + "' are no options of layout-compile");
  if (!compile.target.empty() || !compile.tuned.empty() ||
      !compile.stopAfter.empty() || !compile.toLLVM)
    return fail("the options target, tuned, stop-after and to-llvm of "
                "layout-compile are set by tuning itself");
  // Rounding differs with these.
  if (options.program.rtol == 0 &&
      (compile.contract || compile.approximate || compile.reassociate ||
       compile.wideAccumulate))
    options.program.rtol = 1e-3;
  return success();
}

/// Measurements of this machine say nothing about others.
LogicalResult Tuner::checkTarget() {
  std::string &name = options.program.target;
  if (name.empty())
    name = "native";
  if (name == "native")
    return success();
  std::string unknown;
  std::optional<Processor> processor = getNamedProcessor(name, &unknown);
  if (!processor)
    return fail("target=" + name + ": " +
                (unknown.empty() ? "names no processor" : unknown));
  if (std::string reason = whyNotRunHere(*processor); !reason.empty())
    return fail("programs for other machines are not tuned: target=" + name +
                ": " + reason);
  return success();
}

LogicalResult Tuner::findCandidates() {
  planned = module.clone();
  std::string errors;
  if (failed(
          runPasses(*planned, program.getPipeline("stop-after=plan"), errors)))
    return fail(errors.empty() ? "layout-compile fails" : errors);
  FailureOr<Target> target = getTarget(*planned);
  if (failed(target))
    return fail("the module states no target");
  CompileOptions compile;
  (void)compile.parseFromString(llvm::join(options.compileOptions, " "));
  conditions = TuningConditions::get(*planned, compile.threads);
  // One that the module states itself stays.
  OwningOpRef<ModuleOp> bare = ModuleOp::create(module.getLoc());
  if (failed(runPasses(*bare,
                       "builtin.module(layout-set-target{target=" +
                           options.program.target + "})",
                       errors)))
    return fail(errors.empty() ? "the target cannot be stated" : errors);
  TuningConditions here = TuningConditions::get(*bare, compile.threads);
  if (here.target != conditions.target)
    return fail("programs for other machines are not tuned: the module states "
                "the target " +
                conditions.target + ", and that of this machine is " +
                here.target);
  nests = findPlanCandidates(*planned, *target, compile.reassociate,
                             options.maxCandidates);
  return success();
}

LogicalResult Tuner::openFile() {
  const DialectRegistry &registry = module.getContext()->getDialectRegistry();
  if (!llvm::sys::fs::exists(options.file)) {
    file = std::make_unique<TuningFile>(conditions, getHostProcessor().name,
                                        registry);
    return success();
  }
  std::string reason;
  file = TuningFile::read(options.file, registry, reason);
  if (!file)
    return fail("the file of tuning '" + options.file + "' " + reason);
  if (std::string difference =
          file->getConditions().describeDifference(conditions);
      !difference.empty())
    return fail("the file of tuning '" + options.file + "' is for " +
                difference + "; name another file, or remove it");
  return success();
}

LogicalResult Tuner::prepare() {
  if (failed(checkOptions()) || failed(checkTarget()) ||
      failed(program.prepare(why)) || failed(findCandidates()) ||
      failed(openFile()))
    return failure();
  std::string reason;
  double left = getSecondsLeft();
  model = program.compile("", reason);
  if (!model)
    return fail("the program cannot be compiled: " + reason);
  if (reason = program.compare(*model); !reason.empty())
    return fail("the program as it is compiled by itself does not do what it "
                "does without layouts: " +
                reason +
                (options.program.rtol == 0
                     ? "; where rounding may differ, state a tolerance (rtol)"
                     : ""));
  // With all plans it takes about as long again.
  constexpr double tolerance = 1.5;
  lastSeconds = tolerance * (left - getSecondsLeft()) + kEnoughSeconds / 2;
  return success();
}

//===----------------------------------------------------------------------===//
// One nest
//===----------------------------------------------------------------------===//

double Tuner::getSecondsLeft() const {
  return options.budgetSeconds -
         std::chrono::duration<double>(Clock::now() - begin).count();
}

/// In a file with this plan only, so that all other nests have the model's
/// choice.
std::unique_ptr<CandidateProcess>
Tuner::start(const PlanCandidates &nest, LoopsAttr plan, StringRef path,
             const std::string &fault, double seconds, std::string &reason) {
  TuningFile one(conditions, file->getProcessor(),
                 module.getContext()->getDialectRegistry());
  if (failed(one.set(nest.nest, plan, {0, 0}, reason)) ||
      failed(one.write(path, reason)))
    return nullptr;
  auto process = std::make_unique<CandidateProcess>(
      program, *model, ("tuned={" + path + "}").str(), fault,
      options.budgetSeconds, options.program.timeoutSeconds);
  reason = process->waitUntilReady(seconds);
  return reason.empty() ? std::move(process) : nullptr;
}

/// "file:line:column".
static std::string printPlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  return place ? llvm::formatv("{0}:{1}:{2}", place.getFilename().getValue(),
                               place.getLine(), place.getColumn())
                     .str()
               : llvm::to_string(loc);
}

static std::string printPlan(LoopsAttr plan) {
  return plan ? llvm::to_string(Attribute(plan)) : "the model's choice";
}

/// Compiles and compares candidates, those of the model first, until half of
/// the `seconds` have passed; none of them longer than until `end` seconds are
/// left.
std::vector<Tuner::Runner> Tuner::startAll(const PlanCandidates &nest,
                                           double end, double seconds,
                                           TunedNest &its) {
  std::vector<Runner> runners;
  double until = end + seconds / 2;
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("layout-tune", "mlir", path))
    return runners;
  llvm::FileRemover remover(path);
  for (LoopsAttr plan : nest.plans) {
    if (its.numCandidates > 0 && getSecondsLeft() < until) {
      isCutOff = true;
      report("  " + std::to_string(nest.plans.size() - its.numCandidates) +
             " candidates are not tried: the budget does not last");
      break;
    }
    std::string reason, fault = its.numCandidates < options.faults.size()
                                    ? options.faults[its.numCandidates]
                                    : "";
    ++its.numCandidates;
    if (auto process =
            start(nest, plan, path, fault, getSecondsLeft() - end, reason)) {
      runners.push_back({plan, std::move(process)});
      continue;
    }
    isCutOff |= getSecondsLeft() <= end;
    ++its.numWrong;
    report("  dropped " + printPlan(plan) + ": " + reason);
  }
  return runners;
}

bool Tuner::isGain(const Measurement &last) const {
  return last.ratio <= 1 - options.leastGain && last.upper < 1;
}

/// Measures all of them, then the better half again, and so on. Of many, the
/// best may be so by chance: the last one is measured once more. Returns it if
/// it gains.
std::optional<Tuner::Runner> Tuner::race(std::vector<Runner> runners,
                                         double seconds) {
  unsigned numStages =
      llvm::Log2_64_Ceil(std::max<size_t>(runners.size(), 1)) + 1;
  for (unsigned stage = 0; stage < numStages && !runners.empty(); ++stage) {
    if (stage > 0)
      runners.resize((runners.size() + 1) / 2);
    for (Runner &runner : runners) {
      std::optional<Measurement> measured = runner.process->measure(
          std::min(seconds / numStages / runners.size(), kEnoughSeconds),
          getSecondsForNests());
      if (measured)
        runner.last = *measured;
      else
        runner.process.reset();
    }
    llvm::erase_if(runners, [](const Runner &runner) {
      return !runner.process || !(runner.last.ratio < 1);
    });
    llvm::sort(runners, [](const Runner &a, const Runner &b) {
      return a.last.ratio < b.last.ratio;
    });
    for (const Runner &runner : runners)
      report(llvm::formatv("  {0:f3} of the model's time: {1}",
                           runner.last.ratio, printPlan(runner.plan))
                 .str());
  }
  if (runners.empty() || !isGain(runners.front().last))
    return std::nullopt;
  return std::move(runners.front());
}

LogicalResult Tuner::keepResult(const PlanCandidates &nest, LoopsAttr plan,
                                const TunedNest &its) {
  std::string reason;
  if (failed(file->set(nest.nest, plan,
                       {its.modelMicroseconds, its.microseconds}, reason))) {
    report("  cannot be kept: " + reason);
    return success();
  }
  if (failed(file->write(options.file, reason)))
    return fail("cannot write '" + options.file + "': " + reason);
  return success();
}

LogicalResult Tuner::tuneNest(const PlanCandidates &nest, unsigned number,
                              double seconds) {
  TunedNest its;
  its.location = printPlace(nest.loc);
  report(llvm::formatv("nest {0} of {1}, {2}: {3} candidates", number,
                       nests.size(), its.location, nest.plans.size())
             .str());
  double end = getSecondsLeft() - seconds;
  isCutOff = false;
  std::vector<Runner> runners = startAll(nest, end, seconds, its);
  std::optional<Runner> best =
      race(std::move(runners), std::max(getSecondsLeft() - end, 0.1));
  constexpr double micro = 1e6;
  LoopsAttr plan;
  if (best) {
    plan = best->plan;
    its.plan = printPlan(plan);
    its.modelMicroseconds = best->last.model * micro;
    its.microseconds = best->last.candidate * micro;
  }
  result.nests.push_back(its);
  if (!best && isCutOff) {
    report("  is left to another run: the budget does not last");
    return success();
  }
  if (failed(keepResult(nest, plan, its)))
    return failure();
  report(best ? llvm::formatv("  takes {0}: {1:f3} of the model's time",
                              its.plan, best->last.ratio)
                    .str()
              : "  keeps the model's choice");
  return success();
}

//===----------------------------------------------------------------------===//
// All nests
//===----------------------------------------------------------------------===//

/// Keeps the nests in the file, each with the model's choice.
LogicalResult Tuner::giveUpPlans() {
  for (const PlanCandidates &nest : nests)
    if (std::optional<unsigned> entry = file->find(nest.nest);
        entry && !file->getEntries()[*entry].plan.empty())
      if (failed(keepResult(nest, LoopsAttr(), TunedNest())))
        return failure();
  for (TunedNest &its : result.nests)
    its.plan.clear();
  result.microseconds = result.modelMicroseconds;
  return success();
}

/// Plans that gain one by one might not together: then none is kept.
LogicalResult Tuner::measureAll() {
  bool hasPlans = llvm::any_of(nests, [&](const PlanCandidates &nest) {
    std::optional<unsigned> entry = file->find(nest.nest);
    return entry && !file->getEntries()[*entry].plan.empty();
  });
  if (!hasPlans)
    return success();
  CandidateProcess all(program, *model, "tuned={" + options.file + "}",
                       /*fault=*/"", options.budgetSeconds,
                       options.program.timeoutSeconds);
  std::string reason = all.waitUntilReady(getSecondsLeft());
  std::optional<Measurement> measured;
  if (reason.empty())
    measured = all.measure(std::clamp(getSecondsLeft() / 2, kEnoughSeconds / 2,
                                      2 * kEnoughSeconds),
                           getSecondsLeft());
  constexpr double micro = 1e6;
  if (measured) {
    result.modelMicroseconds = measured->model * micro;
    result.microseconds = measured->candidate * micro;
    report(llvm::formatv("all plans together: {0:f3} of the model's time",
                         measured->ratio)
               .str());
  }
  if (measured && measured->ratio < 1)
    return success();
  report("the plans together do not gain" +
         (reason.empty() ? "" : " (" + reason + ")") +
         ": all nests keep the model's choice");
  return giveUpPlans();
}

std::optional<TuneResult> Tuner::tune() {
  if (failed(prepare()))
    return std::nullopt;
  if (nests.empty())
    report("no nest has other plans than the model's choice");
  std::string reason;
  if (failed(file->write(options.file, reason))) {
    (void)fail("cannot write '" + options.file + "': " + reason);
    return std::nullopt;
  }
  for (auto [number, nest] : llvm::enumerate(nests)) {
    if (file->find(nest.nest)) {
      report(llvm::formatv("nest {0} of {1}, {2}: in the file already",
                           number + 1, nests.size(), printPlace(nest.loc))
                 .str());
      continue;
    }
    double left = getSecondsForNests();
    if (left <= 0) {
      report("the budget is used up: " + std::to_string(nests.size() - number) +
             " nests are not tuned");
      break;
    }
    if (failed(tuneNest(nest, number + 1, left / (nests.size() - number))))
      return std::nullopt;
  }
  if (failed(measureAll()))
    return std::nullopt;
  return std::move(result);
}

std::optional<TuneResult>
layout::tuneHere(ModuleOp module, const TuneOptions &options,
                 std::function<void(const std::string &)> report,
                 std::string &why) {
  return Tuner(module, options, std::move(report), why).tune();
}
