//===- RegisterTileTest.cpp - What is read of a nest ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vectorize/RegisterTile.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/AccessModels/AccessModels.h"
#include "Vectorize/UnreadableBuffers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class RegisterTileTest : public ::testing::Test {
protected:
  RegisterTileTest() {
    DialectRegistry registry;
    registerLayoutAccessExternalModels(registry);
    context.appendDialectRegistry(registry);
    context
        .loadDialect<affine::AffineDialect, arith::ArithDialect,
                     func::FuncDialect, memref::MemRefDialect, LayoutDialect>();
    target.vectorBits = 512;
    target.numVectorRegisters = 32;
  }

  /// Returns what is printed of the tile of the outermost loop in `body`, a
  /// function of `arguments`; or why there is no tile.
  std::string read(const std::string &arguments, const std::string &body) {
    std::string apart; // each buffer is another one
    for (char c : arguments)
      apart += c == '>' ? "> {llvm.noalias}" : std::string(1, c);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
        "func.func @f(" + apart + ") {\n" + body + "\n  return\n}\n", &context);
    if (!module)
      return "cannot be parsed";
    func::FuncOp function = *module->getOps<func::FuncOp>().begin();
    affine::AffineForOp root = *function.getOps<affine::AffineForOp>().begin();
    std::string before = print(*module);
    BufferFlow flow(function);
    IntegerFacts facts(function, /*explains=*/false);
    Dependences dependences(function, facts, flow, /*reassociate=*/false);
    UnreadableBuffers unreadable(function, flow);
    VectorRefusal refusal;
    FailureOr<RegisterTile> tile = RegisterTile::read(
        root, target, facts, dependences, unreadable, refusal);
    EXPECT_EQ(print(*module), before) << "it only reads";
    if (failed(tile))
      return refusal.reason;
    std::string text;
    llvm::raw_string_ostream stream(text);
    tile->print(stream);
    return text;
  }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream);
    return text;
  }

  /// Reads a product in tiles of 4 rows x `end` lanes, with buffers of types
  /// `c` and `b`, and `op` as reduction.
  std::string readProduct(const std::string &end, const std::string &c,
                          const std::string &b, const std::string &op) {
    return read(
        "%a: memref<32x64xf32>, %b: memref<" + b + ">, %c: memref<" + c + ">",
        "affine.for %i = 0 to 8 { affine.for %j = 0 to 4 {\n"
        "affine.for %k = 0 to 64 { affine.for %r = 0 to 4 {\n"
        "affine.for %l = 0 to " +
            end +
            " {\n"
            "  %0 = affine.load %a[%i * 4 + %r, %k] : memref<32x64xf32>\n"
            "  %1 = affine.load %b[%k, %j, %l] : memref<" +
            b +
            ">\n"
            "  %2 = affine.load %c[%i * 4 + %r, %j, %l] : memref<" +
            c +
            ">\n"
            "  %3 = arith.mulf %0, %1 : f32\n"
            "  %4 = " +
            op +
            " : f32\n"
            "  affine.store %4, %c[%i * 4 + %r, %j, %l] : memref<" +
            c + ">\n}}}}}");
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  Target target;
};

constexpr const char *kPartial =
    "min affine_map<(d0) -> (16, 61 - d0 * 16)>(%j)";
constexpr const char *kAdd = "arith.addf %2, %3";

TEST_F(RegisterTileTest, RowsAndLanesOfAccumulators) {
  EXPECT_EQ(readProduct("16", "32x4x16xf32", "64x4x16xf32", kAdd),
            "outer 2, reductions 1, rows 4, lanes 16, steps 1\n"
            "  accumulator 0: accesses 2 and 3\n"
            "  access 0: load, uniform\n"
            "  access 1: load, contiguous\n"
            "  access 2: load, contiguous, accumulator 0\n"
            "  access 3: store, contiguous, accumulator 0\n");
}

/// The buffers have room for missing lanes, which are computed then.
TEST_F(RegisterTileTest, MissingLanesInTheBuffer) {
  EXPECT_TRUE(
      StringRef(readProduct(kPartial, "32x4x16xf32", "64x4x16xf32", kAdd))
          .starts_with("outer 2, reductions 1, rows 4, lanes 16, steps "
                       "1, lanes may be missing: all rows, several rows\n"));
}

TEST_F(RegisterTileTest, MissingLanesOutsideOfABuffer) {
  EXPECT_TRUE(
      StringRef(readProduct(kPartial, "32x4x16xf32", "64x4x13xf32", kAdd))
          .starts_with("outer 2, reductions 1, rows 4, lanes 16, steps "
                       "1, lanes may be missing: masked, several rows\n"));
}

TEST_F(RegisterTileTest, CarriedAccumulator) {
  const char *sum = R"(
  %zero = arith.constant 0 : i32
  %s = affine.for %o = 0 to 7 iter_args(%x = %zero) -> i32 {
    %t = affine.for %d = 0 to min affine_map<(d0) -> (32, 198 - d0 * 32)>(%o)
        iter_args(%y = %x) -> i32 {
      %0 = affine.load %a[%o, %d] : memref<7x32xi32>
      %1 = arith.addi %y, %0 : i32
      affine.yield %1 : i32
    }
    affine.yield %t : i32
  })";
  EXPECT_EQ(read("%a: memref<7x32xi32>", sum),
            "outer 0, reductions 2, rows 1, lanes 32, steps 1, lanes may be "
            "missing: masked\n"
            "  accumulator 0: carried, arith.addi\n"
            "  access 0: load, contiguous\n");
}

/// A remainder may trap: where it lacks lanes, the loop stays.
TEST_F(RegisterTileTest, TrapsStayInLoops) {
  const char *remainder = R"(
  affine.for %j = 0 to 4 {
    affine.for %l = 0 to min affine_map<(d0) -> (16, 61 - d0 * 16)>(%j) {
      %0 = affine.load %a[%j, %l] : memref<4x16xi32>
      %1 = arith.remsi %0, %0 : i32
      affine.store %1, %a[%j, %l] : memref<4x16xi32>
    }
  })";
  EXPECT_EQ(read("%a: memref<4x16xi32>", remainder),
            "outer 1, reductions 0, rows 1, lanes 16, steps 1, lanes may be "
            "missing: loops\n"
            "  access 0: load, contiguous\n"
            "  access 1: store, contiguous\n");
}

constexpr const char *kBytes = R"(
  affine.for %k = 0 to 16 { affine.for %kk = 0 to 4 {
    affine.for %r = 0 to 4 { affine.for %l = 0 to 16 {
      %0 = affine.load %a[%r, %k, %kk] : memref<4x16x4xi8>
      %1 = affine.load %b[%k, %l, %kk] : memref<16x16x4xi8>
      %2 = arith.extui %0 : i8 to i32
      %3 = arith.extsi %1 : i8 to i32
      %4 = arith.muli %2, %3 : i32
      %5 = affine.load %c[%r, %l] : memref<4x16xi32>
      %6 = arith.addi %5, %4 : i32
      affine.store %6, %c[%r, %l] : memref<4x16xi32>
    }}}})";
constexpr const char *kByteBuffers =
    "%a: memref<4x16x4xi8>, %b: memref<16x16x4xi8>, %c: memref<4x16xi32>";

TEST_F(RegisterTileTest, StepsBetweenLanes) {
  EXPECT_EQ(read(kByteBuffers, kBytes),
            "outer 0, reductions 2, rows 4, lanes 16, steps 4\n"
            "  accumulator 0: accesses 2 and 3\n"
            "  access 0: load, repeated\n"
            "  access 1: load, interleaved\n"
            "  access 2: load, contiguous, accumulator 0\n"
            "  access 3: store, contiguous, accumulator 0\n"
            "  1 products in pairs\n");
}

TEST_F(RegisterTileTest, DotProductsOfTheTarget) {
  target.dotCosts[size_t(DotInstruction::vpdpbusd)] = 1;
  EXPECT_TRUE(
      StringRef(read(kByteBuffers, kBytes)).ends_with("1 dot products\n"));
}

TEST_F(RegisterTileTest, StepsInRowsOfLanes) {
  const char *rows = R"(
  affine.for %k = 0 to 4 { affine.for %kk = 0 to 16 { affine.for %l = 0 to 16 {
    %0 = affine.load %a[%l, %k * 16 + %kk] : memref<16x64xf32>
    %1 = affine.load %x[%l] : memref<16xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %x[%l] : memref<16xf32>
  }}})";
  EXPECT_EQ(read("%a: memref<16x64xf32>, %x: memref<16xf32>", rows),
            "outer 0, reductions 2, rows 1, lanes 16, steps 16\n"
            "  accumulator 0: accesses 1 and 2\n"
            "  access 0: load, transposed\n"
            "  access 1: load, contiguous, accumulator 0\n"
            "  access 2: store, contiguous, accumulator 0\n");
}

TEST_F(RegisterTileTest, ReversedStore) {
  const char *reversed = R"(
  affine.for %l = 0 to 16 {
    %0 = affine.load %a[%l] : memref<16xf32>
    affine.store %0, %b[15 - %l] : memref<16xf32>
  })";
  EXPECT_EQ(read("%a: memref<16xf32>, %b: memref<16xf32>", reversed),
            "outer 0, reductions 0, rows 1, lanes 16, steps 1\n"
            "  access 0: load, contiguous\n"
            "  access 1: store, reversed\n");
}

/// Reductions of which it is unknown whether they run: a branch decides.
TEST_F(RegisterTileTest, GuardedReduction) {
  const char *dynamic = R"(
  affine.for %k = 0 to %n { affine.for %l = 0 to 16 {
    %0 = affine.load %a[%k, %l] : memref<?x16xf32>
    %1 = affine.load %x[%m, %l] : memref<?x16xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %x[%m, %l] : memref<?x16xf32>
  }})";
  EXPECT_TRUE(StringRef(read("%n: index, %m: index, %a: memref<?x16xf32>, "
                             "%x: memref<?x16xf32>",
                             dynamic))
                  .starts_with("outer 0, reductions 1, rows 1, lanes 16, steps "
                               "1, guarded\n"));
}

TEST_F(RegisterTileTest, RefusesStoresApart) {
  const char *apart = R"(
  affine.for %l = 0 to 16 {
    %0 = affine.load %a[%l] : memref<16xf32>
    affine.store %0, %b[%l * 3] : memref<48xf32>
  })";
  EXPECT_EQ(read("%a: memref<16xf32>, %b: memref<48xf32>", apart), "store");
}

TEST_F(RegisterTileTest, RefusesDependentLanes) {
  const char *recurrence = R"(
  affine.for %l = 0 to 16 {
    %0 = affine.load %a[%l] : memref<17xf32>
    affine.store %0, %a[%l + 1] : memref<17xf32>
  })";
  EXPECT_EQ(read("%a: memref<17xf32>", recurrence), "order");
}

} // namespace
