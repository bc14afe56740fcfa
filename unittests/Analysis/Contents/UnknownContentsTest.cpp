//===- UnknownContentsTest.cpp - Questions beyond the bounds on the work --===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
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

/// What the load with the attribute `ask` reads.
class UnknownContentsTest : public ::testing::Test {
protected:
  UnknownContentsTest() {
    context
        .loadDialect<affine::AffineDialect, arith::ArithDialect,
                     func::FuncDialect, memref::MemRefDialect, LayoutDialect>();
  }

  Contents ask(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    Contents answer;
    if (!module)
      return answer;
    auto function = *module->getOps<func::FuncOp>().begin();
    IntegerFacts facts(function);
    KnownContents known(function, facts);
    function.walk([&](affine::AffineLoadOp load) {
      if (load->hasAttr("ask"))
        answer = known.getContents(load);
    });
    return answer;
  }

  MLIRContext context{test::getAccessModels()};
  OwningOpRef<ModuleOp> module;
};

/// The place, 3 n modulo 16, exceeds 2^40 on the way. All that was stored is 5,
/// but a pass may have written to the padding since then.
TEST_F(UnknownContentsTest, ItMayBePadding) {
  Contents answer = ask(R"(
    #U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
    func.func @f(%a: memref<4x4xi32>, %n: index) {
      layout.padding %a : memref<4x4xi32> of memref<14xi32, #U>
      %c5 = arith.constant 5 : i32
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.store %c5, %a[%i, %j] : memref<4x4xi32>
        }
      }
      %l = affine.load %a[((symbol(%n) * 2199023255555) mod 16) floordiv 4,
                          ((symbol(%n) * 2199023255555) mod 16) mod 4] {ask}
          : memref<4x4xi32>
      return
    })");
  EXPECT_EQ(answer.kind, Contents::Kind::Constant);
  EXPECT_TRUE(answer.mayBeUndef);
}

/// Each of the stores on the way takes a query, of at most `maxQueries`. If the
/// last one is in the loop, this is executed all the same.
TEST_F(UnknownContentsTest, ALoopIsExecutedThoughNoQuestionIsLeft) {
  unsigned numKnown = 0;
  for (unsigned count = 0; count < 100; ++count) {
    std::string stores;
    for (unsigned i = 0; i < count; ++i)
      stores += "affine.store %x, %a[symbol(%n) mod 2 + 8] : memref<16xi32>\n";
    Contents answer = ask(R"(
      func.func @f(%a: memref<16xi32>, %n: index, %x: i32) {
        %c5 = arith.constant 5 : i32
        %c6 = arith.constant 6 : i32
        affine.store %c5, %a[3] : memref<16xi32>
        affine.for %i = 0 to 16 {
          affine.store %c6, %a[%i] : memref<16xi32>
        }
        )" + stores + R"(
        %l = affine.load %a[3] {ask} : memref<16xi32>
        return
      })");
    if (!answer.isKnown())
      continue;
    ++numKnown;
    ASSERT_EQ(answer.kind, Contents::Kind::Constant);
    EXPECT_EQ(cast<IntegerAttr>(answer.constant).getInt(), 6) << count;
  }
  EXPECT_GT(numKnown, 0u);
  EXPECT_LT(numKnown, 100u);
}

} // namespace
