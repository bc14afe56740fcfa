//===- PackElementsTest.cpp - Constants in physical order -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Storage/PackElements.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The reference computes from the inverse map where each slot comes from, and
/// handles numbers one by one. `type` is the element type, `pad` a constant of
/// it.
class PackElementsTest : public ::testing::TestWithParam<const char *> {
protected:
  PackElementsTest() { context.loadDialect<LayoutDialect>(); }

  Attribute getNumber(int64_t number) {
    Type type = element();
    if (auto floatType = dyn_cast<FloatType>(type)) {
      APFloat value(floatType.getFloatSemantics());
      value.convertFromAPInt(APInt(64, number, true), true,
                             APFloat::rmNearestTiesToEven);
      return FloatAttr::get(type, value);
    }
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    return IntegerAttr::get(type, APInt(width, number, true, true));
  }
  Type element() { return parseType(GetParam(), &context); }

  MemRefType getType(StringRef shape, std::string layout) {
    size_t at;
    while ((at = layout.find("PAD")) != std::string::npos)
      layout.replace(at, 3, print(getNumber(1)));
    return cast<MemRefType>(parseType("memref<" + shape.str() + GetParam() +
                                          ", #layout.buffer<" + layout + ">>",
                                      &context));
  }
  static std::string print(Attribute attr) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    attr.print(stream);
    return text;
  }

  SmallVector<Attribute> getData(MemRefType type) {
    SmallVector<Attribute> data;
    for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
      data.push_back(getNumber((i * 7 + 3) % 11 - 5));
    return data;
  }

  SmallVector<Attribute> packOneByOne(MemRefType type,
                                      ArrayRef<Attribute> data) {
    const PhysicalLayout &facts = layout::getPhysicalLayout(type);
    BufferAttr layout = getLayoutToApply(type);
    auto read = [&](ArrayRef<int64_t> index) {
      int64_t position = 0;
      for (auto [i, extent] : llvm::zip_equal(index, type.getShape()))
        position = position * extent + i;
      return data[position];
    };
    SmallVector<Attribute> places;
    forEachIndex(facts.getPhysicalShape(), [&](ArrayRef<int64_t> place) {
      unsigned step = *facts.getStepOfPlace(place);
      if (step == 0) {
        places.push_back(read(IndexMap(facts.getInverse()).evaluate(place)));
        return true;
      }
      PadAttr pad = layout.getPads()[step - 1];
      auto inStep = IndexMap(facts.getMapToStep(step)).evaluate(place);
      if (pad.getKind() == PadKind::Constant) {
        places.push_back(pad.getValue());
      } else if (pad.getKind() == PadKind::Value) {
        places.push_back(
            getNumber(IndexMap(pad.getMap()).evaluate(inStep).front()));
      } else if (pad.isCopy()) {
        auto from = IndexMap(facts.getMapFromStep(step))
                        .evaluate(IndexMap(pad.getMap()).evaluate(inStep));
        places.push_back(read(IndexMap(facts.getInverse()).evaluate(from)));
      } else {
        places.push_back(getNumber(0));
      }
      return true;
    });
    return places;
  }

  void expectPacked(StringRef shape, StringRef layout) {
    MemRefType type = getType(shape, layout.str());
    ASSERT_TRUE(succeeded(verifyLaidOutType(
        type, [&] { return emitError(UnknownLoc::get(&context)); })));
    auto logical = RankedTensorType::get(type.getShape(), element());
    SmallVector<Attribute> data = getData(type);
    auto dense = DenseElementsAttr::get(logical, data);
    auto physical = RankedTensorType::get(
        layout::getPhysicalLayout(type).getPhysicalShape(), element());
    auto expected = DenseElementsAttr::get(physical, packOneByOne(type, data));
    EXPECT_EQ(describeUnreadable(dense), "");
    EXPECT_EQ(packElements(type, dense), expected) << layout.str();
    // Bits are packed in a dense attribute only.
    if (element().isInteger(1))
      return;
    auto blob = HeapAsmResourceBlob::allocateAndCopyWithAlign(
        dense.getRawData(), /*align=*/16);
    auto resource =
        DenseResourceElementsAttr::get(logical, "data", std::move(blob));
    if (dense.isSplat())
      return;
    EXPECT_EQ(describeUnreadable(resource), "");
    auto packed =
        dyn_cast<DenseResourceElementsAttr>(packElements(type, resource));
    ASSERT_TRUE(packed);
    if (!expected.isSplat())
      EXPECT_EQ(packed.getData(), expected.getRawData()) << layout.str();
  }

  MLIRContext context;
};

TEST_P(PackElementsTest, EveryPad) {
  for (StringRef pad : {"pad<none>", "pad<undef>", "pad<PAD>",
                        "pad<value (a, b) -> (4 * a - b)>",
                        "pad<(a, b) -> (b floordiv 4, (4 * a + b) mod 3)>"})
    expectPacked("14x",
                 "index_map<(i) -> (i floordiv 4, i mod 4)>, " + pad.str());
}

TEST_P(PackElementsTest, SeveralSteps) {
  for (StringRef first :
       {"pad<none>", "pad<PAD>", "pad<value (a, b, j) -> (b)>",
        "pad<(a, b, j) -> (0, 1, j)>"})
    for (StringRef second :
         {"pad<undef>", "pad<PAD>", "pad<value (a, b, c, d) -> (d - a)>",
          "pad<(a, b, c, d) -> (0, b mod 3, a, d)>"})
      expectPacked("5x9x",
                   "index_map<(i, j) -> (i floordiv 3, i mod 3, j)>, " +
                       first.str() +
                       ", index_map<(a, b, j) -> (a, b, j floordiv 4, j mod "
                       "4)>, extent<[?, ? + 1, ?, ?]>, " +
                       second.str());
}

TEST_P(PackElementsTest, NoElementsAndOne) {
  expectPacked("1x", "index_map<(i) -> (i floordiv 4, i mod 4)>, pad<PAD>");
  expectPacked("0x", "index_map<(i) -> (i floordiv 4, i mod 4)>, pad<PAD>");
  expectPacked("0x", "index_map<(i) -> (i)>, extent<[3]>, pad<PAD>");
}

TEST_P(PackElementsTest, ReversedAndSkewed) {
  expectPacked("7x3x", "index_map<(i, j) -> (2 - j, i + j)>, pad<PAD>");
  expectPacked("7x3x", "index_map<(i, j) -> ((i * 3 + j) floordiv 4, "
                       "(i * 3 + j) mod 4)>, pad<PAD>");
}

TEST_P(PackElementsTest, Transposed) {
  expectPacked("7x3x", "index_map<(i, j) -> (j, i)>, pad<undef>");
  expectPacked("34x48x", "index_map<(i, j) -> (j, i)>, pad<undef>");
  expectPacked("2x6x3x32x", "index_map<(i, j, k, l) -> (l, i, k, j)>, "
                            "pad<undef>");
  expectPacked("5x64x", "index_map<(i, j) -> (j, i)>, extent<[?, ? + 2]>, "
                        "pad<PAD>");
  expectPacked("0x4x", "index_map<(i, j) -> (j, i)>, pad<undef>");
}

INSTANTIATE_TEST_SUITE_P(Types, PackElementsTest,
                         ::testing::Values("i1", "i4", "i8", "i16", "i32",
                                           "i64", "i65", "i128", "index", "f16",
                                           "bf16", "f32", "f64", "f80",
                                           "f8E5M2", "tf32"));

} // namespace
