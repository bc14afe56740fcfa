//===- Checker.cpp - Checking passes by running what they make ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

#include "Layout/Check/Erase.h"
#include "Layout/Check/Reference.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Bufferize/Workspace.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

static bool hasUndef(ModuleOp module) {
  return module.walk([](UndefOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Why the program cannot be run without layouts.
static void explainNoReference(Operation *op) {
  InFlightDiagnostic error = op->emitError("no reference: ");
  auto symbol = dyn_cast<SymbolOpInterface>(op);
  if (!symbol) {
    error << "'" << op->getName()
          << "' sees the storage of a layout, and the program is run without "
             "layouts, too; check it once layout-apply has rewritten such ops";
    return;
  }
  error << "@" << symbol.getName()
        << (isa<FunctionOpInterface>(op)
                ? " is called and has no body; define it in this module"
                : " is used and defined elsewhere; define it in this module");
}

StringRef layout::getNameOfEntry(StringRef entry) {
  StringRef name = entry.rsplit("::").second;
  return name.empty() ? entry : name;
}

void layout::takeModuleOfEntry(OwningOpRef<ModuleOp> &module,
                               StringRef entry) {
  SmallVector<StringRef> path;
  entry.split(path, "::");
  for (StringRef name : ArrayRef(path).drop_back()) {
    auto nested = module->lookupSymbol<ModuleOp>(name);
    if (!nested)
      return;
    nested->remove();
    module = nested;
  }
}

std::optional<ReferenceProgram>
layout::makeReference(ModuleOp input, const CheckOptions &options,
                      std::string &why) {
  auto fail = [&](const Twine &reason) {
    why = reason.str();
    return std::nullopt;
  };
  ReferenceProgram made;
  made.module = input.clone();
  takeModuleOfEntry(made.module, options.entry);
  StringRef name = getNameOfEntry(options.entry);
  auto entry = made.module->lookupSymbol<func::FuncOp>(name);
  if (!entry)
    return fail("there is no function @" + options.entry);
  // The layout of a view is no layout of its own that could be erased.
  spellStridedViews(*made.module);
  keepReachable(*made.module, {name});
  if (Operation *op = findWithoutReference(*made.module)) {
    explainNoReference(op);
    return fail("no reference, because of '" + op->getName().getStringRef() +
                "'");
  }
  made.hasUndef = hasUndef(*made.module);
  FailureOr<Signature> read = readSignature(entry, options, why);
  if (failed(read))
    return std::nullopt;
  made.signature = std::move(*read);
  if (failed(eraseLayouts(*made.module, made.assumptions)) ||
      failed(verify(*made.module)) || failed(bufferizeTensors(*made.module)))
    return fail("no reference: its layouts cannot be erased");
  if (failed(readReferenceViews(made.signature, entry, why)))
    return fail("no reference: " + why);
  return made;
}

std::vector<ElementArray> layout::makeContents(const Signature &signature,
                                               DataSet set, uint64_t seed) {
  // Of each seed and set another sequence.
  uint64_t first =
      set == DataSet::Fractions ? ~seed : 2 * seed + (set == DataSet::Specials);
  std::mt19937_64 random(first);
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

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

/// Runs of a reference that has undefined values, to see what depends on them.
static constexpr unsigned kNumRunsWithUndef = 8;

static bool hasParallelLoops(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isParallelLoop(op) ? WalkResult::interrupt()
                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult Checker::compileReference(ModuleOp module, RunChecks &checks,
                                        std::unique_ptr<Program> &program) {
  if (failed(lowerToLLVM(module, entryName, checks)))
    return noReference("no reference: it cannot be lowered to LLVM");
  std::string why;
  program = compile(module, why);
  if (!program)
    return noReference("no reference: it cannot be compiled: " + why);
  return success();
}

/// The other runs look for what is wrong in it.
LogicalResult Checker::compileReversedReference(ModuleOp module) {
  if (!hasParallelLoops(module))
    return success();
  RunChecks checks;
  checks.bounds = checks.poison = checks.constants = false;
  checks.reversesParallel = true;
  OwningOpRef<ModuleOp> reversed = module.clone();
  return compileReference(*reversed, checks, reversedReference);
}

LogicalResult Checker::verifyTarget() {
  if (options.target.empty() || target)
    return success();
  return noReference("--target=" + options.target + ": " + whyNoTarget);
}

LogicalResult Checker::prepareReference() {
  std::string why;
  std::optional<ReferenceProgram> made = makeReference(input, options, why);
  if (!made)
    return noReference(why);
  signature = std::move(made->signature);
  assumptions = std::move(made->assumptions);
  if (made->hasUndef)
    numReferenceRuns = kNumRunsWithUndef;
  if (failed(lowerOtherDialects(*made->module)) ||
      failed(compileReversedReference(*made->module)))
    return failure();
  return compileReference(*made->module, referenceChecks, reference);
}

FailureOr<OpPassManager> Checker::parsePipeline(StringRef option,
                                                StringRef text) {
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  FailureOr<OpPassManager> parsed = parsePassPipeline(text, stream);
  if (failed(parsed))
    return noReference(option + ": " + StringRef(errors).trim());
  std::optional<StringRef> anchor = parsed->getOpName();
  if (anchor && *anchor != ModuleOp::getOperationName())
    return noReference(option + ": expected builtin.module(...), not " +
                       *anchor + "(...)");
  return parsed;
}

LogicalResult Checker::lowerOtherDialects(ModuleOp module) {
  if (options.lowering.empty())
    return success();
  FailureOr<OpPassManager> parsed =
      parsePipeline("--lowering", options.lowering);
  if (failed(parsed))
    return failure();
  PassManager manager(module->getContext());
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  if (failed(manager.run(module)))
    return noReference("--lowering: the passes fail");
  return success();
}

/// What the input states of it stays.
LogicalResult Checker::stateTarget(ModuleOp module) {
  if (options.target.empty())
    return success();
  FailureOr<OpPassManager> parsed =
      parsePipeline("--target", "builtin.module(layout-set-target{target=" +
                                    options.target + "})");
  if (failed(parsed))
    return failure();
  PassManager manager(module->getContext());
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  if (failed(manager.run(module)))
    return noReference("--target: what the module states is wrong");
  return success();
}

LogicalResult Checker::runPipeline(ModuleOp module) {
  FailureOr<OpPassManager> parsed =
      parsePipeline("--pipeline", options.pipeline);
  if (failed(parsed))
    return failure();
  PassManager manager(module->getContext());
  static_cast<OpPassManager &>(manager) = std::move(*parsed);
  if (failed(stateTarget(module)))
    return failure();
  if (options.instrument)
    options.instrument(manager);
  if (options.takesLayoutsOfPasses)
    pipelineRun.layouts.start(module->getContext());
  bool isDone = succeeded(manager.run(module));
  pipelineRun.layouts.stop();
  if (!isDone) {
    result.pipelineFailed = true;
    return differ("the pipeline fails");
  }
  if (options.dumpCandidate)
    module->print(llvm::errs());
  return success();
}

LogicalResult Checker::runPipelineOnce() {
  if (!pipelineRun.isOver) {
    pipelineRun.isOver = true;
    OwningOpRef<ModuleOp> module = input.clone();
    if (succeeded(runPipeline(*module)))
      pipelineRun.module = std::move(module);
    else
      pipelineRun.failure = result;
  }
  if (pipelineRun.module)
    return success();
  result = pipelineRun.failure;
  return failure();
}

/// Why the function is not there any more as one that can be run; empty if it
/// is.
std::string Checker::whyNoEntry(ModuleOp module) {
  Operation *found = module.lookupSymbol(entryName);
  if (!found)
    return "the pipeline removes @" + options.entry;
  if (isa<LLVM::LLVMFuncOp>(found))
    return "the pipeline goes on to the LLVM dialect, where no layout tells "
           "how @" +
           options.entry +
           " is called: leave out layout-to-llvm, for a check lowers what it "
           "runs by itself; in place of layout-compile, check "
           "layout-compile{to-llvm=false}, with its other options";
  auto function = dyn_cast<func::FuncOp>(found);
  if (!function)
    return "the pipeline makes @" + options.entry + " a '" +
           found->getName().getStringRef().str() +
           "': expects it to stay a 'func.func'";
  return function.isExternal()
             ? "the pipeline removes the body of @" + options.entry
             : "";
}

LogicalResult Checker::prepareCandidate() {
  if (failed(runPipelineOnce()))
    return failure();
  OwningOpRef<ModuleOp> module = pipelineRun.module->clone();
  takeModuleOfEntry(module, options.entry);
  if (std::string why = whyNoEntry(*module); !why.empty())
    return differ(why);
  allocateOwnWorkspace(*module, entryName);
  keepReachable(*module, signature.getPublicSymbols(entryName));
  if (failed(verifyNoLayouts(*module)))
    return differ("the pipeline leaves layouts behind: put layout-apply into "
                  "it, and before it, for requests, layout-assign");
  // In a region of one, upstream does not find the globals of constants.
  if (failed(eraseUnregistered(*module)) || failed(bufferizeTensors(*module)))
    return differ("what the pipeline makes cannot be bufferised");
  std::string why;
  pipelineRun.layouts.addRequests(signature, options.entry);
  if (failed(readCandidateViews(signature, getEntry(*module), why)))
    return differ(why);
  // Assumptions and undefined values may still be there: they are tested.
  if (failed(eraseLayouts(*module, candidateAssumptions)))
    return differ("what the pipeline makes cannot be lowered to LLVM");
  if (failed(lowerOtherDialects(*module)))
    return failure();
  if (failed(lowerToLLVM(*module, entryName, candidateChecks)))
    return differ("what the pipeline makes cannot be lowered to LLVM");
  candidate = compile(*module, why);
  if (!candidate)
    return differ("what the pipeline makes cannot be compiled: " + why);
  return success();
}

/// Each line with the name of the function.
static std::string addPrefixes(StringRef text, StringRef entry) {
  std::string prefix = ("layout-check: @" + entry + ": ").str();
  std::string message;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    message += (line.starts_with(" ") ? "" : prefix) + line.str() + "\n";
  return message;
}

void layout::checkEntries(
    ModuleOp input, ArrayRef<std::string> entries, const CheckOptions &options,
    llvm::function_ref<void(const CheckResult &)> report) {
  // A module of plain affine_map layouts does not name the dialect.
  input.getContext()->loadDialect<LayoutDialect>();
  PipelineRun pipelineRun;
  CheckOptions each = options;
  for (const std::string &entry : entries) {
    each.entry = entry;
    CheckResult result = Checker(input, each, pipelineRun).check();
    result.message = addPrefixes(result.message, entry);
    report(result);
  }
}

CheckResult layout::checkModule(ModuleOp input, const CheckOptions &options) {
  CheckResult result{Verdict::Agree, "", false, false};
  checkEntries(input, options.entry, options,
               [&](const CheckResult &reported) { result = reported; });
  return result;
}
