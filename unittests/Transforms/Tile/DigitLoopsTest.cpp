//===- DigitLoopsTest.cpp - Nests and register tiles of orders ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile/DigitLoops.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/AccessModels/AccessModels.h"
#include "Vectorize/RegisterTile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class DigitLoopsTest : public ::testing::Test {
protected:
  DigitLoopsTest() {
    DialectRegistry registry;
    registerLayoutAccessExternalModels(registry);
    context.appendDialectRegistry(registry);
    context
        .loadDialect<affine::AffineDialect, arith::ArithDialect,
                     func::FuncDialect, memref::MemRefDialect, LayoutDialect>();
    target.vectorBits = 512;
    target.numVectorRegisters = 32;
  }

  /// Returns the tile of the product of an `rows` x `depth` and a `depth` x
  /// `columns` matrix of floats in the order of `digits`, of the loops i, j, k;
  /// with `onlyFull`, that of full tiles.
  std::string makeProduct(const std::string &rows, const std::string &columns,
                          const std::string &depth, SmallVector<Digit> digits,
                          bool onlyFull = false) {
    std::string a = "memref<" + rows + "x" + depth + "xf32>",
                b = "memref<" + depth + "x" + columns + "xf32>",
                c = "memref<" + rows + "x" + columns + "xf32>";
    auto bound = [](const std::string &extent, const std::string &value) {
      return extent == "?" ? value : extent;
    };
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        "func.func @f(%a: " + a + ", %b: " + b + ", %c: " + c +
            ", %m: index, %n: index, %s: index) {\n"
            "affine.for %i = 0 to " +
            bound(rows, "%m") +
            " {\n"
            "affine.for %j = 0 to " +
            bound(columns, "%n") +
            " {\n"
            "affine.for %k = 0 to " +
            bound(depth, "%s") +
            " {\n"
            "  %0 = affine.load %a[%i, %k] : " +
            a +
            "\n"
            "  %1 = affine.load %b[%k, %j] : " +
            b +
            "\n"
            "  %2 = affine.load %c[%i, %j] : " +
            c +
            "\n"
            "  %3 = arith.mulf %0, %1 : f32\n"
            "  %4 = arith.addf %2, %3 : f32\n"
            "  affine.store %4, %c[%i, %j] : " +
            c + "\n}}}\nreturn\n}\n",
        &context);
    if (!module)
      return "cannot be parsed";
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    std::optional<AffineNest> nest =
        AffineNest::read(*function.getOps<affine::AffineForOp>().begin());
    std::optional<DigitLoops> loops =
        nest ? DigitLoops::plan(*nest, digits) : std::nullopt;
    if (!loops)
      return "no loops";
    TileQueries queries;
    VectorRefusal refusal;
    FailureOr<RegisterTile> tile =
        RegisterTile::make(onlyFull ? loops->getOrder().describeFullTiles(*nest)
                                    : loops->describe(*nest),
                           target, {}, queries, refusal);
    if (failed(tile))
      return refusal.reason;
    std::string text;
    llvm::raw_string_ostream stream(text);
    tile->print(stream);
    return text;
  }

  static constexpr unsigned i = 0, j = 1, k = 2;

  MLIRContext context{MLIRContext::Threading::DISABLED};
  Target target;
};

constexpr const char *kForms = "  accumulator 0: accesses 2 and 3\n"
                               "  access 0: load, uniform\n"
                               "  access 1: load, contiguous\n"
                               "  access 2: load, contiguous, accumulator 0\n"
                               "  access 3: store, contiguous, accumulator 0\n";

TEST_F(DigitLoopsTest, TileOfFullTiles) {
  EXPECT_EQ(makeProduct("32", "64", "64",
                        {{i, 4, std::nullopt},
                         {j, 16, std::nullopt},
                         {k, 1, std::nullopt},
                         {i, 1, 4},
                         {j, 1, 16}}),
            std::string("outer 2, reductions 1, rows 4, lanes 16, steps 1\n") +
                kForms);
}

/// Of 61 columns the last tile of 16 lacks three, which lie outside.
TEST_F(DigitLoopsTest, TileThatLacksLanes) {
  EXPECT_EQ(makeProduct("32", "61", "64",
                        {{i, 4, std::nullopt},
                         {j, 16, std::nullopt},
                         {k, 1, std::nullopt},
                         {i, 1, 4},
                         {j, 1, 16}}),
            std::string("outer 2, reductions 1, rows 4, lanes 16, steps 1, "
                        "lanes may be missing: masked, several rows\n") +
                kForms);
}

/// Rows of which the number is unknown go together; whether the reduction has a
/// step is decided by a branch.
TEST_F(DigitLoopsTest, TileOfUnknownExtents) {
  EXPECT_EQ(makeProduct("?", "64", "?",
                        {{i, 4, std::nullopt},
                         {j, 16, std::nullopt},
                         {k, 1, std::nullopt},
                         {i, 1, 4},
                         {j, 1, 16}}),
            std::string("outer 2, reductions 1, rows 4, lanes 16, steps 1, "
                        "guarded, rows may be missing: all lanes, several "
                        "rows\n") +
                kForms);
}

/// The cost of an order is that of its full tiles, whatever extents are.
TEST_F(DigitLoopsTest, FullTiles) {
  for (const char *extent : {"61", "64", "?"})
    EXPECT_EQ(
        makeProduct(extent, extent, extent,
                    {{i, 4, std::nullopt},
                     {j, 16, std::nullopt},
                     {k, 1, std::nullopt},
                     {i, 1, 4},
                     {j, 1, 16}},
                    /*onlyFull=*/true),
        std::string("outer 2, reductions 1, rows 4, lanes 16, steps 1\n") +
            kForms);
}

/// Without rows the loop over them is around the reduction.
TEST_F(DigitLoopsTest, TileOfOneRow) {
  EXPECT_EQ(makeProduct("32", "64", "64",
                        {{i, 1, std::nullopt},
                         {j, 16, std::nullopt},
                         {k, 1, std::nullopt},
                         {j, 1, 16}}),
            std::string("outer 2, reductions 1, rows 1, lanes 16, steps 1\n") +
                kForms);
}

/// More rows than registers are no rows of the tile, and their loop is a
/// part of no accumulator.
TEST_F(DigitLoopsTest, RowsThatDoNotFitRegisters) {
  target.numVectorRegisters = 4;
  EXPECT_TRUE(StringRef(makeProduct("32", "64", "64",
                                    {{i, 4, std::nullopt},
                                     {j, 16, std::nullopt},
                                     {k, 1, std::nullopt},
                                     {i, 1, 4},
                                     {j, 1, 16}}))
                  .starts_with("outer 4, reductions 0, rows 1, lanes 16"));
}

TEST_F(DigitLoopsTest, StoresOfLanesApart) {
  EXPECT_EQ(makeProduct("32", "64", "64",
                        {{i, 16, std::nullopt},
                         {j, 1, std::nullopt},
                         {k, 1, std::nullopt},
                         {i, 1, 16}}),
            "store");
}

} // namespace
