//===- Check.cpp - Checking passes by running what they make --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Check.h"

#include "Layout/Check/Compare.h"
#include "Layout/Check/Erase.h"
#include "Layout/Check/Lower.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

namespace {

/// Contents of memory that a candidate has no right to know. Large and of
/// either sign, or NaN, so that a sum, a product, a least or a greatest value
/// that takes one in shows it; the lowest bits differ, for `i1`.
constexpr uint8_t kPoison[2][2] = {{0x7B, 0xFA}, {0xFF, 0x7A}};

/// What may be different in each run. A seed is its number: an undefined `i1`
/// is the same in two runs half of the time.
Poison getPoison(DataSet set, unsigned run) {
  return {kPoison[unsigned(set)][run % 2], run};
}

/// Runs of a reference that has undefined values, to see what depends on them.
constexpr unsigned kNumRunsWithUndef = 8;

/// Further runs of a reference in which flags make poison: by then one bit that
/// depends on it has had either value.
constexpr unsigned kNumRunsWithPoison = 32;

class Checker {
public:
  Checker(ModuleOp input, const CheckOptions &options)
      : input(input), options(options),
        entryName(StringRef(options.entry).rsplit("::").second) {
    for (RunChecks *checks : {&referenceChecks, &candidateChecks}) {
      checks->bounds = options.checksBounds;
      checks->poison = options.checksPoison;
    }
    if (entryName.empty())
      entryName = options.entry;
  }

  CheckResult check() {
    if (succeeded(prepareReference()) && succeeded(prepareCandidate()) &&
        succeeded(runAll()))
      agree();
    return std::move(result);
  }

private:
  LogicalResult fail(Verdict verdict, const Twine &message) {
    result.verdict = verdict;
    result.message = message.str();
    return failure();
  }
  LogicalResult differ(const Twine &message) {
    return fail(Verdict::Differ, message);
  }
  LogicalResult noReference(const Twine &message) {
    return fail(Verdict::NoReference, message);
  }

  func::FuncOp getEntry(ModuleOp module) {
    return module.lookupSymbol<func::FuncOp>(entryName);
  }
  void takeModuleOfEntry(OwningOpRef<ModuleOp> &module);

  LogicalResult prepareReference();
  LogicalResult prepareCandidate();
  LogicalResult runPipeline(ModuleOp module);

  LogicalResult runAll();
  LogicalResult runDataSet(DataSet set);
  std::vector<ElementArray> makeContents(DataSet set);
  LogicalResult runReference(DataSet set, ArrayRef<ElementArray> contents,
                             Poison poison, RunOutcome &outcome);
  bool runReferenceWithChanges(DataSet set, ArrayRef<ElementArray> contents,
                               std::vector<RunOutcome> &expected);
  LogicalResult skip(DataSet set, PoisonReport why);
  LogicalResult runCandidate(DataSet set, ArrayRef<ElementArray> contents,
                             Poison poison, ArrayRef<RunOutcome> expected,
                             OnPoison onPoison);
  void agree();

  ModuleOp input;
  const CheckOptions &options;
  StringRef entryName; ///< within its own module
  CheckResult result{Verdict::Agree, "", false};
  Signature signature;
  SmallVector<Location> assumptions, candidateAssumptions;
  RunChecks referenceChecks, candidateChecks;
  std::unique_ptr<Program> reference, candidate;
  SharedMemory memory;
  unsigned numReferenceRuns = 2;
  unsigned numDataSets = 0; ///< that were compared
  int64_t numNotCompared = 0;
};

} // namespace

static bool hasUndef(ModuleOp module) {
  return module.walk([](UndefOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// `a::b::f` names a function of a nested module, which is a program of its
/// own: nothing outside is called from there.
void Checker::takeModuleOfEntry(OwningOpRef<ModuleOp> &module) {
  SmallVector<StringRef> path;
  StringRef(options.entry).split(path, "::");
  for (StringRef name : ArrayRef(path).drop_back()) {
    auto nested = module->lookupSymbol<ModuleOp>(name);
    if (!nested)
      return;
    nested->remove();
    module = nested;
  }
}

LogicalResult Checker::prepareReference() {
  OwningOpRef<ModuleOp> module = input.clone();
  takeModuleOfEntry(module);
  func::FuncOp entry = getEntry(*module);
  if (!entry)
    return noReference("there is no function @" + options.entry);
  // The layout of a view is no layout of its own that could be erased.
  spellStridedViews(*module);
  keepReachable(*module, {entryName});
  if (Operation *op = findWithoutReference(*module)) {
    op->emitError("no reference: this has no meaning without layouts");
    return noReference("no reference, because of '" +
                       op->getName().getStringRef() + "'");
  }
  if (hasUndef(*module))
    numReferenceRuns = kNumRunsWithUndef;
  std::string why;
  FailureOr<Signature> read = readSignature(entry, options, why);
  if (failed(read))
    return noReference(why);
  signature = std::move(*read);
  if (failed(eraseLayouts(*module, assumptions)) || failed(verify(*module)) ||
      failed(bufferizeTensors(*module)))
    return noReference("no reference: its layouts cannot be erased");
  if (failed(readReferenceViews(signature, entry, why)))
    return noReference("no reference: " + why);
  if (failed(lowerToLLVM(*module, entryName, referenceChecks)))
    return noReference("no reference: it cannot be lowered to LLVM");
  reference = Program::compile(*module, entryName, why);
  if (!reference)
    return noReference("no reference: it cannot be compiled: " + why);
  return success();
}

LogicalResult Checker::runPipeline(ModuleOp module) {
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  FailureOr<OpPassManager> parsed = parsePassPipeline(options.pipeline, stream);
  if (failed(parsed))
    return noReference("--pipeline: " + StringRef(errors).trim());
  std::optional<StringRef> anchor = parsed->getOpName();
  if (anchor && *anchor != ModuleOp::getOperationName())
    return noReference("--pipeline: expected builtin.module(...), not " +
                       *anchor + "(...)");
  PassManager manager(module->getContext());
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  if (options.instrument)
    options.instrument(manager);
  if (failed(manager.run(module))) {
    result.pipelineFailed = true;
    return differ("the pipeline fails");
  }
  if (options.dumpCandidate)
    module->print(llvm::errs());
  return success();
}

LogicalResult Checker::prepareCandidate() {
  OwningOpRef<ModuleOp> module = input.clone();
  if (failed(runPipeline(*module)))
    return failure();
  takeModuleOfEntry(module);
  if (!getEntry(*module) || getEntry(*module).isExternal())
    return differ("the pipeline removes @" + options.entry);
  keepReachable(*module, signature.getPublicSymbols(entryName));
  if (failed(verifyNoLayouts(*module)))
    return differ("the pipeline leaves layouts behind");
  if (failed(bufferizeTensors(*module)))
    return differ("what the pipeline makes cannot be bufferised");
  std::string why;
  if (failed(readCandidateViews(signature, getEntry(*module), why)))
    return differ(why);
  // Promises and undefined values may still be there: they are put to the test.
  if (failed(eraseLayouts(*module, candidateAssumptions)) ||
      failed(lowerToLLVM(*module, entryName, candidateChecks)))
    return differ("what the pipeline makes cannot be lowered to LLVM");
  candidate = Program::compile(*module, entryName, why);
  if (!candidate)
    return differ("what the pipeline makes cannot be compiled: " + why);
  return success();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

std::vector<ElementArray> Checker::makeContents(DataSet set) {
  std::mt19937_64 random(2 * options.seed + (set == DataSet::Specials));
  std::vector<ElementArray> contents;
  auto add = [&](const Parameter &parameter) {
    contents.emplace_back(parameter.format, parameter.shape).fill(set, random);
  };
  for (const Parameter &argument : signature.arguments)
    if (argument.isBuffer())
      add(argument);
  for (const Parameter &global : signature.globals)
    if (!global.isInitialized)
      add(global);
  return contents;
}

LogicalResult Checker::runAll() {
  if (!memory.isValid())
    return noReference("there are no addresses left to run anything: 16 GiB "
                       "of them are reserved (see ulimit -v)");
  for (DataSet set : {DataSet::Integers, DataSet::Specials})
    if (failed(runDataSet(set)))
      return failure();
  if (numDataSets == 0)
    return noReference("no reference: the program has undefined behavior");
  return success();
}

/// Poison in the candidate is its own fault only where the program has none.
LogicalResult Checker::runDataSet(DataSet set) {
  std::vector<ElementArray> contents = makeContents(set);
  std::vector<RunOutcome> expected(numReferenceRuns);
  std::optional<PoisonReport> ownPoison;
  for (auto [i, outcome] : llvm::enumerate(expected)) {
    if (failed(runReference(set, contents, getPoison(set, i), outcome)))
      return failure();
    if (outcome.poison)
      ownPoison = outcome.poison;
    if (outcome.poison && outcome.poison->isUndefinedBehavior())
      return skip(set, *ownPoison);
  }
  if (ownPoison && !runReferenceWithChanges(set, contents, expected))
    return skip(set, *ownPoison);
  ++numDataSets;
  OnPoison onPoison = ownPoison ? OnPoison::Ignore : OnPoison::End;
  for (unsigned i = 0; i < 2; ++i)
    if (failed(
            runCandidate(set, contents, getPoison(set, i), expected, onPoison)))
      return failure();
  return success();
}

/// Any behavior is right, so that there is nothing to compare with.
LogicalResult Checker::skip(DataSet set, PoisonReport why) {
  const PoisonSource &source = referenceChecks.poisonSources[why.source - 1];
  emitWarning(source.loc, "without layouts, " + source.describe() + " and " +
                              why.describe() + ", on " + stringifyDataSet(set) +
                              ": not compared");
  return success();
}

/// What is poison differs between these runs, and so does what depends on it.
/// False if that ends a run: the program has undefined behavior.
bool Checker::runReferenceWithChanges(DataSet set,
                                      ArrayRef<ElementArray> contents,
                                      std::vector<RunOutcome> &expected) {
  for (unsigned i = 0; i < kNumRunsWithPoison; ++i) {
    Poison poison = getPoison(set, numReferenceRuns + i);
    expected.push_back(runProgram(*reference, Role::Reference, signature,
                                  {poison, contents, nullptr, OnPoison::Change},
                                  memory, options.timeoutSeconds));
    if (!expected.back().failure.empty())
      return false;
  }
  return true;
}

LogicalResult Checker::runReference(DataSet set,
                                    ArrayRef<ElementArray> contents,
                                    Poison poison, RunOutcome &outcome) {
  outcome = runProgram(*reference, Role::Reference, signature,
                       {poison, contents, nullptr, OnPoison::EndAtUndefined},
                       memory, options.timeoutSeconds);
  if (outcome.poison && outcome.poison->isUndefinedBehavior())
    return success();
  if (outcome.failedAssumption)
    emitError(assumptions[*outcome.failedAssumption],
              "what is assumed here does not hold");
  if (outcome.badAccess) {
    emitError(referenceChecks.accesses[outcome.badAccess->number],
              "without layouts, " + outcome.failure);
    return noReference("no reference: the program accesses memory out of "
                       "bounds, on " +
                       stringifyDataSet(set) + " (seed " + Twine(options.seed) +
                       ")");
  }
  std::string problem = outcome.failure;
  if (problem.empty() && !outcome.violations.empty())
    problem = outcome.violations.front();
  if (problem.empty())
    return success();
  return differ("the reference, on " + stringifyDataSet(set) + " (seed " +
                Twine(options.seed) + "): " + problem);
}

/// Where, in which run: what it takes to see the same again.
static std::string describeRun(DataSet set, Poison poison, uint64_t seed) {
  return (Twine("\n  on ") + stringifyDataSet(set) +
          ", unknown memory filled with 0x" + llvm::utohexstr(poison.byte) +
          ", --seed=" + Twine(seed))
      .str();
}

LogicalResult Checker::runCandidate(DataSet set,
                                    ArrayRef<ElementArray> contents,
                                    Poison poison,
                                    ArrayRef<RunOutcome> expected,
                                    OnPoison onPoison) {
  RunOutcome outcome =
      runProgram(*candidate, Role::Candidate, signature,
                 {poison, contents, &expected.front(), onPoison}, memory,
                 options.timeoutSeconds);
  if (outcome.failedAssumption)
    emitError(candidateAssumptions[*outcome.failedAssumption],
              "what is assumed here does not hold");
  if (outcome.badAccess)
    emitError(candidateChecks.accesses[outcome.badAccess->number],
              "after the pipeline, " + outcome.failure);
  if (outcome.poison) {
    const PoisonSource &source =
        candidateChecks.poisonSources[outcome.poison->source - 1];
    emitError(source.loc, "after the pipeline, " + source.describe() + " and " +
                              outcome.poison->describe());
  }
  SmallVector<std::string> problems;
  if (outcome.badAccess) {
    problems.push_back("what the pipeline makes accesses memory out of bounds");
  } else if (outcome.poison) {
    problems.push_back("what the pipeline makes uses a value that is poison");
  } else if (!outcome.failure.empty()) {
    problems.push_back("what the pipeline makes: " + outcome.failure);
  } else {
    Comparison comparison = compareOutcomes(expected, outcome, options.rtol);
    numNotCompared = std::max(numNotCompared, comparison.numUndefined);
    if (!comparison.difference.empty())
      problems.push_back(comparison.difference);
    llvm::append_range(problems, outcome.violations);
  }
  if (problems.empty())
    return success();
  return differ(llvm::join(problems, "\n") +
                describeRun(set, poison, options.seed));
}

void Checker::agree() {
  result.message = std::to_string(2 * numDataSets) + " runs agree (" +
                   std::to_string(numDataSets) + " data set" +
                   (numDataSets == 1 ? "" : "s") +
                   " x 2 poison patterns), padding as promised";
  if (numNotCompared != 0)
    result.message += "; " + std::to_string(numNotCompared) +
                      " undefined elements were not compared";
}

CheckResult layout::checkModule(ModuleOp input, const CheckOptions &options) {
  // A module of plain affine_map layouts does not name the dialect.
  input.getContext()->loadDialect<LayoutDialect>();
  CheckResult result = Checker(input, options).check();
  std::string prefix = "layout-check: @" + options.entry + ": ";
  std::string message;
  SmallVector<StringRef> lines;
  StringRef(result.message).split(lines, '\n');
  for (StringRef line : lines)
    message += (line.starts_with(" ") ? "" : prefix) + line.str() + "\n";
  result.message = message;
  return result;
}
