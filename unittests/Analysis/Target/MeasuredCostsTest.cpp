//===- MeasuredCostsTest.cpp - Costs of instructions, measured ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Target/HostCosts.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <thread>

using namespace mlir;
using namespace mlir::layout;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

//===----------------------------------------------------------------------===//
// What follows from costs
//===----------------------------------------------------------------------===//

Target getRow(StringRef name) { return getTarget(*getNamedProcessor(name)); }

Target applyTo(Target target,
               ArrayRef<std::pair<CostKernel, double>> measured) {
  MeasuredCosts costs;
  for (auto [kernel, time] : measured)
    costs.set(kernel, time);
  costs.apply(target);
  return target;
}

unsigned getFloatDotCost(StringRef row, double dot, double extension) {
  return applyTo(getRow(row), {{CostKernel::vdpbf16ps, dot},
                               {CostKernel::extension, extension}})
      .getCost(DotInstruction::vdpbf16ps);
}

TEST(MeasuredCostsTest, FloatDotsAreUsedWhereExtensionIsSlower) {
  // By its name, an instruction is used on znver4 and znver5 only.
  EXPECT_EQ(getRow("sapphirerapids").getCost(DotInstruction::vdpbf16ps), 0u);
  EXPECT_EQ(getRow("znver4").getCost(DotInstruction::vdpbf16ps), 1u);
  EXPECT_EQ(getRow("znver5").getCost(DotInstruction::vdpbf16ps), 1u);
  EXPECT_EQ(getFloatDotCost("sapphirerapids", 1.0, 2.0), 1u);
  EXPECT_EQ(getFloatDotCost("sapphirerapids", 3.4, 2.0), 3u);
  EXPECT_EQ(getFloatDotCost("znver4", 3.4, 2.0), 3u);
  EXPECT_EQ(getFloatDotCost("znver4", 40, 2.0), 16u);
  // Slower than extension is never used, however it is rounded.
  EXPECT_EQ(getFloatDotCost("znver4", 1.4, 1.2), 2u);
  // Where both take nearly the same time, nothing changes.
  for (double dot : {1.8, 1.9, 2.0, 2.1, 2.2}) {
    EXPECT_EQ(getFloatDotCost("sapphirerapids", dot, 2.0), 0u) << dot;
    EXPECT_EQ(getFloatDotCost("znver4", dot, 2.0), 1u) << dot;
  }
}

TEST(MeasuredCostsTest, DotsOfBytes) {
  auto getCost = [](double dot, double pairs) {
    return applyTo(getRow("znver4"),
                   {{CostKernel::vpdpbusd, dot}, {CostKernel::pairs, pairs}})
        .getCost(DotInstruction::vpdpbusd);
  };
  EXPECT_EQ(getCost(1.0, 2.7), 1u);
  EXPECT_EQ(getCost(0.5, 2.7), 1u);
  EXPECT_EQ(getCost(1.6, 2.7), 1u); // near 1.5
  EXPECT_EQ(getCost(2.0, 2.7), 2u);
  EXPECT_EQ(getCost(3.0, 2.7), 3u); // nearly as fast
  EXPECT_EQ(getCost(3.2, 2.7), 0u); // by pairs
  // What a processor does not have it does not get.
  Target target = applyTo(getRow("haswell"), {{CostKernel::vpdpbusd, 1.0}});
  EXPECT_FALSE(target.hasDotProducts());
}

TEST(MeasuredCostsTest, Pairs) {
  auto multiplies = [](double pairs, double singles) {
    return applyTo(getRow("haswell"),
                   {{CostKernel::pairs, pairs}, {CostKernel::singles, singles}})
        .multipliesPairs;
  };
  EXPECT_TRUE(multiplies(2.7, 1.2));
  EXPECT_TRUE(multiplies(5.0, 1.2));
  EXPECT_FALSE(multiplies(6.0, 1.2));
}

TEST(MeasuredCostsTest, Shuffles) {
  auto getShuffles = [](StringRef row, double cycle, double shuffle) {
    return applyTo(getRow(row),
                   {{CostKernel::cycle, cycle}, {CostKernel::shuffle, shuffle}})
        .shufflesPerCycle;
  };
  EXPECT_EQ(getShuffles("znver4", 1.0, 1.0), 1u);
  EXPECT_EQ(getShuffles("znver4", 1.0, 0.65), 1u);
  EXPECT_EQ(getShuffles("znver4", 1.0, 0.5), 2u);
  EXPECT_EQ(getShuffles("znver5", 1.0, 1.0), 1u);
  EXPECT_EQ(getShuffles("znver5", 1.0, 0.65), 2u);
}

TEST(MeasuredCostsTest, Loads) {
  auto getLoads = [](StringRef row, double cycle, double load) {
    return applyTo(getRow(row),
                   {{CostKernel::cycle, cycle}, {CostKernel::load, load}})
        .loadsPerCycle;
  };
  // By their names, all processors but znver4 load twice.
  EXPECT_EQ(getRow("znver4").loadsPerCycle, 1u);
  EXPECT_EQ(getRow("sapphirerapids").loadsPerCycle, 2u);
  EXPECT_EQ(getLoads("znver4", 1.0, 1.0), 1u);
  EXPECT_EQ(getLoads("znver4", 1.0, 0.5), 2u);
  EXPECT_EQ(getLoads("sapphirerapids", 1.0, 0.65), 2u);
  EXPECT_EQ(getLoads("sapphirerapids", 1.0, 1.0), 1u);
}

TEST(MeasuredCostsTest, MaskedStores) {
  auto getBits = [](StringRef row, double of32, double of8) {
    return applyTo(getRow(row), {{CostKernel::maskedStore32, of32},
                                 {CostKernel::maskedStore8, of8},
                                 {CostKernel::branchedStore, 0.5}})
        .getMaskedStoreBits();
  };
  EXPECT_EQ(getBits("znver4", 2, 2), 8u);
  EXPECT_EQ(getBits("znver4", 2, 120), 8u); // 64 branches
  EXPECT_EQ(getBits("znver4", 2, 130), 32u);
  EXPECT_EQ(getBits("znver4", 40, 2), 0u); // 16 branches
  EXPECT_EQ(getBits("haswell", 15, 0.1), 32u);
  EXPECT_EQ(getBits("haswell", 17, 0.1), 0u);
}

TEST(MeasuredCostsTest, NothingMeasuredChangesNothing) {
  for (StringRef name : {"znver4", "haswell", "x86-64", "cortex-a76"}) {
    Target row = getRow(name), same = applyTo(row, {});
    EXPECT_EQ(row.dotCosts, same.dotCosts);
    EXPECT_EQ(row.getMaskedStoreBits(), same.getMaskedStoreBits());
    EXPECT_EQ(row.multipliesPairs, same.multipliesPairs);
    EXPECT_EQ(row.shufflesPerCycle, same.shufflesPerCycle);
    EXPECT_EQ(row.loadsPerCycle, same.loadsPerCycle);
  }
}

//===----------------------------------------------------------------------===//
// As text
//===----------------------------------------------------------------------===//

class CostsAsText : public testing::Test {
protected:
  void SetUp() override {
    if (getCostKernels().empty())
      GTEST_SKIP() << "nothing is measured on this family";
  }

  /// Why it is not read; empty if it is.
  static std::string whyNot(StringRef text, StringRef key = "a") {
    std::string why;
    EXPECT_EQ(MeasuredCosts::parse(text, key, why).has_value(), why.empty());
    return why;
  }
};

TEST_F(CostsAsText, IsReadBack) {
  MeasuredCosts costs;
  costs.set(CostKernel::vdpbf16ps, 3.375);
  costs.set(CostKernel::extension, 2);
  std::string why, text = costs.print("a");
  auto read = MeasuredCosts::parse(text, "a", why);
  ASSERT_TRUE(read) << why;
  EXPECT_EQ(read->get(CostKernel::vdpbf16ps), 3.375);
  EXPECT_EQ(read->get(CostKernel::extension), 2);
  EXPECT_EQ(read->get(CostKernel::vpdpbusd), std::nullopt);
  EXPECT_EQ(read->print("a"), text);
}

TEST_F(CostsAsText, NoPartOfAFileIsOne) {
  MeasuredCosts costs;
  costs.set(CostKernel::cycle, 1);
  std::string text = costs.print("a");
  // But for its last line break.
  for (size_t size = 0; size + 1 < text.size(); ++size)
    EXPECT_NE(whyNot(StringRef(text).take_front(size)), "") << size;
  EXPECT_EQ(whyNot(text), "");
}

TEST_F(CostsAsText, WhatIsWrongIsSaid) {
  EXPECT_EQ(whyNot("of a\nvpdpbusd 1\nend\n", "b"),
            "it is of a; this machine is b");
  EXPECT_EQ(whyNot("vpdpbusd 1\nend\n"),
            "line 1 expects what the file is of, found 'vpdpbusd 1'");
  for (StringRef line :
       {"vpdpbusd", "vpdpbusd 0", "vpdpbusd -1", "vpdpbusd nan", "vpdpbusd inf",
        "vpdpbusd 1001", "vpdpbusd 1x", "other 1", "of a"})
    EXPECT_EQ(whyNot(("of a\n" + line + "\nend\n").str()),
              ("line 2 expects a kernel that is timed, once, and its time from "
               "0 to 1000, found '" +
               line + "'")
                  .str());
  EXPECT_TRUE(StringRef(whyNot("of a\ncycle 1\ncycle 1\nend\n"))
                  .starts_with("line 3 expects"));
  EXPECT_EQ(whyNot("of a\ncycle 1\n"), "it does not end with 'end'");
}

TEST_F(CostsAsText, ReallyMeasured) {
  Processor host = getHostProcessor();
  unsigned bits = getTarget(host).vectorBits;
  MeasuredCosts costs = MeasuredCosts::measure(host, bits);
  std::string why;
  EXPECT_TRUE(MeasuredCosts::parse(costs.print("a"), "a", why)) << why;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

class CostsInFiles : public testing::Test {
protected:
  void SetUp() override {
    if (getCostKernels().empty())
      GTEST_SKIP() << "nothing is measured on this family";
    ASSERT_FALSE(fs::createUniqueDirectory("costs", folder));
    const char *before = std::getenv("XDG_CACHE_HOME");
    cacheBefore = before ? std::optional<std::string>(before) : std::nullopt;
    setenv("XDG_CACHE_HOME", getPath("cache").c_str(), /*overwrite=*/1);
  }
  void TearDown() override {
    if (folder.empty())
      return;
    fs::remove_directories(folder);
    if (cacheBefore)
      setenv("XDG_CACHE_HOME", cacheBefore->c_str(), /*overwrite=*/1);
    else
      unsetenv("XDG_CACHE_HOME");
  }

  std::string getPath(StringRef name) const {
    SmallString<128> file(folder);
    path::append(file, name);
    return file.str().str();
  }
  static void write(const std::string &file, StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream os(file, error);
    os << text;
  }
  static std::string read(const std::string &file) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  /// Where costs are from; the error if there is one.
  std::string find(StringRef setting) {
    std::string why;
    auto costs = findHostCosts(setting, host, bits, why);
    EXPECT_EQ(costs.has_value(), why.empty());
    return costs ? costs->origin : why;
  }

  SmallString<128> folder;
  std::optional<std::string> cacheBefore;
  Processor host = getHostProcessor();
  unsigned bits = getTarget(host).vectorBits;
};

TEST_F(CostsInFiles, AreMeasuredOnce) {
  std::string first = find(""), file;
  StringRef prefix = "measured, and kept in ";
  ASSERT_TRUE(StringRef(first).starts_with(prefix)) << first;
  file = first.substr(prefix.size());
  EXPECT_TRUE(StringRef(file).starts_with(getPath("cache"))) << file;
  EXPECT_EQ(find(""), "read from " + file);
  // Another machine has another file.
  ++bits;
  EXPECT_NE(find(""), first);
  EXPECT_NE(find(""), "read from " + file);
  --bits;
  // A damaged one is replaced.
  std::string text = read(file);
  write(file, StringRef(text).drop_back(10));
  EXPECT_EQ(find(""), first);
  EXPECT_EQ(read(file), text);
  EXPECT_EQ(find(""), "read from " + file);
}

TEST_F(CostsInFiles, MayBeNamed) {
  std::string file = getPath("named/costs.txt");
  // A folder that is not there may be misspelled, and is not made.
  EXPECT_TRUE(StringRef(find(file)).contains("and it cannot be written: "));
  EXPECT_FALSE(fs::exists(getPath("named")));
  ASSERT_FALSE(fs::create_directory(getPath("named")));
  EXPECT_EQ(find(file), "measured, and kept in " + file);
  EXPECT_EQ(find(file), "read from " + file);
  EXPECT_FALSE(fs::exists(getPath("cache")));
  write(file, "of another machine\nend\n");
  std::string why = find(file);
  EXPECT_TRUE(StringRef(why).contains("it is of another machine")) << why;
  EXPECT_TRUE(StringRef(why).contains("remove that file")) << why;
  EXPECT_EQ(read(file), "of another machine\nend\n");
  EXPECT_TRUE(StringRef(find(folder)).contains("and it is not a regular file"));
  write(file, std::string(1 << 17, 'x'));
  EXPECT_TRUE(
      StringRef(find(file)).contains("it is larger than a file of costs"));
  EXPECT_TRUE(
      StringRef(find(file + "/below")).contains("and it cannot be read: "));
  EXPECT_TRUE(StringRef(find("/proc/none/costs.txt"))
                  .contains("and it cannot be written: "));
}

TEST_F(CostsInFiles, MayBeOff) {
  EXPECT_EQ(find("off"), "of the processor's name (LAYOUT_COSTS=off)");
  EXPECT_FALSE(fs::exists(getPath("cache")));
}

TEST_F(CostsInFiles, WithoutAFolderForThem) {
  write(getPath("cache"), "a file");
  std::string origin = find("");
  EXPECT_TRUE(StringRef(origin).starts_with("measured, and not kept in "))
      << origin;
  setenv("XDG_CACHE_HOME", "not/absolute", /*overwrite=*/1);
  EXPECT_EQ(find(""), "measured, and not kept: there is no folder for caches");
}

TEST_F(CostsInFiles, OfSeveralWriters) {
  std::string file = getPath("costs.txt");
  std::vector<std::thread> writers;
  for (unsigned i = 0; i < 8; ++i)
    writers.emplace_back([&] {
      for (unsigned j = 0; j < 20; ++j) {
        std::string origin = find(file);
        EXPECT_TRUE(StringRef(origin).ends_with(file)) << origin;
        fs::remove(file);
      }
    });
  for (std::thread &writer : writers)
    writer.join();
}

} // namespace
