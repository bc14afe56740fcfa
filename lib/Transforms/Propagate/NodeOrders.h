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

/// Orders with which no execution of the program converts more bits than with
/// those at present, and fewer are converted if blocks in loops count more,
/// wherever they differ from these.
///
/// For an order that some tensor has, it is asked in which orders all others
/// would lie if it were carried over to them, node by node; and found, by a
/// minimum cut, which nodes should go over to it (expansion moves, after
/// Boykov, Veksler and Zabih), until no such move gains. Where a program has
/// two orders, in one block, there is none better. Among equals, nodes keep the
/// order that they have.
NodeOrders chooseNodeOrders(const ConversionGraph &graph);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_NODEORDERS_H
