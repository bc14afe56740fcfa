//===- Isolate.cpp - Running untrusted code -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Isolate.h"

#include "llvm/Support/MathExtras.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Address space, not memory.
static constexpr size_t kSharedBytes = size_t(16) << 30;
/// Between two pieces of memory: who strays that far meets nothing.
static constexpr size_t kGapBytes = size_t(16) << 20;

/// Reserves addresses, at `where` if that is not null.
static char *reserve(char *where) {
  int flags = MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE;
  void *memory = mmap(where, kSharedBytes, PROT_NONE,
                      where ? flags | MAP_FIXED : flags, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char *>(memory);
}

SharedMemory::SharedMemory() : base(reserve(nullptr)) {}

SharedMemory::~SharedMemory() {
  if (base)
    munmap(base, kSharedBytes);
}

char *SharedMemory::allocate(size_t numBytes) {
  size_t start = used + kGapBytes;
  if (!base || numBytes > kSharedBytes || start > kSharedBytes - numBytes ||
      mprotect(base + start, numBytes, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  used = llvm::alignTo(start + numBytes, kGapBytes);
  return base + start;
}

void SharedMemory::openForReading() {
  if (base)
    mprotect(base, kSharedBytes, PROT_READ);
}

void SharedMemory::clear() {
  if (base && used != 0)
    base = reserve(base);
  used = 0;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

std::string ChildEnd::describe() const {
  switch (kind) {
  case Returned:
    return "returned";
  case Exited:
    return "exited with code " + std::to_string(code);
  case Killed:
    return std::string("crashed (") + strsignal(code) + ")";
  case TimedOut:
    return "did not come to an end in " + std::to_string(timeoutSeconds) +
           " seconds of work";
  case NotStarted:
    return "could not be started";
  }
  llvm_unreachable("no other ends");
}

void layout::exitIsolated(int code) { _exit(code); }

/// In the child: a crash is reported by the parent, so no handler of this
/// program should print a stack trace, and no core should be written. The time
/// that counts is the processor's, for machines are shared; who only waits ends
/// later.
static void prepareChild(unsigned timeoutSeconds) {
  for (int signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGXCPU})
    std::signal(signal, SIG_DFL);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  rlimit processor{timeoutSeconds, timeoutSeconds + 1};
  setrlimit(RLIMIT_CPU, &processor);
  alarm(10 * timeoutSeconds);
}

ChildEnd layout::runIsolated(llvm::function_ref<void()> body,
                             unsigned timeoutSeconds) {
  ChildEnd end;
  end.timeoutSeconds = timeoutSeconds;
  pid_t child = fork();
  if (child < 0)
    return end;
  if (child == 0) {
    prepareChild(timeoutSeconds);
    body();
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return end;
  if (WIFSIGNALED(status)) {
    end.code = WTERMSIG(status);
    bool isLate = end.code == SIGALRM || end.code == SIGXCPU;
    end.kind = isLate ? ChildEnd::TimedOut : ChildEnd::Killed;
  } else {
    end.code = WEXITSTATUS(status);
    end.kind = end.code == 0 ? ChildEnd::Returned : ChildEnd::Exited;
  }
  return end;
}
