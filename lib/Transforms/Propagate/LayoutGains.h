//===- LayoutGains.h - Gains of layouts over conversions --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts make a contraction faster, and conversions cost time. Which
// conversions are left is known once they have moved. So the choice is tried:
// a copy of the module gets its conversions, `reflowConversions` moves them,
// and each part that laid-out tensors connect is compared with itself without
// layouts (Estimate.h). Where it does not gain, the contraction that loses most
// keeps its plain tensors, and the rest is tried again.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_LAYOUTGAINS_H
#define LIB_TRANSFORMS_PROPAGATE_LAYOUTGAINS_H

#include "ChosenLayouts.h"
#include "mlir/IR/BuiltinOps.h"
#include <vector>

namespace mlir::layout {

/// Leaves in `plan` what gains, and what is stated; states `leastRows` of what
/// gains from so many rows on. There will be so many `threads`. The module
/// stays as it is. Remarks say what was compared. Cost: that of moving the
/// conversions, at most ten times; nothing where each contraction gains by
/// itself.
void keepGains(ModuleOp module, std::vector<ChosenLayouts> &plan,
               unsigned threads);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_LAYOUTGAINS_H
