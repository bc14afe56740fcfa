//===- BanksTest.cpp - Bank conflicts -------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Banks.h"
#include "Layout/Map/AlignedRuns.h"
#include "Layout/Map/Evaluate.h"
#include "Layout/Map/Xor.h"
#include "TestSupport.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

AffineExpr dim(unsigned position) {
  return getAffineDimExpr(position, getContext());
}

/// `length` elements from `start` on, over (variables.., thread).
BankQuery queryOf(AffineExpr start, int64_t length, int64_t bytes) {
  BankQuery query;
  for (int64_t i = 0; i < length; ++i)
    query.offsets.push_back(start + i);
  query.bytesPerElement = bytes;
  query.numThreads = 32;
  return query;
}

/// Cycles and least cycles of the worst warp, as the rule of `nvidia` says, by
/// sets of words.
std::pair<int64_t, int64_t> countSlowly(const BankQuery &query) {
  int64_t bytes = query.bytesPerElement * int64_t(query.offsets.size());
  int64_t perGroup = bytes <= 4 ? 32 : 128 / bytes;
  std::pair<int64_t, int64_t> worst{0, 0};
  for (int64_t k = 0; k < query.counts.front(); ++k)
    for (int64_t warp = 0; warp < query.numThreads; warp += 32) {
      int64_t cycles = 0, least = 0;
      for (int64_t group = warp; group < warp + 32; group += perGroup) {
        std::map<int64_t, std::set<int64_t>> words;
        for (int64_t t = group;
             t < std::min(group + perGroup, query.numThreads); ++t)
          for (AffineExpr offset : query.offsets) {
            int64_t byte = *evaluate(offset, {k, t}) * query.bytesPerElement;
            int64_t word = (byte - ((byte % 4) + 4) % 4) / 4;
            words[((word % 32) + 32) % 32].insert(word);
          }
        int64_t most = 0;
        for (const auto &[bank, inBank] : words)
          most = std::max<int64_t>(most, inBank.size());
        cycles += most;
        least += most > 0;
      }
      if (cycles - least > worst.first - worst.second)
        worst = {cycles, least};
    }
  return worst;
}

TEST(Banks, CountsAsSetsOfWordsDo) {
  std::mt19937 random(7);
  auto pick = [&](std::initializer_list<int64_t> of) {
    return of.begin()[random() % of.size()];
  };
  for (int trial = 0; trial < 300; ++trial) {
    AffineExpr k = dim(0), t = dim(1);
    int64_t length = pick({1, 2, 4, 8}), bytes = length > 4 ? 2 : pick({2, 4});
    AffineExpr thread =
        t.floorDiv(pick({1, 2, 4, 8})) * pick({1, 2, 32, 33, 64}) +
        (t % pick({2, 4, 8, 32})) * pick({1, 2, 8});
    AffineExpr start = thread * length + k * pick({0, 1, 3, 32}) * length;
    std::string why;
    if (random() % 2)
      start = expandSwizzle(start, pick({1, 2, 3}), pick({3, 4}),
                            pick({3, 4, 5}), why);
    ASSERT_TRUE(start) << why;
    BankQuery query = queryOf(start, length, bytes);
    query.counts = {pick({1, 3, 8})};
    query.numThreads = pick({20, 32, 96});
    BankCount count = countBankConflicts(query, BankRules());
    ASSERT_TRUE(count.isKnown()) << count.unknown;
    auto [cycles, least] = countSlowly(query);
    EXPECT_EQ(count.getConflicts(), cycles - least) << "trial " << trial;
    EXPECT_EQ(count.witness.has_value(), cycles > least) << "trial " << trial;
  }
}

TEST(Banks, WitnessIsInOneBankAtDifferentWords) {
  BankQuery query = queryOf(dim(0) * 32 + dim(1) * 2, 1, 4);
  query.counts = {5};
  BankCount count = countBankConflicts(query, BankRules());
  ASSERT_TRUE(count.witness);
  int64_t words[] = {count.witness->thread * 2, count.witness->other * 2};
  EXPECT_NE(words[0], words[1]);
  EXPECT_EQ(words[0] % 32, count.witness->bank);
  EXPECT_EQ(words[1] % 32, count.witness->bank);
}

TEST(Banks, UniformWordsMayBeUnknownOthersNot) {
  BankQuery query = queryOf(dim(0) * 2 + dim(1), 1, 2);
  query.counts = {std::nullopt};
  EXPECT_TRUE(countBankConflicts(query, BankRules()).isKnown());
  // Two more are a word more.
  query = queryOf(dim(0) + dim(1), 1, 2);
  query.counts = {std::nullopt};
  EXPECT_TRUE(countBankConflicts(query, BankRules()).isKnown());
  query = queryOf(dim(0) % 3 + dim(1), 1, 2);
  query.counts = {std::nullopt};
  EXPECT_FALSE(countBankConflicts(query, BankRules()).isKnown());
}

/// Of many values of a variable, and of many warps, those are enumerated after
/// which conflicts repeat.
TEST(Banks, PeriodsSpareEnumeration) {
  BankQuery query = queryOf((dim(1) + dim(0)) % 64 * 64, 8, 2);
  query.counts = {1000000};
  query.numThreads = 1024;
  BankCount count = countBankConflicts(query, BankRules());
  ASSERT_TRUE(count.isKnown()) << count.unknown;
  EXPECT_LE(count.numOffsets, 1 << 17);
  query.counts = {64};
  BankCount all = countBankConflicts(query, BankRules());
  EXPECT_EQ(count.cycles, all.cycles);
  ASSERT_TRUE(count.witness && all.witness);
  EXPECT_EQ(count.witness->variables, all.witness->variables);
  EXPECT_EQ(count.witness->thread, all.witness->thread);
  EXPECT_EQ(count.witness->other, all.witness->other);
}

/// What moves accesses by a part of a word, or two elements of one by different
/// distances, is no period.
TEST(Banks, PeriodsKeepWordsTogether) {
  // Elements of 2 bytes: only every second k is like k = 0.
  BankQuery query = queryOf(dim(1) * 33 + dim(0), 1, 2);
  query.counts = {100000};
  BankCount count = countBankConflicts(query, BankRules());
  ASSERT_TRUE(count.isKnown()) << count.unknown;
  EXPECT_EQ(count.getConflicts(), 1);
  query = queryOf(dim(1) * 4 + dim(0) * 64, 2, 4);
  query.offsets[1] = query.offsets[1] + dim(0) * 64;
  query.counts = {10000};
  EXPECT_EQ(countBankConflicts(query, BankRules()).unknown,
            "element 1 of the access of thread 0 is not contiguous with the one "
            "before it");
}

TEST(Banks, SaysWhatItDoesNotCount) {
  BankQuery query = queryOf(dim(0), 3, 4);
  EXPECT_EQ(countBankConflicts(query, BankRules()).unknown,
            "there is no rule for loads of 12 bytes");
  query = queryOf(dim(0), 4, 4);
  EXPECT_EQ(countBankConflicts(query, BankRules()).unknown,
            "the access of thread 1 is not aligned to 16 bytes");
  query = queryOf(dim(0) * 2, 2, 4);
  query.offsets[1] = dim(0) * 2 + 32;
  EXPECT_FALSE(countBankConflicts(query, BankRules()).isKnown());
  query = queryOf((dim(0) + dim(1)) % 7, 1, 4);
  query.counts = {int64_t(1) << 20};
  EXPECT_EQ(countBankConflicts(query, BankRules()).unknown,
            "more than 2^22 offsets would have to be enumerated");
}

/// Groups of lanes, each written as the first and the last of a run.
std::set<std::set<unsigned>>
groupsOf(std::initializer_list<std::vector<std::pair<unsigned, unsigned>>> of) {
  std::set<std::set<unsigned>> groups;
  for (const auto &runs : of) {
    std::set<unsigned> lanes;
    for (auto [first, last] : runs)
      for (unsigned lane = first; lane <= last; ++lane)
        lanes.insert(lane);
    groups.insert(lanes);
  }
  return groups;
}

std::set<std::set<unsigned>> groupsBy(StringRef rules, int64_t bytes,
                                      bool isStore) {
  std::map<unsigned, std::set<unsigned>> byNumber;
  for (auto [lane, group] :
       llvm::enumerate(BankRules::get(rules)->getGroups(bytes, isStore)))
    byNumber[group].insert(lane);
  std::set<std::set<unsigned>> groups;
  for (auto &[number, lanes] : byNumber)
    groups.insert(lanes);
  return groups;
}

TEST(Banks, GroupsOfAmd) {
  auto halves = groupsOf({{{0, 31}}, {{32, 63}}});
  auto quarters = groupsOf({{{0, 15}}, {{16, 31}}, {{32, 47}}, {{48, 63}}});
  for (StringRef rules : {"amd", "amd-cdna4"}) {
    EXPECT_EQ(groupsBy(rules, 2, /*isStore=*/true), halves);
    EXPECT_EQ(groupsBy(rules, 4, /*isStore=*/true), halves);
    EXPECT_EQ(groupsBy(rules, 8, /*isStore=*/true), quarters);
    EXPECT_EQ(groupsBy(rules, 16, /*isStore=*/true),
              groupsOf({{{0, 7}},
                        {{8, 15}},
                        {{16, 23}},
                        {{24, 31}},
                        {{32, 39}},
                        {{40, 47}},
                        {{48, 55}},
                        {{56, 63}}}));
    EXPECT_EQ(BankRules::get(rules)->getNumBanks(16, /*isStore=*/true), 32);
  }
  EXPECT_EQ(groupsBy("amd", 4, /*isStore=*/false), halves);
  EXPECT_EQ(groupsBy("amd", 8, /*isStore=*/false), quarters);
  EXPECT_EQ(groupsBy("amd", 16, /*isStore=*/false),
            groupsOf({{{0, 3}, {20, 23}},
                      {{4, 7}, {16, 19}},
                      {{8, 11}, {28, 31}},
                      {{12, 15}, {24, 27}},
                      {{32, 35}, {52, 55}},
                      {{36, 39}, {48, 51}},
                      {{40, 43}, {60, 63}},
                      {{44, 47}, {56, 59}}}));
  EXPECT_EQ(groupsBy("amd-cdna4", 8, /*isStore=*/false), halves);
  EXPECT_EQ(groupsBy("amd-cdna4", 16, /*isStore=*/false),
            groupsOf({{{0, 3}, {12, 15}, {20, 27}},
                      {{4, 11}, {16, 19}, {28, 31}},
                      {{32, 35}, {44, 47}, {52, 59}},
                      {{36, 43}, {48, 51}, {60, 63}}}));
  EXPECT_TRUE(groupsBy("amd-cdna4", 4, /*isStore=*/false).empty());
}

TEST(Banks, WideLoadsOfCdna4Find64Banks) {
  // 8 bytes each, 128 bytes apart: two in each of 64 banks, one of 32.
  auto count = [](StringRef rules, bool isStore) {
    BankQuery query = queryOf(dim(0) % 2 * 32 + dim(0).floorDiv(2) * 2, 2, 4);
    query.numThreads = 64;
    query.isStore = isStore;
    return countBankConflicts(query, *BankRules::get(rules));
  };
  BankCount wide = count("amd-cdna4", /*isStore=*/false);
  EXPECT_EQ(wide.least, 2);
  EXPECT_EQ(wide.getConflicts(), 0);
  BankCount store = count("amd-cdna4", /*isStore=*/true);
  EXPECT_EQ(store.least, 4);
  EXPECT_EQ(store.getConflicts(), 4);
  EXPECT_EQ(count("amd", /*isStore=*/false).getConflicts(), 4);
}

TEST(Banks, ChipsOfAmd) {
  EXPECT_EQ(BankRules::ofAmdChip("gfx90a")->maker, BankRules::Maker::Amd);
  EXPECT_EQ(BankRules::ofAmdChip("gfx942")->maker, BankRules::Maker::Amd);
  EXPECT_EQ(BankRules::ofAmdChip("gfx950")->maker, BankRules::Maker::AmdCdna4);
  EXPECT_FALSE(BankRules::ofAmdChip("gfx1100"));
  EXPECT_FALSE(BankRules::ofAmdChip("gfx900"));
}

TEST(Banks, LoadsOf16BytesOnAmd) {
  // Lanes 0 and 20 are served together, 0 and 4 are not.
  auto count = [](int64_t with, bool isStore) {
    AffineExpr lane = dim(0);
    // Lanes `with` and 0 in bank 0, at different words, all others at word 0.
    AffineExpr is =
        (lane + 64 - with).floorDiv(64) - (lane + 63 - with).floorDiv(64);
    BankQuery query = queryOf(is * 32 * 4, 4, 4);
    query.numThreads = 64;
    query.isStore = isStore;
    return countBankConflicts(query, *BankRules::get("amd")).getConflicts();
  };
  EXPECT_EQ(count(20, /*isStore=*/false), 1);
  EXPECT_EQ(count(7, /*isStore=*/true), 1);
  SmallVector<unsigned> loads =
      BankRules::get("amd")->getGroups(16, /*isStore=*/false);
  EXPECT_EQ(loads[0], loads[23]);
  EXPECT_EQ(loads[4], loads[16]);
  EXPECT_EQ(loads[8], loads[28]);
  EXPECT_EQ(loads[12], loads[27]);
  EXPECT_NE(loads[0], loads[4]);
  EXPECT_EQ(loads[32], loads[55]);
  EXPECT_NE(loads[0], loads[32]);
}

} // namespace
