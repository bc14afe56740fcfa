//===- Progress.cpp - What takes how long ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

Progress::Progress(bool isVerbose)
    : isVerbose(isVerbose),
      isShown(!isVerbose && llvm::sys::Process::StandardErrIsDisplayed()) {}

void Progress::start(llvm::StringRef step) {
  finish();
  current = step.str();
  since = std::chrono::steady_clock::now();
  if (isShown)
    llvm::errs() << "layout-cc: " << current << " ...";
}

void Progress::finish() {
  if (current.empty())
    return;
  std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - since;
  if (isVerbose)
    llvm::errs() << "layout-cc: " << current
                 << llvm::format(": %.2f s\n", taken.count());
  if (isShown)
    llvm::errs() << "\r\033[K";
  current.clear();
}
