//===- TabulateTest.cpp - Values of expressions at all indices ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Tabulate.h"
#include "RandomMaps.h"
#include "TestSupport.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

std::vector<Index> tabulateAll(AffineMap map, ArrayRef<int64_t> shape) {
  std::vector<Index> rows(map.getNumResults());
  tabulate(map.getResults(), shape, [&](TabulatedRows values) {
    for (auto [row, value] : llvm::zip_equal(rows, values))
      row.insert(row.end(), value.begin(), value.end());
  });
  return rows;
}

void expectTabulated(llvm::StringRef text, ArrayRef<int64_t> shape) {
  AffineMap map = test::map(text);
  std::vector<Index> expected(map.getNumResults());
  for (const Index &index : allIndices(shape))
    for (auto [row, expr] : llvm::zip_equal(expected, map.getResults()))
      row.push_back(valueOf(expr, index));
  EXPECT_EQ(tabulateAll(map, shape), expected)
      << text.str() << " on a shape of rank " << shape.size();
}

TEST(Tabulate, EveryOperator) {
  expectTabulated("(i, j) -> (i + j * 3 - 7, (i - j) floordiv 4,"
                  " (i - j) mod 4, (i - 5) ceildiv 3, (i - j) floordiv 3,"
                  " (i - j) mod 3, 7, i)",
                  {9, 7});
}

TEST(Tabulate, NoIndexAndOneIndex) {
  expectTabulated("(i, j) -> (i, j)", {5, 0});
  expectTabulated("() -> (3)", {});
  expectTabulated("(i, j) -> (i + j)", {1, 1});
}

// Shapes around the size of a block, whose inner dimensions are a block, less,
// and more.
TEST(Tabulate, BlocksOfAllKinds) {
  for (int64_t extent : {1, 3, 63, 65, 2047, 2048, 4099}) {
    llvm::StringRef one = "(i) -> (i floordiv 24, i mod 24, (i + 3) mod 16)";
    expectTabulated(one, {extent});
    llvm::StringRef two = "(i, j) -> (i floordiv 16, (i + j) floordiv 3,"
                          " (i * 57 + j) mod 4, i, j, 0)";
    for (int64_t other : {1, 2, 33}) {
      expectTabulated(two, {extent, other});
      expectTabulated(two, {other, extent});
    }
  }
  expectTabulated("(i, j, k) -> (k, j, i floordiv 2, (i + j) mod 7 + k)",
                  {3, 45, 61});
}

} // namespace
