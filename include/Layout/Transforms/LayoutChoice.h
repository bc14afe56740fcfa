//===- LayoutChoice.h - Options for chosen layouts --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_LAYOUTCHOICE_H
#define LAYOUT_TRANSFORMS_LAYOUTCHOICE_H

#include "Layout/Transforms/ChoiceParser.h"

namespace mlir::layout {

/// Which contractions get layouts.
enum class LayoutChoice {
  Auto,   ///< those that are estimated to gain by them, conversions included
  Always, ///< all for which layouts are known
  None    ///< only ops with `layout.prefer`
};

} // namespace mlir::layout

template <>
class llvm::cl::parser<mlir::layout::LayoutChoice>
    : public mlir::layout::ChoiceParser<mlir::layout::LayoutChoice> {
public:
  using ChoiceParser::ChoiceParser;
};

#endif // LAYOUT_TRANSFORMS_LAYOUTCHOICE_H
