//===- layout-reduce.cpp - Reduces failing programs -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's reducer does the work on programs: this tool calls itself as
// `layout-reduce --mlir-reduce`, which is that reducer with the dialect and its
// patterns, and as `layout-reduce --test`, which says whether a program is
// still interesting. Around it, layouts and passes are simplified.
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Isolate.h"
#include "Layout/IR/Layout.h"
#include "Layout/Registration/Registration.h"
#include "Reduction.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
namespace cl = llvm::cl;

namespace {

constexpr int kUsageError = 2;

cl::OptionCategory category{"layout-reduce options"};

struct CommandLine {
  cl::opt<std::string> input{cl::Positional, cl::cat(category),
                             cl::desc("<input.mlir>"), cl::Required};
  cl::opt<std::string> output{"o", cl::cat(category),
                              cl::desc("Where to write what is left"),
                              cl::init("-")};
  cl::opt<std::string> entry{"entry", cl::cat(category),
                             cl::desc("As for layout-check")};
  cl::opt<std::string> pipeline{"pipeline", cl::cat(category),
                                cl::desc("As for layout-check")};
  cl::list<std::string> arguments{"arg", cl::cat(category),
                                  cl::desc("As for layout-check")};
  cl::list<std::string> dims{"dim", cl::cat(category),
                             cl::desc("As for layout-check")};
  cl::opt<uint64_t> seed{"seed", cl::cat(category),
                         cl::desc("As for layout-check"), cl::init(0)};
  cl::opt<unsigned> timeout{"timeout", cl::cat(category),
                            cl::desc("Longest time of one trial"),
                            cl::value_desc("seconds"), cl::init(20)};
  cl::list<std::string> passPlugins{"load-pass-plugin", cl::cat(category),
                                    cl::desc("Load passes from a plugin")};
  cl::opt<bool> test{"test", cl::cat(category),
                     cl::desc("Exit with 1 if the input has the outcome that "
                              "--end names, with 0 if not")};
  cl::opt<std::string> end{"end", cl::cat(category),
                           cl::desc("The outcome that must stay"),
                           cl::value_desc("differs, crashes, ...")};
  cl::opt<std::string> reason{"reason", cl::cat(category),
                              cl::desc("The reason of it that must stay")};
};

/// What is reduced, and what must stay.
struct Job {
  RandomProgram program;
  std::vector<std::string> passes;
  TrialOptions options;
  unsigned timeout;
  std::vector<std::string> plugins;
  End end = End::Agrees;
  std::string reason;
};

} // namespace

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

/// "builtin.module(a,b{c=1,2})" -> "a", "b{c=1,2}".
static std::vector<std::string> splitPipeline(StringRef text) {
  std::vector<std::string> passes;
  text = text.trim();
  text.consume_front("builtin.module(");
  text.consume_back(")");
  unsigned depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      passes.push_back(text.slice(start, i).str());
      start = i + 1;
    } else if (StringRef("({").contains(text[i])) {
      ++depth;
    } else if (StringRef(")}").contains(text[i])) {
      --depth;
    }
  }
  return passes;
}

/// The options of the first RUN line that calls layout-check.
static std::vector<std::string> readRunLine(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.consume_front("// RUN: layout-check "))
      continue;
    llvm::BumpPtrAllocator allocator;
    llvm::StringSaver saver(allocator);
    SmallVector<const char *> words;
    cl::TokenizeGNUCommandLine(line, saver, words);
    std::vector<std::string> options;
    for (StringRef word : words)
      if (word.starts_with("--"))
        options.push_back(word.str());
    return options;
  }
  return {};
}

static bool addOption(Job &job, StringRef option) {
  auto [name, value] = option.split('=');
  CheckOptions &check = job.program.options;
  if (name == "--entry")
    check.entry = value.str();
  else if (name == "--pipeline")
    job.passes = splitPipeline(value);
  else if (name == "--seed")
    return !value.getAsInteger(10, check.seed);
  else if (name == "--arg")
    return check.addArgument(value);
  else if (name == "--dim")
    return check.addDim(value);
  else if (name == "--allow-unregistered-dialect")
    job.program.hasForeign = true;
  else if (name == "--load-pass-plugin")
    job.plugins.push_back(value.str());
  return true;
}

static std::vector<std::string> getOptions(const CommandLine &line) {
  std::vector<std::string> options = {"--entry=" + line.entry,
                                      "--pipeline=" + line.pipeline,
                                      "--seed=" + std::to_string(line.seed)};
  for (const std::string &text : line.arguments)
    options.push_back("--arg=" + text);
  for (const std::string &text : line.dims)
    options.push_back("--dim=" + text);
  return options;
}

static LogicalResult readJob(const CommandLine &line, Job &job) {
  auto file = llvm::MemoryBuffer::getFile(line.input);
  if (!file) {
    llvm::errs() << "layout-reduce: cannot read " << line.input << ": "
                 << file.getError().message() << "\n";
    return failure();
  }
  job.program.text = (*file)->getBuffer().str();
  std::vector<std::string> options =
      line.entry.empty() ? readRunLine(job.program.text) : getOptions(line);
  for (const std::string &option : options)
    if (!addOption(job, option)) {
      llvm::errs() << "layout-reduce: '" << option
                   << "' is not as layout-check takes it\n";
      return failure();
    }
  if (job.program.options.entry.empty() || job.passes.empty()) {
    llvm::errs() << "layout-reduce: expects --entry and --pipeline, or a line "
                    "'// RUN: layout-check ...' in the program\n";
    return failure();
  }
  if (StringRef(job.program.options.entry).contains(',')) {
    llvm::errs() << "layout-reduce: expects one function, found --entry="
                 << job.program.options.entry
                 << "; name the one that differs by --entry and --pipeline\n";
    return failure();
  }
  llvm::append_range(job.plugins, line.passPlugins);
  job.options.dataSeed = job.program.options.seed;
  job.timeout = line.timeout;
  return success();
}

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerCheckDependencies(registry);
  registerAll(registry);
  registerReductionPatterns(registry);
  return registry;
}

static std::unique_ptr<MLIRContext> makeContext() {
  auto context = std::make_unique<MLIRContext>(
      makeRegistry(), MLIRContext::Threading::DISABLED);
  context->loadDialect<LayoutDialect, scf::SCFDialect>();
  context->printOpOnDiagnostic(false);
  context->allowUnregisteredDialects();
  return context;
}

/// In a process of its own, since it may crash.
static TrialResult findEnd(const Job &job, const RandomProgram &program,
                           ArrayRef<std::string> passes) {
  constexpr size_t kMaxReason = 4096;
  struct Report {
    End end;
    char reason[kMaxReason];
  };
  SharedMemory memory;
  auto *report = reinterpret_cast<Report *>(
      memory.isValid() ? memory.allocate(sizeof(Report)) : nullptr);
  if (!report)
    llvm::report_fatal_error("not enough memory for a trial",
                             /*gen_crash_diag=*/false);
  ChildEnd child = runIsolated(
      [&] {
        std::unique_ptr<MLIRContext> context = makeContext();
        TrialOptions options = job.options;
        options.lower = job.end == End::Unlowerable || job.end == End::Agrees;
        TrialResult result = runTrial(context.get(), program, passes, options);
        report->end = result.end;
        result.reason.resize(std::min(result.reason.size(), kMaxReason - 1));
        llvm::copy(result.reason, report->reason);
      },
      job.timeout);
  if (child.kind == ChildEnd::TimedOut)
    return {End::Hangs, "", ""};
  if (child.kind != ChildEnd::Returned)
    return {End::Crashes, child.describe(), ""};
  return {report->end, report->reason, ""};
}

/// Not only the same end: also for the same reason.
static bool endsAlike(const Job &job, const RandomProgram &program,
                      ArrayRef<std::string> passes) {
  TrialResult result = findEnd(job, program, passes);
  return result.end == job.end && result.reason == job.reason;
}

//===----------------------------------------------------------------------===//
// Upstream's reducer
//===----------------------------------------------------------------------===//

/// Writes `text` to a new temporary file, which goes when `remover` does.
static bool writeTemporary(StringRef text, StringRef suffix,
                           SmallString<128> &path) {
  int file;
  if (llvm::sys::fs::createTemporaryFile("layout-reduce", suffix, file, path))
    return false;
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << text;
  return true;
}

static std::string makeResponse(const Job &job, ArrayRef<std::string> passes) {
  std::string reason;
  for (char c : job.reason)
    reason += (StringRef("\"\\").contains(c) ? "\\" : "") + std::string(1, c);
  std::string text = "--test\n--end=" + getName(job.end).str() +
                     "\n--reason=\"" + reason + "\"" +
                     "\n--entry=" + job.program.options.entry +
                     "\n--pipeline=\"" + getPipelineText(passes) +
                     "\"\n--seed=" + std::to_string(job.options.dataSeed) +
                     "\n--timeout=" + std::to_string(job.timeout) + "\n";
  for (const auto &[number, value] : job.program.options.arguments)
    text += "--arg=" + std::to_string(number) + ":" + value + "\n";
  for (const auto &[place, value] : job.program.options.dims)
    text += "--dim=arg" + std::to_string(place.first) + ".dim" +
            std::to_string(place.second) + ":" + std::to_string(value) + "\n";
  for (const std::string &plugin : job.plugins)
    text += "--load-pass-plugin=\"" + plugin + "\"\n";
  return text;
}

/// Runs the reducer on the program; true if it has become smaller. A reducer
/// that fails leaves the program as it was.
static bool reduceProgram(const std::string &self, const Job &job,
                          RandomProgram &program,
                          ArrayRef<std::string> passes) {
  SmallString<128> input, output, response;
  if (!writeTemporary(program.text, "mlir", input) ||
      !writeTemporary("", "mlir", output) ||
      !writeTemporary(makeResponse(job, passes), "rsp", response))
    return false;
  std::string tester =
      ("test=" + StringRef(self) + " test-arg=@" + response).str();
  std::string tree = "--reduction-tree=traversal-mode=0 " + tester;
  std::string folds =
      "--opt-reduction-pass=opt-pass=canonicalize,cse,symbol-dce " + tester;
  SmallVector<StringRef> arguments = {
      self, "--mlir-reduce", input, "-o", output, tree, folds};
  std::optional<StringRef> quiet[] = {std::nullopt, StringRef(""),
                                      StringRef("")};
  int code = llvm::sys::ExecuteAndWait(self, arguments, std::nullopt, quiet);
  bool isSmaller = false;
  auto file = llvm::MemoryBuffer::getFile(output);
  if (code == 0 && file) {
    RandomProgram reduced = program;
    reduced.text = (*file)->getBuffer().str();
    isSmaller = reduced.text.size() < program.text.size() &&
                endsAlike(job, reduced, passes);
    if (isSmaller)
      program = std::move(reduced);
  }
  for (const SmallString<128> &path : {input, output, response})
    llvm::sys::fs::remove(path);
  return isSmaller;
}

//===----------------------------------------------------------------------===//
// The whole pass
//===----------------------------------------------------------------------===//

static int reduce(const std::string &self, Job &job, StringRef output) {
  TrialResult found = findEnd(job, job.program, job.passes);
  job.end = found.end;
  job.reason = found.reason;
  if (!isFinding(job.end) || job.end == End::BadProgram) {
    llvm::errs() << "layout-reduce: nothing to reduce: the program "
                 << getName(job.end) << "\n";
    return kUsageError;
  }
  // A reduction takes minutes: not for nothing.
  std::error_code error;
  llvm::ToolOutputFile file(output, error, llvm::sys::fs::OF_Text);
  if (error) {
    llvm::errs() << "layout-reduce: cannot write " << output << ": "
                 << error.message() << "\n";
    return kUsageError;
  }
  auto isInteresting = [&](const RandomProgram &program,
                           ArrayRef<std::string> passes) {
    return endsAlike(job, program, passes);
  };
  std::unique_ptr<MLIRContext> context = makeContext();
  RandomProgram program = job.program;
  std::vector<std::string> passes = job.passes;
  reducePasses(program, passes, isInteresting);
  // Each may make the other possible.
  for (unsigned round = 0; round < 4; ++round) {
    bool isSmaller = reduceProgram(self, job, program, passes);
    reduceLayouts(context.get(), program, passes, isInteresting);
    if (!isSmaller)
      break;
  }
  reduceOperations(context.get(), program, passes, isInteresting);
  reducePasses(program, passes, isInteresting);
  file.os() << printTrial(program, passes, found);
  file.keep();
  return 0;
}

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  layout::registerAllPasses();
  if (argc > 1 && StringRef(argv[1]) == "--mlir-reduce") {
    std::unique_ptr<MLIRContext> context = makeContext();
    return failed(mlirReduceMain(argc - 1, argv + 1, *context));
  }
  llvm::InitLLVM init(argc, argv);
  CommandLine line;
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(argc, argv,
                                   "Makes a program that layout-fuzz or "
                                   "layout-check finds fault with smaller\n",
                                   &llvm::errs()))
    return kUsageError;
  Job job;
  if (failed(readJob(line, job)))
    return kUsageError;
  for (const std::string &file : job.plugins) {
    auto plugin = PassPlugin::load(file);
    if (!plugin) {
      llvm::errs() << "layout-reduce: " << llvm::toString(plugin.takeError())
                   << "\n";
      return kUsageError;
    }
    plugin->registerPassRegistryCallbacks();
  }
  if (line.test) {
    job.reason = line.reason;
    for (unsigned i = 0; i < kNumEnds; ++i)
      if (getName(End(i)) == line.end)
        job.end = End(i);
    return endsAlike(job, job.program, job.passes);
  }
  static int anchor;
  return reduce(llvm::sys::fs::getMainExecutable(argv[0], &anchor), job,
                line.output);
}
