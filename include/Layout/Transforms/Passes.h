//===- Passes.h - Passes of the layout dialect ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PASSES_H
#define LAYOUT_TRANSFORMS_PASSES_H

#include "Layout/Analysis/Padding/PadPoints.h"
#include "Layout/IR/Layout.h"
#include "Layout/Map/TextureSplit.h"
#include "Layout/Transforms/ChoiceParser.h"
#include "Layout/Transforms/LayoutChoice.h"
#include "Layout/Transforms/WorkspaceChoice.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

template <>
class llvm::cl::parser<mlir::layout::PadPlacement>
    : public mlir::layout::ChoiceParser<mlir::layout::PadPlacement> {
public:
  using ChoiceParser::ChoiceParser;
};

template <>
class llvm::cl::parser<mlir::layout::TextureSplitChoice>
    : public mlir::layout::ChoiceParser<mlir::layout::TextureSplitChoice> {
public:
  using ChoiceParser::ChoiceParser;
};

namespace mlir::layout {

#define GEN_PASS_DECL
#include "Layout/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Layout/Transforms/Passes.h.inc"

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PASSES_H
