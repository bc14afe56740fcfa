//===- RunHooks.cpp - Callbacks of compiled programs ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/RunHooks.h"

#include "Layout/Check/Isolate.h"
#include "Layout/Check/Program.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The allocations of one run.
class GuardedHeap {
public:
  explicit GuardedHeap(uint8_t poison = 0) : poison(poison) {}

  void *allocate(size_t size, size_t alignment) {
    alignment = std::max<size_t>(alignment, 16);
    size_t front = llvm::alignTo(kGuardBytes, alignment);
    size_t total = llvm::alignTo(front + size + kGuardBytes, alignment);
    auto *start =
        total < size
            ? nullptr
            : static_cast<char *>(std::aligned_alloc(alignment, total));
    if (!start)
      exitIsolated(kExitMemory);
    std::memset(start, poison, total);
    live[start + front] = {start, size, total};
    return start + front;
  }

  void free(void *pointer) {
    if (!pointer)
      return;
    auto found = live.find(static_cast<char *>(pointer));
    if (found == live.end())
      exitIsolated(kExitFree);
    const Block &block = found->second;
    if (!isIntact(found->first, block))
      overrun = block.size;
    // A later read finds poison, until the memory is used again.
    std::memset(block.start, poison, block.total);
    std::free(block.start);
    live.erase(found);
  }

  std::optional<int64_t> findOverrun() const {
    for (const auto &[data, block] : live)
      if (!isIntact(data, block))
        return block.size;
    return overrun;
  }

private:
  struct Block {
    char *start;
    size_t size, total;
  };

  bool isIntact(const char *data, const Block &block) const {
    auto isPoison = [&](const char *from, const char *to) {
      return std::all_of(from, to,
                         [&](char byte) { return uint8_t(byte) == poison; });
    };
    return isPoison(block.start, data) &&
           isPoison(data + block.size, block.start + block.total);
  }

  uint8_t poison;
  std::map<char *, Block> live; ///< by the address that the program knows
  std::optional<int64_t> overrun;
};

/// What the constants of one run held when it started.
class KeptConstants {
public:
  /// An entry that calls itself does so again.
  void keep(const char *address, size_t numBytes, int64_t number) {
    auto [at, isNew] = constants.try_emplace(number);
    if (isNew)
      at->second = {address, {address, address + numBytes}};
  }

  std::optional<WrittenConstant> findWritten() const {
    for (const auto &[number, constant] : constants) {
      const std::vector<char> &kept = constant.kept;
      auto [before, now] =
          std::mismatch(kept.begin(), kept.end(), constant.address);
      if (before != kept.end())
        return WrittenConstant{number, before - kept.begin()};
    }
    return std::nullopt;
  }

private:
  struct Constant {
    const char *address;
    std::vector<char> kept;
  };
  std::map<int64_t, Constant> constants;
};

/// Compiled code has no other way to find its run than a global.
struct Run {
  GuardedHeap heap;
  KeptConstants constants;
  std::mt19937_64 undefs, poisonBits;
  OnPoison onPoison = OnPoison::Ignore;
  HookReports *reports = nullptr;
};

} // namespace

static Run &getRun() {
  static Run run;
  return run;
}

static void *hookAlloc(int64_t size) {
  return getRun().heap.allocate(size, 16);
}
static void *hookAlignedAlloc(int64_t alignment, int64_t size) {
  return getRun().heap.allocate(size, alignment);
}
static void hookFree(void *pointer) { getRun().heap.free(pointer); }
static int64_t hookUndef() { return getRun().undefs(); }
static void hookAssumeFailed(int64_t number) {
  getRun().reports->failure.number = number;
  exitIsolated(kExitAssumption);
}
static void hookRange(int64_t first, int64_t last, int64_t extent) {
  RunFailure &failure = getRun().reports->failure;
  if (failure.rank < RunFailure::kMaxRank)
    failure.ranges[failure.rank++] = {first, last, extent};
}
/// Where bf16 is kept in a register from block to block, code calls for the
/// runtime library, which the host may lack. Of the register in which a float
/// is returned, the lower half counts.
static float hookRoundToBF16(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value), kept = bits >> 16;
  if (value == value)
    kept = (bits + 0x7FFF + (kept & 1)) >> 16;
  else if ((kept & 0x7F) == 0)
    kept |= 0x40; // still not a number
  return llvm::bit_cast<float>(kept);
}
/// The first rounding is to an odd number where it is not exact, so that the
/// second one sees that something was cut off.
static float hookRoundDoubleToBF16(double value) {
  float nearest = static_cast<float>(value);
  uint32_t bits = llvm::bit_cast<uint32_t>(nearest);
  if (value == value && nearest != value)
    bits = (std::fabs(nearest) > std::fabs(value) ? bits - 1 : bits) | 1;
  return hookRoundToBF16(llvm::bit_cast<float>(bits));
}
static void hookOutOfBounds(int64_t number) {
  getRun().reports->failure.number = number;
  exitIsolated(kExitBounds);
}
static void hookKeepConstant(int64_t address, int64_t numBytes,
                             int64_t number) {
  getRun().constants.keep(reinterpret_cast<const char *>(address), numBytes,
                          number);
}
static int64_t hookPoisonBits() {
  Run &run = getRun();
  return run.onPoison == OnPoison::Change ? run.poisonBits() : 0;
}
static void hookPoisonReaches(int32_t source, int32_t use) {
  Run &run = getRun();
  if (run.onPoison == OnPoison::Ignore || run.onPoison == OnPoison::Change)
    return;
  PoisonReport found{source, PoisonUse(use)};
  bool isEnd = run.onPoison == OnPoison::End || found.isUndefinedBehavior();
  if (run.reports->poison.source == 0 || isEnd)
    run.reports->poison = found;
  if (isEnd)
    exitIsolated(kExitPoison);
}

std::string RunFailure::describeAccess() const {
  SmallVector<std::string> index, extents;
  for (const Range &range : ArrayRef(ranges, rank)) {
    std::string text = std::to_string(range.first);
    if (range.last != range.first)
      text += ".." + std::to_string(range.last);
    index.push_back(text);
    extents.push_back(std::to_string(range.extent));
  }
  return "index (" + llvm::join(index, ", ") + ") is outside of (" +
         llvm::join(extents, ", ") + ")";
}

std::string PoisonReport::describe() const {
  switch (use) {
  case PoisonUse::Store:
    return "reaches a store";
  case PoisonUse::Result:
    return "reaches a result";
  case PoisonUse::Address:
    return "reaches an index";
  case PoisonUse::Branch:
    return "reaches a branch";
  case PoisonUse::Divisor:
    return "reaches a divisor";
  case PoisonUse::Call:
    return "reaches a call";
  }
  llvm_unreachable("no other uses");
}

void layout::startRun(Poison poison, OnPoison onPoison, HookReports *reports) {
  Run &run = getRun();
  run.heap = GuardedHeap(poison.byte);
  run.constants = {};
  run.undefs.seed(poison.undefSeed);
  run.poisonBits.seed(poison.undefSeed);
  run.onPoison = onPoison;
  run.reports = reports;
}

std::optional<int64_t> layout::findOverrunAllocation() {
  return getRun().heap.findOverrun();
}

std::optional<WrittenConstant> layout::findWrittenConstant() {
  return getRun().constants.findWritten();
}

//===----------------------------------------------------------------------===//
// Programs that are measured
//===----------------------------------------------------------------------===//

namespace {

/// What programs on tensors return belongs to their callers, and many free
/// nothing: calls would fill the memory.
struct RememberedHeap {
  void *add(void *pointer) {
    std::lock_guard<std::mutex> lock(mutex);
    live.insert(pointer);
    return pointer;
  }
  void remove(void *pointer) {
    std::lock_guard<std::mutex> lock(mutex);
    live.erase(pointer);
  }

  std::mutex mutex; ///< threads of a program allocate, too
  llvm::DenseSet<void *> live;
};

} // namespace

static RememberedHeap &getRememberedHeap() {
  static RememberedHeap heap;
  return heap;
}

static void *rememberedAlloc(size_t size) {
  return getRememberedHeap().add(std::malloc(size));
}
static void *rememberedAlignedAlloc(size_t alignment, size_t size) {
  return getRememberedHeap().add(std::aligned_alloc(alignment, size));
}
static void rememberedFree(void *pointer) {
  getRememberedHeap().remove(pointer);
  std::free(pointer);
}

void layout::freeAllocations() {
  RememberedHeap &heap = getRememberedHeap();
  if (heap.live.empty())
    return;
  for (void *pointer : heap.live)
    std::free(pointer);
  heap.live.clear();
}

std::vector<std::pair<StringRef, void *>> layout::getHeapHooks() {
  return {{"malloc", reinterpret_cast<void *>(rememberedAlloc)},
          {"aligned_alloc", reinterpret_cast<void *>(rememberedAlignedAlloc)},
          {"free", reinterpret_cast<void *>(rememberedFree)}};
}

std::vector<std::pair<StringRef, void *>> layout::getRunHooks() {
  auto address = [](auto *function) {
    return reinterpret_cast<void *>(function);
  };
  return {{"_mlir_memref_to_llvm_alloc", address(hookAlloc)},
          {"_mlir_memref_to_llvm_aligned_alloc", address(hookAlignedAlloc)},
          {"_mlir_memref_to_llvm_free", address(hookFree)},
          {RuntimeNames::kUndef, address(hookUndef)},
          {RuntimeNames::kAssumeFailed, address(hookAssumeFailed)},
          {"__truncsfbf2", address(hookRoundToBF16)},
          {"__truncdfbf2", address(hookRoundDoubleToBF16)},
          {RuntimeNames::kRange, address(hookRange)},
          {RuntimeNames::kOutOfBounds, address(hookOutOfBounds)},
          {RuntimeNames::kKeepConstant, address(hookKeepConstant)},
          {RuntimeNames::kPoisonBits, address(hookPoisonBits)},
          {RuntimeNames::kPoisonReaches, address(hookPoisonReaches)}};
}
