//===- Campaign.cpp - Many trials, each in a child process --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/Campaign.h"

#include "Layout/IR/Layout.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <poll.h>
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
  result.program = makeRandomProgram(context, options.weights, random);
  result.passes = makeRandomPipeline(result.program, options.broken, random);
  result.options.lower = random.percent(10);
  result.options.dataSeed = result.program.options.seed = random.pick(0, 1000);
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
// Between processes
//===----------------------------------------------------------------------===//

namespace {

/// What a child says about one program.
struct Report {
  TrialResult result;
  FeatureSet used;
};

/// Processor time of a process, without that of its own children.
static std::chrono::milliseconds getProcessorTime(pid_t process) {
  clockid_t clock;
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 ||
      clock_gettime(clock, &time) != 0)
    return std::chrono::hours(1); // it is gone
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::milliseconds(time.tv_nsec / 1000000);
}

/// The reading end of a pipe, with a limit for all that is to come: that much
/// processor time of who writes, or ten times as much time that passes. Machines
/// are shared.
class Reader {
public:
  Reader(int file, pid_t writer, unsigned seconds)
      : file(file), writer(writer), limit(std::chrono::seconds(seconds)),
        start(getProcessorTime(writer)),
        deadline(std::chrono::steady_clock::now() + 10 * limit) {}

  enum class Status { Done, Ended, TimedOut };

  Status read(void *to, size_t size) {
    char *next = static_cast<char *>(to);
    while (size > 0) {
      auto left = limit - (getProcessorTime(writer) - start);
      pollfd wait{file, POLLIN, 0};
      int ready = poll(&wait, 1, std::clamp<int>(left.count(), 0, 1000));
      if (ready == 0) {
        if (left.count() <= 0 || std::chrono::steady_clock::now() > deadline)
          return Status::TimedOut;
        continue;
      }
      ssize_t count = ready < 0 ? -1 : ::read(file, next, size);
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return Status::Ended;
      next += count;
      size -= count;
    }
    return Status::Done;
  }

  Status read(uint64_t &number) { return read(&number, sizeof(number)); }

  Status read(std::string &text) {
    uint64_t size;
    if (Status status = read(size); status != Status::Done)
      return status;
    text.resize(size);
    return read(text.data(), size);
  }

  /// What `write` has written.
  Status read(Report &report) {
    uint64_t end, numPasses = 0;
    std::string used, name;
    for (Status status : {read(end), read(used), read(report.result.reason),
                          read(report.result.message), read(numPasses)})
      if (status != Status::Done)
        return status;
    report.result.end = End(end);
    report.used = FeatureSet(used);
    for (; numPasses > 0; --numPasses) {
      uint64_t isChanged;
      for (Status status : {read(name), read(isChanged)})
        if (status != Status::Done)
          return status;
      report.result.passes[name] = isChanged;
    }
    return Status::Done;
  }

private:
  int file;
  pid_t writer;
  std::chrono::milliseconds limit, start;
  std::chrono::steady_clock::time_point deadline;
};

} // namespace

static void writeAll(int file, const void *from, size_t size) {
  const char *next = static_cast<const char *>(from);
  while (size > 0) {
    ssize_t count = write(file, next, size);
    if (count < 0 && errno != EINTR)
      _exit(1);
    if (count > 0)
      next += count, size -= count;
  }
}

static void write(int file, uint64_t number) {
  writeAll(file, &number, sizeof(number));
}

static void write(int file, const std::string &text) {
  write(file, text.size());
  writeAll(file, text.data(), text.size());
}

static void write(int file, const Report &report) {
  write(file, uint64_t(report.result.end));
  write(file, report.used.to_string());
  write(file, report.result.reason);
  write(file, report.result.message);
  write(file, report.result.passes.size());
  for (const auto &[name, isChanged] : report.result.passes) {
    write(file, name);
    write(file, uint64_t(isChanged));
  }
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
    llvm::report_fatal_error(
        Twine("no process for programs to run in: ") + std::strerror(errno),
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
    Reader::Status status =
        Reader(files[0], child, options.programSeconds).read(report);
    if (status != Reader::Status::Done) {
      report = {explainDeath(child, status == Reader::Status::TimedOut), {}};
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

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

uint64_t Statistics::getNumFindings() const {
  uint64_t sum = 0;
  for (unsigned i = 0; i < kNumEnds; ++i)
    if (isFinding(End(i)))
      sum += ends[i];
  return sum;
}

void Statistics::print(raw_ostream &os) const {
  auto percent = [](uint64_t part, uint64_t whole) {
    return llvm::format("%5.1f%%", whole ? 100.0 * part / whole : 0.0);
  };
  os << numPrograms << " programs, " << getNumFindings() << " findings\n";
  for (unsigned i = 0; i < kNumEnds; ++i)
    if (ends[i])
      os << llvm::format("%8llu ", (unsigned long long)ends[i])
         << percent(ends[i], numPrograms) << " " << getName(End(i)) << "\n";
  std::vector<std::pair<uint64_t, StringRef>> sorted;
  for (const auto &[reason, count] : refusals)
    sorted.push_back({count, reason});
  llvm::sort(sorted, std::greater<>());
  if (!sorted.empty())
    os << "refused:\n";
  for (auto [count, reason] : sorted)
    os << llvm::format("%8llu ", (unsigned long long)count) << reason << "\n";
  os << "features: programs that have it, and share of them that was run\n";
  for (unsigned i = 0; i < kNumFeatures; ++i)
    if (used[i])
      os << llvm::format("%8llu ", (unsigned long long)used[i])
         << percent(compared[i], used[i]) << " " << getName(Feature(i)) << "\n";
  os << "passes: of the programs that were run, those that it changed\n";
  for (const auto &[name, count] : passes)
    os << llvm::format("%8llu of %llu ", (unsigned long long)count.changed,
                       (unsigned long long)count.run)
       << name << "\n";
}
