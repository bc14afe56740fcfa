//===- AccessModeTest.cpp - Modes past the bounds on the work -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Support/AccessModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class AccessModeTest : public ::testing::Test {
protected:
  AccessModeTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect>();
  }

  /// The mode of `%a`, of `extent` elements, in a function with this body.
  AccessMode modeOf(int64_t extent, const std::string &body) {
    std::string type = "memref<" + std::to_string(extent) + "xi32>";
    std::string text = "!t = " + type + "\nfunc.func @f(%a: !t, %v: i32) {\n" +
                       body + "return\n}";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    SymbolTableCollection symbols;
    BufferFlow flow(*module);
    AccessModes modes(*module, symbols, flow);
    return modes.getMode(module->lookupSymbol<func::FuncOp>("f"), 0);
  }

  static std::string repeat(unsigned count,
                            llvm::function_ref<std::string(unsigned)> line) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
      text += line(i) + "\n";
    return text;
  }
  static std::string storeAt(int64_t element) {
    return "affine.store %v, %a[" + std::to_string(element) + "] : !t";
  }

  MLIRContext context{test::getAccessModels()};
};

TEST_F(AccessModeTest, Spelling) {
  for (AccessMode mode :
       {AccessMode::Read, AccessMode::Write, AccessMode::ReadWrite})
    EXPECT_EQ(symbolizeAccessMode(stringifyAccessMode(mode)), mode);
  EXPECT_EQ(symbolizeAccessMode("readonly"), std::nullopt);
}

TEST_F(AccessModeTest, FewScatteredStoresAreCountedExactly) {
  auto everyElement = [](unsigned i) { return storeAt(i * 5 % 12); };
  EXPECT_EQ(modeOf(12, repeat(12, everyElement)), AccessMode::Write);
  EXPECT_EQ(modeOf(12, repeat(11, everyElement)), AccessMode::ReadWrite);
}

// What is left uncovered falls into more parts than are kept apart.
TEST_F(AccessModeTest, ManyHolesAreNotCovered) {
  for (unsigned holes : {30, 31, 32, 33, 34, 100})
    EXPECT_EQ(
        modeOf(2 * holes + 1,
               repeat(holes, [](unsigned i) { return storeAt(2 * i + 1); })),
        AccessMode::ReadWrite)
        << holes;
}

// Past all stores that are looked at comes a read, one element too far.
TEST_F(AccessModeTest, NoReadGetsLostBehindManyStores) {
  for (unsigned stores : {1, 31, 32, 33, 255, 256, 257, 3000})
    EXPECT_EQ(modeOf(8, "affine.for %i = 0 to 8 {\n" +
                            repeat(stores,
                                   [](unsigned) {
                                     return std::string(
                                         "affine.store %v, %a[%i] : !t");
                                   }) +
                            "affine.if affine_set<(i) : (6 - i >= 0)>(%i) {\n"
                            "%x = affine.load %a[%i + 1] : !t\n}\n}\n"),
              AccessMode::ReadWrite)
        << stores;
}

// A store that covers everything, after more of them than are looked at, may be
// missed; what one that does not cover claims may not.
TEST_F(AccessModeTest, ManyPartialStoresAreNotTakenForAll) {
  EXPECT_EQ(modeOf(2000, repeat(1999, storeAt)), AccessMode::ReadWrite);
}

// Indices and bounds near the ends of 64 bits.
TEST_F(AccessModeTest, HugeNumbersAreNoNumbers) {
  for (const char *bound :
       {"9223372036854775807", "4611686018427387904", "1152921504606846976"})
    for (const char *index :
         {"%i", "%i * 4611686018427387904", "%i + 9223372036854775807",
          "%i floordiv 9223372036854775807"})
      EXPECT_EQ(modeOf(14, std::string("affine.for %i = 1 to ") + bound +
                               " {\naffine.store %v, %a[" + index +
                               "] : !t\n}\n"),
                AccessMode::ReadWrite)
          << bound << " " << index;
}

// Sums that are small as expressions share their parts: as trees they are huge.
TEST_F(AccessModeTest, DeepArithmeticEnds) {
  std::string chain = "affine.for %i = 0 to 14 {\n%x0 = arith.addi %i, %i : "
                      "index\n%c = arith.constant 3 : index\n";
  chain += repeat(2000, [](unsigned i) {
    std::string n = std::to_string(i), next = std::to_string(i + 1);
    return "%q" + n + " = arith.floordivsi %x" + n + ", %c : index\n%x" + next +
           " = arith.addi %q" + n + ", %x" + n + " : index";
  });
  EXPECT_EQ(modeOf(14, chain + "memref.store %v, %a[%x2000] : !t\n}\n"),
            AccessMode::ReadWrite);
}

} // namespace
