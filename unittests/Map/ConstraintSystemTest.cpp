//===- ConstraintSystemTest.cpp - Integer constraints ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/Evaluate.h"
#include "TestSupport.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;
using testing::ElementsAre;

TEST(ConstraintSystem, DecidesTheExampleOfItsHeader) {
  ConstraintSystem system(1, 0);
  LinearForm i = system.getColumn(0);
  LinearForm q = system.floorDiv(i, 4);
  system.addNonNegative(q - i);
  EXPECT_EQ(system.isEmpty(), Truth::No);
  system.addNonNegative(i + -1);
  EXPECT_EQ(system.isEmpty(), Truth::Yes);
}

TEST(ConstraintSystem, SharesEqualDivisions) {
  ConstraintSystem system(2, 0);
  SmallVector<LinearForm> dims = system.getDims();
  AffineMap affine =
      map("(i, j) -> (i floordiv 4, (8 * j + i) floordiv 4, i mod 4, "
          "(2 * i) floordiv 8)");
  SmallVector<LinearForm> forms = system.express(affine, dims);
  EXPECT_EQ(system.getSet().getNumLocalVars(), 1u);
  EXPECT_TRUE(forms[1] == forms[0] + dims[1] * llvm::DynamicAPInt(2));
  EXPECT_TRUE(forms[3] == forms[0]);
}

TEST(ConstraintSystem, ExpressesWhatEvaluationGives) {
  AffineMap affine = map("(i) -> ((i - 7) floordiv 3, (i - 7) ceildiv 3, "
                         "(i - 7) mod 3, (5 - i) * -2)");
  for (int64_t i = 0; i < 15; ++i) {
    ConstraintSystem system(5, 0);
    SmallVector<LinearForm> dims = system.getDims();
    system.addZero(dims[4] + -i);
    for (auto [r, form] : llvm::enumerate(system.express(affine, {dims[4]}))) {
      // Shifted by 20, since values are looked for from 0 upwards.
      system.addNonNegative(dims[r]);
      system.addZero(dims[r] - form + -20);
    }
    std::optional<SmallVector<int64_t>> found = system.findFirst({0, 1, 2, 3});
    ASSERT_TRUE(found);
    Index expected = placeOf(affine, {i});
    for (unsigned r = 0; r < 4; ++r)
      EXPECT_EQ((*found)[r], expected[r] + 20);
  }
}

TEST(ConstraintSystem, FindsTheFirstPointInTheGivenOrder) {
  ConstraintSystem system(2, 0);
  SmallVector<LinearForm> dims = system.getDims();
  system.addInside(box({10, 10}), dims);
  system.addZero(dims[0] * llvm::DynamicAPInt(3) + dims[1] + -13);
  EXPECT_THAT(*system.findFirst({0, 1}), ElementsAre(2, 7));
  EXPECT_THAT(*system.findFirst({1, 0}), ElementsAre(1, 4));
}

TEST(ConstraintSystem, RemembersThatABoundWasHit) {
  ConstraintSystem coefficient(1, 0);
  coefficient.addNonNegative(coefficient.getColumn(0) *
                             llvm::DynamicAPInt(int64_t(1) << 41));
  EXPECT_EQ(coefficient.isEmpty(), Truth::Unknown);
  EXPECT_EQ(coefficient.getExceeded(), "a coefficient is beyond 2^40");
  EXPECT_EQ(coefficient.findFirst({0}), std::nullopt);

  ConstraintSystem divisor(1, 0);
  divisor.floorDiv(divisor.getColumn(0), int64_t(1) << 41);
  EXPECT_EQ(divisor.getExceeded(), "a divisor is beyond 2^40");

  ConstraintSystem variables(65, 0);
  EXPECT_EQ(variables.isEmpty(), Truth::Unknown);
  EXPECT_EQ(variables.getExceeded(), "more than 64 variables");
}

/// sum of 0 or 1 times each coefficient = half of their sum, for some rows.
static ConstraintSystem splitMarket(unsigned numRows, unsigned numColumns,
                                    std::mt19937 &random) {
  ConstraintSystem system(numColumns, 0);
  SmallVector<LinearForm> dims = system.getDims();
  for (const LinearForm &dim : dims) {
    system.addNonNegative(dim);
    system.addNonNegative(-dim + 1);
  }
  for (unsigned row = 0; row < numRows; ++row) {
    LinearForm sum;
    int64_t half = 0;
    for (const LinearForm &dim : dims) {
      int64_t factor = random() % 100;
      sum = sum + dim * llvm::DynamicAPInt(factor);
      half += factor;
    }
    system.addZero(sum + -(half / 2));
  }
  return system;
}

TEST(ConstraintSystem, DoesNotSearchForEver) {
  std::mt19937 random(1);
  ConstraintSystem system = splitMarket(6, 50, random);
  EXPECT_EQ(system.isEmpty(), Truth::Unknown);
  // What narrows it may be decided nevertheless.
  for (const LinearForm &dim : system.getDims())
    system.addZero(dim);
  EXPECT_EQ(system.isEmpty(), Truth::Yes);
}

TEST(ConstraintSystem, LargeSystemsAgreeWithBruteForce) {
  constexpr unsigned numColumns = 9, numSystems = 200;
  unsigned numDecided = 0, numEmpty = 0;
  for (unsigned seed = 0; seed < numSystems; ++seed) {
    std::mt19937 random(seed);
    ConstraintSystem system(numColumns, 0);
    SmallVector<LinearForm> dims = system.getDims();
    SmallVector<SmallVector<int64_t>> rows;
    for (const LinearForm &dim : dims) {
      system.addNonNegative(dim);
      system.addNonNegative(-dim + 2);
    }
    for (unsigned row = 0; row < 6; ++row) {
      LinearForm sum;
      SmallVector<int64_t> &factors = rows.emplace_back();
      for (const LinearForm &dim : dims) {
        factors.push_back(int64_t(random() % 15) - 7);
        sum = sum + dim * llvm::DynamicAPInt(factors.back());
      }
      factors.push_back(int64_t(random() % 9) - 12);
      system.addNonNegative(sum + factors.back());
    }
    auto holds = [&](ArrayRef<int64_t> point) {
      return llvm::all_of(rows, [&](ArrayRef<int64_t> factors) {
        int64_t sum = factors.back();
        for (unsigned i = 0; i < numColumns; ++i)
          sum += factors[i] * point[i];
        return sum >= 0;
      });
    };
    bool isEmpty = true;
    for (unsigned number = 0; number < 19683 && isEmpty; ++number) {
      SmallVector<int64_t> point;
      for (unsigned i = 0, rest = number; i < numColumns; ++i, rest /= 3)
        point.push_back(rest % 3);
      isEmpty = !holds(point);
    }
    Truth answer = system.isEmpty();
    numDecided += answer != Truth::Unknown;
    numEmpty += isEmpty;
    if (answer != Truth::Unknown)
      EXPECT_EQ(answer, isEmpty ? Truth::Yes : Truth::No) << "seed " << seed;
    if (auto found = system.findPoint())
      EXPECT_TRUE(holds(*found)) << "seed " << seed;
  }
  EXPECT_EQ(numDecided, numSystems);
  EXPECT_GT(numEmpty, numSystems / 10);
  EXPECT_LT(numEmpty, numSystems * 9 / 10);
}

/// 0 <= x < 3 for all columns x, and five random rows; with `shift` added to
/// each column.
static ConstraintSystem getShifted(unsigned seed, int64_t shift) {
  constexpr unsigned numColumns = 5;
  std::mt19937 random(seed);
  ConstraintSystem system(numColumns, 0);
  SmallVector<LinearForm> columns = llvm::map_to_vector(
      system.getDims(), [&](const LinearForm &dim) { return dim + -shift; });
  for (const LinearForm &column : columns) {
    system.addNonNegative(column);
    system.addNonNegative(-column + 2);
  }
  for (unsigned row = 0; row < 5; ++row) {
    LinearForm sum;
    for (const LinearForm &column : columns)
      sum = sum + column * llvm::DynamicAPInt(int64_t(random() % 15) - 7);
    sum = sum + (int64_t(random() % 9) - 4);
    row == 0 ? system.addZero(sum) : system.addNonNegative(sum);
  }
  return system;
}

TEST(ConstraintSystem, IsExactWhereSumsNeedMoreThan64Bits) {
  constexpr int64_t shift = int64_t(1) << 61;
  unsigned numEmpty = 0, numFull = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    ConstraintSystem far = getShifted(seed, shift);
    Truth truth = getShifted(seed, 0).isEmpty();
    EXPECT_EQ(far.isEmpty(), truth) << "seed " << seed;
    numEmpty += truth == Truth::Yes;
    numFull += truth == Truth::No;
    if (auto point = far.findPoint())
      for (int64_t value : *point)
        EXPECT_TRUE(value >= shift && value - shift < 3) << "seed " << seed;
  }
  EXPECT_GT(numEmpty, 20u);
  EXPECT_GT(numFull, 20u);
}

TEST(Evaluate, SaysWhereValuesDoNotFit) {
  AffineExpr i = getAffineDimExpr(0, getContext());
  int64_t largest = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(evaluate(i + 1, {largest}), std::nullopt);
  EXPECT_EQ(evaluate(i * 2, {largest}), std::nullopt);
  EXPECT_EQ(evaluate(i * 2, {largest / 2}), largest - 1);
  EXPECT_EQ(evaluate(map("(i) -> (i mod 0)").getResult(0), {1}), std::nullopt);
  EXPECT_EQ(evaluate(map("(i) -> (i floordiv 4)").getResult(0), {-1}), -1);
  EXPECT_EQ(evaluate(map("(i) -> (i ceildiv 4)").getResult(0), {-1}), 0);
  EXPECT_EQ(evaluate(map("(i) -> (i mod 4)").getResult(0), {-1}), 3);
}
TEST(ConstraintSystem, ConstantsKeepAll64Bits) {
  for (int64_t large : {int64_t(1) << 31, int64_t(1) << 32, int64_t(1) << 40,
                        int64_t(1) << 62}) {
    EXPECT_EQ(ConstraintSystem::getConstant(large).constant,
              llvm::DynamicAPInt(large));
    ConstraintSystem none(0, 0);
    none.addNonNegative(ConstraintSystem::getConstant(3) -
                        ConstraintSystem::getConstant(large));
    EXPECT_EQ(none.isEmpty(), Truth::Yes) << large;
  }
}

TEST(LargeConstants, OffsetsBeyond32Bits) {
  EXPECT_TRUE(
      IndexMap(map("(i) -> (i + 4294967296)")).isNonNegative(box({4})).isYes());
  EXPECT_EQ(
      IndexMap(map("(i) -> (i - 4294967296)")).isNonNegative(box({4})).witness,
      "maps (0) to (-4294967296)");
  EXPECT_EQ(IndexMap(map("(i) -> (4294967297 - i)"))
                .isNonNegative(box({4294967300}))
                .witness,
            "maps (4294967298) to (-1)");
  IndexMap fused(map("(i, j) -> (i * 4294967296 + j)"));
  EXPECT_TRUE(fused.isInjective(box({3, 4294967296})).isYes());
  EXPECT_EQ(fused.isInjective(box({3, 4294967297})).witness,
            "(0, 4294967296) and (1, 0) both map to (4294967296)");
}
