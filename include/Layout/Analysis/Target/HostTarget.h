//===- HostTarget.h - What this machine, or a named one, offers -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors are known of x86 and of AArch64, where they are those of NEON: how
// long those of SVE are, a program cannot know before it runs. Of others the
// defaults of `Target` are taken.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_TARGET_HOSTTARGET_H
#define LAYOUT_ANALYSIS_TARGET_HOSTTARGET_H

#include "Layout/Analysis/Target/Target.h"

#include <string>

namespace mlir::layout {

/// This machine: its vectors from LLVM's list of its features, its caches from
/// the operating system. What they do not say is as in `Target()`.
Target getHostTarget();

/// The machine with the processor that LLVM calls `name` (`x86-64-v4`,
/// `znver4`, `neoverse-n1`): its vectors. A name says nothing of caches, which
/// are those of `Target()`. Nothing for a name that is not known.
std::optional<Target> getNamedTarget(StringRef name);

/// What LLVM has to be told to make code for a processor, in its own words.
struct Processor {
  std::string triple; ///< Empty if not known.
  std::string name;
  /// "+avx512vnni", "-xsaves": what the processor has, or lacks, beyond what
  /// its name says. In alphabetical order.
  SmallVector<std::string> features;
};

/// This machine, as `clang -march=native` takes it. A virtual machine may lack
/// what its processor has by name.
Processor getHostProcessor();

/// The processor that LLVM calls `name`, of which no operating system, and thus
/// no triple, is known. Nothing for those that `getNamedTarget` does not know.
std::optional<Processor> getNamedProcessor(StringRef name);

/// Reads the caches of one core from files as Linux has them in
/// `/sys/devices/system/cpu/cpu0/cache`. The outermost cache is the last level,
/// whichever that is. False, and nothing changed, if no cache for data is said.
bool readCaches(StringRef folder, Target &target);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_TARGET_HOSTTARGET_H
