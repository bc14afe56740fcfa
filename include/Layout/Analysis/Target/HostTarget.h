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

/// This machine: its vectors as those of `getHostProcessor()`, its caches from
/// the operating system. What they do not say is as in `Target()`. The length
/// of SVE is not taken from the machine at hand.
Target getHostTarget();

/// Reads the caches of one core from files as Linux has them in
/// `/sys/devices/system/cpu/cpu0/cache`. The outermost cache is the last level,
/// whichever that is. False, and nothing changed, if no cache for data is said.
bool readCaches(StringRef folder, Target &target);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_TARGET_HOSTTARGET_H
