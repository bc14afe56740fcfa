//===- Run.cpp - One run of a compiled program ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Run.h"

#include "Layout/Check/Evaluate.h"
#include "RunEmulated.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace mlir::layout;
using llvm::APInt;

namespace {

class Runner : RunState, public RepeatedRun {
public:
  /// Without `memory`, in private memory of this process.
  Runner(const Program &program, Role role, const Signature &signature,
         const RunInput &input, SharedMemory *memory)
      : RunState{role, signature, input}, program(program), memory(memory) {}

  RunOutcome run(unsigned timeoutSeconds) {
    memory->clear();
    if (failed(prepare())) {
      RunOutcome outcome;
      outcome.failure = "there is not enough memory for the run";
      return outcome;
    }
    const EmulatedProgram *emulated = program.getEmulated();
    ChildEnd end =
        emulated ? runEmulated(*emulated, *this, arguments, *memory,
                               timeoutSeconds)
                 : runIsolated([&] { runInChild(); }, timeoutSeconds);
    memory->openForReading();
    return readOutcome(*this, end);
  }

  LogicalResult prepare() {
    report = reinterpret_cast<RunReport *>(allocate(sizeof(RunReport)));
    return success(report && succeeded(makeArguments()) &&
                   succeeded(makeGlobals()) && succeeded(makeResults()));
  }

  void reset() override {
    for (LiveBuffer &buffer : buffers)
      std::memcpy(buffer.global ? buffer.global : buffer.memory,
                  buffer.before.data(), buffer.before.size());
  }

  void call() override {
    program.getEntry()(arguments.data());
    freeAllocations();
  }

private:
  /// Zeroed. In private memory, as programs have it: from the start of a line,
  /// and not all from that of a page, where buffers would be in each other's way
  /// in the caches.
  char *allocate(size_t numBytes) {
    if (memory)
      return memory->allocate(numBytes);
    constexpr size_t line = 64, distance = 37 * line;
    size_t start = llvm::alignTo(distance * own.size(), line);
    own.emplace_back(static_cast<char *>(std::calloc(numBytes + start + line, 1)));
    auto address = reinterpret_cast<uintptr_t>(own.back().get());
    return address ? reinterpret_cast<char *>(
                         llvm::alignTo(address + start, line))
                   : nullptr;
  }

  //===--------------------------------------------------------------------===//
  // Before
  //===--------------------------------------------------------------------===//

  LogicalResult makeArguments() {
    for (const Parameter &argument : signature.arguments) {
      if (!argument.isBuffer()) {
        if (failed(addScalar(*argument.value, argument.format)))
          return failure();
        continue;
      }
      LiveBuffer &buffer = addBuffer(argument);
      buffer.memory = allocateGuarded(buffer.image.getNumBytes());
      if (!buffer.memory)
        return failure();
      pack(buffer, buffer.memory);
      buffer.before.assign(buffer.memory,
                           buffer.memory + buffer.image.getNumBytes());
      if (failed(addDescriptor(buffer.image.getDescriptor(buffer.memory))))
        return failure();
    }
    if (role == Role::Candidate)
      for (int64_t extent : signature.appended)
        if (failed(addScalar(
                APInt(64, extent),
                *ElementFormat::get(IndexType::get(program.getContext())))))
          return failure();
    return success();
  }

  LiveBuffer &addBuffer(const Parameter &parameter) {
    const BufferView &view = getView(parameter);
    std::string why; // none: the types of views have been looked at
    FailureOr<BufferImage> image =
        BufferImage::get(parameter.format, view.type, view.packing, why);
    buffers.emplace_back(&parameter, std::move(*image));
    return buffers.back();
  }

  void pack(LiveBuffer &buffer, char *to) {
    buffer.image.pack(input.contents[numPacked++],
                      getView(*buffer.parameter).padIsAssumed,
                      input.poison.byte, to);
  }

  char *allocateGuarded(size_t numBytes) {
    size_t total = numBytes + 2 * kGuardBytes;
    char *start = allocate(total);
    if (!start)
      return nullptr;
    std::memset(start, input.poison.byte, total);
    return start + kGuardBytes;
  }

  /// Memory of an argument that is passed by value. Of one that does not fit,
  /// null.
  char *addSlot(size_t numBytes) {
    constexpr size_t alignment = 16, chunk = 1 << 16;
    numBytes = llvm::alignTo(std::max<size_t>(numBytes, 1), alignment);
    if (numBytes > slotBytes) {
      slotBytes = std::max(chunk, numBytes);
      slots = allocate(slotBytes);
      if (!slots)
        slotBytes = 0;
    }
    if (!slots)
      return nullptr;
    char *slot = slots;
    slots += numBytes;
    slotBytes -= numBytes;
    return slot;
  }

  LogicalResult addScalar(const APInt &value, const ElementFormat &format) {
    char *slot = addSlot(format.getNumBytes());
    if (!slot)
      return failure();
    format.store(value, slot);
    arguments.push_back(slot);
    return success();
  }

  LogicalResult addDescriptor(ArrayRef<int64_t> words) {
    char *descriptor = addSlot(words.size() * sizeof(int64_t));
    char *pointer = addSlot(sizeof(char *));
    if (!descriptor || !pointer)
      return failure();
    std::memcpy(descriptor, words.data(), words.size() * sizeof(int64_t));
    std::memcpy(pointer, &descriptor, sizeof(char *));
    arguments.push_back(pointer);
    return success();
  }

  LogicalResult makeGlobals() {
    for (const Parameter &global : signature.globals) {
      LiveBuffer &buffer = addBuffer(global);
      size_t numBytes = buffer.image.getNumBytes();
      buffer.isGlobal = true;
      buffer.memory = allocate(numBytes + 1);
      if (!buffer.memory)
        return failure();
      buffer.before.resize(numBytes);
      if (failed(fillGlobal(buffer)))
        return failure();
    }
    return success();
  }

  /// Where the program keeps it, only a program of this process tells; one that
  /// is emulated reads and writes `initial`.
  LogicalResult fillGlobal(LiveBuffer &buffer) {
    const Parameter &global = *buffer.parameter;
    if (program.getEmulated()) {
      buffer.initial = allocate(buffer.before.size() + 1);
      if (!buffer.initial)
        return failure();
      if (!global.isInitialized)
        pack(buffer, buffer.initial);
      return success();
    }
    buffer.global = program.getGlobal(global.getSymbol());
    assert(buffer.global && "a compiled program has its public symbols");
    if (global.isInitialized)
      std::memcpy(buffer.before.data(), buffer.global, buffer.before.size());
    else
      pack(buffer, buffer.before.data());
    return success();
  }

  /// Results lie in one structure, unless there is only one that is none.
  LogicalResult makeResults() {
    size_t size = 0;
    for (const Parameter &result : signature.results) {
      ResultSlot slot{&result, getView(result).type, 0};
      size_t alignment = slot.type ? 8 : result.format.getAlignment();
      slot.offset = llvm::alignTo(size, alignment);
      size = slot.offset + (slot.type ? getDescriptorWords(slot.type) * 8
                                      : result.format.getNumBytes());
      results.push_back(slot);
    }
    if (role == Role::Candidate) {
      returnedAt = llvm::alignTo(size, 8);
      size = returnedAt + signature.returned.size() * 8;
    }
    resultMemory = allocate(std::max<size_t>(size, 16));
    copies = reinterpret_cast<char **>(
        allocate((results.size() + 1) * sizeof(char *)));
    if (!resultMemory || !copies)
      return failure();
    if (results.empty())
      return success();
    if (results.size() == 1 && !results.front().type &&
        !isa<ComplexType>(results.front().parameter->type)) {
      arguments.push_back(resultMemory);
      return success();
    }
    char *pointer = addSlot(sizeof(char *));
    if (!pointer)
      return failure();
    std::memcpy(pointer, &resultMemory, sizeof(char *));
    arguments.insert(arguments.begin(), pointer);
    return success();
  }

  //===--------------------------------------------------------------------===//
  // In the forked process
  //===--------------------------------------------------------------------===//

  void runInChild() {
    for (LiveBuffer &buffer : buffers)
      if (buffer.global)
        std::memcpy(buffer.global, buffer.before.data(), buffer.before.size());
    startRun(input.poison, input.onPoison, &report->hooks);
    program.getEntry()(arguments.data());
    // Results may point anywhere: to be copied while this process lives.
    for (auto [i, result] : llvm::enumerate(results))
      if (result.type)
        copies[i] = copyElements(result);
    for (LiveBuffer &buffer : buffers)
      if (buffer.global)
        std::memcpy(buffer.memory, buffer.global, buffer.before.size());
    report->overrunAllocation = findOverrunAllocation().value_or(-1);
    report->writtenConstant =
        findWrittenConstant().value_or(WrittenConstant{-1, 0});
  }

  char *copyElements(const ResultSlot &result) {
    ArrayRef<int64_t> words = getWords(result);
    SmallVector<int64_t> sizes = getSizes(result);
    ArrayRef<int64_t> strides = words.take_back(sizes.size());
    size_t numBytes = result.parameter->format.getNumBytes();
    bool isSane = !Packing::isTooLarge(sizes) &&
                  llvm::all_of(sizes, [](int64_t size) { return size >= 0; });
    char *copy =
        isSane ? memory->allocate(countPoints(sizes) * numBytes + 1) : nullptr;
    if (!copy)
      exitIsolated(kExitMemory);
    char *to = copy;
    visitBox(sizes, [&](ArrayRef<int64_t> index) {
      int64_t at = words[2];
      for (auto [i, stride] : llvm::zip_equal(index, strides))
        at += i * stride;
      std::memcpy(to, reinterpret_cast<char *>(words[1]) + at * numBytes,
                  numBytes);
      to += numBytes;
    });
    return copy;
  }

  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };

  const Program &program;
  SharedMemory *memory;
  std::vector<std::unique_ptr<char, Free>> own; ///< without `memory`
  size_t numPacked = 0;
  char *slots = nullptr; ///< where the next one is
  size_t slotBytes = 0;  ///< that are left there
  std::vector<void *> arguments;
};

} // namespace

RunOutcome layout::runProgram(const Program &program, Role role,
                              const Signature &signature, const RunInput &input,
                              SharedMemory &memory, unsigned timeoutSeconds) {
  return Runner(program, role, signature, input, &memory).run(timeoutSeconds);
}

std::unique_ptr<RepeatedRun> RepeatedRun::make(const Program &program,
                                               Role role,
                                               const Signature &signature,
                                               const RunInput &input) {
  auto runner = std::make_unique<Runner>(program, role, signature, input,
                                         /*memory=*/nullptr);
  return succeeded(runner->prepare()) ? std::move(runner) : nullptr;
}
