//===- HostTarget.cpp - Target of the host --------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/HostTarget.h"

#include "HostCosts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Caches
//===----------------------------------------------------------------------===//

/// The bytes of a cache at each level, level 1 first; 0 where there is none.
using CacheSizes = std::array<int64_t, 4>;

/// A cache that is not there holds what the one inside of it does.
static bool setCaches(Target &target, const CacheSizes &sizes) {
  if (sizes[0] <= 0)
    return false;
  target.l1Bytes = sizes[0];
  target.l2Bytes = std::max(target.l1Bytes, sizes[1]);
  target.l3Bytes = std::max({target.l2Bytes, sizes[2], sizes[3]});
  return true;
}

/// The one line of a file; empty if there is no such file.
static std::string readLine(StringRef folder, const Twine &name) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  // Such files say that they are of a page, and hold less.
  auto file = llvm::MemoryBuffer::getFileAsStream(path);
  return file ? (*file)->getBuffer().trim().str() : "";
}

/// "48K", "2M" or "1024" as a number; 0 for anything else.
static int64_t parseSize(StringRef text) {
  int64_t unit = text.consume_back("K")   ? 1 << 10
                 : text.consume_back("M") ? 1 << 20
                 : text.consume_back("G") ? 1 << 30
                                          : 1;
  int64_t number;
  return text.getAsInteger(10, number) || number < 0 || number > 1 << 30
             ? 0
             : number * unit;
}

bool layout::readCaches(StringRef folder, Target &target) {
  CacheSizes sizes = {};
  for (unsigned i = 0;; ++i) {
    SmallString<128> index(folder);
    llvm::sys::path::append(index, "index" + Twine(i));
    unsigned level;
    if (StringRef(readLine(index, "level")).getAsInteger(10, level))
      break;
    if (level >= 1 && level <= sizes.size() &&
        readLine(index, "type") != "Instruction")
      sizes[level - 1] = parseSize(readLine(index, "size"));
  }
  return setCaches(target, sizes);
}

/// What the C library knows, where there are no such files.
static void askForCaches(Target &target) {
#ifdef _SC_LEVEL1_DCACHE_SIZE
  setCaches(target,
            {sysconf(_SC_LEVEL1_DCACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE),
             sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL4_CACHE_SIZE)});
#endif
}

/// Processors have a bit for hypervisors to set.
static bool isVirtualMachine() {
#if defined(__x86_64__) || defined(__i386__)
  constexpr unsigned hypervisor = 1u << 31;
  unsigned eax, ebx, ecx, edx;
  return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & hypervisor);
#else
  return false;
#endif
}

/// A virtual machine reports the last cache of the whole processor, which it
/// shares with machines that it knows nothing of: it counts for no more than
/// that of the default target.
static void limitSharedCache(Target &target) {
  target.l3Bytes =
      std::max(target.l2Bytes, std::min(target.l3Bytes, Target().l3Bytes));
}

//===----------------------------------------------------------------------===//
// This machine
//===----------------------------------------------------------------------===//

/// Returns what LLVM says of this machine, and the operating system of its
/// caches.
static Target getUnmeasuredTarget(const Processor &host) {
  Target target = getTarget(host);
  if (!readCaches("/sys/devices/system/cpu/cpu0/cache", target))
    askForCaches(target);
  // The last cache that a virtual machine shows is that of the whole processor,
  // which others use, too. Conversions that were believed to fit it were 1.4 to
  // 3 times slower than those stored past it.
  if (isVirtualMachine())
    limitSharedCache(target);
  return target;
}

std::optional<HostTarget> layout::getHostTarget(std::string &why) {
  Processor host = getHostProcessor();
  Target target = getUnmeasuredTarget(host);
  const char *setting = std::getenv("LAYOUT_COSTS");
  std::optional<HostCosts> found =
      findHostCosts(setting ? setting : "", host, target.vectorBits, why);
  if (!found)
    return std::nullopt;
  found->costs.apply(target);
  return HostTarget{target, found->origin};
}
