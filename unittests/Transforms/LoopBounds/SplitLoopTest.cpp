//===- SplitLoopTest.cpp - Index-set splitting of one loop ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBounds/SplitLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The loop `for %i = max(lower, %k) to min(upper, %n)`, which carries a
/// number.
class SplitLoopTest : public ::testing::Test {
protected:
  SplitLoopTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect>();
    context.allowUnregisteredDialects();
  }

  void parse(const std::string &bounds) {
    module = parseSourceString<ModuleOp>(
        "func.func @f(%k: index, %n: index, %a: f32) -> f32 {\n"
        "  %r = affine.for %i = " +
            bounds +
            " iter_args(%x = %a) -> f32 {\n"
            "    %y = \"test.use\"(%i, %x) : (index, f32) -> f32\n"
            "    affine.yield %y : f32\n  }\n"
            "  return %r : f32\n}\n",
        &context);
    function = *module->getOps<func::FuncOp>().begin();
    loop = *function.getOps<affine::AffineForOp>().begin();
  }

  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, &context);
  }

  static int64_t evaluate(AffineMap map, OperandRange operands, int64_t k,
                          int64_t n, bool isLower) {
    SmallVector<Attribute> inputs, results;
    for (Value operand : operands)
      inputs.push_back(IntegerAttr::get(
          IndexType::get(map.getContext()),
          cast<BlockArgument>(operand).getArgNumber() == 0 ? k : n));
    EXPECT_TRUE(succeeded(map.constantFold(inputs, results)));
    auto values = llvm::map_to_vector(
        results, [](Attribute its) { return cast<IntegerAttr>(its).getInt(); });
    return isLower ? *llvm::max_element(values) : *llvm::min_element(values);
  }

  /// The values of the variable, loop by loop.
  SmallVector<int64_t> execute(int64_t k, int64_t n) {
    SmallVector<int64_t> values;
    for (auto its : function.getOps<affine::AffineForOp>()) {
      int64_t end = evaluate(its.getUpperBoundMap(),
                             its.getUpperBoundOperands(), k, n, false);
      for (int64_t i = evaluate(its.getLowerBoundMap(),
                                its.getLowerBoundOperands(), k, n, true);
           i < end; i += its.getStepAsInt())
        values.push_back(i);
    }
    return values;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  affine::AffineForOp loop;
};

constexpr const char *kBounds = "max affine_map<(d0) -> (2, d0)>(%k) to min "
                                "affine_map<(d0) -> (9, d0)>(%n)";

/// Also where points are outside of the range, or equal.
TEST_F(SplitLoopTest, KeepsIterationsAndTheirOrder) {
  for (int64_t first : {-3, 2, 5, 9, 20})
    for (int64_t second : {first, first + 1, first + 6}) {
      parse(kBounds);
      std::vector<SmallVector<int64_t>> before;
      for (int64_t k = -1; k < 11; ++k)
        for (int64_t n = -1; n < 11; ++n)
          before.push_back(execute(k, n));
      EXPECT_EQ(splitLoop(loop, {constant(first), constant(second)}, {}).size(),
                3u);
      ASSERT_TRUE(succeeded(verify(*module)));
      auto next = before.begin();
      for (int64_t k = -1; k < 11; ++k)
        for (int64_t n = -1; n < 11; ++n)
          EXPECT_EQ(execute(k, n), *next++) << k << " " << n;
    }
}

TEST_F(SplitLoopTest, SplitsAtAFunctionOfOperands) {
  parse("0 to %n");
  AffineExpr k = getAffineDimExpr(0, &context);
  splitLoop(loop, {k, k + 1}, function.getArgument(0));
  for (int64_t at = -2; at < 8; ++at)
    EXPECT_EQ(execute(at, 6), SmallVector<int64_t>({0, 1, 2, 3, 4, 5}));
}

TEST_F(SplitLoopTest, PointsInTheLoopReplaceItsBounds) {
  parse(kBounds);
  auto partitions = splitLoop(loop, constant(5), {}, PointRange::InLoop);
  EXPECT_EQ(partitions[0].getAffine().getConstantUpperBound(), 5);
  EXPECT_EQ(partitions[1].getAffine().getConstantLowerBound(), 5);
  EXPECT_EQ(partitions[1].getAffine().getUpperBoundMap().getNumResults(), 2u);
}

TEST_F(SplitLoopTest, PointsOnOneSideReplaceTheBoundsThere) {
  for (PointRange range : {PointRange::AboveLower, PointRange::BelowUpper}) {
    parse(kBounds);
    auto partitions = splitLoop(loop, constant(5), {}, range);
    bool isAbove = range == PointRange::AboveLower;
    EXPECT_EQ(partitions[1].getAffine().hasConstantLowerBound(), isAbove);
    EXPECT_EQ(partitions[0].getAffine().hasConstantUpperBound(), !isAbove);
  }
}

TEST_F(SplitLoopTest, CarriedValuesReachTheNextPartition) {
  parse("0 to 8");
  auto partitions = splitLoop(loop, {constant(3), constant(6)}, {});
  Value last = partitions[2].loop->getResult(0);
  EXPECT_EQ(partitions[0].getAffine().getInits()[0], function.getArgument(2));
  EXPECT_EQ(partitions[1].getAffine().getInits()[0],
            partitions[0].loop->getResult(0));
  EXPECT_EQ(partitions[2].getAffine().getInits()[0],
            partitions[1].loop->getResult(0));
  EXPECT_EQ(function.getBody().front().getTerminator()->getOperand(0), last);
}

TEST_F(SplitLoopTest, FindsOpsInEachPartition) {
  parse("0 to 8");
  Operation *use = &loop.getBody()->front();
  for (const LoopPartition &its : splitLoop(loop, constant(4), {})) {
    EXPECT_EQ(its.lookup(use)->getParentOp(), its.loop);
    EXPECT_EQ(its.lookup(use)->getName(), use->getName());
  }
}

} // namespace
