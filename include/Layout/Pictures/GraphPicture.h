//===- GraphPicture.h - Drawing tensor ops as a graph -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PICTURES_GRAPHPICTURE_H
#define LAYOUT_PICTURES_GRAPHPICTURE_H

#include "Layout/IR/Layout.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// The ops of a function that take or yield tensors, from top to bottom, and
/// the tensors between them. An op without tensor operands, such as a constant,
/// is no node but a mark of its users.
struct GraphPicture {
  enum class Kind { Op, Conversion, Border };
  struct Mark {
    unsigned layout;
    std::string title;
  };
  struct Node {
    std::string text;
    Kind kind;
    std::vector<Mark> marks; ///< constants that it takes
    unsigned row = 0;
    double column = 0;
  };
  /// A tensor from one node to another.
  struct Edge {
    unsigned from, to, layout;
    std::string text; ///< its shape
  };

  std::string name;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<std::string> layouts; ///< the first is none

  unsigned getNumRows() const;
  double getNumColumns() const;
};

/// Nullopt for a function without a body, or without tensors in it.
std::optional<GraphPicture> makeGraphPicture(FunctionOpInterface function);

/// Writes a graph as one SVG file: a colour for each layout, conversions
/// filled.
void writeSvg(const GraphPicture &picture, llvm::raw_ostream &os);

} // namespace mlir::layout

#endif // LAYOUT_PICTURES_GRAPHPICTURE_H
