//===- SpeculationTest.cpp - Proofs that a body may run more often --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Speculation/Speculation.h"
#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

class SpeculationTest : public ::testing::Test {
protected:
  SpeculationTest() : context(getAccessModels()) {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        LayoutDialect>();
  }

  /// Queries whether the body of the branch may be executed for j >= 61, where
  /// the innermost loop around the branch, over j, ends at `upper`.
  SpeculationSafety prove(int64_t upper, StringRef guard) {
    std::string text = R"(
      func.func @f(%a: memref<61xf32>, %b: memref<61xf32>) {
        affine.for %j = 0 to )" +
                       std::to_string(upper) + R"( {
          affine.if affine_set<(j) : ()" +
                       guard.str() + R"()>(%j) {
            %0 = affine.load %a[%j] : memref<61xf32>
            affine.store %0, %b[%j] : memref<61xf32>
          }
        }
        return
      })";
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    auto function = *module->getOps<func::FuncOp>().begin();
    affine::AffineIfOp branch;
    function.walk([&](affine::AffineIfOp op) { branch = op; });
    IntegerFacts facts(function, /*explains=*/false);
    KnownContents contents(function, facts);
    SpeculationProver prover(function, contents, /*dead=*/nullptr,
                             /*mayWrap=*/false, /*explains=*/false,
                             /*explainsFailure=*/false);
    auto loop = branch->getParentOfType<affine::AffineForOp>();
    Condition where(
        Conjunction{{facts.express(loop.getInductionVar()) - 61}});
    return prover.prove(
        {branch, branch.getThenBlock(), /*replaced=*/nullptr, where});
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(SpeculationTest, RefusesConditionThatLoopExcludes) {
  SpeculationSafety safety = prove(61, "j >= 0");
  EXPECT_FALSE(safety.isYes());
  EXPECT_EQ(safety.reason, "nothing-to-add");
}

TEST_F(SpeculationTest, RefusesStoreBeyondBuffer) {
  SpeculationSafety safety = prove(64, "-j + 60 >= 0");
  EXPECT_FALSE(safety.isYes());
  EXPECT_NE(safety.reason, "nothing-to-add");
}

// Where j mod 4 is 1, j mod 2 is never 0.
TEST_F(SpeculationTest, RefusesConditionThatBranchesExclude) {
  std::string text = R"(
    func.func @f(%b: memref<128xf32>, %x: f32) {
      affine.for %j = 0 to 64 {
        affine.if affine_set<(j) : (j mod 4 - 1 == 0)>(%j) {
          affine.if affine_set<(j) : (j mod 2 - 1 == 0)>(%j) {
            affine.store %x, %b[%j] : memref<128xf32>
          }
        }
      }
      return
    })";
  module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module);
  auto function = *module->getOps<func::FuncOp>().begin();
  affine::AffineIfOp inner;
  function.walk<WalkOrder::PreOrder>(
      [&](affine::AffineIfOp op) { inner = op; });
  IntegerFacts facts(function, /*explains=*/false);
  KnownContents contents(function, facts);
  SpeculationProver prover(function, contents, nullptr, false, false, false);
  std::optional<Condition> holds = facts.read(inner.getIntegerSet(),
                                              inner.getOperands());
  ASSERT_TRUE(holds && holds->negate());
  SpeculationSafety safety =
      prover.prove({inner, inner.getThenBlock(), nullptr, *holds->negate()});
  EXPECT_FALSE(safety.isYes());
  EXPECT_EQ(safety.reason, "nothing-to-add");
}

} // namespace
