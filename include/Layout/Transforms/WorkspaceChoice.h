//===- WorkspaceChoice.h - Where temporary memory comes from ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_WORKSPACECHOICE_H
#define LAYOUT_TRANSFORMS_WORKSPACECHOICE_H

#include "Layout/Transforms/ChoiceParser.h"

namespace mlir::layout {

/// Where a function has the memory of its buffers from.
enum class WorkspaceChoice {
  None,    ///< it allocates them
  Argument ///< public functions get it from their callers
};

} // namespace mlir::layout

template <>
class llvm::cl::parser<mlir::layout::WorkspaceChoice>
    : public mlir::layout::ChoiceParser<mlir::layout::WorkspaceChoice> {
public:
  using ChoiceParser::ChoiceParser;
};

#endif // LAYOUT_TRANSFORMS_WORKSPACECHOICE_H
