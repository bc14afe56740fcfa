//===- UnusedSymbols.cpp - Symbols that no result uses --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/UnusedSymbols.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

AffineMap layout::dropUnusedSymbols(AffineMap map) {
  AffineMap used = compressUnusedSymbols(map);
  return used.getNumSymbols() == 0 ? used : map;
}

void layout::dropUnusedSymbolOperands(Operation *root) {
  auto drop = [](auto alloc) {
    auto layout = dyn_cast<AffineMapAttr>(alloc.getType().getLayout());
    if (layout && dropUnusedSymbols(layout.getValue()).getNumSymbols() == 0)
      alloc.getSymbolOperandsMutable().clear();
  };
  root->walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(drop);
  });
}
