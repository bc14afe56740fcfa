//===- ExampleShape.cpp - Example shapes for layouts ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/ExampleShape.h"

using namespace mlir;
using namespace mlir::layout;

/// Blocks beyond are taken for 1, as no picture has room for them.
static constexpr int64_t kLargestBlock = 256;

/// The largest constant by which an expression divides something that depends
/// on this dimension.
static int64_t findLargestBlock(AffineMap map, unsigned dim) {
  int64_t block = 1;
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr part) {
      bool divides =
          llvm::is_contained({AffineExprKind::FloorDiv, AffineExprKind::CeilDiv,
                              AffineExprKind::Mod},
                             part.getKind());
      auto division = divides ? cast<AffineBinaryOpExpr>(part) : nullptr;
      auto divisor = division ? dyn_cast<AffineConstantExpr>(division.getRHS())
                              : AffineConstantExpr();
      if (divisor && division.getLHS().isFunctionOfDim(dim) &&
          divisor.getValue() <= kLargestBlock)
        block = std::max(block, divisor.getValue());
    });
  return block;
}

ExampleShape layout::chooseExampleShape(BufferAttr layout,
                                        ArrayRef<int64_t> shape) {
  ExampleShape example{SmallVector<int64_t>(shape), ""};
  AffineMap map = layout.getAffineMap();
  for (auto [dim, extent] : llvm::enumerate(example.shape))
    if (ShapedType::isDynamic(extent)) {
      int64_t block = findLargestBlock(map, dim);
      extent = block == 1 ? 3 : block + block / 2;
    }
  llvm::raw_string_ostream words(example.words);
  for (auto [dim, extent] : llvm::enumerate(example.shape))
    if (ShapedType::isDynamic(shape[dim]))
      words << (example.words.empty() ? "" : ", ") << "d" << dim << " = "
            << extent;
  return example;
}
