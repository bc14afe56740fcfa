//===- MeasuredCosts.h - Costs of instructions, measured --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what do instructions cost on this machine?
//
//     vdpbf16ps 3.38, bf16-extension 2.01     extending bf16 is faster
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_TARGET_MEASUREDCOSTS_H
#define LAYOUT_LIB_ANALYSIS_TARGET_MEASUREDCOSTS_H

#include "CostKernels.h"
#include "Layout/Analysis/Target/Processor.h"
#include <array>

namespace mlir::layout {

/// Of each `CostKernel`, the time of one of its units, in multiply-adds of a
/// register.
class MeasuredCosts {
public:
  /// Times the kernels for which `processor`, this machine, has the features,
  /// in some 5 ms. What differs too much from one time to the next is left out.
  static MeasuredCosts measure(const Processor &processor, unsigned vectorBits);

  /// Reads what `print` wrote for the same `key`. Nothing, with the reason in
  /// `why`, for a file of another key, and for what is no such file.
  static std::optional<MeasuredCosts> parse(StringRef text, StringRef key,
                                            std::string &why);
  std::string print(StringRef key) const;

  std::optional<double> get(CostKernel kernel) const {
    return times[size_t(kernel)];
  }
  void set(CostKernel kernel, std::optional<double> time) {
    times[size_t(kernel)] = time;
  }

  /// Changes what `target` says of this machine where what was measured differs
  /// from it by more than measurements do.
  void apply(Target &target) const;

private:
  std::array<std::optional<double>, kNumCostKernels> times;
};

/// Returns one line for what costs are measured of: a processor with its
/// features, registers, and kernels of this version.
std::string getCostKey(const Processor &processor, unsigned vectorBits);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_TARGET_MEASUREDCOSTS_H
