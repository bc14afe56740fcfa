//===- HostCosts.h - The file of measured costs -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs are measured once, and kept in a file:
//
//     ~/.cache/mlir-layout/costs-znver4-5d0f8a11c2e3b967.txt
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_TARGET_HOSTCOSTS_H
#define LAYOUT_LIB_ANALYSIS_TARGET_HOSTCOSTS_H

#include "MeasuredCosts.h"

namespace mlir::layout {

struct HostCosts {
  MeasuredCosts costs; ///< empty where nothing is measured
  std::string origin;  ///< in words: "read from FILE"
};

/// Returns the costs of this machine. `setting` is "off", where none are
/// measured, or the file to keep them in; if it is empty, that is one of the
/// user's cache. A file that is not there is written, as is one of the cache
/// that is of something else or damaged. Nothing, with the reason in `why`, if
/// the file of `setting` is not of this machine, damaged, or cannot be written;
/// where the cache cannot be, costs are measured once for this process.
std::optional<HostCosts> findHostCosts(StringRef setting,
                                       const Processor &processor,
                                       unsigned vectorBits, std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_TARGET_HOSTCOSTS_H
