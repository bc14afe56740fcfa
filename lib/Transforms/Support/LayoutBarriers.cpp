//===- LayoutBarriers.cpp - Layout barriers of ops ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutBarriers.h"

#include "Layout/IR/Layout.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isLayoutBarrier(Operation *op) {
  return op->hasAttrOfType<UnitAttr>(LayoutDialect::kPreferAttrName);
}

bool layout::dropLayoutBarriers(ModuleOp module) {
  bool hasChanged = false;
  module.walk([&](Operation *op) {
    if (isLayoutBarrier(op))
      hasChanged |= bool(op->removeAttr(LayoutDialect::kPreferAttrName));
  });
  return hasChanged;
}
