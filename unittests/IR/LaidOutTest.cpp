//===- LaidOutTest.cpp - Questions about laid-out types -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Threading.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LaidOutTest : public ::testing::Test {
protected:
  LaidOutTest() { context.loadDialect<LayoutDialect>(); }

  Type type(StringRef text) { return parseType(text, &context); }
  MemRefType memref(StringRef text) { return cast<MemRefType>(type(text)); }
  BufferAttr buffer(StringRef text) {
    return cast<BufferAttr>(parseAttribute(text, &context));
  }

  /// What `verify` reports; empty if it succeeds.
  std::string
  errorOf(llvm::function_ref<LogicalResult(function_ref<InFlightDiagnostic()>)>
              verify) {
    std::string error;
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diagnostic) { error = diagnostic.str(); });
    Location loc = UnknownLoc::get(&context);
    LogicalResult result = verify([&] { return emitError(loc); });
    EXPECT_EQ(failed(result), !error.empty());
    return error;
  }
  std::string errorOfType(StringRef text) {
    return errorOf([&](auto emitError) {
      return verifyLaidOutType(type(text), emitError);
    });
  }

  MLIRContext context;
};

const char *tile = "#layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, "
                   "pad<0 : i32>>";

TEST_F(LaidOutTest, WhatIsToBeApplied) {
  EXPECT_EQ(
      getLayoutToApply(memref((Twine("memref<14xi32, ") + tile + ">").str())),
      buffer(tile));
  EXPECT_EQ(
      getLayoutToApply(type((Twine("tensor<14xi32, ") + tile + ">").str())),
      buffer(tile));
  // One step without a pad.
  EXPECT_EQ(
      getLayoutToApply(
          type("memref<14xi32, affine_map<(i) -> (i floordiv 4, i mod 4)>>")),
      buffer("#layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>"));
  // Linear, but not strided.
  EXPECT_EQ(
      getLayoutToApply(type("memref<14xi32, affine_map<(i) -> (2 * i)>>")),
      buffer("#layout.buffer<index_map<(i) -> (2 * i)>>"));
  // An identity that states no separators is a layout all the same, and its
  // physical type is plain.
  EXPECT_TRUE(
      isLaidOut(type("memref<4xi32, #layout.buffer<index_map<(i) -> (i)>>>")));
}

TEST_F(LaidOutTest, SymbolsThatNothingUses) {
  EXPECT_EQ(
      getPhysicalType(memref(
          "memref<14xi32, affine_map<(i)[s] -> (i floordiv 4, i mod 4)>>")),
      type("memref<4x4xi32>"));
  EXPECT_EQ(getPhysicalType(memref("memref<?xi32, affine_map<(i)[s] -> (i)>>")),
            type("memref<?xi32>"));
}

TEST_F(LaidOutTest, WhatIsNot) {
  for (StringRef text :
       {"memref<14xi32>", "memref<14xi32, strided<[2], offset: 3>>",
        "memref<14xi32, affine_map<(i) -> (i)>>", "memref<*xi32>",
        "tensor<14xi32>", "tensor<*xi32>", "tensor<14xi32, \"mine\">", "i32",
        "memref<4x4xi32, #layout.buffer<index_map<(i, j) -> (i, j)>, "
        "axis_separator<[1]>>>",
        "memref<14xi32, affine_map<(i)[s] -> (i + s)>>"})
    EXPECT_FALSE(isLaidOut(type(text))) << text.str();
}

TEST_F(LaidOutTest, FaultsOfPlainMaps) {
  auto fault = [&](StringRef text) {
    return getSymbolicLayoutFault(type(text));
  };
  EXPECT_EQ(
      fault("memref<14xi32, affine_map<(i)[s] -> (i floordiv s)>>"),
      "symbolic divisor s0 in 'd0 floordiv s0'; expects a positive constant");
  EXPECT_EQ(fault("memref<14xi32, affine_map<(i)[s] -> (i + s)>>"),
            "symbol s0 in 'd0 + s0'; expects indices and constants only");
  EXPECT_EQ(fault("memref<14xi32, affine_map<(i)[s, t] -> (i + t)>>"),
            "symbol s1 in 'd0 + s1'; expects indices and constants only");
  EXPECT_EQ(fault("memref<14xi32, affine_map<(i)[s] -> (i, 0)>>"), "");
  EXPECT_EQ(fault("memref<14xi32, affine_map<(i) -> (i mod 0)>>"),
            "division by 0 in 'd0 mod 0'; expects a positive constant");
  EXPECT_EQ(fault("memref<14xi32, affine_map<(i) -> (i mod 4)>>"), "");
  EXPECT_EQ(fault("memref<14xi32>"), "");
  EXPECT_EQ(fault("i32"), "");
}

TEST_F(LaidOutTest, PhysicalType) {
  EXPECT_EQ(
      getPhysicalType(memref((Twine("memref<14xi32, ") + tile + ", 3>").str())),
      type("memref<4x4xi32, 3>"));
  EXPECT_EQ(
      getPhysicalType(memref((Twine("memref<?xi32, ") + tile + ">").str())),
      type("memref<?x4xi32>"));
  EXPECT_EQ(
      getPhysicalType(memref((Twine("memref<0xi32, ") + tile + ">").str())),
      type("memref<0x4xi32>"));
  EXPECT_EQ(getPhysicalType(
                memref("memref<4xi32, #layout.buffer<index_map<(i) -> (i)>>>")),
            type("memref<4xi32>"));
}

TEST_F(LaidOutTest, SeparatorsStayOnThePhysicalType) {
  MemRefType physical = getPhysicalType(
      memref("memref<2x3xi32, #layout.buffer<index_map<(i, j) -> "
             "(j, i floordiv 2, i mod 2)>, pad<undef>, axis_separator<[1]>>>"));
  EXPECT_EQ(physical,
            type("memref<3x1x2xi32, #layout.buffer<index_map<(a, b, c) "
                 "-> (a, b, c)>, axis_separator<[1]>>>"));
  EXPECT_FALSE(isLaidOut(physical));
}

TEST_F(LaidOutTest, VerifiesLaidOutTypes) {
  EXPECT_EQ(errorOfType("memref<14xi32>"), "");
  EXPECT_EQ(errorOfType((Twine("memref<14xi32, ") + tile + ">").str()), "");
  EXPECT_NE(errorOfType("memref<16xf32, affine_map<(i) -> (2 * i - 3)>>")
                .find("maps (0) to (-3)"),
            std::string::npos);
  EXPECT_NE(errorOfType("memref<4x4xf32, affine_map<(i, j) -> (i mod 2, j)>>")
                .find("(0, 0) and (2, 0) both map to (0, 0)"),
            std::string::npos);
  EXPECT_NE(errorOfType((Twine("memref<14xf32, ") + tile + ">").str())
                .find("does not fit the element type f32"),
            std::string::npos);
}

// Only an identity that states nothing but separators is physical already.
TEST_F(LaidOutTest, SeparatorsWithMoreAreToBeApplied) {
  const char *head =
      "memref<3x4xi32, #layout.buffer<index_map<(i, j) -> (i, j)>";
  for (StringRef part : {", extent<[4, ?]>", ", pad<undef>", ", pad<0 : i32>",
                         ", index_map<(a, b) -> (a, b)>"})
    EXPECT_TRUE(
        isLaidOut(type((Twine(head) + part + ", axis_separator<[1]>>>").str())))
        << part.str();
}

// `MemRefType::get` of a release build of MLIR does not verify: a type made
// from C++ may have a layout of another rank.
TEST_F(LaidOutTest, VerifiesRank) {
  BufferAttr layout = buffer(tile);
  std::string error = errorOf([&](auto emitError) {
    return verifyLayoutOnShape(layout, {4, 4}, {}, emitError);
  });
  EXPECT_EQ(error, "the layout takes 1 indices, the type has rank 2");
}

TEST_F(LaidOutTest, PadsFitElementTypes) {
  auto fits = [&](StringRef pad, StringRef element) {
    std::string why;
    auto attr = cast<PadAttr>(parseAttribute(pad, &context));
    bool result = attr.isValidFor(type(element), why);
    EXPECT_EQ(result, why.empty());
    return result;
  };
  for (StringRef element : {"i32", "f32", "index", "vector<4xf32>", "si8"}) {
    EXPECT_TRUE(fits("#layout.pad<none>", element));
    EXPECT_TRUE(fits("#layout.pad<undef>", element));
    EXPECT_TRUE(fits("#layout.pad<(i) -> (0)>", element));
  }
  EXPECT_TRUE(fits("#layout.pad<0 : i32>", "i32"));
  EXPECT_FALSE(fits("#layout.pad<0 : i32>", "i64"));
  EXPECT_FALSE(fits("#layout.pad<0.0 : f32>", "f64"));
  EXPECT_FALSE(fits("#layout.pad<0.0 : f32>", "vector<4xf32>"));
  EXPECT_TRUE(fits("#layout.pad<dense<0.0> : vector<4xf32>>", "vector<4xf32>"));
  EXPECT_FALSE(fits("#layout.pad<0 : si8>", "si8"));
  for (StringRef element : {"i1", "i32", "f32", "bf16", "index"})
    EXPECT_TRUE(fits("#layout.pad<value (i) -> (i)>", element));
  for (StringRef element : {"si8", "vector<4xf32>", "complex<f32>"})
    EXPECT_FALSE(fits("#layout.pad<value (i) -> (i)>", element));
}

TEST_F(LaidOutTest, NeitherIdentityNorStrided) {
  BufferAttr identity = buffer("#layout.buffer<index_map<(i, j) -> (i, j)>>");
  EXPECT_FALSE(identity.isIdentity());
  SmallVector<int64_t> strides;
  int64_t offset;
  EXPECT_TRUE(failed(identity.getStridesAndOffset({4, 4}, strides, offset)));
}

TEST_F(LaidOutTest, AffineMapIsThatOfAllSteps) {
  AffineMap map = buffer("#layout.buffer<index_map<(i, j) -> (j, i)>, "
                         "index_map<(a, b) -> (a floordiv 4, b, a mod 4)>>")
                      .getAffineMap();
  EXPECT_EQ(map.compose({7, 9}), (SmallVector<int64_t>{2, 7, 1}));
}

TEST_F(LaidOutTest, FactsAreDerivedOnce) {
  BufferAttr layout = buffer(tile);
  const PhysicalLayout *first = &layout.getPhysicalLayout({14});
  // Fills the cache far beyond its first size: what it gave out stays.
  for (int64_t extent = 0; extent < 300; ++extent)
    layout.getPhysicalLayout({extent});
  EXPECT_EQ(first, &layout.getPhysicalLayout({14}));
  EXPECT_EQ(first->getPhysicalShape(), (SmallVector<int64_t>{4, 4}));
  EXPECT_NE(first, &layout.getPhysicalLayout({15}));
  EXPECT_NE(first, &layout.getPhysicalLayout({ShapedType::kDynamic}));
}

TEST_F(LaidOutTest, FactsAreDerivedByManyThreads) {
  BufferAttr layout = buffer(tile);
  constexpr size_t numAsked = 400;
  std::vector<const PhysicalLayout *> given(numAsked);
  parallelFor(&context, 0, numAsked, [&](size_t i) {
    given[i] = &layout.getPhysicalLayout({static_cast<int64_t>(i % 20)});
  });
  for (size_t i = 0; i < numAsked; ++i) {
    EXPECT_EQ(given[i], given[i % 20]);
    EXPECT_EQ(given[i]->getPhysicalShape(),
              (SmallVector<int64_t>{static_cast<int64_t>(i % 20 + 3) / 4, 4}));
  }
}
} // namespace
