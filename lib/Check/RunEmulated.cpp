//===- RunEmulated.cpp - One run in an emulator ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunEmulated.h"

#include "EmulatedJob.h"
#include "llvm/ADT/StringExtras.h"
#include <cstddef>
#include <cstring>

using namespace mlir;
using namespace mlir::layout;

// The two sides of the memory must agree about what lies where.
static_assert(sizeof(EmulatedReport) == sizeof(RunReport) &&
              offsetof(EmulatedReport, poisonSource) ==
                  offsetof(RunReport, hooks.poison) &&
              offsetof(EmulatedReport, failureRank) ==
                  offsetof(RunReport, hooks.failure.rank) &&
              offsetof(EmulatedReport, ranges) ==
                  offsetof(RunReport, hooks.failure.ranges) &&
              offsetof(EmulatedReport, overrunAllocation) ==
                  offsetof(RunReport, overrunAllocation) &&
              offsetof(EmulatedReport, writtenConstant) ==
                  offsetof(RunReport, writtenConstant.number) &&
              offsetof(EmulatedReport, writtenByte) ==
                  offsetof(RunReport, writtenConstant.byte));

namespace {

/// Writes a job into one piece of shared memory.
class JobWriter {
public:
  JobWriter(RunState &run, ArrayRef<void *> arguments, SharedMemory &memory)
      : run(run), arguments(arguments), memory(memory) {}

  /// Null if there is not enough memory.
  EmulatedJob *write() {
    numBytes = countBytes();
    start = next = memory.allocate(numBytes);
    if (!start)
      return nullptr;
    auto *job = take<EmulatedJob>(1);
    job->report = reinterpret_cast<EmulatedReport *>(run.report);
    job->arguments = take<void *>(arguments.size());
    std::copy(arguments.begin(), arguments.end(), job->arguments);
    job->copies = run.copies;
    job->undefSeed = run.input.poison.undefSeed;
    job->poisonByte = run.input.poison.byte;
    job->onPoison = static_cast<int32_t>(run.input.onPoison);
    addGlobals(*job);
    addResults(*job);
    addMemory(*job);
    return job;
  }

  size_t getNumBytes() const { return numBytes; }

private:
  template <typename T>
  T *take(size_t count) {
    T *taken = reinterpret_cast<T *>(next);
    next += llvm::alignTo(count * sizeof(T), 16);
    assert(next <= start + numBytes && "the bytes were counted");
    return taken;
  }

  size_t countBytes() const {
    constexpr size_t alignment = 16, numTables = 8;
    size_t bytes = sizeof(EmulatedJob) + arguments.size() * sizeof(void *) +
                   run.results.size() * sizeof(EmulatedResult) +
                   (memory.getPieces().size() + 1) * sizeof(EmulatedPiece);
    for (const LiveBuffer &buffer : run.buffers)
      if (buffer.isGlobal)
        bytes += sizeof(EmulatedGlobal) + alignment +
                 buffer.parameter->getSymbol().size() + 1;
    return bytes + numTables * alignment;
  }

  void addGlobals(EmulatedJob &job) {
    job.numGlobals = llvm::count_if(
        run.buffers, [](const LiveBuffer &buffer) { return buffer.isGlobal; });
    job.globals = take<EmulatedGlobal>(job.numGlobals);
    EmulatedGlobal *at = job.globals;
    for (const LiveBuffer &buffer : run.buffers)
      if (buffer.isGlobal) {
        StringRef name = buffer.parameter->getSymbol();
        char *copy = take<char>(name.size() + 1);
        std::memcpy(copy, name.data(), name.size());
        *at++ = {copy, buffer.initial, buffer.memory,
                 int64_t(buffer.before.size()),
                 buffer.parameter->isInitialized};
      }
  }

  void addResults(EmulatedJob &job) {
    job.numResults = run.results.size();
    job.results = take<EmulatedResult>(job.numResults);
    EmulatedResult *at = job.results;
    for (const ResultSlot &result : run.results)
      *at++ = {!result.type ? nullptr
                            : reinterpret_cast<int64_t *>(run.resultMemory +
                                                          result.offset),
               result.type ? result.type.getRank() : 0,
               int64_t(result.parameter->format.getNumBytes())};
  }

  void addMemory(EmulatedJob &job) {
    ArrayRef<SharedMemory::Piece> pieces = memory.getPieces();
    job.numPieces = pieces.size();
    job.pieces = take<EmulatedPiece>(job.numPieces);
    EmulatedPiece *at = job.pieces;
    for (const SharedMemory::Piece &piece : pieces)
      *at++ = {piece.address, int64_t(piece.numBytes)};
    SharedMemory::Piece rest = memory.getRest();
    job.next = rest.address;
    job.end = rest.address + rest.numBytes;
    job.gap = SharedMemory::getGap();
  }

  RunState &run;
  ArrayRef<void *> arguments;
  SharedMemory &memory;
  size_t numBytes = 0;
  char *start = nullptr, *next = nullptr;
};

} // namespace

static std::string toHex(const void *address) {
  return llvm::utohexstr(reinterpret_cast<uint64_t>(address));
}

ChildEnd layout::runEmulated(const EmulatedProgram &program, RunState &run,
                             ArrayRef<void *> arguments, SharedMemory &memory,
                             unsigned timeoutSeconds) {
  JobWriter writer(run, arguments, memory);
  EmulatedJob *job = writer.write();
  if (!job)
    return ChildEnd();
  std::vector<std::string> words{std::to_string(memory.getFile()),
                                 toHex(memory.getBase()), toHex(job),
                                 std::to_string(writer.getNumBytes())};
  ChildEnd end = runIsolated([&] { program.execute(words); }, timeoutSeconds);
  program.explain(end);
  for (LiveBuffer &buffer : run.buffers)
    if (buffer.isGlobal)
      buffer.before.assign(buffer.initial,
                           buffer.initial + buffer.before.size());
  return end;
}
