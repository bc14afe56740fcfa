//===- RandomProgramTest.cpp - What random programs have ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of each feature are well-formed, and have what the feature is about.
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/RandomProgram.h"

#include "Layout/IR/Layout.h"
#include "mlir/Parser/Parser.h"
#include "gmock/gmock.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

namespace {

class RandomProgramTest : public ::testing::Test {
protected:
  RandomProgramTest() {
    DialectRegistry registry;
    registerCheckDependencies(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->loadDialect<LayoutDialect>();
    context->allowUnregisteredDialects();
  }

  /// The texts of some programs, without the features that are not named in
  /// `features`; all of them are parsed and verified.
  std::string makePrograms(StringRef features) {
    FeatureWeights weights;
    std::string why, all;
    EXPECT_TRUE(succeeded(weights.parse(features, why))) << why;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Random random(seed);
      RandomProgram program = makeRandomProgram(context.get(), weights, random);
      EXPECT_TRUE(parseSourceString<ModuleOp>(program.text, context.get()))
          << program.text;
      all += program.text;
    }
    return all;
  }

  std::unique_ptr<MLIRContext> context;
};

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(RandomProgramTest, ElementsOfAnyWidth) {
  EXPECT_THAT(makePrograms("all=0,odd-ints=1,nests=1,pad-constant=1,split=1"),
              AllOf(HasSubstr("xi129"), HasSubstr("xi65"), HasSubstr("xi1,"),
                    // A pad that takes more than 64 bits.
                    ContainsRegex("pad<-?[0-9]{20,} : i")));
}

TEST_F(RandomProgramTest, VectorsOfAnyWidth) {
  EXPECT_THAT(makePrograms("all=0,odd-ints=1,transfers=1,vector-loads=1,"
                           "masks=10,plain=100"),
              AllOf(ContainsRegex("vector.load .*vector<[0-9]+xi65>"),
                    ContainsRegex("vector.transfer_write .*xi1>, memref"),
                    ContainsRegex("vector.transfer_read .*xi129>")));
}

TEST_F(RandomProgramTest, SmallFloats) {
  EXPECT_THAT(makePrograms("all=0,small-floats=1,nests=1,reductions=1,views=1,"
                           "generic=1,transfers=1,dims=1,init-reduce=1"),
              AllOf(HasSubstr("xf8E4M3FN"), HasSubstr("xf4E2M1FN"),
                    Not(HasSubstr("addf"))));
}

TEST_F(RandomProgramTest, LoopsAndConditionsOfAnyWidth) {
  EXPECT_THAT(
      makePrograms("all=0,i32=1,widths=100,wide-loops=100,wide-conditions=100,"
                   "scf-loops=1,nests=1,guards=50,selects=50,calls=1"),
      AllOf(ContainsRegex("scf.for %[a-z0-9]+ = %from to .* : i128"),
            ContainsRegex("scf.for unsigned"),
            ContainsRegex("arith.cmpi u[a-z]+, .* : i65"),
            ContainsRegex("arith.constant -?[0-9]{20,} : i"),
            // Both bounds go along into calls.
            ContainsRegex("call @.*%from, %to\\)")));
}

TEST_F(RandomProgramTest, RankZero) {
  EXPECT_THAT(makePrograms("all=0,f32=1,rank-0=100,nests=1,affine-loops=1"),
              AllOf(HasSubstr("%scalar: memref<f32>"),
                    ContainsRegex("affine.store %[a-z0-9]+, %[a-z0-9]+\\[\\] "
                                  ": memref<f32>"),
                    ContainsRegex("memref.get_global @scalar[0-9]+ : "
                                  "memref<f32>")));
}

TEST_F(RandomProgramTest, Regions) {
  EXPECT_THAT(makePrograms("all=0,i32=1,regions=100,nests=100,generic=30,"
                           "atomics=30,parallel-loops=1"),
              AllOf(HasSubstr("scf.execute_region"),
                    HasSubstr("memref.alloca_scope"),
                    HasSubstr("scf.index_switch"), HasSubstr("scf.forall"),
                    HasSubstr("memref.generic_atomic_rmw")));
}

TEST_F(RandomProgramTest, Foreign) {
  EXPECT_THAT(makePrograms("all=0,i32=1,foreign=10,nests=10,calls=5,kernels=1,"
                           "globals=50"),
              AllOf(HasSubstr("\"foreign.region\"() ({"),
                    HasSubstr("\"foreign.op\"() : () -> ()"),
                    HasSubstr("}, {}) : () -> ()")));
}

TEST_F(RandomProgramTest, Flags) {
  EXPECT_THAT(
      makePrograms("all=0,i32=1,f32=1,flags=100,split=1,pad-constant=1"),
      AllOf(HasSubstr(" exact : i32"), HasSubstr("overflow<nsw>"),
            HasSubstr("fastmath<nnan"), ContainsRegex("pad<5 : i32>")));
}

TEST_F(RandomProgramTest, Contents) {
  EXPECT_THAT(makePrograms("all=0,i32=1,init-reduce=1,dead-stores=1,"
                           "contents-tests=100,transfers=1,vector-loads=1,"
                           "vector-constants=100,plain=100"),
              AllOf(HasSubstr("arith.cmpi"),
                    ContainsRegex("arith.constant dense<-?[0-9]+> : vector")));
}

} // namespace
