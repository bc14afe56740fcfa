//===- CheckerRuns.cpp - Runs of reference and candidate ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "Layout/Check/Compare.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Contents of memory that a candidate has no right to know. Large and of
/// either sign, or NaN, so that a sum, a product, a least or a greatest value
/// that takes one in shows it; the lowest bits differ, for `i1`.
constexpr uint8_t kPoison[3][2] = {{0x7B, 0xFA}, {0xFF, 0x7A}, {0x7B, 0xFA}};

} // namespace

/// What may be different in each run. A seed is its number: an undefined `i1`
/// is the same in two runs half of the time.
static Poison getPoison(DataSet set, unsigned run) {
  return {kPoison[unsigned(set)][run % 2], run};
}

namespace {

/// Further runs of a reference in which flags make poison: by then one bit that
/// depends on it has had either value.
constexpr unsigned kNumRunsWithPoison = 32;

} // namespace

bool Checker::hasFloats() const {
  auto holdsFloats = [](const Parameter &parameter) {
    return parameter.format.isFloat();
  };
  return llvm::any_of(signature.arguments,
                      [&](const Parameter &argument) {
                        return argument.isBuffer() && holdsFloats(argument);
                      }) ||
         llvm::any_of(signature.globals, [&](const Parameter &global) {
           return !global.isInitialized && holdsFloats(global);
         });
}

LogicalResult Checker::runAll() {
  if (!memory->isValid())
    return noReference("there are no addresses left to run anything: 16 GiB "
                       "of them are reserved (see ulimit -v)");
  for (DataSet set : {DataSet::Integers, DataSet::Specials, DataSet::Fractions})
    if ((set != DataSet::Fractions || hasFloats()) && failed(runDataSet(set)))
      return failure();
  if (numDataSets == 0)
    return noReference("no reference: the program has undefined behavior");
  return success();
}

/// Poison in the candidate is its own fault only where the program has none.
LogicalResult Checker::runDataSet(DataSet set) {
  std::vector<ElementArray> contents =
      makeContents(signature, set, options.seed);
  Expectation expected;
  expected.outcomes.resize(numReferenceRuns);
  for (auto [i, outcome] : llvm::enumerate(expected.outcomes)) {
    if (failed(runReference(*reference, set, contents, getPoison(set, i),
                            outcome)))
      return failure();
    if (outcome.poison)
      expected.poison = outcome.poison;
    if (outcome.poison && outcome.poison->isUndefinedBehavior())
      return skip(set, *outcome.poison);
  }
  if (reversedReference &&
      failed(runReference(*reversedReference, set, contents, getPoison(set, 0),
                          expected.outcomes.emplace_back())))
    return failure();
  if (expected.poison && !runReferenceWithChanges(set, contents, expected))
    return skip(set, *expected.poison);
  ++numDataSets;
  result.wasRun = true;
  for (unsigned i = 0; i < 2; ++i)
    if (failed(runCandidate(set, contents, getPoison(set, i), expected)))
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
                                      Expectation &expected) {
  for (unsigned i = 0; i < kNumRunsWithPoison; ++i) {
    Poison poison = getPoison(set, numReferenceRuns + i);
    expected.changed.push_back(
        runProgram(*reference, Role::Reference, signature,
                   {poison, contents, nullptr, OnPoison::Change}, *memory,
                   options.timeoutSeconds));
    if (!expected.changed.back().failure.empty())
      return false;
  }
  return true;
}

/// Says at the constant which of its elements is written, and returns what that
/// program does.
static std::string reportWrite(const RunChecks &checks,
                               const WrittenConstant &written,
                               StringRef program) {
  const WatchedConstant &constant = checks.watched[written.number];
  emitError(constant.loc, program + constant.describeWrite(written.byte));
  return "writes the constant @" + constant.name;
}

LogicalResult Checker::runReference(const Program &program, DataSet set,
                                    ArrayRef<ElementArray> contents,
                                    Poison poison, RunOutcome &outcome) {
  outcome = runProgram(program, Role::Reference, signature,
                       {poison, contents, nullptr, OnPoison::EndAtUndefined},
                       *memory, options.timeoutSeconds);
  if (outcome.poison && outcome.poison->isUndefinedBehavior())
    return success();
  if (outcome.failedAssumption)
    emitError(assumptions[*outcome.failedAssumption],
              "what is assumed here does not hold");
  if (outcome.badAccess)
    emitError(referenceChecks.accesses[outcome.badAccess->number],
              "without layouts, " + outcome.failure);
  std::string problem =
      outcome.badAccess ? "accesses memory out of bounds" : outcome.failure;
  if (outcome.writtenConstant)
    problem = reportWrite(referenceChecks, *outcome.writtenConstant,
                          "without layouts, ");
  if (problem.empty() && !outcome.violations.empty())
    problem = outcome.violations.front();
  if (problem.empty())
    return success();
  return noReference("no reference: the program without layouts: " + problem +
                     ", on " + stringifyDataSet(set) + " (seed " +
                     Twine(options.seed) + ")");
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
                                    const Expectation &expected) {
  OnPoison onPoison = expected.poison ? OnPoison::Ignore : OnPoison::End;
  RunOutcome outcome =
      runProgram(*candidate, Role::Candidate, signature,
                 {poison, contents, &expected.outcomes.front(), onPoison},
                 *memory, options.timeoutSeconds);
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
  // It says nothing of the pipeline.
  if (outcome.isOfEmulator)
    return noReference("what the pipeline makes: " + outcome.failure +
                       describeRun(set, poison, options.seed));
  SmallVector<std::string> problems;
  if (outcome.badAccess) {
    problems.push_back("what the pipeline makes accesses memory out of bounds");
  } else if (outcome.poison) {
    problems.push_back("what the pipeline makes uses a value that is poison");
  } else if (!outcome.failure.empty()) {
    problems.push_back("what the pipeline makes: " + outcome.failure);
  } else {
    Comparison comparison = compareOutcomes(expected.outcomes, expected.changed,
                                            outcome, options.rtol);
    numNotCompared = std::max(numNotCompared, comparison.numUndefined);
    if (!comparison.difference.empty())
      problems.push_back(comparison.difference);
    llvm::append_range(problems, outcome.violations);
    if (outcome.writtenConstant)
      problems.push_back("what the pipeline makes " +
                         reportWrite(candidateChecks, *outcome.writtenConstant,
                                     "after the pipeline, "));
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
                   " x 2 poison patterns), padding as guaranteed";
  if (numNotCompared != 0)
    result.message += "; " + std::to_string(numNotCompared) +
                      " undefined elements were not compared";
}
