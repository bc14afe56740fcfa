//===- TargetTest.cpp - What is read of machines --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/HostTarget.h"
#include "Layout/Analysis/Target/Processor.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
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

TEST(TargetTest, CostsAreReadBack) {
  MLIRContext context;
  context.loadDialect<DLTIDialect>();
  Target written;
  written.instructionsPerCycle = 6;
  written.multiplyAddsPerCycle = 1;
  written.multiplyAddLatency = 7;
  written.dotLatency = 3;
  written.broadcastInstructions = 0;
  written.streamingStoreBytes = 128;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>("", &context);
  setSpec(*module, addMissingEntries(&context, {}, written));
  FailureOr<Target> read = getTarget(*module);
  ASSERT_TRUE(succeeded(read));
  EXPECT_EQ(read->instructionsPerCycle, 6u);
  EXPECT_EQ(read->multiplyAddsPerCycle, 1u);
  EXPECT_EQ(read->multiplyAddLatency, 7u);
  EXPECT_EQ(read->dotLatency, 3u);
  EXPECT_EQ(read->broadcastInstructions, 0u);
  EXPECT_EQ(read->streamingStoreBytes, 128u);
}

TEST(TargetTest, HostIsInRange) {
  std::string why;
  std::optional<HostTarget> found = getHostTarget(why);
  ASSERT_TRUE(found) << why;
  Target host = found->target;
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

/// Nothing for a name that is not known.
std::optional<Processor> named(StringRef name) {
  std::string why;
  std::optional<Processor> processor = getNamedProcessor(name, &why);
  EXPECT_EQ(processor.has_value(), why.empty()) << name.str() << why;
  return processor;
}

std::string whyNot(StringRef name) {
  std::string why;
  EXPECT_FALSE(getNamedProcessor(name, &why)) << name.str();
  return why;
}

TEST(TargetTest, NamedProcessors) {
  std::optional<Processor> processor = named("x86-64-v3+avxvnni+nofma");
  ASSERT_TRUE(processor);
  EXPECT_EQ(processor->name, "x86-64-v3");
  EXPECT_EQ(processor->getFeatureString(), "+avxvnni,-fma");
  EXPECT_TRUE(StringRef(processor->triple).starts_with("x86_64-"));
  EXPECT_EQ(processor->getABI(), "");
  processor = named("cortex-a76+fp16");
  ASSERT_TRUE(processor);
  EXPECT_EQ(processor->getFeatureString(), "+fullfp16");
  EXPECT_TRUE(StringRef(processor->triple).starts_with("aarch64-"));
  processor = named("armv8.2-a+dotprod+sve=512");
  ASSERT_TRUE(processor);
  EXPECT_EQ(processor->name, "generic");
  EXPECT_EQ(processor->vectorScale, 4u);
  EXPECT_EQ(named("rv64gcv")->getABI(), "lp64d");
  EXPECT_EQ(named("rv64imac")->getABI(), "lp64");
  EXPECT_EQ(named("rva23u64")->getABI(), "lp64d");
}

TEST(TargetTest, Names) {
  auto vectors = [](StringRef name) {
    std::optional<Processor> processor = named(name);
    Target target = processor ? getTarget(*processor) : Target();
    return std::make_tuple(target.vectorBits, target.numVectorRegisters,
                           target.getMaskedStoreBits());
  };
  EXPECT_EQ(vectors("x86-64"), std::make_tuple(128u, 16u, 0u));
  EXPECT_EQ(vectors("x86-64-v2"), std::make_tuple(128u, 16u, 0u));
  EXPECT_EQ(vectors("haswell"), std::make_tuple(256u, 16u, 32u));
  EXPECT_EQ(vectors("x86-64-v3"), std::make_tuple(256u, 16u, 32u));
  EXPECT_EQ(vectors("x86-64-v4"), std::make_tuple(512u, 32u, 8u));
  EXPECT_EQ(vectors("skylake-avx512"), std::make_tuple(512u, 32u, 8u));
  EXPECT_EQ(vectors("knl"), std::make_tuple(512u, 32u, 32u));
  EXPECT_EQ(vectors("znver4+noavx512f"), std::make_tuple(256u, 16u, 32u));
  EXPECT_EQ(vectors("apple-m1"), std::make_tuple(128u, 32u, 0u));
  EXPECT_EQ(vectors("armv8-a"), std::make_tuple(128u, 32u, 0u));
  EXPECT_EQ(vectors("cortex-a76"), std::make_tuple(128u, 32u, 0u));
  EXPECT_EQ(vectors("neoverse-v1+sve=256"), std::make_tuple(256u, 32u, 8u));
  EXPECT_EQ(vectors("a64fx+sve=512"), std::make_tuple(512u, 32u, 8u));
  EXPECT_EQ(vectors("armv9-a+sve=2048"), std::make_tuple(2048u, 32u, 8u));
  EXPECT_EQ(vectors("rv64gcv"), std::make_tuple(128u, 32u, 8u));
  EXPECT_EQ(vectors("rv64gcv+zvl256b"), std::make_tuple(256u, 32u, 8u));
  EXPECT_EQ(vectors("rv64gcv_zvl512b"), std::make_tuple(512u, 32u, 8u));
  EXPECT_EQ(vectors("sifive-x280"), std::make_tuple(512u, 32u, 8u));
  // Without vectors, one lane of anything.
  EXPECT_EQ(vectors("rv64gc"), std::make_tuple(8u, 32u, 0u));
}

TEST(TargetTest, FloatDots) {
  auto pay = [](StringRef name) {
    std::optional<Processor> processor = named(name);
    return processor && getTarget(*processor).hasFastFloatDots();
  };
  EXPECT_TRUE(pay("znver4"));
  EXPECT_FALSE(pay("znver4+noavx512bf16"));
  EXPECT_FALSE(pay("sapphirerapids")); // slower than extension
  EXPECT_TRUE(pay("armv8.6-a"));
  EXPECT_FALSE(pay("armv8.2-a"));
}

TEST(TargetTest, WrongNames) {
  for (StringRef name : {"", "i486", "native", "nonsense", "x86-64-v5",
                         "generic", "generic-rv32", "rv32gcv", "rv64gcw"})
    EXPECT_FALSE(whyNot(name).empty());
  auto says = [](StringRef name, StringRef text) {
    EXPECT_TRUE(StringRef(whyNot(name)).contains(text)) << whyNot(name);
  };
  says("x86-64-v9", "near ones are \"x86-64-v2\", \"x86-64-v3\", ");
  says("cortex-a67", "\"cortex-a57\"");
  says("neoverse-n1+dotprood", "; a near one is \"dotprod\"");
  says("x86-64-v3+dotprod",
       "\"dotprod\" is a feature of AArch64 processors, and \"x86-64-v3\" is "
       "an x86-64 one");
  says("x86-64-v3+sve=256", "\"sve\" is a feature of AArch64");
  says("armv8-a+avx2", "\"avx2\" is a feature of x86-64 processors");
  says("x86-64+no64bit", "no processor of 64 bits");
  says("x86-64+16bit-mode", "no feature of 64-bit code");
  says("neoverse-v1+sve=512",
       "\"neoverse-v1\" has vectors of 256 bits, and 512 are stated");
  says("cortex-a76+sve=256", "\"cortex-a76\" has no SVE");
  says("armv9-a+sve=384", "a power of two of bits from 128 to 2048, found 384");
  says("armv9-a+sve=4096", "a power of two of bits from 128 to 2048");
  says("armv9-a+sve=scalable", "get their length when it runs is not made");
  says("armv9-a+sve=256+nosve", "SVE taken away");
  says("sifive-x280+zvl1024b", "has vectors of 512 bits, and 1024 are stated");
  says("rv64gcv+zvl96b", "a power of two of bits from 32 to 65536, found");
  says("+avx2", "names no processor");
  says("nativ", "; a near one is \"native\"");
}

TEST(TargetTest, LengthsThatContradict) {
  auto says = [](StringRef name, StringRef text) {
    EXPECT_TRUE(StringRef(whyNot(name)).contains(text)) << whyNot(name);
  };
  says("armv9-a+sve=256+sve=512",
       "\"sve=256\" and \"sve=512\" state two lengths of vectors");
  says("rv64gcv+zvl256b+zvl512b", "\"zvl256b\" and \"zvl512b\" state two");
  says("znver4+prefer-256-bit+prefer-128-bit", "state two lengths");
  says("rv64gcv+zvl64b", "\"zvl64b\" is shorter than the vectors of 128 bits");
  says("sifive-x280+zvl256b", "is shorter than the vectors of 512 bits");
  says("rv64gcv_zvl512b+zvl256b", "is shorter than the vectors of 512 bits");
  EXPECT_TRUE(named("armv9-a+sve=256+sve=256"));
  EXPECT_TRUE(named("rv64gcv+zvl512b+nozvl512b+zvl256b"));
  EXPECT_TRUE(named("rv64gcv+zvl128b"));
  EXPECT_EQ(getTarget(*named("rv64gcv+zvl512b+nozvl512b")).vectorBits, 128u);
  EXPECT_EQ(getTarget(*named("znver4+prefer-256-bit")).vectorBits, 256u);
}

/// LLVM would end the process.
TEST(TargetTest, WrongExtensions) {
  auto says = [](StringRef name, StringRef text) {
    EXPECT_TRUE(StringRef(whyNot(name)).contains(text)) << whyNot(name);
  };
  says("rv64gc+zvl256b", "no code for these features: 'zvl*b' requires 'v'");
  says("rv64i+zvl65536b", "'zvl*b' requires 'v'");
  says("rv64gcv+zcmp", "'zcmp' extension is incompatible with 'c'");
  says("rv64gc+zfinx", "'f' and 'zfinx' extensions are incompatible");
  says("rv64gcv+xqcia", "'xqcia' is only supported for 'rv32'");
  says("rv64gc+rvi20u32", "features of 32-bit code are stated");
  says("rv64gcv+zvl256b+nov", "expects \"nozve32x\"");
  says("sifive-x280+nov", "expects \"nozve32x\"");
  says("rva23u64+nov", "expects \"nozve32x\"");
  says("native+noavx512f", "\"native\" takes no features");
}

/// What is taken away takes with it what only it implied.
TEST(TargetTest, TakenAway) {
  auto features = [](StringRef name) {
    std::string why;
    std::unique_ptr<llvm::TargetMachine> machine =
        createMachine(*named(name), why);
    EXPECT_TRUE(machine) << name.str() << why;
    return machine->getMCSubtargetInfo()->getFeatureBits();
  };
  std::pair<StringRef, StringRef> same[] = {
      {"rv64gcv+nov", "rv64gc"},
      {"rv64gcv+nozve32x", "rv64gc"},
      {"rv64gcv+nov+v", "rv64gcv"},
      {"rv64gcv+nov+zve64d", "rv64gc+zve64d"},
      {"rv64gcv+zvl512b+nozve32x", "rv64gc"},
      {"rv64gc+v+nov", "rv64gc"},
      {"rv64i2p1_m2p0_a_f_d2p2_c_v1p0_zba1p0+nov", "rv64gc_zba+nozifencei"},
      {"rv64imafdcv_zicsr_zfh+nov+nozfh", "rv64imafdc_zicsr"},
      {"rv64gcv+zfh+nozfh", "rv64gcv"}};
  for (auto [name, meant] : same)
    EXPECT_EQ(features(name), features(meant)) << name.str();
  for (StringRef name : {"sifive-x280+nozve32x", "rva23u64+nozve32x"}) {
    EXPECT_EQ(getTarget(*named(name)).vectorBits, 8u) << name.str();
    EXPECT_EQ(named(name)->getABI(), "lp64d") << name.str();
  }
}

/// What is stated for one is not silently taken for the other.
TEST(TargetTest, WhatRunsHere) {
  EXPECT_EQ(whyNotRunHere(getHostProcessor()), "");
  for (StringRef name : {"x86-64", "armv8-a", "rv64gc"}) {
    Processor processor = *named(name);
    bool isHere = processor.triple == getHostProcessor().triple;
    EXPECT_EQ(whyNotRunHere(processor).empty(), isHere) << name.str();
  }
  if (!StringRef(getHostProcessor().triple).starts_with("x86_64-"))
    GTEST_SKIP();
  // No machine has both.
  EXPECT_EQ(whyNotRunHere(*named("znver4+tbm+prefetchi")).empty(), false);
}

/// Code for the first runs on the second.
TEST(TargetTest, ProcessorsThatRunCode) {
  std::pair<StringRef, StringRef> pairs[] = {
      {"x86-64-v3", "znver4"},
      {"x86-64", "x86-64-v2"},
      {"haswell", "znver1"},
      {"znver4", "znver5"},
      {"znver4", "znver4+nopku+nomwaitx+noclzero+nordpru+nowbnoinvd+noshstk"},
      {"znver4", "znver4+noaes+nosha+noxsaves"},
      {"znver4+retpoline+seses+x32+ermsb+fsrm+sgx", "znver4"},
      {"sapphirerapids", "sapphirerapids+noamx-tile+noinvpcid+nouintr"},
      {"x86-64-v3+avx512f+noavx512f", "x86-64-v3"},
      {"armv8-a", "cortex-a76"},
      {"cortex-a76", "neoverse-n1"},
      {"cortex-a76", "apple-m1"},
      {"neoverse-v1", "neoverse-v1+sve=256"},
      {"neoverse-v1+sve=256", "neoverse-v1+sve=256+sve2"},
      {"rv64gc", "rv64gcv"},
      {"rv64gcv", "rv64gcv+zvl256b"},
      {"rv64gcv+zvl256b", "sifive-x280"},
      {"armv8.1-a", "armv8-a+crc+lse+rdm"},
      {"rva22u64",
       "rv64gc+zba+zbb+zbs+zicbom+zicbop+zicboz+zfhmin+zicntr+zihintpause"},
      {"rva22u64", "rva23u64"},
      {"rva23u64", "rva23s64"},
      {"rva23s64", "rva23u64"}};
  for (auto [code, machine] : pairs)
    EXPECT_EQ(whyNotRun(*named(code), *named(machine)), "")
        << code.str() << " " << machine.str();
  struct {
    StringRef code, machine, why;
  } refused[] = {
      {"x86-64-v4", "x86-64-v3", "lacks avx512bw, avx512cd, avx512dq"},
      {"znver4", "sapphirerapids", "\"sapphirerapids\" lacks sse4a"},
      {"x86-64-v3+gfni", "x86-64-v3", "lacks gfni"},
      {"x86-64-v3+prfchw", "x86-64-v3", "lacks prfchw"},
      {"sapphirerapids", "znver5", "lacks avx512fp16"},
      {"x86-64", "armv8-a", "made for x86_64, and \"armv8-a\" is aarch64"},
      {"neoverse-v1", "neoverse-n1", "lacks bf16"},
      {"neoverse-v1", "neoverse-v2", "lacks sha3"},
      {"armv9-a", "armv8.6-a", "sve, sve2"},
      {"neoverse-v1+sve=256", "neoverse-n1",
       "vectors of exactly 256 bits, and \"neoverse-n1\" has no SVE"},
      {"armv9-a+sve=256", "armv9-a", "those of \"armv9-a\" are is not known"},
      {"armv9-a+sve=256", "armv9-a+sve=512",
       "those of \"armv9-a+sve=512\" have 512"},
      {"rv64gcv", "rv64gc", "lacks v, zve32f"},
      {"rv64gcv+zvl512b", "rv64gcv+zvl256b", "lacks zvl512b"},
      {"rv64gcv+zvqdotq", "rv64gcv", "lacks experimental-zvqdotq"}};
  for (auto [code, machine, why] : refused) {
    std::string found = whyNotRun(*named(code), *named(machine));
    EXPECT_TRUE(StringRef(found).contains(why))
        << code.str() << " " << machine.str() << ": " << found;
  }
}

/// Instructions count that the code may have.
TEST(TargetTest, InstructionsOfCode) {
  auto runs = [](StringRef code, StringRef machine, Instructions instructions) {
    return whyNotRun(*named(code), *named(machine), instructions).empty();
  };
  EXPECT_TRUE(runs("neoverse-v1", "neoverse-v2", Instructions::Planned));
  EXPECT_FALSE(runs("neoverse-v1", "neoverse-v2", Instructions::Generated));
  EXPECT_TRUE(runs("x86-64-v3+aes", "x86-64-v3", Instructions::Generated));
  EXPECT_FALSE(runs("x86-64-v3+aes", "x86-64-v3", Instructions::All));
  EXPECT_TRUE(runs("znver4+retpoline+ermsb", "znver4", Instructions::All));
  // In units of 64 bits; a machine may have longer ones than it states.
  Processor code = *named("rv64gcv");
  code.vectorScale = 4;
  EXPECT_NE(whyNotRun(code, *named("rv64gcv+zvl256b")), "");
  code.maxVectorScale = ~0u;
  EXPECT_EQ(whyNotRun(code, *named("rv64gcv+zvl256b")), "");
  EXPECT_NE(whyNotRun(code, *named("rv64gcv")), "");
  // Some machines tell how long theirs are.
  Processor machine = *named("rv64gcv");
  machine.vectorScale = 4;
  code.maxVectorScale = 0;
  EXPECT_EQ(whyNotRun(code, machine), "");
  machine.vectorScale = 8;
  EXPECT_TRUE(
      StringRef(whyNotRun(code, machine))
          .contains("exactly 256 bits, and those of \"rv64gcv\" have 512"));
}

/// In units of 128 bits on AArch64, where a machine has one length.
TEST(TargetTest, LengthsThatCodeIsRightFor) {
  auto runs = [](unsigned least, unsigned most, StringRef machine) {
    Processor code = *named("armv9-a");
    code.vectorScale = least;
    code.maxVectorScale = most;
    return whyNotRun(code, *named(machine)).empty();
  };
  EXPECT_TRUE(runs(2, 4, "armv9-a+sve=256"));
  EXPECT_TRUE(runs(2, 4, "armv9-a+sve=512"));
  EXPECT_FALSE(runs(2, 4, "armv9-a+sve=128"));
  EXPECT_FALSE(runs(2, 4, "armv9-a+sve=1024"));
  EXPECT_TRUE(runs(1, 16, "armv9-a"));
  EXPECT_FALSE(runs(1, 8, "armv9-a"));
  EXPECT_FALSE(runs(2, 16, "armv9-a"));
  // Others have no such lengths.
  Processor code = *named("x86-64-v3");
  code.vectorScale = 4;
  EXPECT_EQ(whyNotRun(code, *named("x86-64-v3")), "");
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
