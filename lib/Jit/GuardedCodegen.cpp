//===- GuardedCodegen.cpp - LLVM's fatal errors as errors -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedCodegen.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Regex.h"
#include <mutex>

using namespace mlir;
using namespace mlir::layout;

/// LLVM's words; null in threads that generate no code.
static thread_local std::string *wordsOfThread = nullptr;

/// Of a thread that generates no code, the error ends the process, as before.
static void keepWords(void *, const char *reason, bool) {
  auto *context = llvm::CrashRecoveryContext::GetCurrent();
  if (!wordsOfThread || !context)
    return;
  *wordsOfThread = reason;
  context->HandleExit(/*RetCode=*/1);
}

namespace {

/// Handlers of the process, from the first of the threads that need them to the
/// last one.
class Handlers {
public:
  Handlers() {
    std::lock_guard<std::mutex> lock(mutex);
    if (numUsers++ > 0)
      return;
    llvm::CrashRecoveryContext::Enable();
    llvm::install_fatal_error_handler(keepWords);
  }
  ~Handlers() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--numUsers > 0)
      return;
    llvm::remove_fatal_error_handler();
    llvm::CrashRecoveryContext::Disable();
  }

private:
  static std::mutex mutex;
  static unsigned numUsers;
};

} // namespace

std::mutex Handlers::mutex;
unsigned Handlers::numUsers = 0;

/// Of what cannot be selected, LLVM prints the whole graph, with addresses.
static std::string getFirstLine(StringRef words) {
  static const llvm::Regex address("0x[0-9a-f]+(: |, )?");
  std::string line = words.split('\n').first.str();
  while (address.match(line))
    line = address.sub("", line);
  return line;
}

LogicalResult layout::runGuarded(function_ref<void()> generate,
                                 std::string &why) {
  Handlers handlers;
  std::string words;
  std::string *outer = std::exchange(wordsOfThread, &words);
  llvm::CrashRecoveryContext context;
  bool isDone = context.RunSafely(generate);
  wordsOfThread = outer;
  if (isDone)
    return success();
  why = words.empty() ? "LLVM's code generator crashed"
                      : "LLVM's code generator fails: " + getFirstLine(words) +
                            "; if that is an instruction of another "
                            "processor, name it as the target";
  return failure();
}
