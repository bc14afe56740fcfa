//===- ReportPipe.h - Messages of child processes ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_FUZZ_REPORTPIPE_H
#define LAYOUT_LIB_FUZZ_REPORTPIPE_H

#include "Layout/Fuzz/Trial.h"
#include <chrono>
#include <sys/types.h>

namespace mlir::layout::fuzz {

/// What a child says about one program.
struct Report {
  TrialResult result;
  FeatureSet used;
};

/// Writes `report` into a pipe; ends the process if the pipe has no reader.
void write(int file, const Report &report);

/// The reading end of a pipe, with a limit for all that is to come: that much
/// processor time of who writes, or ten times as much time that passes.
/// Machines are shared.
class ReportReader {
public:
  ReportReader(int file, pid_t writer, unsigned seconds);

  enum class Status { Done, Ended, TimedOut };

  /// What `write` has written.
  Status read(Report &report);

private:
  Status read(void *to, size_t size);
  Status read(uint64_t &number);
  Status read(std::string &text);

  int file;
  pid_t writer;
  std::chrono::milliseconds limit, start;
  std::chrono::steady_clock::time_point deadline;
};

} // namespace mlir::layout::fuzz

#endif // LAYOUT_LIB_FUZZ_REPORTPIPE_H
