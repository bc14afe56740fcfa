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
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
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

/// Where a file lies in memory: an emulator must have these addresses, too, so
/// they are far from where programs and libraries are loaded.
static char *const kFileBase = reinterpret_cast<char *>(uint64_t(1) << 45);

/// Reserves addresses, at `where` if that is not null.
char *SharedMemory::reserve(char *where) {
  int flags = MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0);
  void *memory = mmap(where, kSharedBytes, PROT_NONE,
                      where ? flags | MAP_FIXED : flags, file, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<char *>(memory);
}

SharedMemory::SharedMemory(bool isFile) {
  if (!isFile) {
    base = reserve(nullptr);
    return;
  }
  file = memfd_create("layout-check", 0);
  if (file >= 0 && ftruncate(file, kSharedBytes) == 0)
    base = reserve(kFileBase);
}

SharedMemory::~SharedMemory() {
  if (base)
    munmap(base, kSharedBytes);
  if (file >= 0)
    close(file);
}

char *SharedMemory::allocate(size_t numBytes) {
  size_t start = used + kGapBytes;
  if (!base || numBytes > kSharedBytes || start > kSharedBytes - numBytes ||
      mprotect(base + start, numBytes, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  used = llvm::alignTo(start + numBytes, kGapBytes);
  pieces.push_back({base + start, numBytes});
  return base + start;
}

void SharedMemory::openForReading() {
  if (base)
    mprotect(base, kSharedBytes, PROT_READ);
}

void SharedMemory::clear() {
  // A file keeps what is in it, unless it is cut off.
  if (used != 0 && file >= 0 &&
      (ftruncate(file, 0) != 0 || ftruncate(file, kSharedBytes) != 0))
    base = nullptr;
  if (base && used != 0)
    base = reserve(base);
  used = 0;
  pieces.clear();
}

SharedMemory::Piece SharedMemory::getRest() const {
  size_t start = std::min(used + kGapBytes, kSharedBytes);
  return {base + start, kSharedBytes - start};
}

size_t SharedMemory::getGap() { return kGapBytes; }

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

std::string ChildEnd::describe() const {
  std::string said = message.empty() ? "" : ": " + message;
  switch (kind) {
  case Returned:
    return "returned";
  case Exited:
    return "exited with code " + std::to_string(code) + said;
  case Killed:
    return std::string(isOfEmulator ? "not run to its end, since the emulator "
                                      "itself crashed ("
                                    : "crashed (") +
           strsignal(code) + ")" + said;
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
/// later, and at the latest with the parent.
static void prepareChild(unsigned timeoutSeconds) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGXCPU})
    std::signal(signal, SIG_DFL);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  rlimit processor{timeoutSeconds, timeoutSeconds + 1};
  setrlimit(RLIMIT_CPU, &processor);
  alarm(10 * timeoutSeconds);
}

/// Waits until the process ends.
static ChildEnd waitForEnd(pid_t child, unsigned timeoutSeconds) {
  ChildEnd end;
  end.timeoutSeconds = timeoutSeconds;
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

ChildEnd layout::runIsolated(llvm::function_ref<void()> body,
                             unsigned timeoutSeconds) {
  pid_t child = fork();
  if (child < 0)
    return ChildEnd();
  if (child == 0) {
    prepareChild(timeoutSeconds);
    body();
    _exit(0);
  }
  return waitForEnd(child, timeoutSeconds);
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

bool IsolatedWorker::Channel::receive(void *data, size_t numBytes) const {
  auto *to = static_cast<char *>(data);
  while (numBytes > 0) {
    ssize_t number = recv(file, to, numBytes, 0);
    if (number == 0 || (number < 0 && errno != EINTR))
      return false;
    if (number > 0) {
      to += number;
      numBytes -= number;
    }
  }
  return true;
}

bool IsolatedWorker::Channel::send(const void *data, size_t numBytes) const {
  const auto *from = static_cast<const char *>(data);
  while (numBytes > 0) {
    ssize_t number = ::send(file, from, numBytes, MSG_NOSIGNAL);
    if (number < 0 && errno != EINTR)
      return false;
    if (number > 0) {
      from += number;
      numBytes -= number;
    }
  }
  return true;
}

IsolatedWorker::IsolatedWorker(llvm::function_ref<void(Channel)> body,
                               unsigned timeoutSeconds)
    : timeoutSeconds(timeoutSeconds) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return;
  child = fork();
  if (child == 0) {
    close(ends[0]);
    prepareChild(timeoutSeconds);
    Channel mine;
    mine.file = ends[1];
    body(mine);
    _exit(0);
  }
  close(ends[1]);
  channel.file = ends[0];
}

IsolatedWorker::~IsolatedWorker() {
  if (child > 0)
    (void)end();
  if (channel.file >= 0)
    close(channel.file);
}

bool IsolatedWorker::send(const void *data, size_t numBytes) {
  return child > 0 && channel.send(data, numBytes);
}

bool IsolatedWorker::receive(void *data, size_t numBytes, double seconds) {
  if (child <= 0)
    return false;
  pollfd answer{channel.file, POLLIN, 0};
  int ready;
  do
    ready = poll(&answer, 1, int(seconds * 1000));
  while (ready < 0 && errno == EINTR);
  isLate = ready == 0;
  if (ready > 0 && channel.receive(data, numBytes))
    return true;
  // Only the end of the process closes its side.
  isOver = ready > 0;
  return false;
}

ChildEnd IsolatedWorker::end() {
  if (child <= 0)
    return ChildEnd();
  if (!isOver)
    kill(child, SIGKILL);
  ChildEnd end = waitForEnd(child, timeoutSeconds);
  if (isLate)
    end.kind = ChildEnd::TimedOut;
  child = -1;
  return end;
}
