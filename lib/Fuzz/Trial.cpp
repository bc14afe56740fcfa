//===- Trial.cpp - One program through one pipeline -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/Trial.h"

#include "Layout/Check/Erase.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

StringRef fuzz::getName(End end) {
  static constexpr StringRef kNames[] = {
      "agrees",  "refused",     "differs",     "silent",  "changed",
      "invalid", "unlowerable", "bad-program", "crashes", "hangs"};
  return kNames[unsigned(end)];
}

/// Quoted names, numbers and types are of one program only.
static std::string generalize(StringRef message) {
  std::string result;
  unsigned depth = 0;
  char previous = 0;
  for (char c : message.take_until([](char c) { return c == '\n'; })) {
    if (c == '<')
      ++depth;
    bool isNumber = llvm::isDigit(c);
    if (depth == 0 && !(isNumber && previous == 'N')) {
      previous = isNumber ? 'N' : c;
      result += previous;
    }
    if (c == '>' && depth > 0)
      --depth;
  }
  return result;
}

/// What is amiss, without where: "result differs".
static std::string summarize(StringRef message, StringRef entry) {
  message.consume_front("layout-check: @");
  message.consume_front(entry);
  message.consume_front(": ");
  message = message.take_until([](char c) { return c == '\n'; });
  message = message.take_front(message.find(" at "));
  return generalize(message.take_front(message.find(": ")));
}

namespace {

/// Sees which of the project's passes change anything.
class RewriteWatch : public PassInstrumentation {
public:
  explicit RewriteWatch(std::map<std::string, bool> &passes) : passes(passes) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (isOurs(pass))
      before.emplace(op);
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (isOurs(pass))
      passes[pass->getArgument().str()] |= *before != OperationFingerPrint(op);
  }

private:
  static bool isOurs(Pass *pass) {
    return pass->getArgument().starts_with("layout-");
  }

  std::map<std::string, bool> &passes;
  std::optional<OperationFingerPrint> before; ///< passes do not nest
};

class Trial {
public:
  Trial(MLIRContext *context, const RandomProgram &program,
        ArrayRef<std::string> passes, const TrialOptions &options)
      : context(context), program(program), passes(passes), options(options),
        handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            errors.push_back(diagnostic.str());
          return success();
        }) {}

  TrialResult run();

private:
  TrialResult end(End end, const Twine &reason, const Twine &message = "") {
    std::string all = message.isTriviallyEmpty() ? "" : message.str() + "\n";
    return {end, reason.str(), all + llvm::join(errors, "\n"), watched};
  }
  std::string firstError() {
    return errors.empty() ? "" : generalize(errors.front());
  }
  /// Runs passes one by one up to the one that fails.
  TrialResult findFailure(ModuleOp module);
  bool runPass(ModuleOp module, StringRef pass);
  bool isLowered(ModuleOp module);
  /// Returns true if upstream can lower the program without any layout.
  bool isLoweredWithoutLayouts();

  MLIRContext *context;
  const RandomProgram &program;
  ArrayRef<std::string> passes;
  const TrialOptions &options;
  std::vector<std::string> errors;
  std::map<std::string, bool> watched; ///< of `TrialResult`
  ScopedDiagnosticHandler handler;
};

} // namespace

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().printGenericOpForm());
  return text;
}

bool Trial::runPass(ModuleOp module, StringRef pass) {
  FailureOr<OpPassManager> parsed =
      parsePassPipeline(getPipelineText({pass.str()}), llvm::nulls());
  if (failed(parsed)) {
    errors.push_back("there is no pass " + pass.str());
    return false;
  }
  PassManager manager(context);
  manager.enableVerifier(false);
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  return succeeded(manager.run(module));
}

bool Trial::isLowered(ModuleOp module) {
  // Of integers of more than 64 bits, the size is the target's matter; any
  // target will do, since nothing is run.
  module->setAttr("llvm.data_layout",
                  StringAttr::get(context, "e-i64:64-i128:128"));
  return runPass(module, "layout-to-llvm");
}

bool Trial::isLoweredWithoutLayouts() {
  auto module = parseSourceString<ModuleOp>(program.text, context);
  spellStridedViews(*module);
  SmallVector<Location> assumptions;
  return succeeded(eraseLayouts(*module, assumptions)) && isLowered(*module);
}

/// In a loop that is never entered, upstream's simplification leaves each of
/// two bounds out of a minimum because of the other.
static bool isKnownOfUpstream(StringRef pass, StringRef error) {
  return !pass.starts_with("layout-") &&
         error.contains("bound map to have at least one result");
}

TrialResult Trial::findFailure(ModuleOp input) {
  OwningOpRef<ModuleOp> module = input.clone();
  for (const std::string &pass : passes) {
    std::string before = print(*module);
    errors.clear();
    if (!runPass(*module, pass)) {
      if (print(*module) != before && StringRef(pass).starts_with("layout-"))
        return end(End::Changed, pass + ": " + firstError());
      return end(errors.empty() ? End::Silent : End::Refused,
                 StringRef(pass).take_until([](char c) { return c == '{'; }) +
                     ": " + firstError());
    }
    if (failed(verify(*module)))
      return end(isKnownOfUpstream(pass, firstError()) ? End::Refused
                                                       : End::Invalid,
                 pass + ": " + firstError());
  }
  return end(End::Silent, "fails only as a whole");
}

/// Returns true if the pipeline gives a result the layout that is requested for
/// an argument: a function returns it, and its interface may change. Only a
/// result that has a layout in the program can be compared.
static bool returnsRequested(const CheckResult &result,
                             ArrayRef<std::string> passes) {
  return !result.wasRun &&
         llvm::is_contained(passes, "layout-assign{change-interface=true}") &&
         StringRef(result.message).contains("turns result") &&
         StringRef(result.message).contains("has no layout that says where");
}

/// Loops in regions of unregistered ops are refused by the lowering to LLVM.
static bool hasForeignRegions(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return op->isRegistered() || op->getNumRegions() == 0
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

TrialResult Trial::run() {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(program.text, context);
  if (!module)
    return end(End::BadProgram, firstError());
  CheckOptions check = program.options;
  check.pipeline = getPipelineText(passes);
  check.seed = options.dataSeed;
  check.timeoutSeconds = options.timeoutSeconds;
  check.instrument = [&](PassManager &manager) {
    manager.addInstrumentation(std::make_unique<RewriteWatch>(watched));
  };
  CheckResult result = checkModule(*module, check);
  if (result.verdict == Verdict::NoReference)
    return end(End::BadProgram, firstError(), result.message);
  if (result.pipelineFailed)
    return findFailure(*module);
  if (returnsRequested(result, passes))
    return end(End::Refused, "layout-check: a result has a requested layout");
  if (result.verdict != Verdict::Agree)
    return end(End::Differs, summarize(result.message, check.entry),
               result.message);
  if (options.lower && !hasForeignRegions(*module)) {
    errors.clear();
    for (const std::string &pass : passes)
      runPass(*module, pass);
    if (!isLowered(*module)) {
      std::string reason = firstError();
      return end(isLoweredWithoutLayouts() ? End::Unlowerable : End::Refused,
                 "layout-to-llvm: " + reason);
    }
  }
  return end(End::Agrees, "");
}

TrialResult fuzz::runTrial(MLIRContext *context, const RandomProgram &program,
                           ArrayRef<std::string> passes,
                           const TrialOptions &options) {
  return Trial(context, program, passes, options).run();
}

std::string fuzz::printTrial(const RandomProgram &program,
                             ArrayRef<std::string> passes,
                             const TrialResult &result) {
  std::string text = "// RUN: layout-check %s --entry=" + program.options.entry;
  for (const auto &[number, value] : program.options.arguments)
    text += " --arg=" + std::to_string(number) + ":" + value;
  for (const auto &[place, value] : program.options.dims)
    text += " --dim=arg" + std::to_string(place.first) + ".dim" +
            std::to_string(place.second) + ":" + std::to_string(value);
  if (!program.options.target.empty())
    text += " --target=" + program.options.target;
  if (program.options.seed)
    text += " --seed=" + std::to_string(program.options.seed);
  if (program.hasForeign)
    text += " --allow-unregistered-dialect";
  text += " --pipeline=\"" + getPipelineText(passes) + "\"\n";
  text += ("// " + getName(result.end) + ": " + result.reason + "\n").str();
  SmallVector<StringRef> lines;
  StringRef(result.message).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    text += ("//   " + line + "\n").str();
  return text + "\n" + program.text;
}
