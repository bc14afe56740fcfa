//===- BufferAliasesTest.cpp - Alias analysis of buffers ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers of the oracle through `mlir::AliasAnalysis`, compared with those of
// upstream.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferAliases.h"

#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr StringLiteral kCallees = R"mlir(
  #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
  memref.global "private" constant @table : memref<8xi32> = dense<1>
  memref.global "private" @state : memref<8xi32> = uninitialized
  func.func private @make() -> memref<8xi32> {
    %a = memref.alloc() : memref<8xi32>
    return %a : memref<8xi32>
  }
  func.func private @same(%a: memref<8xi32>) -> memref<8xi32> {
    return %a : memref<8xi32>
  }
  func.func private @external() -> memref<8xi32>
  func.func private @keep(memref<8xi32>)
)mlir";

/// Queries the first two operands of the op that is marked `ask`, in `text`.
class BufferAliasesTest : public ::testing::Test {
protected:
  BufferAliasesTest()
      : context(test::getAccessModels(), MLIRContext::Threading::DISABLED) {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        bufferization::BufferizationDialect, func::FuncDialect,
                        gpu::GPUDialect, memref::MemRefDialect, scf::SCFDialect,
                        LayoutDialect>();
  }

  Operation *parse(const Twine &text) {
    module = parseSourceString<ModuleOp>((kCallees + text).str(), &context);
    Operation *asked = nullptr;
    if (module)
      module->walk([&](Operation *op) {
        if (op->hasAttr("ask"))
          asked = op;
      });
    return asked;
  }

  /// By upstream's analysis with ours, or alone.
  AliasResult ask(const Twine &body, StringRef arguments,
                  bool withOurs = true) {
    Operation *op = parse("func.func @f(" + arguments + ") {\n" + body +
                          "\n%ask = arith.select %c, %x, %y {ask} : "
                          "memref<8xi32>\nreturn\n}");
    EXPECT_TRUE(op) << body.str();
    if (!op)
      return AliasResult::MustAlias;
    AliasAnalysis aliases(*module);
    if (withOurs)
      aliases.addAnalysisImplementation(BufferAliasAnalysis(*module));
    return aliases.alias(op->getOperand(1), op->getOperand(2));
  }

  void expectNewlyDistinct(
      const Twine &body,
      StringRef arguments = "%c: i1, %p: memref<8xi32>, %q: memref<8xi32>") {
    EXPECT_TRUE(ask(body, arguments).isNo()) << body.str();
    EXPECT_FALSE(ask(body, arguments, /*withOurs=*/false).isNo()) << body.str();
  }

  void expectMay(
      const Twine &body,
      StringRef arguments = "%c: i1, %p: memref<8xi32>, %q: memref<8xi32>") {
    EXPECT_FALSE(ask(body, arguments).isNo()) << body.str();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral kArguments =
    "%x = memref.cast %p : memref<8xi32> to memref<8xi32>\n"
    "%y = memref.cast %q : memref<8xi32> to memref<8xi32>";

TEST_F(BufferAliasesTest, Promises) {
  expectMay(kArguments);
  expectNewlyDistinct(kArguments, "%c: i1, %p: memref<8xi32> {llvm.noalias}, "
                                  "%q: memref<8xi32>");
  expectNewlyDistinct(kArguments,
                      "%c: i1, %p: memref<8xi32>, %q: memref<8xi32> "
                      "{layout.transform = #L}");
  // Only of what is not the same.
  expectMay("%x = memref.cast %p : memref<8xi32> to memref<8xi32>\n"
            "%y = memref.cast %p : memref<8xi32> to memref<8xi32>",
            "%c: i1, %p: memref<8xi32> {llvm.noalias}");
}

TEST_F(BufferAliasesTest, SaidToBeDistinct) {
  StringRef arguments = "%c: i1, %p: memref<8xi32>, %q: memref<8xi32>";
  StringRef body =
      "%a, %b = memref.distinct_objects %p, %q : memref<8xi32>, memref<8xi32>\n"
      "%x = memref.cast %a : memref<8xi32> to memref<8xi32>\n"
      "%y = memref.cast %b : memref<8xi32> to memref<8xi32>";
  EXPECT_TRUE(ask(body, arguments).isNo());
  // All that is done to both arguments goes through the results.
  BufferFlow flow(*module);
  auto function = module->lookupSymbol<func::FuncOp>("f");
  EXPECT_FALSE(BufferAliases(flow).mayBeOneMemory(function.getArgument(1),
                                                  function.getArgument(2)));
  // Of another name nothing is said.
  expectMay(
      "%x, %b = memref.distinct_objects %p, %q : memref<8xi32>, memref<8xi32>\n"
      "%y = memref.cast %q : memref<8xi32> to memref<8xi32>");
}

TEST_F(BufferAliasesTest, Calls) {
  expectNewlyDistinct("%x = call @make() : () -> memref<8xi32>\n"
                      "%y = memref.cast %q : memref<8xi32> to memref<8xi32>");
  expectNewlyDistinct("%x = call @make() : () -> memref<8xi32>\n"
                      "%y = call @make() : () -> memref<8xi32>");
  expectMay("%x = call @same(%p) : (memref<8xi32>) -> memref<8xi32>\n"
            "%y = memref.cast %p : memref<8xi32> to memref<8xi32>");
  expectMay("%x = call @make() : () -> memref<8xi32>\n"
            "%y = call @external() : () -> memref<8xi32>");
}

TEST_F(BufferAliasesTest, WhatNobodyKnowsOf) {
  expectNewlyDistinct("%x = memref.alloc() : memref<8xi32>\n"
                      "%y = call @external() : () -> memref<8xi32>");
  expectMay("%x = memref.alloc() : memref<8xi32>\n"
            "call @keep(%x) : (memref<8xi32>) -> ()\n"
            "%y = call @external() : () -> memref<8xi32>");
}

TEST_F(BufferAliasesTest, Globals) {
  expectNewlyDistinct("%x = memref.get_global @table : memref<8xi32>\n"
                      "%y = memref.get_global @state : memref<8xi32>");
  expectNewlyDistinct("%x = memref.get_global @table : memref<8xi32>\n"
                      "%y = memref.cast %q : memref<8xi32> to memref<8xi32>");
  expectMay("%x = memref.get_global @state : memref<8xi32>\n"
            "%y = memref.cast %q : memref<8xi32> to memref<8xi32>");
  expectMay("%x = memref.get_global @state : memref<8xi32>\n"
            "%y = memref.get_global @state : memref<8xi32>");
}

/// A buffer that another takes the place of may be that one.
TEST_F(BufferAliasesTest, Allocations) {
  expectMay("%a = memref.alloc() : memref<8xi32>\n"
            "%x = memref.cast %a : memref<8xi32> to memref<8xi32>\n"
            "%y = memref.cast %a : memref<8xi32> to memref<8xi32>");
  Operation *op = parse("func.func @g(%p: memref<8xi32>) {\n"
                        "%a = memref.realloc %p {ask} : memref<8xi32> to "
                        "memref<9xi32>\nreturn\n}");
  ASSERT_TRUE(op);
  EXPECT_FALSE(isAllocation(op->getResult(0)));
  op = parse("func.func @g(%p: memref<8xi32>) {\n"
             "%a = bufferization.clone %p {ask} : memref<8xi32> to "
             "memref<8xi32>\nreturn\n}");
  ASSERT_TRUE(op);
  EXPECT_TRUE(isAllocation(op->getResult(0)));
}

/// What frees a buffer may do more than that.
TEST_F(BufferAliasesTest, Frees) {
  auto askOf = [&](StringRef text) {
    Operation *op = parse(
        ("func.func @g(%p: memref<8xi32>) {\n" + text + "\nreturn\n}").str());
    EXPECT_TRUE(op);
    OpOperand &operand = op->getOpOperand(0);
    return std::pair(frees(operand), isDeallocation(operand));
  };
  EXPECT_EQ(askOf("memref.dealloc %p {ask} : memref<8xi32>"),
            std::pair(true, true));
  EXPECT_EQ(askOf("%a = memref.realloc %p {ask} : memref<8xi32> to "
                  "memref<9xi32>"),
            std::pair(true, false));
  EXPECT_EQ(askOf("%a = memref.cast %p {ask} : memref<8xi32> to memref<?xi32>"),
            std::pair(false, false));
}

/// Another name has the same elements at the same indices; a slice has not.
TEST_F(BufferAliasesTest, Renamed) {
  auto askOf = [&](StringRef text) {
    Operation *op = parse(
        ("func.func @g(%p: memref<8xi32>) {\n" + text + "\nreturn\n}").str());
    EXPECT_TRUE(op);
    return getRenamed(op->getResult(0)) == op->getOperand(0);
  };
  EXPECT_TRUE(
      askOf("%a = memref.cast %p {ask} : memref<8xi32> to memref<?xi32>"));
  EXPECT_TRUE(
      askOf("%a = memref.assume_alignment %p, 16 {ask} : memref<8xi32>"));
  EXPECT_TRUE(askOf("%a = memref.distinct_objects %p {ask} : memref<8xi32>"));
  EXPECT_FALSE(askOf("%a = memref.subview %p[0] [8] [1] {ask} : memref<8xi32> "
                     "to memref<8xi32, strided<[1]>>"));
}

/// In each iteration two buffers are distinct; over all of them they change.
TEST_F(BufferAliasesTest, SaidInEachIteration) {
  StringRef text = R"mlir(
    func.func @f(%p: memref<8xi32>, %v: i32) {
      affine.for %i = 0 to 3 {
        %s = memref.subview %p[%i] [1] [1] : memref<8xi32> to memref<1xi32, strided<[1], offset: ?>>
        %j = affine.apply affine_map<(i) -> (i + 1)>(%i)
        %t = memref.subview %p[%j] [1] [1] : memref<8xi32> to memref<1xi32, strided<[1], offset: ?>>
        %x, %y = memref.distinct_objects %s, %t : memref<1xi32, strided<[1], offset: ?>>, memref<1xi32, strided<[1], offset: ?>>
        %a = arith.select %c, %x, %y {ask} : memref<1xi32, strided<[1], offset: ?>>
      }
      return
    })mlir";
  std::string withCondition = text.str();
  withCondition.replace(withCondition.find("%v: i32"), 7, "%c: i1");
  Operation *op = parse(withCondition);
  ASSERT_TRUE(op);
  BufferFlow flow(*module);
  EXPECT_TRUE(
      BufferAliases(flow).mayBeOneMemory(op->getOperand(1), op->getOperand(2)));
}

/// An op's effects are on what it names, by upstream's rules.
TEST_F(BufferAliasesTest, Effects) {
  Operation *op =
      parse("func.func @f(%p: memref<8xi32> {llvm.noalias}, %q: memref<8xi32>, "
            "%i: index, %v: i32) {\n"
            "memref.store %v, %q[%i] {ask} : memref<8xi32>\nreturn\n}");
  ASSERT_TRUE(op);
  Value p = op->getParentRegion()->getArgument(0);
  AliasAnalysis aliases(*module);
  EXPECT_TRUE(aliases.getModRef(op, p).isMod());
  AliasAnalysis withOurs(*module);
  withOurs.addAnalysisImplementation(BufferAliasAnalysis(*module));
  EXPECT_TRUE(withOurs.getModRef(op, p).isNoModRef());
  EXPECT_TRUE(withOurs.getModRef(op, op->getOperand(1)).isMod());
}

} // namespace
