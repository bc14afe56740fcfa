//===- IndexExpressions.cpp - Index values as affine expressions ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexExpressions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

IndexExpressions::IndexExpressions(Value root)
    : AffineReader(root.getContext()), root(root) {
  for (int64_t extent : cast<MemRefType>(root.getType()).getShape()) {
    if (!ShapedType::isDynamic(extent)) {
      extents.push_back(getAffineConstantExpr(extent, getContext()));
      continue;
    }
    extents.push_back(getAffineSymbolExpr(symbols.size(), getContext()));
    symbols.push_back(Value());
  }
  numExtentSymbols = symbols.size();
}

SmallVector<Interval> IndexExpressions::getSymbolRanges() const {
  SmallVector<Interval> ranges(maxSymbols);
  for (unsigned i = 0; i < numExtentSymbols; ++i)
    ranges[i].low = 0;
  return ranges;
}

AffineExpr IndexExpressions::getSymbolIn(AffineReader &reader,
                                         unsigned symbol) const {
  if (symbol >= symbols.size())
    return {};
  if (symbols[symbol])
    return reader.express(symbols[symbol]);
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent == getAffineSymbolExpr(symbol, getContext()))
      return reader.getExtentOf(root, dim);
  return {};
}

AffineExpr IndexExpressions::getLeaf(Value value) {
  // Values of the block of the allocation site are computed once in the life of
  // the root, and those around it before.
  bool isStill =
      value.getParentBlock() == root.getParentBlock() ||
      value.getParentRegion()->isProperAncestor(root.getParentRegion());
  if (!isStill || symbols.size() == maxSymbols)
    return {};
  symbols.push_back(value);
  return getAffineSymbolExpr(symbols.size() - 1, getContext());
}

AffineExpr IndexExpressions::getExtent(Value buffer,
                                       std::optional<int64_t> dim) {
  if (buffer != root || !dim || *dim < 0 ||
      *dim >= static_cast<int64_t>(extents.size()))
    return {};
  return extents[*dim];
}
