//===- AbsorbConversions.h - Data movement ops convert layouts --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_ABSORBCONVERSIONS_H
#define LIB_TRANSFORMS_PROPAGATE_ABSORBCONVERSIONS_H

#include "NodeOrders.h"

namespace mlir::layout {

/// The same orders, but for ops that only move elements: where what such an op
/// makes is converted to one order for all users, it makes it in that, users
/// that only move elements left aside, which read it so, too; where what it
/// reads is converted for such ops alone, they read it as it is. Each element
/// is moved once then, and not twice. No other conversion is added.
NodeOrders absorbConversions(const ConversionGraph &graph, NodeOrders orders);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_ABSORBCONVERSIONS_H
