//===- PackingTest.cpp ----------------------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Packing.h"
#include "Layout/Check/Evaluate.h"
#include "Layout/Map/RowMajor.h"
#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

using Shape = SmallVector<int64_t>;

class PackingTest : public ::testing::Test {
protected:
  PackingTest() { context.loadDialect<LayoutDialect>(); }

  BufferAttr parse(const std::string &text) {
    return cast<BufferAttr>(
        parseAttribute("#layout.buffer<" + text + ">", &context));
  }

  Packing pack(const std::string &text, ArrayRef<int64_t> shape) {
    std::string why;
    FailureOr<Packing> packing = Packing::get(parse(text), shape, why);
    EXPECT_TRUE(succeeded(packing)) << text << ": " << why;
    return std::move(*packing);
  }

  /// The table as a person draws it: logical numbers; "a", "b", ... for the
  /// padding of steps 1, 2, ...
  static std::string draw(const Packing &packing) {
    std::string text;
    for (const Place &place : packing.getPlaces()) {
      text += text.empty() ? "" : " ";
      text += place.isData() ? std::to_string(place.element)
                             : std::string(1, 'a' + place.step - 1);
    }
    return text;
  }

  std::string explain(const std::string &text, ArrayRef<int64_t> shape) {
    std::string why;
    EXPECT_TRUE(failed(Packing::get(parse(text), shape, why)));
    return why;
  }

  MLIRContext context;
};

TEST_F(PackingTest, TilesWithPaddingAtTheEnd) {
  Packing packing = pack("index_map<(i) -> (i floordiv 4, i mod 4)>", {6});
  EXPECT_EQ(packing.getPhysicalShape(), ArrayRef<int64_t>({2, 4}));
  EXPECT_EQ(draw(packing), "0 1 2 3 4 5 a a");
}

TEST_F(PackingTest, PaddingOnBothSides) {
  Packing packing =
      pack("index_map<(i) -> ((i + 1) floordiv 4, (i + 1) mod 4)>", {5});
  EXPECT_EQ(draw(packing), "a 0 1 2 3 4 a a");
}

TEST_F(PackingTest, TransposedReversedAndStatedExtent) {
  EXPECT_EQ(draw(pack("index_map<(i, j) -> (j, i)>", {2, 3})), "0 3 1 4 2 5");
  EXPECT_EQ(draw(pack("index_map<(i) -> (3 - i)>", {4})), "3 2 1 0");
  Packing packing = pack("index_map<(i, j) -> (i, j)>, extent<[?, 4]>", {2, 3});
  EXPECT_EQ(draw(packing), "0 1 2 a 3 4 5 a");
  packing = pack("index_map<(i, j) -> (i, j)>, extent<[? + 1, ?]>", {2, 3});
  EXPECT_EQ(draw(packing), "0 1 2 3 4 5 a a a");
}

TEST_F(PackingTest, PaddingOfEarlierStepsIsCarriedAlong) {
  Packing packing =
      pack("index_map<(i) -> (i floordiv 2, i mod 2)>, pad<1 : i32>,"
           "index_map<(a, b) -> (a floordiv 2, a mod 2, b)>, pad<2 : i32>",
           {5});
  EXPECT_EQ(packing.getPhysicalShape(), ArrayRef<int64_t>({2, 2, 2}));
  EXPECT_EQ(draw(packing), "0 1 2 3 4 a b b");
  EXPECT_EQ(cast<IntegerAttr>(packing.getPad(packing.getPlaces()[5]).getValue())
                .getInt(),
            1);
  EXPECT_EQ(cast<IntegerAttr>(packing.getPad(packing.getPlaces()[6]).getValue())
                .getInt(),
            2);
}

TEST_F(PackingTest, PadMapsSpeakOfTheirOwnStep) {
  // Step 2 turns the rows around; the numbers stay those of step 1.
  Packing packing = pack("index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value "
                         "(a, b) -> (10 * a + b)>,"
                         "index_map<(a, b) -> (1 - a, b)>",
                         {6});
  EXPECT_EQ(draw(packing), "4 5 a a 0 1 2 3");
  EXPECT_EQ(packing.getPlaces()[2].number, 12);
  EXPECT_EQ(packing.getPlaces()[3].number, 13);
  Packing copying = pack(
      "index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, b - 1)>,"
      "index_map<(a, b) -> (1 - a, b)>",
      {6});
  EXPECT_EQ(copying.getPlaces()[2].element, 1);
  EXPECT_EQ(copying.getPlaces()[3].element, 2);
}

TEST_F(PackingTest, EmptyAndScalarBuffers) {
  Packing empty = pack("index_map<(i) -> (i floordiv 4, i mod 4)>", {0});
  EXPECT_EQ(empty.getPhysicalShape(), ArrayRef<int64_t>({0, 4}));
  EXPECT_EQ(draw(pack("index_map<(i) -> (i)>, extent<[3]>", {0})), "a a a");
  EXPECT_EQ(draw(pack("index_map<(i) -> (2 * i)>, extent<[? + 1]>", {0})), "a");
  EXPECT_EQ(draw(Packing::getIdentity({})), "0");
}

TEST_F(PackingTest, RefusesWhatIsWrong) {
  // The dialect refuses these on types; here the attribute has no shape yet.
  EXPECT_EQ(explain("index_map<(i) -> (i floordiv 2)>", {4}),
            "(1) maps to (0), where another index leads, too");
  EXPECT_EQ(explain("index_map<(i) -> (i - 1)>", {4}),
            "(0) maps to (-1), outside of the buffer");
  EXPECT_EQ(explain("index_map<(i) -> (i)>, extent<[3]>", {4}),
            "extent 3 is less than 4");
  EXPECT_EQ(
      explain("index_map<(i) -> (i)>, extent<[6]>, pad<(i) -> (i - 1)>", {4}),
      "the pad at (5) copies (4), which is no data");
  EXPECT_EQ(
      explain("index_map<(i) -> (i)>, extent<[? + 9223372036854775807]>", {4}),
      "the buffer is too large to be checked");
  EXPECT_EQ(explain("index_map<(i) -> (i)>", {int64_t(1) << 40}),
            "the buffer is too large to be checked");
  EXPECT_EQ(explain("index_map<(i) -> (i)>", {4, 4}),
            "the layout takes another number of indices than the type has");
  EXPECT_EQ(explain("index_map<(i, j) -> ((i floordiv 3 + j) floordiv 2 - i "
                    "floordiv 7 + 999)>",
                    {2100, 2100}),
            "an extent can be found only by looking at more than 4194304 "
            "points");
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

TEST_F(PackingTest, ExtentRule) {
  auto extent = [&](const char *map, ArrayRef<int64_t> shape) {
    std::string why;
    auto attr = cast<AffineMapAttr>(
        parseAttribute("affine_map<" + std::string(map) + ">", &context));
    FailureOr<int64_t> found =
        computeExtent(attr.getValue().getResult(0), shape, why);
    EXPECT_TRUE(succeeded(found)) << why;
    return *found;
  };
  // A `mod` always has its whole range: a tile is whole.
  EXPECT_EQ(extent("(i) -> (i mod 4)", {3}), 4);
  EXPECT_EQ(extent("(i) -> ((i mod 8) floordiv 4)", {3}), 2);
  // Equal subexpressions are one variable, different ones are several.
  EXPECT_EQ(extent("(i) -> (i mod 4 - i mod 4)", {3}), 1);
  EXPECT_EQ(extent("(i) -> (3 + i mod 4 - (i + 1) mod 4)", {3}), 7);
  EXPECT_EQ(extent("(i) -> (5 * (i mod 4) - (i mod 4) * 5)", {9}), 1);
  // Without `mod` the maximum is exact, also where variables meet.
  EXPECT_EQ(extent("(i, j) -> (i * 10 + j)", {3, 7}), 27);
  EXPECT_EQ(extent("(i, j) -> (i - j + 6)", {3, 7}), 9);
  EXPECT_EQ(extent("(i) -> (i - i floordiv 2)", {7}), 4);
  EXPECT_EQ(extent("(i) -> ((i + 2) floordiv 4)", {3}), 2);
  EXPECT_EQ(extent("(i) -> ((i + 2) ceildiv 4)", {3}), 2);
  EXPECT_EQ(extent("(i, j) -> (i floordiv 2 + j floordiv 3 - 1)", {7, 7}), 5);
  // Empty dimensions count as [0, -1].
  EXPECT_EQ(extent("(i) -> (i floordiv 4)", {0}), 0);
  EXPECT_EQ(extent("(i) -> (i mod 4)", {0}), 4);
  EXPECT_EQ(extent("(i) -> (7 - i)", {0}), 8);
}

TEST_F(PackingTest, ExtentThatTakesTooLongIsRefused) {
  std::string why;
  auto attr = cast<AffineMapAttr>(parseAttribute(
      "affine_map<(i, j) -> ((i + j) floordiv 3 - i - j + 1000000)>",
      &context));
  EXPECT_TRUE(failed(
      computeExtent(attr.getValue().getResult(0), {100000, 100000}, why)));
  EXPECT_NE(why, "");
}

TEST_F(PackingTest, EvaluatesTowardsMinusInfinity) {
  auto attr = cast<AffineMapAttr>(parseAttribute(
      "affine_map<(i) -> (i floordiv 4, i ceildiv 4, i mod 4)>", &context));
  for (int64_t i = -9; i <= 9; ++i) {
    Shape values = evaluateAt(attr.getValue(), {i});
    EXPECT_EQ(4 * values[0] + values[2], i);
    EXPECT_TRUE(0 <= values[2] && values[2] < 4);
    EXPECT_EQ(values[1], -evaluateAt(attr.getValue(), {-i})[0]);
  }
}

//===----------------------------------------------------------------------===//
// Against the mathematics that the passes use
//===----------------------------------------------------------------------===//

/// A random step on a box: each dimension stays, moves, turns around or is
/// split into tiles; then all are shuffled.
std::string makeRandomMap(ArrayRef<int64_t> shape, std::mt19937_64 &random,
                          unsigned &rank) {
  std::vector<std::string> results;
  for (auto [d, extent] : llvm::enumerate(shape)) {
    std::string i = "d" + std::to_string(d);
    std::string offset = std::to_string(random() % 3);
    std::string tile = std::to_string(2 + random() % 4);
    switch (random() % 4) {
    case 0:
      results.push_back(i);
      break;
    case 1:
      results.push_back(std::to_string(extent + 1) + " - " + i);
      break;
    default:
      i = "(" + i + " + " + offset + ")";
      results.push_back(i + " floordiv " + tile);
      results.push_back(i + " mod " + tile);
    }
  }
  std::shuffle(results.begin(), results.end(), random);
  rank = results.size();
  std::string text = "index_map<(";
  for (size_t d = 0; d < shape.size(); ++d)
    text += (d ? ", d" : "d") + std::to_string(d);
  return text + ") -> (" + llvm::join(results, ", ") + ")>";
}

TEST_F(PackingTest, AgreesWithTheDerivedFacts) {
  const uint64_t seed = 2;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int n = 0; n < 300; ++n) {
    Shape shape;
    for (uint64_t d = 0, rank = 1 + random() % 2; d < rank; ++d)
      shape.push_back(random() % 9);
    unsigned rank;
    std::string text = makeRandomMap(shape, random, rank);
    if (random() % 2) {
      Packing first = pack(text, shape);
      text += ", " + makeRandomMap(first.getPhysicalShape(), random, rank);
    }
    SCOPED_TRACE(text + " on " + formatIndex(shape, '[', ']'));
    Packing packing = pack(text, shape);
    const PhysicalLayout &facts = parse(text).getPhysicalLayout(shape);
    ASSERT_EQ(facts.getFault() + facts.getUnknown(), "");
    ASSERT_EQ(packing.getPhysicalShape(),
              ArrayRef<int64_t>(facts.getPhysicalShape()));
    for (auto [number, place] : llvm::enumerate(packing.getPlaces())) {
      Shape index = getRowMajorIndex(number, packing.getPhysicalShape());
      EXPECT_EQ(facts.getStepOfPlace(index), std::optional(place.step));
      if (place.isData())
        EXPECT_EQ(
            evaluateAt(facts.getMap(), getRowMajorIndex(place.element, shape)),
            index);
    }
  }
}

} // namespace
