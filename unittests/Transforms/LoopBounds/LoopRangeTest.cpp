//===- LoopRangeTest.cpp - Bounds of loops, narrowed ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBounds/LoopRange.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A loop over numbers of a type, and two numbers to narrow it to.
class LoopRangeTest : public ::testing::TestWithParam<const char *> {
protected:
  LoopRangeTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        scf::SCFDialect, LayoutDialect>();
    context.allowUnregisteredDialects();
    std::string type = GetParam();
    module = parseSourceString<ModuleOp>(
        "func.func @f(%from: " + type + ", %to: " + type +
            ", %n: index, %m: index) {\n"
            "  %one = arith.constant 1 : " +
            type + "\n  scf.for %i = %from to %to step %one" +
            (type == "index" ? "" : " : " + type) +
            " {\n    \"test.use\"(%i, %n, %m) : (" + type +
            ", index, index) -> ()\n  }\n  return\n}\n",
        &context);
    function = *module->getOps<func::FuncOp>().begin();
    loop = *function.getOps<scf::ForOp>().begin();
    facts.emplace(function, /*explains=*/false);
  }

  LoopBound getBound(unsigned argument) {
    AffineExpr expr = facts->express(function.getArgument(argument));
    EXPECT_TRUE(expr);
    return LoopBound{expr};
  }
  bool narrow(unsigned argument, bool isLower) {
    LoopBound bound = getBound(argument);
    return isLower ? LoopRange(loop).narrowLower(*facts, bound)
                   : LoopRange(loop).narrowUpper(*facts, bound);
  }
  unsigned countMinMax() {
    unsigned count = 0;
    function.walk([&](Operation *op) {
      count += isa<arith::MaxSIOp, arith::MinSIOp>(op);
    });
    return count;
  }

  static constexpr unsigned n = 2, m = 3;
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  scf::ForOp loop;
  std::optional<IntegerFacts> facts;
};

/// A bound that the loop has, also after another one, is not added again.
TEST_P(LoopRangeTest, TakesABoundOnce) {
  for (bool isLower : {false, true}) {
    EXPECT_TRUE(narrow(n, isLower));
    unsigned once = countMinMax();
    EXPECT_FALSE(narrow(n, isLower));
    EXPECT_EQ(countMinMax(), once);
    EXPECT_TRUE(narrow(m, isLower));
    unsigned twice = countMinMax();
    EXPECT_GT(twice, once);
    EXPECT_FALSE(narrow(n, isLower));
    EXPECT_FALSE(narrow(m, isLower));
    EXPECT_EQ(countMinMax(), twice);
  }
}

/// What bounds the other end is no bound of this one.
TEST_P(LoopRangeTest, KeepsTheEndsApart) {
  EXPECT_TRUE(narrow(n, /*isLower=*/false));
  EXPECT_TRUE(narrow(n, /*isLower=*/true));
}

/// A loop that was cut has its pieces beside each other; others have not.
TEST_P(LoopRangeTest, SeesWhereALoopWasCut) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(loop);
  Operation *rest = builder.clone(*loop);
  builder.setInsertionPointAfter(rest);
  Operation *other = builder.clone(*loop);
  EXPECT_FALSE(LoopRange::isCutOff(loop, rest));
  EXPECT_TRUE(narrow(n, /*isLower=*/false));
  EXPECT_FALSE(LoopRange::isCutOff(loop, rest));
  EXPECT_TRUE(LoopRange(rest).narrowLower(*facts, getBound(n)));
  EXPECT_TRUE(LoopRange(other).narrowLower(*facts, getBound(m)));
  EXPECT_TRUE(LoopRange::isCutOff(loop, rest));
  EXPECT_FALSE(LoopRange::isCutOff(rest, loop));
  EXPECT_FALSE(LoopRange::isCutOff(loop, other));
}

INSTANTIATE_TEST_SUITE_P(Types, LoopRangeTest,
                         ::testing::Values("index", "i64", "i16"));

} // namespace
