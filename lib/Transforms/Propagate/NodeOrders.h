//===- NodeOrders.h - In which order ops work, at least cost ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_NODEORDERS_H
#define LIB_TRANSFORMS_PROPAGATE_NODEORDERS_H

#include "ConversionGraph.h"

namespace mlir::layout {

/// An order of elements for each node of a graph.
using NodeOrders = SmallVector<BufferAttr>;

/// Those that the nodes have.
NodeOrders getNodeOrders(const ConversionGraph &graph);

/// Bits per element that conversions move if nodes work in these orders: one
/// conversion of each tensor for each other order in which it is used. Padding
/// is left out: of that, another order has more or less whoever converts.
int64_t getConversionCost(const ConversionGraph &graph,
                          const NodeOrders &orders);

/// Orders of which the cost is at most that of the orders at present, and less
/// wherever it differs from them: for each order that some tensor has, the
/// nodes are found, by a minimum cut, which should go over to it, until no such
/// move gains (expansion moves, after Boykov, Veksler and Zabih). Where a
/// program has two orders, there is none better; where it has more, none that
/// one such move leads to. Among equals, nodes keep the order that they have.
NodeOrders chooseNodeOrders(const ConversionGraph &graph);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_NODEORDERS_H
