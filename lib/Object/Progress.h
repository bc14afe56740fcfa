//===- Progress.h - What takes how long -------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_PROGRESS_H
#define LAYOUT_LIB_OBJECT_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <string>

namespace mlir::layout {

/// Says on the standard error what is being done: a line for each step with the
/// time that it took, or, on a terminal, the step that is under way, which goes
/// at the end.
class Progress {
public:
  explicit Progress(bool isVerbose);
  ~Progress() { finish(); }

  void start(llvm::StringRef step);
  void finish();

private:
  bool isVerbose, isShown;
  std::string current;
  std::chrono::steady_clock::time_point since;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_PROGRESS_H
