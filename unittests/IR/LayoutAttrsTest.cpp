//===- LayoutAttrsTest.cpp - Faults that only C++ can state ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Layout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
class LayoutAttrsTest : public ::testing::Test {
protected:
  LayoutAttrsTest() : builder(&context) {
    context.loadDialect<LayoutDialect>();
  }

  /// What `make` reports; empty if it makes an attribute.
  std::string errorOf(
      llvm::function_ref<Attribute(function_ref<InFlightDiagnostic()>)> make) {
    std::string error;
    ScopedDiagnosticHandler handler(
        &context, [&](Diagnostic &diagnostic) { error = diagnostic.str(); });
    Attribute made = make([&] { return emitError(UnknownLoc::get(&context)); });
    EXPECT_EQ(!made, !error.empty());
    return error;
  }

  MLIRContext context;
  Builder builder;
};

TEST_F(LayoutAttrsTest, IndexMap) {
  auto make = [&](AffineMap map) {
    return errorOf([&](auto emitError) {
      return IndexMapAttr::getChecked(emitError, &context, map, AffineMap());
    });
  };
  AffineExpr i = builder.getAffineDimExpr(0);
  EXPECT_EQ(make(AffineMap::get(1, 0, i)), "");
  EXPECT_EQ(make(AffineMap()), "expects a map");
  EXPECT_EQ(make(AffineMap::get(1, 0, i * i)), "'d0 * d0' is not affine");
}

TEST_F(LayoutAttrsTest, Extent) {
  auto make = [&](ArrayRef<StatedExtent> extents) {
    return errorOf([&](auto emitError) {
      return ExtentAttr::getChecked(emitError, &context, extents);
    });
  };
  EXPECT_EQ(make({4, ShapedType::kDynamic, StatedExtent::derived(1)}), "");
  EXPECT_EQ(make({4, -3}), "extent -3 is negative");
  EXPECT_EQ(make({StatedExtent::derived(-3)}), "border -3 is negative");
  auto parse = [&](StringRef text) { return parseAttribute(text, &context); };
  auto borders = ExtentAttr::get(
      &context, {StatedExtent::derived(1), StatedExtent::derived(), 40});
  EXPECT_EQ(borders, parse("#layout.extent<[? + 1, ?, 40]>"));
  EXPECT_EQ(borders, parse("#layout.extent<[? + 1, ? + 0, 40]>"));
  // Neither a border nor an extent of that many places is the other.
  EXPECT_NE(borders, parse("#layout.extent<[1, ?, 40]>"));
  EXPECT_NE(borders, parse("#layout.extent<[? + 1, 0, 40]>"));
  EXPECT_NE(borders, parse("#layout.extent<[?, ?, 40]>"));
}

TEST_F(LayoutAttrsTest, Pad) {
  auto make = [&](PadKind kind, TypedAttr value, AffineMap map) {
    return errorOf([&](auto emitError) {
      return PadAttr::getChecked(emitError, &context, kind, value, map);
    });
  };
  TypedAttr zero = builder.getI32IntegerAttr(0);
  AffineMap map = builder.getMultiDimIdentityMap(1);
  StringRef fault = "expects a constant for a constant pad, a map for a value "
                    "or a copying pad, and nothing else";
  EXPECT_EQ(make(PadKind::Constant, zero, {}), "");
  EXPECT_EQ(make(PadKind::Copy, {}, map), "");
  EXPECT_EQ(make(PadKind::Constant, {}, {}), fault);
  EXPECT_EQ(make(PadKind::Constant, zero, map), fault);
  EXPECT_EQ(make(PadKind::Value, zero, map), fault);
  EXPECT_EQ(make(PadKind::Undef, zero, {}), fault);
  EXPECT_EQ(make(PadKind::None, {}, map), fault);
}

TEST_F(LayoutAttrsTest, Buffer) {
  auto map = IndexMapAttr::get(&context, builder.getMultiDimIdentityMap(1),
                               AffineMap());
  auto pad = PadAttr::get(&context, PadKind::Undef, TypedAttr(), AffineMap());
  auto make = [&](ArrayRef<IndexMapAttr> maps, ArrayRef<ExtentAttr> extents,
                  ArrayRef<PadAttr> pads) {
    return errorOf([&](auto emitError) {
      return BufferAttr::getChecked(emitError, &context, maps, extents, pads,
                                    AxisSeparatorAttr());
    });
  };
  StringRef fault =
      "expects an index map, an extent or null, and a pad for each step";
  EXPECT_EQ(make({map}, {ExtentAttr()}, {pad}), "");
  EXPECT_EQ(make({map}, {}, {pad}), fault);
  EXPECT_EQ(make({map}, {ExtentAttr()}, {PadAttr()}), fault);
  EXPECT_EQ(make({IndexMapAttr()}, {ExtentAttr()}, {pad}), fault);
}

TEST_F(LayoutAttrsTest, BufferOfMapAndPad) {
  AffineExpr i = builder.getAffineDimExpr(0);
  AffineMap rows = AffineMap::get(1, 0, {i.floorDiv(4), i % 4}, &context);
  auto zero = PadAttr::get(builder.getI32IntegerAttr(0));
  auto separators = AxisSeparatorAttr::get(&context, {1});
  auto parse = [&](StringRef text) { return parseAttribute(text, &context); };
  EXPECT_EQ(BufferAttr::get(rows),
            parse("#layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>"));
  EXPECT_EQ(BufferAttr::get(rows, zero, separators),
            parse("#layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, "
                  "pad<0 : i32>, axis_separator<[1]>>"));
}

TEST_F(LayoutAttrsTest, IndexMapOfStrings) {
  auto make = [&](StringRef from, StringRef to) {
    return errorOf([&](auto emitError) {
      return IndexMapAttr::getOfStrings(emitError, &context, from, to);
    });
  };
  EXPECT_EQ(make("NHWC", "NCHW4c"), "");
  EXPECT_NE(StringRef(make("NHWC", "NCHW0c")).find("\"NCHW0c\""),
            StringRef::npos);
  EXPECT_NE(StringRef(make("NHWC", "NCH")).find("no index map leads from"),
            StringRef::npos);
  IndexMapAttr map = IndexMapAttr::getOfStrings(
      [&] { return emitError(UnknownLoc::get(&context)); }, &context, "NHWC",
      "NCHW4c");
  auto zero = PadAttr::get(builder.getF32FloatAttr(0));
  EXPECT_EQ(BufferAttr::get(map, zero),
            parseAttribute("#layout.buffer<index_map<(n, h, w, c) -> (n, c "
                           "floordiv 4, h, w, c mod 4)>, pad<0.0 : f32>>",
                           &context));
}
} // namespace
