//===- Run.cpp - One run of a compiled program ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Run.h"

#include "Layout/Check/Evaluate.h"
#include <cstring>

using namespace mlir;
using namespace mlir::layout;
using llvm::APInt;

namespace {

/// A buffer that exists before the run: an argument or a global.
struct LiveBuffer {
  const Parameter *parameter;
  BufferImage image;
  char *memory = nullptr; ///< of an argument: shared, between guard zones
  char *global = nullptr; ///< of a global: where the program has it
  std::vector<char> before;
};

/// A result as the C interface returns it, and the copy of its elements that
/// the run leaves in shared memory.
struct ResultSlot {
  const Parameter *parameter;
  MemRefType type;   ///< null for a scalar
  size_t offset = 0; ///< in the memory of all results
};

/// What a run leaves behind, in shared memory.
struct Report {
  RunFailure failure;
  int64_t overrunAllocation; ///< size of the allocation, or -1
};

class Runner {
public:
  Runner(const Program &program, Role role, const Signature &signature,
         const RunInput &input, SharedMemory &memory)
      : program(program), role(role), signature(signature), input(input),
        memory(memory) {}

  RunOutcome run(unsigned timeoutSeconds) {
    memory.clear();
    report = reinterpret_cast<Report *>(memory.allocate(sizeof(Report)));
    if (!report || failed(makeArguments()) || failed(makeGlobals()) ||
        failed(makeResults())) {
      outcome.failure = "there is not enough memory for the run";
      return std::move(outcome);
    }
    ChildEnd end = runIsolated([&] { runInChild(); }, timeoutSeconds);
    memory.openForReading();
    if (end.kind != ChildEnd::Returned)
      explainEnd(end);
    else
      collect();
    return std::move(outcome);
  }

private:
  const BufferView &getView(const Parameter &parameter) const {
    return role == Role::Reference ? parameter.reference : parameter.candidate;
  }

  //===--------------------------------------------------------------------===//
  // Before
  //===--------------------------------------------------------------------===//

  LogicalResult makeArguments() {
    for (const Parameter &argument : signature.arguments) {
      if (!argument.isBuffer()) {
        addScalar(*argument.value, argument.format);
        continue;
      }
      LiveBuffer &buffer = addBuffer(argument);
      buffer.memory = allocateGuarded(buffer.image.getNumBytes());
      if (!buffer.memory)
        return failure();
      pack(buffer, buffer.memory);
      buffer.before.assign(buffer.memory,
                           buffer.memory + buffer.image.getNumBytes());
      addDescriptor(buffer.image.getDescriptor(buffer.memory));
    }
    if (role == Role::Candidate)
      for (int64_t extent : signature.appended)
        addScalar(APInt(64, extent),
                  *ElementFormat::get(IndexType::get(program.getContext())));
    return success();
  }

  LiveBuffer &addBuffer(const Parameter &parameter) {
    const BufferView &view = getView(parameter);
    std::string why; // none: the types of views have been looked at
    FailureOr<BufferImage> image =
        BufferImage::get(parameter.format, view.type, view.packing, why);
    buffers.push_back({&parameter, std::move(*image), nullptr, nullptr, {}});
    return buffers.back();
  }

  void pack(LiveBuffer &buffer, char *to) {
    buffer.image.pack(input.contents[numPacked++],
                      getView(*buffer.parameter).padIsAssumed,
                      input.poison.byte, to);
  }

  char *allocateGuarded(size_t numBytes) {
    size_t total = numBytes + 2 * kGuardBytes;
    char *start = memory.allocate(total);
    if (!start)
      return nullptr;
    std::memset(start, input.poison.byte, total);
    return start + kGuardBytes;
  }

  /// Memory of an argument that is passed by value.
  char *addSlot(size_t numBytes) {
    slots.push_back(std::make_unique<char[]>(std::max<size_t>(numBytes, 16)));
    return slots.back().get();
  }

  void addScalar(const APInt &value, const ElementFormat &format) {
    char *slot = addSlot(format.getNumBytes());
    format.store(value, slot);
    arguments.push_back(slot);
  }

  void addDescriptor(ArrayRef<int64_t> words) {
    char *descriptor = addSlot(words.size() * sizeof(int64_t));
    std::memcpy(descriptor, words.data(), words.size() * sizeof(int64_t));
    char *pointer = addSlot(sizeof(char *));
    std::memcpy(pointer, &descriptor, sizeof(char *));
    arguments.push_back(pointer);
  }

  LogicalResult makeGlobals() {
    for (const Parameter &global : signature.globals) {
      // Private globals cannot be seen from outside.
      if (!global.isPublic) {
        numPacked += !global.isInitialized;
        continue;
      }
      char *address = program.getGlobal(global.getSymbol());
      assert(address && "a compiled program has its public symbols");
      LiveBuffer &buffer = addBuffer(global);
      size_t numBytes = buffer.image.getNumBytes();
      buffer.global = address;
      buffer.memory = memory.allocate(numBytes + 1);
      if (!buffer.memory)
        return failure();
      buffer.before.resize(numBytes);
      if (global.isInitialized)
        std::memcpy(buffer.before.data(), address, numBytes);
      else
        pack(buffer, buffer.before.data());
    }
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
    resultMemory = memory.allocate(std::max<size_t>(size, 16));
    copies = reinterpret_cast<char **>(
        memory.allocate((results.size() + 1) * sizeof(char *)));
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
    std::memcpy(pointer, &resultMemory, sizeof(char *));
    arguments.insert(arguments.begin(), pointer);
    return success();
  }

  static unsigned getDescriptorWords(MemRefType type) {
    return 3 + 2 * type.getRank();
  }

  //===--------------------------------------------------------------------===//
  // In the forked process
  //===--------------------------------------------------------------------===//

  void runInChild() {
    for (LiveBuffer &buffer : buffers)
      if (buffer.global)
        std::memcpy(buffer.global, buffer.before.data(), buffer.before.size());
    startRun(input.poison, &report->failure);
    program.getEntry()(arguments.data());
    // Results may point anywhere: to be copied while this process lives.
    for (auto [i, result] : llvm::enumerate(results))
      if (result.type)
        copies[i] = copyElements(result);
    for (LiveBuffer &buffer : buffers)
      if (buffer.global)
        std::memcpy(buffer.memory, buffer.global, buffer.before.size());
    report->overrunAllocation = findOverrunAllocation().value_or(-1);
  }

  ArrayRef<int64_t> getWords(const ResultSlot &result) const {
    return {reinterpret_cast<int64_t *>(resultMemory + result.offset),
            getDescriptorWords(result.type)};
  }

  SmallVector<int64_t> getSizes(const ResultSlot &result) const {
    return llvm::to_vector(getWords(result).slice(3, result.type.getRank()));
  }

  char *copyElements(const ResultSlot &result) {
    ArrayRef<int64_t> words = getWords(result);
    SmallVector<int64_t> sizes = getSizes(result);
    ArrayRef<int64_t> strides = words.take_back(sizes.size());
    size_t numBytes = result.parameter->format.getNumBytes();
    bool isSane = !Packing::isTooLarge(sizes) &&
                  llvm::all_of(sizes, [](int64_t size) { return size >= 0; });
    char *copy =
        isSane ? memory.allocate(countPoints(sizes) * numBytes + 1) : nullptr;
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

  //===--------------------------------------------------------------------===//
  // After
  //===--------------------------------------------------------------------===//

  void explainEnd(const ChildEnd &end) {
    if (end.kind == ChildEnd::Exited && end.code == kExitAssumption) {
      outcome.failedAssumption = report->failure.number;
      outcome.failure = "an assumption does not hold";
    } else if (end.kind == ChildEnd::Exited && end.code == kExitBounds) {
      outcome.badAccess = report->failure;
      outcome.failure = report->failure.describeAccess();
    } else if (end.kind == ChildEnd::Exited && end.code == kExitMemory) {
      outcome.failure = "ran out of memory";
    } else if (end.kind == ChildEnd::Exited && end.code == kExitFree) {
      outcome.failure = "freed a buffer that is not allocated";
    } else {
      outcome.failure = end.describe();
    }
  }

  void collect() {
    for (LiveBuffer &buffer : buffers) {
      if (!buffer.parameter->isTensor())
        addValue(*buffer.parameter, buffer.image.unpack(buffer.memory));
      checkBuffer(buffer);
    }
    for (auto [i, result] : llvm::enumerate(results))
      collectResult(result, copies[i]);
    if (role == Role::Candidate)
      checkReturnedExtents();
    if (report->overrunAllocation >= 0)
      outcome.violations.push_back("guard zone of a local buffer of " +
                                   std::to_string(report->overrunAllocation) +
                                   " bytes was overwritten");
  }

  void addValue(const Parameter &parameter, ElementArray elements) {
    outcome.values.push_back(
        {parameter.name, std::move(elements), !parameter.isBuffer()});
  }

  void checkBuffer(const LiveBuffer &buffer) {
    const std::string &name = buffer.parameter->name;
    if (!buffer.parameter->isTensor())
      if (auto bad = buffer.image.findBadPadding(buffer.memory,
                                                 buffer.before.data(), name))
        outcome.violations.push_back(*bad);
    if (!buffer.image.areGapsIntact(buffer.memory, buffer.before.data()))
      outcome.violations.push_back("memory between the rows of " + name +
                                   " was overwritten");
    if (buffer.global)
      return;
    const char *end = buffer.memory + buffer.image.getNumBytes();
    if (!isPoison(buffer.memory - kGuardBytes) || !isPoison(end))
      outcome.violations.push_back(
          "guard zone of " + name + " was overwritten, " +
          (isPoison(end) ? "before" : "behind") + " the buffer");
  }

  bool isPoison(const char *zone) const {
    return std::all_of(zone, zone + kGuardBytes, [&](char byte) {
      return uint8_t(byte) == input.poison.byte;
    });
  }

  void collectResult(const ResultSlot &result, const char *copy) {
    const Parameter &parameter = *result.parameter;
    if (!result.type) {
      ElementArray scalar(parameter.format, {});
      scalar.set(0, parameter.format.load(resultMemory + result.offset));
      addValue(parameter, std::move(scalar));
      return;
    }
    std::shared_ptr<const Packing> packing = getPackingOfResult(result);
    if (!packing)
      return;
    BufferImage image(parameter.format, std::move(packing));
    if (auto bad = image.findBadPadding(copy, nullptr, parameter.name))
      outcome.violations.push_back(*bad);
    addValue(parameter, image.unpack(copy));
  }

  /// The logical shape of a result, as the reference returned it: that has no
  /// layouts, so it returns all of its results.
  ArrayRef<int64_t> getExpectedShape(StringRef name) const {
    assert(input.expected && "a candidate runs behind its reference");
    return llvm::find_if(input.expected->values,
                         [&](const RunOutcome::Value &value) {
                           return value.name == name;
                         })
        ->elements.shape;
  }

  void checkReturnedExtents() {
    for (auto [i, extent] : llvm::enumerate(signature.returned)) {
      const std::string &name = signature.results[extent.result].name;
      int64_t given, expected = getExpectedShape(name)[extent.dim];
      std::memcpy(&given, resultMemory + returnedAt + 8 * i, sizeof(given));
      if (given != expected)
        outcome.violations.push_back(
            "returned " + std::to_string(given) + " as extent " +
            std::to_string(extent.dim) + " of " + name + " instead of " +
            std::to_string(expected));
    }
  }

  /// By the logical shape that the reference found.
  std::shared_ptr<const Packing> packAsExpected(const Parameter &parameter) {
    FailureOr<Packing> made =
        Packing::get(getView(parameter).layout,
                     getExpectedShape(parameter.name), outcome.failure);
    return succeeded(made) ? std::make_shared<const Packing>(std::move(*made))
                           : nullptr;
  }

  /// The physical shape must be the one that follows from the logical one.
  std::shared_ptr<const Packing> getPackingOfResult(const ResultSlot &result) {
    SmallVector<int64_t> sizes = getSizes(result);
    const Parameter &parameter = *result.parameter;
    const BufferView &view = getView(parameter);
    if (!view.layout)
      return std::make_shared<const Packing>(Packing::getIdentity(sizes));
    std::shared_ptr<const Packing> packing =
        view.packing ? view.packing : packAsExpected(parameter);
    if (packing && packing->getPhysicalShape() == ArrayRef(sizes))
      return packing;
    if (packing)
      outcome.failure = "returned " + parameter.name + " with physical shape " +
                        formatIndex(sizes, '(', ')') + " instead of " +
                        formatIndex(packing->getPhysicalShape(), '(', ')');
    return nullptr;
  }

  const Program &program;
  Role role;
  const Signature &signature;
  const RunInput &input;
  SharedMemory &memory;
  RunOutcome outcome;

  Report *report = nullptr;
  std::vector<LiveBuffer> buffers;
  size_t numPacked = 0;
  std::vector<std::unique_ptr<char[]>> slots;
  std::vector<void *> arguments;
  SmallVector<ResultSlot> results;
  char *resultMemory = nullptr;
  size_t returnedAt = 0; ///< where extents lie, behind the results
  char **copies = nullptr;
};

} // namespace

RunOutcome layout::runProgram(const Program &program, Role role,
                              const Signature &signature, const RunInput &input,
                              SharedMemory &memory, unsigned timeoutSeconds) {
  return Runner(program, role, signature, input, memory).run(timeoutSeconds);
}
