//===- ModuleHandle.cpp - One module, by its text -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/ModuleHandle.h"

#include "Diagnostics.h"
#include "FunctionCompiler.h"
#include "Layout/Check/Check.h"
#include "Layout/Check/Isolate.h"
#include "Layout/Check/Signature.h"
#include "Layout/Object/CompileFile.h"
#include "Layout/Tune/Tune.h"
#include "ModuleState.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;

ModuleHandle::ModuleHandle() : state(std::make_unique<State>()) {}
ModuleHandle::~ModuleHandle() = default;

Result<std::shared_ptr<ModuleHandle>>
ModuleHandle::parse(const std::string &text, const std::string &name) {
  if (std::string why = whyNotParsed(text); !why.empty())
    return fail(why);
  // A text is one of characters: bytecode that passed for one was changed.
  if (isBytecode(llvm::MemoryBufferRef(text, name)))
    return fail("expected MLIR as text, found bytecode");
  std::shared_ptr<ModuleHandle> handle(new ModuleHandle);
  MLIRContext *context = &handle->state->session.getContext();
  DiagnosticCollector diagnostics(context);
  handle->state->module =
      parseSourceString<ModuleOp>(text, ParserConfig(context), name);
  if (!handle->state->module)
    return diagnostics.getFailure("is no module");
  return handle;
}

namespace {

/// What a process of its own has read.
struct ReadBytecode {
  bool isModule = false; ///< else the text says why it is none
  size_t numBytes = 0;   ///< of the text, in the memory that comes next
};

} // namespace

/// Data of resources is used where it lies, at the alignment that it states.
static std::unique_ptr<llvm::MemoryBuffer> copyAligned(StringRef code,
                                                       StringRef name) {
  std::unique_ptr<llvm::WritableMemoryBuffer> buffer =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(code.size(), name,
                                                        llvm::Align(64));
  llvm::copy(code, buffer->getBufferStart());
  return buffer;
}

static void readInChild(StringRef code, StringRef name, SharedMemory &memory,
                        ReadBytecode &read) {
  Session session;
  std::string text;
  ScopedDiagnosticHandler handler(
      &session.getContext(), [&](Diagnostic &report) {
        if (text.empty())
          text = report.str();
        return success();
      });
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(copyAligned(code, name), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(
      sources, ParserConfig(&session.getContext()));
  if (module) {
    text.clear();
    llvm::raw_string_ostream stream(text);
    module->print(stream, OpPrintingFlags().enableDebugInfo());
  }
  char *place = memory.allocate(text.size() + 1);
  if (!place)
    return;
  llvm::copy(text, place);
  read.isModule = bool(module);
  read.numBytes = text.size() + 1;
}

/// Returns the module as text. MLIR's reader trusts bytecode: wrong numbers
/// in it end the program, or overwrite its memory. So another process reads
/// it.
static Result<std::string> readAsText(StringRef code, StringRef name) {
  constexpr unsigned timeoutSeconds = 600;
  SharedMemory memory;
  auto *read =
      reinterpret_cast<ReadBytecode *>(memory.allocate(sizeof(ReadBytecode)));
  if (!read)
    return fail("there is not enough memory to read bytecode");
  ChildEnd end = runIsolated([&] { readInChild(code, name, memory, *read); },
                             timeoutSeconds);
  // Where the other process has found it.
  const char *place =
      read->numBytes ? memory.allocate(read->numBytes) : nullptr;
  if (end.kind != ChildEnd::Returned || !place)
    return fail(("the bytecode of " + name +
                 " is damaged: what reads it, a process of its own, " +
                 end.describe())
                    .str());
  std::string text =
      llvm::json::fixUTF8(StringRef(place, read->numBytes - 1));
  if (!read->isModule)
    return fail(text.empty() ? "is no module" : text);
  return text;
}

Result<std::shared_ptr<ModuleHandle>>
ModuleHandle::parseBytecode(const std::string &code, const std::string &name) {
  if (!isBytecode(llvm::MemoryBufferRef(code, name)))
    return fail("expected bytecode of MLIR");
  Result<std::string> text = readAsText(code, name);
  if (auto *failure = std::get_if<Failure>(&text))
    return *failure;
  return parse(std::get<std::string>(text), name);
}

std::string ModuleHandle::str() const {
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  std::string text;
  llvm::raw_string_ostream os(text);
  state->module->print(os);
  return text;
}

bool ModuleHandle::leavesFreeing() const {
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  bool hasTensors = false;
  bool frees =
      state->module
          ->walk([&](Operation *op) {
            hasTensors |=
                llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
            return hasEffect<MemoryEffects::Free>(op) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
          })
          .wasInterrupted();
  return hasTensors && !frees;
}

/// The pipeline as passes of a module.
static std::string wrapPipeline(StringRef text) {
  text = text.trim();
  if (text.starts_with("builtin.module(") || text.starts_with("any("))
    return text.str();
  return ("builtin.module(" + text + ")").str();
}

Result<OpPassManager> layout::parsePipeline(StringRef text) {
  std::string errors = whyNotParsed(text);
  if (!errors.empty())
    return fail("pipeline: " + errors);
  // A reader of the text of a pass expects as many brackets as it opens.
  if (text.contains('\0'))
    return fail("pipeline: contains a character 0");
  llvm::raw_string_ostream stream(errors);
  FailureOr<OpPassManager> parsed =
      parsePassPipeline(wrapPipeline(text), stream);
  if (failed(parsed))
    return fail("pipeline: " + StringRef(errors).trim().str());
  std::optional<StringRef> anchor = parsed->getOpName();
  if (anchor && *anchor != ModuleOp::getOperationName())
    return fail("pipeline: expected passes of a module, not " + anchor->str());
  return std::move(*parsed);
}

Result<std::vector<Remark>> ModuleHandle::run(const std::string &pipeline,
                                              bool withRemarks) {
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  MLIRContext *context = &state->session.getContext();
  DiagnosticCollector diagnostics(context, withRemarks);
  Result<OpPassManager> passes = parsePipeline(pipeline);
  if (auto *failure = std::get_if<Failure>(&passes))
    return diagnostics.hasError() ? diagnostics.getFailure("") : *failure;
  OwningOpRef<ModuleOp> changed = state->module->clone();
  PassManager manager(context);
  static_cast<OpPassManager &>(manager) =
      std::move(std::get<OpPassManager>(passes));
  if (failed(manager.run(*changed)))
    return diagnostics.getFailure("the pipeline fails");
  state->replace(std::move(changed));
  return diagnostics.takeRemarks();
}

/// The function `a::b::f`, as a check names it; null if there is none.
static func::FuncOp findFunction(ModuleOp module, StringRef entry) {
  SmallVector<StringRef> path;
  entry.split(path, "::");
  for (StringRef name : ArrayRef(path).drop_back())
    if (module = module.lookupSymbol<ModuleOp>(name); !module)
      return {};
  return module.lookupSymbol<func::FuncOp>(path.back());
}

static Failure failNoFunction(const std::string &entry) {
  return failOfCaller("there is no function @" + entry);
}

/// What is wrong with the requested function and values, rather than with the
/// program; empty if nothing is.
static std::string whyNotAsked(func::FuncOp entry,
                               const CheckOptions &options) {
  std::string why;
  return failed(readSignature(entry, options, why)) ? translateOption(why) : "";
}

static std::string findWitnessInLines(StringRef text) {
  std::string witness;
  for (StringRef line : llvm::split(text, '\n'))
    if (witness.empty())
      witness = findWitness(line);
  return witness;
}

/// The function and what it is to be run on. Returns what the caller has got
/// wrong; empty if nothing is.
template <typename Request>
static std::string readRun(const Request &request, CheckOptions &options) {
  options.entry = request.entry;
  options.seed = request.seed;
  options.rtol = request.rtol;
  options.timeoutSeconds = request.timeoutSeconds;
  for (const std::string &text : request.arguments)
    if (!options.addArgument(text))
      return "expects one value for the number of an argument, found '" + text +
             "'";
  for (const std::string &text : request.dims)
    if (!options.addDim(text))
      return "expects one extent for an argument and a dimension, found '" +
             text + "'";
  return "";
}

Result<ModuleHandle::Check>
ModuleHandle::check(const CheckRequest &request) const {
  CheckOptions options;
  options.pipeline = wrapPipeline(request.pipeline);
  if (std::string why = readRun(request, options); !why.empty())
    return failOfCaller(why);
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  DiagnosticCollector diagnostics(&state->session.getContext());
  func::FuncOp entry = findFunction(*state->module, request.entry);
  if (!entry)
    return failNoFunction(request.entry);
  Result<OpPassManager> passes = parsePipeline(request.pipeline);
  if (auto *failure = std::get_if<Failure>(&passes))
    return *failure;
  if (std::string why = whyNotAsked(entry, options); !why.empty())
    return failOfCaller(why);
  CheckResult result = checkModule(*state->module, options);
  Check check;
  check.verdict = static_cast<int>(result.verdict);
  check.message = result.message;
  if (diagnostics.hasError()) {
    check.error = diagnostics.getFailure("");
    check.witness = check.error->witness;
  }
  if (check.witness.empty() && result.verdict == Verdict::Differ)
    check.witness = findWitnessInLines(check.message);
  return check;
}

CompiledFunction::CompiledFunction() = default;
CompiledFunction::~CompiledFunction() = default;

Result<ModuleHandle::Compiled>
ModuleHandle::compile(const CompileRequest &request) const {
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  if (!state->module->lookupSymbol<func::FuncOp>(request.entry))
    return failNoFunction(request.entry);
  DiagnosticCollector diagnostics(&state->session.getContext(),
                                  request.withRemarks);
  OwningOpRef<ModuleOp> module = state->module->clone();
  std::string why;
  std::shared_ptr<CompiledFunction> function =
      FunctionCompiler(*module, request.entry, request.takesBits, why)
          .compile(request.pipeline);
  if (!function)
    return diagnostics.getFailure(why);
  return Compiled{std::move(function), diagnostics.takeRemarks()};
}

static Result<FileKind> getFileKind(StringRef path) {
  if (path.ends_with(".o"))
    return FileKind::Object;
  if (path.ends_with(".so"))
    return FileKind::SharedLibrary;
  if (path.ends_with(".s"))
    return FileKind::Assembly;
  if (path.ends_with(".ll"))
    return FileKind::LLVMIR;
  return failOfCaller("path: expects a name that ends in .o, .so, .s, .ll, "
                      ".mlir or .mlirbc, found '" +
                      path.str() + "'");
}

Result<std::vector<Remark>>
ModuleHandle::save(const SaveRequest &request) const {
  Result<FileKind> kind = getFileKind(request.output);
  if (auto *failure = std::get_if<Failure>(&kind))
    return *failure;
  CompileFileOptions options;
  options.input = "<module>"; // for what is said; no file is read
  options.output = request.output;
  options.kind = std::get<FileKind>(kind);
  options.header = request.header;
  options.weights = request.weights;
  options.processor = request.processor;
  options.compileOptions = request.options;
  options.linker = request.linker;
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  DiagnosticCollector diagnostics(&state->session.getContext(),
                                  request.withRemarks);
  if (auto error = compileModule(state->module->clone(), options)) {
    std::string why = llvm::toString(std::move(error));
    return diagnostics.hasError() ? diagnostics.getFailure(why) : fail(why);
  }
  return diagnostics.takeRemarks();
}

Result<std::vector<ModuleHandle::Tuned>>
ModuleHandle::tune(const TuneRequest &request) const {
  TuneOptions options;
  if (std::string why = readRun(request, options.program); !why.empty())
    return failOfCaller(why);
  options.program.target = request.processor;
  options.compileOptions = request.options;
  options.file = request.file;
  options.budgetSeconds = request.budgetSeconds;
  options.leastGain = request.leastGain;
  options.maxCandidates = request.maxCandidates;
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  DiagnosticCollector diagnostics(&state->session.getContext());
  func::FuncOp entry = findFunction(*state->module, request.entry);
  if (!entry)
    return failNoFunction(request.entry);
  if (std::string why = whyNotAsked(entry, options.program); !why.empty())
    return failOfCaller(why);
  std::string why;
  std::optional<TuneResult> result = tuneModule(
      *state->module, options,
      [&](const std::string &text) {
        if (request.isVerbose)
          llvm::errs() << text << "\n";
      },
      why);
  if (!result)
    return diagnostics.hasError() ? diagnostics.getFailure(why) : fail(why);
  std::vector<Tuned> nests;
  for (const TunedNest &nest : result->nests)
    nests.push_back({nest.location, nest.plan, nest.microseconds,
                     nest.modelMicroseconds});
  return nests;
}

std::string ModuleHandle::getBytecode() const {
  std::lock_guard<std::mutex> lock(state->session.getMutex());
  std::string code;
  llvm::raw_string_ostream os(code);
  // The newest version: it can always be written.
  (void)writeBytecodeToFile(*state->module, os);
  return code;
}
