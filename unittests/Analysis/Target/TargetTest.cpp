//===- TargetTest.cpp - What is read of machines --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/HostTarget.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

TEST(TargetTest, Lanes) {
  MLIRContext context;
  Builder b(&context);
  Target target; // 256 bits
  EXPECT_EQ(target.getNumLanes(b.getF32Type()), 8u);
  EXPECT_EQ(target.getNumLanes(b.getF64Type()), 4u);
  EXPECT_EQ(target.getNumLanes(b.getBF16Type()), 16u);
  EXPECT_EQ(target.getNumLanes(b.getIntegerType(8)), 32u);
  EXPECT_EQ(target.getNumLanes(b.getIndexType()), 4u);
  // As in memory: a byte is the least, and sizes are powers of two.
  EXPECT_EQ(target.getNumLanes(b.getI1Type()), 32u);
  EXPECT_EQ(target.getNumLanes(b.getIntegerType(24)), 8u);
  EXPECT_EQ(target.getNumLanes(b.getF80Type()), 2u);
  EXPECT_EQ(target.getNumLanes(ComplexType::get(b.getF32Type())), 4u);
  EXPECT_EQ(target.getNumLanes(VectorType::get({3}, b.getF32Type())), 2u);
  // Longer than a register, and of no size that is known.
  EXPECT_EQ(target.getNumLanes(b.getIntegerType(1024)), 1u);
  EXPECT_EQ(target.getNumLanes(b.getNoneType()), 1u);
  EXPECT_EQ(target.getNumLanes(VectorType::get({4}, b.getF32Type(), {true})),
            1u);
  target.vectorBits = 8;
  EXPECT_EQ(target.getNumLanes(b.getF32Type()), 1u);
}

TEST(TargetTest, IsReadAroundTheOp) {
  MLIRContext context;
  context.loadDialect<DLTIDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "module attributes {dlti.target_system_spec = #dlti.target_system_spec<"
      "\"CPU\" = #dlti.target_device_spec<\"max_vector_op_width\" = 512 : "
      "i64>>} { module { module {} } }",
      &context);
  ASSERT_TRUE(module);
  module->walk([](ModuleOp inner) {
    FailureOr<Target> target = getTarget(inner);
    ASSERT_TRUE(succeeded(target));
    EXPECT_EQ(target->vectorBits, 512u);
    EXPECT_EQ(target->numVectorRegisters, 16u);
    EXPECT_EQ(target->l1Bytes, 32 << 10);
    EXPECT_EQ(target->l2Bytes, 1 << 20);
    EXPECT_EQ(target->l3Bytes, 32 << 20);
  });
}

TEST(TargetTest, WithoutASpecDefaultsHold) {
  MLIRContext context;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>("", &context);
  FailureOr<Target> target = getTarget(*module);
  ASSERT_TRUE(succeeded(target));
  EXPECT_EQ(target->vectorBits, 256u);
}

TEST(TargetTest, HostIsInRange) {
  Target host = getHostTarget();
  EXPECT_TRUE(llvm::isPowerOf2_32(host.vectorBits));
  EXPECT_GE(host.vectorBits, 8u);
  EXPECT_GE(host.numVectorRegisters, 8u);
  EXPECT_GE(host.l1Bytes, 1 << 10);
  EXPECT_LE(host.l1Bytes, host.l2Bytes);
  EXPECT_LE(host.l2Bytes, host.l3Bytes);
}

TEST(TargetTest, HostProcessorIsWhatItsNameSaysAndItsFeatures) {
  Processor host = getHostProcessor();
  EXPECT_FALSE(host.triple.empty());
  EXPECT_FALSE(host.name.empty());
  EXPECT_TRUE(llvm::is_sorted(host.features));
  for (StringRef feature : host.features)
    EXPECT_TRUE(feature.starts_with("+") || feature.starts_with("-"))
        << feature.str();
}

TEST(TargetTest, NamedProcessorsHaveNoTriple) {
  std::optional<Processor> processor = getNamedProcessor("x86-64-v3");
  ASSERT_TRUE(processor);
  EXPECT_EQ(processor->name, "x86-64-v3");
  EXPECT_EQ(processor->triple, "");
  EXPECT_TRUE(processor->features.empty());
  EXPECT_FALSE(getNamedProcessor("i486"));
}

TEST(TargetTest, Names) {
  auto vectors = [](StringRef name) {
    std::optional<Target> target = getNamedTarget(name);
    return target
               ? std::make_pair(target->vectorBits, target->numVectorRegisters)
               : std::make_pair(0u, 0u);
  };
  EXPECT_EQ(vectors("x86-64"), std::make_pair(128u, 16u));
  EXPECT_EQ(vectors("haswell"), std::make_pair(256u, 16u));
  EXPECT_EQ(vectors("x86-64-v3"), std::make_pair(256u, 16u));
  EXPECT_EQ(vectors("x86-64-v4"), std::make_pair(512u, 32u));
  EXPECT_EQ(vectors("skylake-avx512"), std::make_pair(512u, 32u));
  EXPECT_EQ(vectors("apple-m1"), std::make_pair(128u, 32u));
  for (StringRef name : {"", "i486", "native", "nonsense", "x86-64-v5"})
    EXPECT_EQ(vectors(name), std::make_pair(0u, 0u)) << name.str();
}

//===----------------------------------------------------------------------===//
// Files of Linux
//===----------------------------------------------------------------------===//

class CachesTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("caches", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  void add(unsigned index, StringRef level, StringRef type, StringRef size) {
    SmallString<128> cache(folder);
    llvm::sys::path::append(cache, "index" + Twine(index));
    ASSERT_FALSE(llvm::sys::fs::create_directory(cache));
    write(cache, "level", level);
    write(cache, "type", type);
    write(cache, "size", size);
  }
  static void write(StringRef cache, StringRef name, StringRef text) {
    SmallString<128> path(cache);
    llvm::sys::path::append(path, name);
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text << "\n";
    ASSERT_FALSE(error);
  }
  void expect(int64_t l1, int64_t l2, int64_t l3) {
    Target target;
    ASSERT_TRUE(readCaches(folder, target));
    EXPECT_EQ(target.l1Bytes, l1);
    EXPECT_EQ(target.l2Bytes, l2);
    EXPECT_EQ(target.l3Bytes, l3);
  }

  SmallString<128> folder;
};

TEST_F(CachesTest, ThreeLevels) {
  add(0, "1", "Data", "48K");
  add(1, "1", "Instruction", "64K");
  add(2, "2", "Unified", "2048K");
  add(3, "3", "Unified", "36608K");
  expect(48 << 10, 2 << 20, 36608 << 10);
}

TEST_F(CachesTest, TheSecondMayBeTheLast) {
  add(0, "1", "Instruction", "32K");
  add(1, "1", "Data", "32K");
  add(2, "2", "Unified", "1M");
  expect(32 << 10, 1 << 20, 1 << 20);
}

TEST_F(CachesTest, TheFourthMayBeTheLast) {
  add(0, "1", "Data", "32768");
  add(1, "2", "Unified", "256K");
  add(2, "3", "Unified", "6M");
  add(3, "4", "Unified", "1G");
  expect(32 << 10, 256 << 10, 1 << 30);
}

TEST_F(CachesTest, ASmallerOuterOneIsNotTheLast) {
  add(0, "1", "Data", "128K");
  add(1, "2", "Unified", "12M");
  add(2, "3", "Unified", "8M");
  expect(128 << 10, 12 << 20, 12 << 20);
}

TEST_F(CachesTest, NothingIsKnown) {
  Target target;
  EXPECT_FALSE(readCaches(folder, target));
  add(0, "1", "Instruction", "32K");
  add(1, "1", "Data", "much");
  EXPECT_FALSE(readCaches(folder, target));
  EXPECT_EQ(target.l1Bytes, 32 << 10);
  EXPECT_EQ(target.l3Bytes, 32 << 20);
}

} // namespace
