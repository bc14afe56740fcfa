//===- PreferredWidth.cpp - Preferred vector width of functions -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PreferredWidth.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::layout;

void layout::preferWidth(Operation *function, unsigned bits) {
  constexpr StringLiteral kAttributes("passthrough"),
      kPreference("prefer-vector-width");
  constexpr unsigned usual = 256;
  if (bits <= usual || !isa<func::FuncOp>(function))
    return;
  Builder builder(function->getContext());
  SmallVector<Attribute> attributes;
  if (auto stated = function->getAttrOfType<ArrayAttr>(kAttributes))
    llvm::append_range(attributes, stated);
  for (Attribute attribute : attributes)
    if (auto pair = dyn_cast<ArrayAttr>(attribute);
        pair && !pair.empty() && pair[0] == builder.getStringAttr(kPreference))
      return;
  attributes.push_back(
      builder.getStrArrayAttr({kPreference, std::to_string(bits)}));
  function->setAttr(kAttributes, builder.getArrayAttr(attributes));
}
