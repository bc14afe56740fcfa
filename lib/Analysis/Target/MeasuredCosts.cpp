//===- MeasuredCosts.cpp - Costs of instructions, measured ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasuredCosts.h"

#include "Subtarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {

/// Times kernels in rounds, so that each is compared with multiply-adds that
/// ran at the same clock.
class KernelTimer {
public:
  KernelTimer(const Processor &processor, unsigned vectorBits)
      : isLong(hasLongRegisters(DotFamily::X86, vectorBits)) {
    std::unique_ptr<llvm::MCSubtargetInfo> subtarget = getSubtarget(processor);
    constexpr unsigned shortest = 256;
    if (!subtarget || vectorBits < shortest)
      return;
    for (const CostKernelTraits &traits : getCostKernels()) {
      StringRef features = isLong ? traits.longFeatures : traits.features;
      if (getFunction(traits) && subtarget->checkFeatures(features.str()))
        kernels.push_back(&traits);
    }
  }

  /// The times of each kernel in all rounds.
  std::array<SmallVector<double>, kNumCostKernels> run() {
    constexpr unsigned numRounds = 25;
    std::array<SmallVector<double>, kNumCostKernels> times;
    for (unsigned round = 0; round < numRounds; ++round) {
      double unit = 0;
      for (const CostKernelTraits *traits : kernels) {
        double time = runOnce(*traits);
        if (traits->kernel == CostKernel::multiplyAdd)
          unit = time;
        times[size_t(traits->kernel)].push_back(time);
      }
      for (SmallVector<double> &all : times)
        if (!all.empty())
          all.back() /= unit;
    }
    return times;
  }

private:
  auto getFunction(const CostKernelTraits &traits) const
      -> decltype(traits.run) {
    return isLong ? traits.runLong : traits.run;
  }

  double runOnce(const CostKernelTraits &traits) {
    // Some 5 microseconds: long beside the clock, short beside what interrupts.
    constexpr int64_t iterations = 1000;
    // Some units sleep while no instruction needs them, and take as long to
    // wake up: 512 bits of an Intel Xeon, after code without vectors.
    getFunction(traits)(iterations, memory);
    auto begin = std::chrono::steady_clock::now();
    getFunction(traits)(iterations, memory);
    std::chrono::duration<double> taken =
        std::chrono::steady_clock::now() - begin;
    return taken.count() / double(iterations * traits.numUnits);
  }

  bool isLong;
  SmallVector<const CostKernelTraits *> kernels;
  alignas(kLineBytes) char memory[kCostKernelBytes] = {};
};

} // namespace

/// The median; nothing if the middle half of all times differs by more than a
/// tenth of it, or by what no clock has.
static std::optional<double> findMedian(SmallVector<double> &times) {
  constexpr double most = 0.1;
  if (times.empty())
    return std::nullopt;
  llvm::sort(times);
  double median = times[times.size() / 2], first = times[times.size() / 4],
         third = times[times.size() * 3 / 4];
  if (std::isfinite(third) && first > 0 && third - first <= most * median)
    return median;
  return std::nullopt;
}

MeasuredCosts MeasuredCosts::measure(const Processor &processor,
                                     unsigned vectorBits) {
  constexpr unsigned maxTries = 4;
  MeasuredCosts costs;
  KernelTimer timer(processor, vectorBits);
  timer.run(); // raises the clock, and fills caches
  for (unsigned i = 0; i < maxTries; ++i) {
    auto times = timer.run();
    bool areAll = true;
    for (auto [known, its] : llvm::zip_equal(costs.times, times)) {
      if (!known)
        known = findMedian(its);
      areAll &= known || its.empty();
    }
    if (areAll)
      break;
  }
  return costs;
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kHeader(
    "# Times of instructions on this machine, in multiply-adds of a register;\n"
    "# see docs/Target.md of mlir-layout. Without this file they are measured "
    "again.\n");
/// Last, so that a part of a file is none.
static constexpr StringLiteral kEnd("end");
static constexpr StringLiteral kOf("of ");

std::string layout::getCostKey(const Processor &processor,
                               unsigned vectorBits) {
  constexpr unsigned revision = 3; // of the kernels, and what they are named
  return llvm::formatv("{0} {1}, {2} bits, mlir-layout {3}, kernels {4}",
                       processor.name, processor.getFeatureString(), vectorBits,
                       LAYOUT_VERSION, revision)
      .str();
}

std::string MeasuredCosts::print(StringRef key) const {
  std::string text = (kHeader + kOf + key + "\n").str();
  for (const CostKernelTraits &traits : getCostKernels())
    if (std::optional<double> time = get(traits.kernel))
      text += llvm::formatv("{0} {1:f3}\n", traits.name, *time).str();
  return text + kEnd.str() + "\n";
}

/// Reads "vpdpbusd 1.00".
static bool parseTime(StringRef line, MeasuredCosts &costs) {
  auto [name, number] = line.split(' ');
  constexpr double most = 1000;
  double time;
  if (number.getAsDouble(time) || !(time > 0 && time <= most))
    return false;
  for (const CostKernelTraits &traits : getCostKernels())
    if (traits.name == name && !costs.get(traits.kernel)) {
      costs.set(traits.kernel, time);
      return true;
    }
  return false;
}

std::optional<MeasuredCosts> MeasuredCosts::parse(StringRef text, StringRef key,
                                                  std::string &why) {
  MeasuredCosts costs;
  std::optional<StringRef> of;
  unsigned number = 0;
  for (StringRef line : llvm::split(text, '\n')) {
    ++number;
    line = line.trim();
    if (line == kEnd && of)
      return costs;
    if (line.empty() || line.starts_with("#"))
      continue;
    if (!of && line.consume_front(kOf)) {
      of = line;
      if (line == key)
        continue;
      why = ("it is of " + line + "; this machine is " + key).str();
      return std::nullopt;
    }
    if (!of || !parseTime(line, costs)) {
      why = ("line " + Twine(number) + " expects " +
             (of ? "a kernel that is timed, once, and its time from 0 to 1000"
                 : "what the file is of") +
             ", found '" + line + "'")
                .str();
      return std::nullopt;
    }
  }
  why = "it does not end with '" + kEnd.str() + "'";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// What follows from them
//===----------------------------------------------------------------------===//

/// By how much one is to be faster than the other for it to count: of two that
/// are nearly equal, the one of the processor's row stays.
static constexpr double kMargin = 1.15;

/// Returns true if both are known, and `one` takes so many times as long as
/// `other`.
static bool isSlower(std::optional<double> one, std::optional<double> other,
                     double margin = kMargin) {
  return one && other && *one > margin * *other;
}

/// The cost of a dot product that takes `time`. One that is near the middle of
/// two numbers remains what it was.
static unsigned roundCost(double time, unsigned before) {
  constexpr double least = 1, most = 16, half = 0.5, slack = 0.15;
  if (before != 0 && std::abs(time - before) <= half + slack)
    return before;
  return unsigned(std::clamp(std::round(time), least, most));
}

static void applyToBytes(const MeasuredCosts &costs, Target &target) {
  std::optional<double> time = costs.get(CostKernel::vpdpbusd);
  if (!time)
    return;
  bool isPairFaster = isSlower(time, costs.get(CostKernel::pairs));
  // Those of other signs are of the same unit.
  for (DotInstruction dot : {DotInstruction::vpdpbusd, DotInstruction::vpdpbssd,
                             DotInstruction::vpdpbuud})
    if (unsigned &cost = target.dotCosts[size_t(dot)])
      cost = isPairFaster ? 0 : roundCost(*time, cost);
}

/// Below 2 it is used. Near extension it is not, which changes no bit, unless
/// it was before.
static void applyToFloats(const MeasuredCosts &costs, Target &target) {
  unsigned &cost = target.dotCosts[size_t(DotInstruction::vdpbf16ps)];
  std::optional<double> time = costs.get(CostKernel::vdpbf16ps),
                        extension = costs.get(CostKernel::extension);
  constexpr unsigned used = 1, unused = 2;
  if (isSlower(extension, time))
    cost = used;
  else if (isSlower(time, extension))
    cost = std::max(unused, roundCost(*time, cost));
}

static void applyToPairs(const MeasuredCosts &costs, Target &target) {
  constexpr double productsOfGroup = 4;
  if (std::optional<double> single = costs.get(CostKernel::singles))
    target.multipliesPairs &=
        !isSlower(costs.get(CostKernel::pairs), productsOfGroup * *single);
}

/// How many begin in a cycle; `before`, if that was not measured.
static unsigned getPerCycle(const MeasuredCosts &costs, CostKernel kernel,
                            unsigned before) {
  std::optional<double> cycle = costs.get(CostKernel::cycle),
                        time = costs.get(kernel);
  return cycle && time ? roundCost(*cycle / *time, before) : before;
}

static void applyToRates(const MeasuredCosts &costs, Target &target) {
  target.shufflesPerCycle =
      getPerCycle(costs, CostKernel::shuffle, target.shufflesPerCycle);
  target.loadsPerCycle =
      getPerCycle(costs, CostKernel::load, target.loadsPerCycle);
}

/// A branch that LLVM writes finds the condition of its lane, too, and is not
/// always predicted, which the kernel's is. Masked stores of AVX2 took 2.7
/// times as long as the kernel's branches on an AMD EPYC of family 25, model
/// 17, and products of 61 and 127 columns the same time with either.
static bool paysMasked(const MeasuredCosts &costs, CostKernel kernel,
                       unsigned numLanes) {
  constexpr double margin = 4;
  std::optional<double> branch = costs.get(CostKernel::branchedStore);
  return !branch || !isSlower(costs.get(kernel), numLanes * *branch, margin);
}

static void applyToMasks(const MeasuredCosts &costs, Target &target) {
  constexpr unsigned bits = 32, bitsOfByte = 8;
  unsigned least = target.getMaskedStoreBits();
  if (least != 0 &&
      !paysMasked(costs, CostKernel::maskedStore32, target.vectorBits / bits))
    target.maskedStoreBits = 0;
  else if (least == bitsOfByte && !paysMasked(costs, CostKernel::maskedStore8,
                                              target.vectorBits / bitsOfByte))
    target.maskedStoreBits = bits;
}

void MeasuredCosts::apply(Target &target) const {
  applyToBytes(*this, target);
  applyToFloats(*this, target);
  applyToPairs(*this, target);
  applyToRates(*this, target);
  applyToMasks(*this, target);
}
