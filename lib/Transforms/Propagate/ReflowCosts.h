//===- ReflowCosts.h - Costs of conversion plans ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_REFLOWCOSTS_H
#define LIB_TRANSFORMS_PROPAGATE_REFLOWCOSTS_H

#include "ReflowPlan.h"

namespace mlir::layout {

/// The plan in which nodes have these orders, but for parts of the graph in
/// which some execution of the program would convert more bits than at present:
/// these stay. `chooseNodeOrders` counts conversions from one order to another;
/// here those count, too, that only write other padding, which are known once
/// there are pads. Where a part has such conversions, pads that may be anything
/// are tried, and taken if less is converted then.
///
/// Cost: up to three times that of a plan.
ReflowPlan planReflow(const ConversionGraph &graph, NodeOrders orders);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_REFLOWCOSTS_H
