//===- RunOutcome.cpp - Results of a run ----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunState.h"

#include <cstring>

using namespace mlir;
using namespace mlir::layout;

namespace {

class OutcomeReader {
public:
  explicit OutcomeReader(const RunState &run) : run(run) {}

  RunOutcome read(const ChildEnd &end) {
    if (run.report->hooks.poison.source != 0)
      outcome.poison = run.report->hooks.poison;
    if (end.kind != ChildEnd::Returned)
      explainEnd(end);
    else
      collect();
    return std::move(outcome);
  }

private:
  void explainEnd(const ChildEnd &end) {
    if (end.kind == ChildEnd::Exited && end.code == kExitAssumption) {
      outcome.failedAssumption = run.report->hooks.failure.number;
      outcome.failure = "an assumption does not hold";
    } else if (end.kind == ChildEnd::Exited && end.code == kExitBounds) {
      outcome.badAccess = run.report->hooks.failure;
      outcome.failure = run.report->hooks.failure.describeAccess();
    } else if (end.kind == ChildEnd::Exited && end.code == kExitPoison) {
      outcome.failure = "a value is used that is poison";
    } else if (end.kind == ChildEnd::Exited && end.code == kExitMemory) {
      outcome.failure = "ran out of memory";
    } else if (end.kind == ChildEnd::Exited && end.code == kExitFree) {
      outcome.failure = "freed a buffer that is not allocated";
    } else if (end.kind == ChildEnd::Exited && end.code == kExitNoEmulator) {
      outcome.failure = "the emulator cannot be started";
    } else {
      outcome.failure = end.describe();
      outcome.isOfEmulator = end.isOfEmulator;
    }
  }

  void collect() {
    for (const LiveBuffer &buffer : run.buffers) {
      if (!buffer.parameter->isTensor())
        addValue(*buffer.parameter, buffer.image.unpack(buffer.memory));
      checkBuffer(buffer);
    }
    for (auto [i, result] : llvm::enumerate(run.results))
      collectResult(result, run.copies[i]);
    if (run.role == Role::Candidate)
      checkReturnedExtents();
    int64_t overrun = run.report->overrunAllocation;
    if (overrun >= 0)
      outcome.violations.push_back("guard zone of a local buffer of " +
                                   std::to_string(overrun) +
                                   " bytes was overwritten");
    if (run.report->writtenConstant.number >= 0)
      outcome.writtenConstant = run.report->writtenConstant;
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
    if (buffer.isGlobal)
      return;
    const char *end = buffer.memory + buffer.image.getNumBytes();
    if (!isPoison(buffer.memory - kGuardBytes) || !isPoison(end))
      outcome.violations.push_back(
          "guard zone of " + name + " was overwritten, " +
          (isPoison(end) ? "before" : "after") + " the buffer");
  }

  bool isPoison(const char *zone) const {
    return std::all_of(zone, zone + kGuardBytes, [&](char byte) {
      return uint8_t(byte) == run.input.poison.byte;
    });
  }

  void collectResult(const ResultSlot &result, const char *copy) {
    const Parameter &parameter = *result.parameter;
    if (!result.type) {
      ElementArray scalar(parameter.format, {});
      scalar.set(0, parameter.format.load(run.resultMemory + result.offset));
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
    assert(run.input.expected && "a candidate runs after its reference");
    return llvm::find_if(run.input.expected->values,
                         [&](const RunOutcome::Value &value) {
                           return value.name == name;
                         })
        ->elements.shape;
  }

  void checkReturnedExtents() {
    for (auto [i, extent] : llvm::enumerate(run.signature.returned)) {
      const std::string &name = run.signature.results[extent.result].name;
      int64_t given, expected = getExpectedShape(name)[extent.dim];
      std::memcpy(&given, run.resultMemory + run.returnedAt + 8 * i,
                  sizeof(given));
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
        Packing::get(run.getView(parameter).layout,
                     getExpectedShape(parameter.name), outcome.failure);
    return succeeded(made) ? std::make_shared<const Packing>(std::move(*made))
                           : nullptr;
  }

  /// The physical shape must be the one that follows from the logical one.
  std::shared_ptr<const Packing> getPackingOfResult(const ResultSlot &result) {
    SmallVector<int64_t> sizes = run.getSizes(result);
    const Parameter &parameter = *result.parameter;
    const BufferView &view = run.getView(parameter);
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

  const RunState &run;
  RunOutcome outcome;
};

} // namespace

RunOutcome layout::readOutcome(const RunState &run, const ChildEnd &end) {
  return OutcomeReader(run).read(end);
}
