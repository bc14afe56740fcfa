//===- NodeOrders.h - Element orders of least cost --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_NODEORDERS_H
#define LIB_TRANSFORMS_PROPAGATE_NODEORDERS_H

#include "ConversionGraph.h"

namespace mlir::layout {

/// For each node of a graph, an order of elements for each of its tensors.
using NodeOrders = std::vector<SmallVector<BufferAttr>>;

/// Orders that never convert more bits than the present ones on any execution,
/// and strictly fewer by the loop-weighted estimate if they differ.
///
/// Propagates each order that some tensor has to all others, node by node, and
/// finds by a minimum cut which nodes should change to it (expansion moves,
/// after Boykov, Veksler and Zabih), until no such move gains. For a program
/// with two orders, in one block, the result is optimal. Among equals, nodes
/// keep the order that they have.
NodeOrders chooseNodeOrders(const ConversionGraph &graph);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_NODEORDERS_H
