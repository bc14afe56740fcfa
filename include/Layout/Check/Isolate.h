//===- Isolate.h - Running untrusted code -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_ISOLATE_H
#define LAYOUT_CHECK_ISOLATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::layout {

/// Memory that a forked process shares with its parent, at the same addresses.
/// Between any two pieces of it lies a wide gap that must not be touched.
class SharedMemory {
public:
  struct Piece {
    char *address;
    size_t numBytes;
  };

  /// `isFile`: it can be mapped by programs that a forked process becomes.
  explicit SharedMemory(bool isFile = false);
  ~SharedMemory();
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;

  /// False if the system refused to give any.
  bool isValid() const { return base != nullptr; }
  /// Zeroed memory, from the start of a page; null if there is no more.
  char *allocate(size_t numBytes);
  /// Lets this process read what another one has allocated; ends writing.
  void openForReading();
  /// Gives back everything.
  void clear();

  /// What is allocated, and where more can be.
  llvm::ArrayRef<Piece> getPieces() const { return pieces; }
  Piece getRest() const;
  /// From the start of one piece to that of the next is a multiple of it.
  static size_t getGap();
  char *getBase() const { return base; }
  /// The open file in which all of it lies, from the base on; -1 without one.
  int getFile() const { return file; }

private:
  char *reserve(char *where);

  std::vector<Piece> pieces;
  int file = -1;
  char *base = nullptr;
  size_t used = 0;
};

/// How a forked process ended.
struct ChildEnd {
  enum Kind {
    Returned, ///< `body` came back
    Exited,   ///< `exitIsolated` was called
    Killed,   ///< by a signal
    TimedOut,
    NotStarted
  } kind = NotStarted;
  int code = 0; ///< of the exit, or the signal

  /// "crashed (Segmentation fault)",
  /// "did not come to an end in 60 seconds of work". With the message, if there
  /// is one, where the kind is Exited or Killed.
  std::string describe() const;
  unsigned timeoutSeconds = 0;
  /// What an emulator wrote to its error output, at most 400 characters.
  std::string message;
  /// True if the emulator was killed for a fault of its own, and not its
  /// program.
  bool isOfEmulator = false;
};

/// Runs `body` in a forked process, for at most `timeoutSeconds` of processor
/// time, or ten times as much time that passes. What it writes is lost, but for
/// what lies in shared memory.
ChildEnd runIsolated(llvm::function_ref<void()> body, unsigned timeoutSeconds);

/// A forked process that answers, one question after the other.
class IsolatedWorker {
public:
  /// In the forked process: messages from and to the parent. All fail once the
  /// parent is gone.
  class Channel {
  public:
    bool receive(void *data, size_t numBytes) const;
    bool send(const void *data, size_t numBytes) const;
    int file = -1;
  };

  /// Starts `body`, which may use so many seconds of processor time in all.
  /// When it returns, the process ends.
  IsolatedWorker(llvm::function_ref<void(Channel)> body,
                 unsigned timeoutSeconds);
  /// Ends the process.
  ~IsolatedWorker();
  IsolatedWorker(const IsolatedWorker &) = delete;
  IsolatedWorker &operator=(const IsolatedWorker &) = delete;

  bool send(const void *data, size_t numBytes);
  /// False if the process ends before, or does not answer in time.
  bool receive(void *data, size_t numBytes, double seconds);
  /// How the process ended, after a failure; kills it if it has not.
  ChildEnd end();

private:
  Channel channel;
  int child = -1;
  bool isLate = false, isOver = false;
  unsigned timeoutSeconds;
};

/// Ends a forked process from within `body`; `code` is in [1, 100).
[[noreturn]] void exitIsolated(int code);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_ISOLATE_H
