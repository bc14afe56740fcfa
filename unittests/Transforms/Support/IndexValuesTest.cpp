//===- IndexValuesTest.cpp - Ranges of index values -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class IndexRangesTest : public ::testing::Test {
protected:
  IndexRangesTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect>();
  }

  /// The loops of a function, which has a number and a buffer.
  void parse(StringRef loops) {
    module = parseSourceString<ModuleOp>(
        "func.func @f(%n: index, %a: memref<?xf32>) {\n" + loops.str() +
            "return }",
        &context);
    loopsOfF.clear();
    module->walk<WalkOrder::PreOrder>(
        [&](affine::AffineForOp loop) { loopsOfF.push_back(loop); });
  }

  /// Of the variable of the innermost loop.
  std::pair<std::optional<int64_t>, std::optional<int64_t>>
  findRange(StringRef loops, Interval extents = {}) {
    parse(loops);
    Interval range =
        IndexRanges(extents).get(loopsOfF.back().getInductionVar());
    return {range.low, range.high};
  }

  bool isNeverEntered(StringRef loops) {
    parse(loops);
    return IndexRanges().isNeverEntered(loopsOfF.back());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  SmallVector<affine::AffineForOp> loopsOfF;
};

using Ends = std::pair<std::optional<int64_t>, std::optional<int64_t>>;

TEST_F(IndexRangesTest, BoundsOfBounds) {
  EXPECT_EQ(findRange("affine.for %i = 2 to 5 { affine.for %j = "
                      "affine_map<(i) -> (3 * i)>(%i) to "
                      "affine_map<(i) -> (3 * i + 2)>(%i) {} }"),
            Ends(6, 13));
  // The least upper bound, the largest lower one.
  EXPECT_EQ(findRange("affine.for %i = 2 to 5 { affine.for %j = "
                      "max affine_map<(i) -> (3, i)>(%i) to "
                      "min affine_map<(i) -> (100, 2 * i)>(%i) {} }"),
            Ends(3, 7));
  EXPECT_EQ(findRange("affine.for %i = 0 to 10 step 4 {}"), Ends(0, 8));
}

TEST_F(IndexRangesTest, ThroughApply) {
  EXPECT_EQ(findRange("affine.for %i = 0 to 8 { "
                      "%x = affine.apply affine_map<(i) -> (i + 4)>(%i) "
                      "affine.for %j = affine_map<(x, i) -> (x - i)>(%x, %i) "
                      "to 9 {} }"),
            Ends(4, 8));
}

TEST_F(IndexRangesTest, UnknownSidesStayOpen) {
  EXPECT_EQ(findRange("affine.for %i = 3 to %n {}"), Ends(3, std::nullopt));
  EXPECT_EQ(findRange("affine.for %i = %n to 9 {}"), Ends(std::nullopt, 8));
}

TEST_F(IndexRangesTest, ExtentsAreWhatTheyAreTakenFor) {
  StringRef loops = "%0 = arith.constant 0 : index "
                    "%d = memref.dim %a, %0 : memref<?xf32> "
                    "affine.for %i = 0 to %d {}";
  EXPECT_EQ(findRange(loops), Ends(0, std::nullopt));
  EXPECT_EQ(findRange(loops, {0, 100}), Ends(0, 99));
}

TEST_F(IndexRangesTest, LoopsThatAreNeverEntered) {
  EXPECT_TRUE(isNeverEntered("affine.for %i = 4 to 4 {}"));
  EXPECT_TRUE(isNeverEntered("affine.for %i = 2 to 5 { affine.for %j = 4 to "
                             "affine_map<(i) -> (i)>(%i) {} }"));
  EXPECT_TRUE(isNeverEntered(
      "affine.for %j = max affine_map<(n) -> (7, n)>(%n) to 7 {}"));
}

TEST_F(IndexRangesTest, LoopsThatMayBeEntered) {
  EXPECT_FALSE(isNeverEntered("affine.for %i = 4 to 5 {}"));
  EXPECT_FALSE(isNeverEntered("affine.for %i = 4 to %n {}"));
  EXPECT_FALSE(isNeverEntered("affine.for %i = 2 to 6 { affine.for %j = 4 to "
                              "affine_map<(i) -> (i)>(%i) {} }"));
}

} // namespace
