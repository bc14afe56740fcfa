//===- LoopCountersTest.cpp - Comparison of loop counters -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LoopCounters.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class LoopCountersTest : public ::testing::Test {
protected:
  LoopCountersTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, scf::SCFDialect>();
  }

  /// The loops of a function with some index arguments and constants.
  SmallVector<Operation *> parse(StringRef loops) {
    std::string text = R"(
      func.func @f(%m: index, %n: index, %k: i32) {
        %minus = arith.constant -1 : index
        %0 = arith.constant 0 : index
        %zero = arith.constant 0 : index
        %1 = arith.constant 1 : index
        %2 = arith.constant 2 : index
        %9 = arith.constant 9 : index
        %narrow0 = arith.constant 0 : i32
        %narrow1 = arith.constant 1 : i32
        %narrow9 = arith.constant 9 : i32
    )";
    text += loops.str() + "return }";
    module = parseSourceString<ModuleOp>(text, &context);
    SmallVector<Operation *> found;
    module->walk<WalkOrder::PreOrder>(
        [&](LoopLikeOpInterface loop) { found.push_back(loop); });
    return found;
  }

  bool areAlike(StringRef loops) {
    SmallVector<Operation *> found = parse(loops);
    EXPECT_EQ(found.size(), 2u);
    EXPECT_EQ(countAlike(found[0], found[1]), countAlike(found[1], found[0]));
    EXPECT_TRUE(countAlike(found[0], found[0]));
    return countAlike(found[0], found[1]);
  }

  bool isEntered(StringRef loop) {
    return isSurelyEntered(parse(loop).front());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(LoopCountersTest, LoopsCountAlike) {
  EXPECT_TRUE(
      areAlike("affine.for %i = 0 to %n {} affine.for %i = 0 to %n {}"));
  EXPECT_TRUE(areAlike("scf.for %i = %0 to %n step %m {} "
                       "scf.for %i = %zero to %n step %m {}"));
  EXPECT_TRUE(areAlike("scf.for %i = %0 to %9 step %1 {} "
                       "scf.for %i = %zero to %9 step %1 {}"));
}

TEST_F(LoopCountersTest, LoopsMayDiffer) {
  EXPECT_FALSE(
      areAlike("affine.for %i = 0 to %n {} affine.for %i = 0 to %m {}"));
  EXPECT_FALSE(
      areAlike("affine.for %i = 1 to %n {} affine.for %i = 0 to %n {}"));
  EXPECT_FALSE(areAlike("affine.for %i = 0 to 9 step 2 {} "
                        "affine.for %i = 0 to 9 {}"));
  EXPECT_FALSE(areAlike("scf.for %i = %0 to %n step %m {} "
                        "scf.for %i = %0 to %n step %n {}"));
  EXPECT_FALSE(areAlike("scf.for %i = %0 to %9 step %m {} "
                        "scf.for %i = %0 to %9 step %1 {}"));
  EXPECT_FALSE(areAlike("scf.for %i = %0 to %n step %1 {} "
                        "affine.for %i = 0 to %n {}"));
  EXPECT_FALSE(areAlike("scf.for %i = %0 to %9 step %1 {} scf.for %i = "
                        "%narrow0 to %narrow9 step %narrow1 : i32 {}"));
  EXPECT_FALSE(areAlike("scf.for %i = %minus to %9 step %1 {} "
                        "scf.for unsigned %i = %minus to %9 step %1 {}"));
}

TEST_F(LoopCountersTest, NoLoopsCountNothing) {
  parse("");
  Operation *function = &module->getBody()->front();
  EXPECT_FALSE(countAlike(function, function));
  EXPECT_FALSE(isSurelyEntered(function));
}

TEST_F(LoopCountersTest, LoopsAreEntered) {
  EXPECT_TRUE(isEntered("affine.for %i = 3 to 4 {}"));
  EXPECT_TRUE(isEntered("affine.parallel (%i, %j) = (0, 1) to (1, 2) {}"));
  EXPECT_TRUE(isEntered("scf.for %i = %minus to %0 step %1 {}"));
  EXPECT_TRUE(isEntered("scf.for unsigned %i = %0 to %9 step %1 {}"));
}

TEST_F(LoopCountersTest, LoopsMayNotBeEntered) {
  EXPECT_FALSE(isEntered("affine.for %i = 4 to 4 {}"));
  EXPECT_FALSE(isEntered("affine.for %i = 0 to %n {}"));
  // Of several bounds, the other one may be less.
  EXPECT_FALSE(
      isEntered("affine.for %i = 0 to min affine_map<(d) -> (4, d)>(%n) {}"));
  EXPECT_FALSE(isEntered("affine.parallel (%i, %j) = (0, 1) to (1, 1) {}"));
  EXPECT_FALSE(isEntered("scf.for %i = %0 to %n step %1 {}"));
  // Without sign, -1 is the largest number.
  EXPECT_FALSE(isEntered("scf.for unsigned %i = %minus to %0 step %1 {}"));
}

TEST_F(LoopCountersTest, VariablesAreThoseOfTheCounters) {
  context.loadDialect<gpu::GPUDialect>();
  parse(R"(
    affine.for %i = 0 to 9 {}
    affine.parallel (%i, %j) = (0, 0) to (9, 9) {}
    scf.for %i = %0 to %9 step %1 {}
    scf.parallel (%i, %j) = (%0, %0) to (%9, %9) step (%1, %1) {}
    scf.forall (%i, %j) in (4, %9) {}
    gpu.launch blocks(%a, %b, %c) in (%d = %1, %e = %2, %f = %9)
               threads(%x, %y, %z) in (%u = %1, %v = %2, %w = %9) {
      gpu.terminator
    }
  )");
  unsigned numLoops = 0;
  module->walk([&](Operation *op) {
    SmallVector<Value> variables;
    for (const LoopCounter &counter : getLoopCounters(op))
      variables.push_back(counter.variable);
    EXPECT_EQ(variables, getLoopVariables(op));
    numLoops += !variables.empty();
  });
  EXPECT_EQ(numLoops, 6u);
}

TEST_F(LoopCountersTest, StepsAreConstantsOrValues) {
  Operation *loop = parse("scf.for %i = %0 to %9 step %2 {}").front();
  EXPECT_EQ(getLoopCounters(loop).front().step, 2);
  EXPECT_FALSE(getLoopCounters(loop).front().dynamicStep);
  loop = parse("scf.for %i = %0 to %9 step %m {}").front();
  EXPECT_FALSE(getLoopCounters(loop).front().step);
  EXPECT_EQ(getLoopCounters(loop).front().dynamicStep,
            cast<scf::ForOp>(loop).getStep());
}

} // namespace
