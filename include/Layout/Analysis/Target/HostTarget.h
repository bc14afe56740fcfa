//===- HostTarget.h - Target of the host ------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what does this machine offer?
//
//     x86-64 with AVX-512: vectors of 512 bits, 32 registers, its cache sizes
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_TARGET_HOSTTARGET_H
#define LAYOUT_ANALYSIS_TARGET_HOSTTARGET_H

#include "Layout/Analysis/Target/Processor.h"

namespace mlir::layout {

struct HostTarget {
  Target target;
  std::string costs; ///< where its costs are from: "read from FILE"
};

/// This machine: its vectors as those of `getHostProcessor()`, its caches from
/// the operating system. What they do not say is as in `Target()`. The length
/// of SVE is not taken from the machine at hand. Costs are measured once, in
/// a few milliseconds, and kept in a file of the user's cache; LAYOUT_COSTS in
/// the environment names another one, or is "off". Nothing, with the reason in
/// `why`, if that file is not of this machine, damaged, or cannot be written.
std::optional<HostTarget> getHostTarget(std::string &why);

/// Reads the caches of one core from files as Linux has them in
/// `/sys/devices/system/cpu/cpu0/cache`. The outermost cache is the last level,
/// whichever that is. False, and nothing changed, if no cache for data is said.
bool readCaches(StringRef folder, Target &target);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_TARGET_HOSTTARGET_H
