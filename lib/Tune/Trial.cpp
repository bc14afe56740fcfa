//===- Trial.cpp - A program compiled, compared and measured --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "Layout/Check/Compare.h"
#include "Layout/Check/Erase.h"
#include "Layout/Check/Lower.h"
#include "Layout/Pipelines/Pipelines.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/ScopedPrinter.h"
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace mlir;
using namespace mlir::layout;

using Clock = std::chrono::steady_clock;

static constexpr char kNoAddresses[] = "there are no addresses left to run it";

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

static bool holdsFloats(const Signature &signature) {
  return llvm::any_of(signature.arguments, [](const Parameter &argument) {
    return argument.isBuffer() && argument.format.isFloat();
  });
}

LogicalResult TrialProgram::prepare(std::string &why) {
  std::optional<ReferenceProgram> made =
      makeReference(input, options.program, why);
  if (!made)
    return failure();
  signature = std::move(made->signature);
  RunChecks checks;
  checks.bounds = checks.poison = checks.constants = false;
  StringRef entry = getNameOfEntry(options.program.entry);
  if (failed(lowerToLLVM(*made->module, entry, checks))) {
    why = "no reference: it cannot be lowered to LLVM";
    return failure();
  }
  std::unique_ptr<Program> reference =
      Program::compile(*made->module, entry, /*target=*/nullptr, why);
  SharedMemory memory;
  if (reference && !memory.isValid())
    why = kNoAddresses;
  if (!reference || !memory.isValid()) {
    why = "no reference: " + why;
    return failure();
  }
  constexpr unsigned numRunsWithUndef = 8;
  SmallVector<DataSet> sets{DataSet::Integers};
  // Sums of integers are exact in any order, those of fractions may be far from
  // each other where terms cancel.
  if (holdsFloats(signature) && options.program.rtol == 0)
    sets.push_back(DataSet::Fractions);
  for (DataSet set : sets) {
    contents.push_back(makeContents(signature, set, options.program.seed));
    std::vector<RunOutcome> &outcomes = expected.emplace_back();
    for (unsigned i = 0; i < (made->hasUndef ? numRunsWithUndef : 1); ++i) {
      outcomes.push_back(runProgram(*reference, Role::Reference, signature,
                                    {Poison{0x7B, i}, contents.back()}, memory,
                                    options.program.timeoutSeconds));
      if (outcomes.back().failure.empty())
        continue;
      why = (Twine("no reference: the program without layouts, on ") +
             stringifyDataSet(set) + ": " + outcomes.back().failure)
                .str();
      return failure();
    }
  }
  return success();
}

static unsigned countThreads(const TuneOptions &options) {
  CompileOptions compile;
  (void)compile.parseFromString(llvm::join(options.compileOptions, " "));
  return compile.threads;
}

RunInput TrialProgram::getInput() const {
  return {Poison{0x7B, 0}, contents.back(), &expected.back().front()};
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

std::string TrialProgram::getPipeline(StringRef moreOptions) const {
  StringRef target = options.program.target;
  return ("builtin.module(layout-compile{target=" +
          (target.empty() ? "native" : target) + " " +
          llvm::join(options.compileOptions, " ") + " " + moreOptions + "})")
      .str();
}

LogicalResult layout::runPasses(ModuleOp module, StringRef text,
                                std::string &why) {
  llvm::raw_string_ostream stream(why);
  FailureOr<OpPassManager> parsed = parsePassPipeline(text, stream);
  if (failed(parsed))
    return failure();
  PassManager manager(module.getContext());
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  return manager.run(module);
}

/// A tensor is a value: what it becomes stays as the caller has it.
static void keepTensorArguments(func::FuncOp entry) {
  StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes()))
    if (isa<TensorType>(type) && !entry.getArgAttr(i, name))
      entry.setArgAttr(i, name, BoolAttr::get(entry.getContext(), false));
}

std::optional<CompiledTrial> TrialProgram::compile(StringRef moreOptions,
                                                   std::string &why) const {
  std::string error;
  ModuleOp source = input;
  ScopedDiagnosticHandler handler(source.getContext(), [&](Diagnostic &report) {
    if (report.getSeverity() == DiagnosticSeverity::Error && error.empty())
      error = report.str();
    return success();
  });
  auto fail = [&](const Twine &reason) {
    why = (reason + (error.empty() || why.empty() ? "" : ": ") + why + error)
              .str();
    return std::nullopt;
  };
  OwningOpRef<ModuleOp> module = source.clone();
  takeModuleOfEntry(module, options.program.entry);
  StringRef name = getNameOfEntry(options.program.entry);
  keepTensorArguments(module->lookupSymbol<func::FuncOp>(name));
  std::string more = ("to-llvm=false " + moreOptions).str();
  if (failed(runPasses(*module, getPipeline(more), why)))
    return fail("layout-compile fails ");
  auto entry = module->lookupSymbol<func::FuncOp>(name);
  if (!entry)
    return fail("layout-compile leaves no function @" + name);
  CompiledTrial trial{nullptr, signature};
  if (failed(readCandidateViews(trial.signature, entry, why)))
    return std::nullopt;
  keepReachable(*module, trial.signature.getPublicSymbols(name));
  entry.setPublic();
  entry->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                 UnitAttr::get(module->getContext()));
  StringRef target = options.program.target;
  std::string lowering =
      ("builtin.module(layout-to-llvm{threads=" + Twine(countThreads(options)) +
       "},layout-attach-target{target=" + (target.empty() ? "native" : target) +
       "})")
          .str();
  if (failed(runPasses(*module, lowering, why)))
    return fail("layout-to-llvm fails ");
  trial.program = Program::compileToMeasure(*module, name, why);
  if (!trial.program)
    return fail("cannot be compiled ");
  return trial;
}

std::string TrialProgram::compare(const CompiledTrial &trial) const {
  SharedMemory memory;
  if (!memory.isValid())
    return kNoAddresses;
  for (auto [data, outcomes] : llvm::zip_equal(contents, expected)) {
    RunOutcome outcome =
        runProgram(*trial.program, Role::Candidate, trial.signature,
                   {Poison{0xFA, 1}, data, &outcomes.front()}, memory,
                   options.program.timeoutSeconds);
    if (!outcome.failure.empty())
      return outcome.failure;
    if (!outcome.violations.empty())
      return outcome.violations.front();
    Comparison comparison =
        compareOutcomes(outcomes, {}, outcome, options.program.rtol);
    if (!comparison.difference.empty())
      return comparison.difference;
  }
  return "";
}

void TrialProgram::spoil() {
  for (std::vector<ElementArray> &data : contents)
    for (ElementArray &array : data)
      llvm::fill(array.bytes, 1);
}

//===----------------------------------------------------------------------===//
// Measurement
//===----------------------------------------------------------------------===//

std::unique_ptr<PairedRun> PairedRun::make(const CompiledTrial &model,
                                           const CompiledTrial &candidate,
                                           const RunInput &input) {
  std::unique_ptr<PairedRun> pair(new PairedRun);
  pair->model = RepeatedRun::make(*model.program, Role::Candidate,
                                  model.signature, input);
  pair->candidate = RepeatedRun::make(*candidate.program, Role::Candidate,
                                      candidate.signature, input);
  if (!pair->model || !pair->candidate)
    return nullptr;
  // Times of clocks and interrupts are small against a batch of a millisecond.
  constexpr double leastSeconds = 1e-3;
  while (pair->time(*pair->model) * pair->numCalls < leastSeconds &&
         pair->numCalls < (1u << 20))
    pair->numCalls *= 2;
  return pair;
}

/// Of a call, caches being as calls of the same program leave them.
double PairedRun::time(RepeatedRun &run) const {
  run.reset();
  run.call();
  auto start = Clock::now();
  for (unsigned i = 0; i < numCalls; ++i)
    run.call();
  return getSecondsSince(start) / numCalls;
}

std::vector<PairedRun::Pair> PairedRun::measure(double seconds) {
  constexpr unsigned leastPairs = 3;
  std::vector<Pair> pairs;
  auto start = Clock::now();
  while (pairs.size() < leastPairs || getSecondsSince(start) < seconds) {
    // What the one does to the clock of the processor hits either in turns.
    Pair pair;
    if (pairs.size() % 2) {
      pair.candidate = time(*candidate);
      pair.model = time(*model);
    } else {
      pair.model = time(*model);
      pair.candidate = time(*candidate);
    }
    pairs.push_back(pair);
  }
  return pairs;
}

static double getQuantile(std::vector<double> values, double part) {
  auto at = values.begin() + size_t(part * (values.size() - 1) + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

Measurement Measurement::get(ArrayRef<PairedRun::Pair> pairs) {
  std::vector<double> models, candidates, ratios;
  for (const PairedRun::Pair &pair : pairs) {
    models.push_back(pair.model);
    candidates.push_back(pair.candidate);
    ratios.push_back(pair.candidate / pair.model);
  }
  constexpr double half = 0.5, threeQuarters = 0.75;
  return {getQuantile(models, half), getQuantile(candidates, half),
          getQuantile(ratios, half), getQuantile(ratios, threeQuarters)};
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// The candidate's side: says whether it can be measured, then measures for as
/// long as each message says.
static void serve(TrialProgram &program, const CompiledTrial &model,
                  const std::string &moreOptions, const std::string &fault,
                  IsolatedWorker::Channel channel) {
  if (fault == "crash")
    std::abort();
  while (fault == "hang")
    std::this_thread::sleep_for(std::chrono::seconds(1));
  if (fault == "wrong")
    program.spoil();
  std::string why;
  std::optional<CompiledTrial> trial = program.compile(moreOptions, why);
  if (trial)
    why = program.compare(*trial);
  uint32_t length = why.size();
  if (!channel.send(&length, sizeof(length)) ||
      !channel.send(why.data(), length) || length > 0)
    return;
  RunInput input = program.getInput();
  std::unique_ptr<PairedRun> pair = PairedRun::make(model, *trial, input);
  double seconds;
  while (pair && channel.receive(&seconds, sizeof(seconds))) {
    Measurement measured = Measurement::get(pair->measure(seconds));
    channel.send(&measured, sizeof(measured));
  }
}

CandidateProcess::CandidateProcess(TrialProgram &program,
                                   const CompiledTrial &model,
                                   const std::string &moreOptions,
                                   const std::string &fault,
                                   double secondsInAll, unsigned timeoutSeconds)
    : worker(
          [&](IsolatedWorker::Channel channel) {
            serve(program, model, moreOptions, fault, channel);
          },
          unsigned(secondsInAll) + 2 * timeoutSeconds),
      timeoutSeconds(timeoutSeconds) {}

std::string CandidateProcess::waitUntilReady(double mostSeconds) {
  uint32_t length = 0;
  std::string why;
  double seconds = std::max(std::min(2.0 * timeoutSeconds, mostSeconds), 0.0);
  if (worker.receive(&length, sizeof(length), seconds)) {
    why.resize(length);
    if (length == 0 || worker.receive(why.data(), length, timeoutSeconds))
      return why;
  }
  ChildEnd end = worker.end();
  if (end.kind == ChildEnd::TimedOut && seconds < 2.0 * timeoutSeconds)
    return "the budget does not last to compile and to compare it";
  end.timeoutSeconds = 2 * timeoutSeconds;
  return end.describe();
}

std::optional<Measurement> CandidateProcess::measure(double seconds,
                                                     double mostSeconds) {
  Measurement measured;
  double longest =
      std::max(std::min(seconds + timeoutSeconds, mostSeconds), 0.0);
  if (!worker.send(&seconds, sizeof(seconds)) ||
      !worker.receive(&measured, sizeof(measured), longest))
    return std::nullopt;
  return measured;
}
