//===- UnknownFactsTest.cpp - Questions beyond the bounds on the work -----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// %p = (2^41 + 1) %n, and at "here" %p > %m is assumed.
class UnknownFactsTest : public ::testing::TestWithParam<bool> {
protected:
  UnknownFactsTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, scf::SCFDialect, LayoutDialect>();
    context.allowUnregisteredDialects();
    module = parseSourceString<ModuleOp>(R"(
      func.func @f(%n: index, %m: index, %k: index) {
        %c3 = arith.constant 3 : index
        %p = affine.apply affine_map<()[n] -> (n * 2199023255553)>()[%n]
        %hard = arith.cmpi sgt, %p, %m : index
        %easy = arith.cmpi sgt, %k, %c3 : index
        layout.assume %hard : i1
        "here"(%hard, %easy) : (i1, i1) -> ()
        return
      })",
                                         &context);
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() == "here")
        here = op;
    });
    facts = std::make_unique<IntegerFacts>(*module, /*explains=*/GetParam());
    hard = *facts->read(here->getOperand(0));
    easy = *facts->read(here->getOperand(1));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  Operation *here = nullptr;
  std::unique_ptr<IntegerFacts> facts;
  Condition hard = Condition::getTrue(), easy = Condition::getTrue();
};

TEST_P(UnknownFactsTest, NeitherYesNorNo) {
  for (const Decision &answer :
       {facts->isImplied(hard, here), facts->isPossible(hard, here),
        facts->isPossible(easy, here), facts->isReachable(here),
        facts->isSatisfiable({hard}), facts->isSatisfiable({easy, hard})}) {
    EXPECT_TRUE(answer.isUnknown());
    EXPECT_EQ(answer.witness, "a coefficient is beyond 2^40");
  }
}

/// What has nothing to do with it does not follow; but that it fails in some
/// run is not known.
TEST_P(UnknownFactsTest, WhatIsToldMustBeKnownToOccur) {
  Decision answer = facts->isImplied(easy, here);
  EXPECT_EQ(answer.isUnknown(), GetParam());
  EXPECT_EQ(answer.isNo(), !GetParam());
  EXPECT_EQ(answer.witness, GetParam() ? "a coefficient is beyond 2^40" : "");
}

/// One contradiction is enough, whatever else is not known.
TEST_P(UnknownFactsTest, AContradictionDecides) {
  std::optional<Condition> opposite = easy.negate();
  ASSERT_TRUE(opposite);
  EXPECT_TRUE(facts->isSatisfiable({easy, *opposite}).isNo());
}

INSTANTIATE_TEST_SUITE_P(Explains, UnknownFactsTest, ::testing::Bool());

} // namespace
