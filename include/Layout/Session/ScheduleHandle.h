//===- ScheduleHandle.h - A schedule of one module --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SESSION_SCHEDULEHANDLE_H
#define LAYOUT_SESSION_SCHEDULEHANDLE_H

#include "Layout/Session/ModuleHandle.h"

namespace mlir::layout {

/// The ops of the transform dialect that are this project's, without the
/// prefix `transform.layout.`, with the names of their attributes.
std::map<std::string, std::vector<std::string>> getScheduleOps();

/// A module as it was when a schedule of it began, and as the schedule has made
/// it.
class ScheduleHandle {
public:
  explicit ScheduleHandle(std::shared_ptr<ModuleHandle> module);
  ~ScheduleHandle();

  /// Makes the module what the sequence @__transform_main of `text`, a module
  /// of the transform dialect, makes of the one at the beginning. After an
  /// error the module is what it was; it is one if something else has changed
  /// the module meanwhile. Yields the warnings and remarks.
  Result<std::vector<Remark>> run(const std::string &text);

  /// As `run`, but the module stays as it is.
  Result<std::vector<Remark>> tryOut(const std::string &text) const;

  bool hasFunction(const std::string &name) const;
  /// The element type, as MLIR writes it, of a buffer at the beginning. Empty
  /// if it is none.
  std::string getElementOfArgument(const std::string &function,
                                   unsigned number) const;
  std::string getElementOfResult(const std::string &function,
                                 unsigned number) const;
  std::string getElementOfGlobal(const std::string &name) const;

private:
  struct Beginning;
  std::shared_ptr<ModuleHandle> module;
  std::unique_ptr<Beginning> beginning;
};

} // namespace mlir::layout

#endif // LAYOUT_SESSION_SCHEDULEHANDLE_H
