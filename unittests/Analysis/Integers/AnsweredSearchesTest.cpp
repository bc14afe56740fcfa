//===- AnsweredSearchesTest.cpp - Answers that are remembered -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Integers/AnsweredSearches.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr AlternativeSearch::Limits limits = {64, 4000};

using Facts = SmallVector<SmallVector<Conjunction>>;

SearchKey getKey(const Facts &facts, unsigned numColumns, Interval range = {},
                 AlternativeSearch::Limits limits = ::limits) {
  SearchKey key(limits);
  for (unsigned column = 0; column < numColumns; ++column)
    key.addRange(range);
  for (ArrayRef<Conjunction> fact : facts)
    key.addFact(fact, [](unsigned column) { return column; });
  return key;
}

class AnsweredSearchesTest : public ::testing::Test {
protected:
  AffineExpr dim(unsigned position) {
    return getAffineDimExpr(position, &context);
  }

  MLIRContext context;
  AnsweredSearches answered;
};

SearchAnswer findAnswer(const Facts &facts, unsigned numColumns) {
  AlternativeSearch search(limits);
  Truth truth = search.isEmpty(facts, numColumns);
  return {truth, SmallVector<int64_t>(search.getPoint()), search.getExceeded()};
}

TEST_F(AnsweredSearchesTest, keysDifferWhereQuestionsDo) {
  Conjunction a{{dim(0) - 3}}, b{{dim(1) - 3}}, c{{dim(0) - 3, true}};
  std::vector<SearchKey> keys = {
      getKey({}, 2),
      getKey({{a}}, 2),
      getKey({{a}}, 3),
      getKey({{b}}, 2),
      getKey({{c}}, 2),
      getKey({{}}, 2),
      getKey({{Conjunction()}}, 2),
      getKey({{a, b}}, 2),   // one of them
      getKey({{a}, {b}}, 2), // both
      getKey({{Conjunction{a[0], b[0]}}}, 2),
      getKey({{b}, {a}}, 2),
      getKey({{a}}, 2, {0, std::nullopt}),
      getKey({{a}}, 2, {std::nullopt, 0}),
      getKey({{a}}, 2, {0, 0}),
      getKey({{a}}, 2, {}, {65, 4000}),
      getKey({{a}}, 2, {}, {64, 4001}),
      getKey({{Conjunction{{dim(0).floorDiv(3)}}}}, 2),
      getKey({{Conjunction{{dim(0).ceilDiv(3)}}}}, 2),
      getKey({{Conjunction{{dim(0) % 3}}}}, 2),
  };
  for (size_t i = 0; i < keys.size(); ++i)
    for (size_t j = 0; j < keys.size(); ++j)
      EXPECT_EQ(keys[i].get() == keys[j].get(), i == j) << i << ", " << j;
}

TEST_F(AnsweredSearchesTest, keysAreTheSameInAnotherContext) {
  MLIRContext other;
  EXPECT_EQ(
      getKey({{Conjunction{{dim(0) % 4 - 1}}}}, 1).get(),
      getKey({{Conjunction{{getAffineDimExpr(0, &other) % 4 - 1}}}}, 1).get());
}

TEST_F(AnsweredSearchesTest, variablesAreNumberedByColumns) {
  SearchKey one(limits), other(limits);
  one.addFact({Conjunction{{dim(7) - 2 * dim(9)}}},
              [](unsigned variable) { return variable == 7 ? 0u : 1u; });
  other.addFact({Conjunction{{dim(3) - 2 * dim(5)}}},
                [](unsigned variable) { return variable == 3 ? 0u : 1u; });
  EXPECT_EQ(one.get(), other.get());
}

TEST_F(AnsweredSearchesTest, answersAreThoseOfASearch) {
  std::mt19937 random(7);
  auto draw = [&](int most) { return static_cast<int>(random() % most); };
  auto constraint = [&] {
    AffineExpr expr = dim(draw(2)) * (draw(3) - 1) + dim(draw(2)) - draw(4);
    if (draw(3) == 0)
      expr = expr % 3 - draw(2);
    return IndexConstraint{expr, draw(4) == 0};
  };
  unsigned numSearches = 0;
  constexpr unsigned numQuestions = 3000;
  for (unsigned n = 0; n < numQuestions; ++n) {
    Facts facts;
    for (int i = draw(3); i >= 0; --i) {
      auto &alternatives = facts.emplace_back();
      for (int j = draw(2); j >= 0; --j)
        alternatives.push_back(Conjunction{constraint()});
    }
    SearchAnswer expected = findAnswer(facts, 2);
    SearchAnswer found = answered.lookup(getKey(facts, 2), [&] {
      ++numSearches;
      return findAnswer(facts, 2);
    });
    EXPECT_EQ(found.truth, expected.truth);
    EXPECT_EQ(found.point, expected.point);
    EXPECT_EQ(found.exceeded, expected.exceeded);
  }
  EXPECT_LT(numSearches, numQuestions);
}

TEST_F(AnsweredSearchesTest, longQuestionsAreNotKept) {
  AffineExpr expr = dim(0);
  for (unsigned i = 0; i < 12; ++i)
    expr = (expr + expr.floorDiv(2)) % 1000;
  SearchKey key = getKey({{Conjunction{{expr}}}}, 1);
  EXPECT_FALSE(key.get());
  unsigned numSearches = 0;
  for (unsigned i = 0; i < 2; ++i)
    answered.lookup(key, [&] {
      ++numSearches;
      return SearchAnswer();
    });
  EXPECT_EQ(numSearches, 2u);
}

TEST_F(AnsweredSearchesTest, memoryIsBounded) {
  unsigned numSearches = 0;
  auto ask = [&](int64_t number) {
    answered.lookup(getKey({{Conjunction{{dim(0) - number}}}}, 1), [&] {
      ++numSearches;
      SearchAnswer answer;
      answer.point.assign(1 << 14, number);
      return answer;
    });
  };
  ask(0);
  ask(0);
  EXPECT_EQ(numSearches, 1u);
  for (int64_t number = 1; number <= 64; ++number)
    ask(number);
  ask(0);
  EXPECT_EQ(numSearches, 66u) << "the first is forgotten by now";
}

} // namespace
