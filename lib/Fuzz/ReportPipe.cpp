//===- ReportPipe.cpp - Messages of child processes -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportPipe.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <poll.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

static void writeAll(int file, const void *from, size_t size) {
  const char *next = static_cast<const char *>(from);
  while (size > 0) {
    ssize_t count = ::write(file, next, size);
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

void fuzz::write(int file, const Report &report) {
  ::write(file, uint64_t(report.result.end));
  ::write(file, report.used.to_string());
  ::write(file, report.result.reason);
  ::write(file, report.result.message);
  ::write(file, report.result.passes.size());
  for (const auto &[name, isChanged] : report.result.passes) {
    ::write(file, name);
    ::write(file, uint64_t(isChanged));
  }
}

//===----------------------------------------------------------------------===//
// Its parent
//===----------------------------------------------------------------------===//

using Status = ReportReader::Status;

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

ReportReader::ReportReader(int file, pid_t writer, unsigned seconds)
    : file(file), writer(writer), limit(std::chrono::seconds(seconds)),
      start(getProcessorTime(writer)),
      deadline(std::chrono::steady_clock::now() + 10 * limit) {}

Status ReportReader::read(void *to, size_t size) {
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

Status ReportReader::read(uint64_t &number) {
  return read(&number, sizeof(number));
}

Status ReportReader::read(std::string &text) {
  uint64_t size;
  if (Status status = read(size); status != Status::Done)
    return status;
  text.resize(size);
  return read(text.data(), size);
}

Status ReportReader::read(Report &report) {
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
