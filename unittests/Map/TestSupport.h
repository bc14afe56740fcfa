//===- TestSupport.h - Reading maps, counting by hand -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of the map room share. The reference functions enumerate, and
// use nothing of the code under test.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_MAP_TESTSUPPORT_H
#define LAYOUT_UNITTESTS_MAP_TESTSUPPORT_H

#include "Layout/Map/PhysicalLayout.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/MLIRContext.h"
#include <iosfwd>
#include <random>
#include <string>
#include <vector>

namespace mlir {
/// How GoogleTest shows maps.
void PrintTo(AffineMap map, std::ostream *stream);
} // namespace mlir

namespace mlir::layout::test {

using Index = std::vector<int64_t>;

MLIRContext *getContext();

/// Reads `(i) -> (i floordiv 4, i mod 4)`; also with symbols.
AffineMap map(llvm::StringRef text);
Box box(llvm::ArrayRef<int64_t> shape);
constexpr int64_t dynamic = ShapedType::kDynamic;

/// A layout of steps with the given maps, one pad for all.
LayoutSpec spec(llvm::ArrayRef<llvm::StringRef> maps,
                PadKind pad = PadKind::Constant);
PhysicalLayout derive(const LayoutSpec &spec, llvm::ArrayRef<int64_t> shape);
PhysicalLayout derive(AffineMap map, llvm::ArrayRef<int64_t> shape);
PhysicalLayout derive(llvm::StringRef map, llvm::ArrayRef<int64_t> shape);

std::string print(AffineMap map);
std::string print(IntegerSet set);
std::string printSet(const std::vector<Index> &places);

/// `LAYOUT_SEED` from the environment, or a fixed one; printed once per test.
uint64_t getSeed();

//===----------------------------------------------------------------------===//
// The reference: by enumeration
//===----------------------------------------------------------------------===//

int64_t valueOf(AffineExpr expr, const Index &dims, const Index &symbols = {});
Index placeOf(AffineMap map, const Index &index, const Index &symbols = {});
/// All indices of a shape, in row-major order.
std::vector<Index> allIndices(llvm::ArrayRef<int64_t> shape);
bool isInside(const Index &index, llvm::ArrayRef<int64_t> shape);
bool holds(IntegerSet set, const Index &dims, const Index &symbols = {});

/// Extents by the rule, each `e mod c` being a variable in [0, c); nullopt
/// where that is too much to enumerate, or the domain is empty.
std::optional<Index> extentsOf(AffineMap map, llvm::ArrayRef<int64_t> shape);

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_MAP_TESTSUPPORT_H
