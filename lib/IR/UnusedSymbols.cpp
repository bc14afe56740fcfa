//===- UnusedSymbols.cpp - Symbols that no result uses --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/UnusedSymbols.h"

#include "Layout/IR/SizedAllocation.h"

using namespace mlir;
using namespace mlir::layout;

AffineMap layout::dropUnusedSymbols(AffineMap map) {
  AffineMap used = compressUnusedSymbols(map);
  return used.getNumSymbols() == 0 ? used : map;
}

void layout::dropUnusedSymbolOperands(Operation *root) {
  root->walk([](SizedAllocation allocation) {
    auto layout =
        dyn_cast<AffineMapAttr>(allocation.getMemref().getType().getLayout());
    if (layout && dropUnusedSymbols(layout.getValue()).getNumSymbols() == 0)
      allocation.getSymbolOperandsMutable().clear();
  });
}
