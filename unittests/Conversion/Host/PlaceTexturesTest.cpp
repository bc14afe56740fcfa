//===- PlaceTexturesTest.cpp - Placements that cannot be tried ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/PlaceTextures.h"

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Two buffers that one kernel uses in turn: one placement. The region around
/// its launches is of a dialect that a context may have without its registry.
const char *kProgram = R"(
  module attributes {gpu.container_module} {
    gpu.module @kernels {
      gpu.func @read(%a: memref<2x4x4xf32>) kernel {
        %c0 = arith.constant 0 : index
        %v = memref.load %a[%c0, %c0, %c0] : memref<2x4x4xf32>
        gpu.return
      }
    }
    func.func @host() {
      %c1 = arith.constant 1 : index
      %x = memref.alloc() : memref<2x4x4xf32>
      %y = memref.alloc() : memref<2x4x4xf32>
      scf.execute_region {
        gpu.launch_func @kernels::@read blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<2x4x4xf32>)
        gpu.launch_func @kernels::@read blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%y : memref<2x4x4xf32>)
        scf.yield
      }
      return
    }
  })";

class PlaceTexturesTest : public ::testing::Test {
protected:
  /// The obstacles to all placements after a trial that does nothing.
  static std::vector<std::string> tryAll(MLIRContext &context) {
    registerCSEPass();
    context
        .loadDialect<arith::ArithDialect, func::FuncDialect, gpu::GPUDialect,
                     LayoutDialect, memref::MemRefDialect, scf::SCFDialect>();
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(kProgram, &context);
    PlaceTexturesOptions options;
    options.trial = "cse";
    auto placements = findTexturePlacements(*module, options.maxExtent);
    EXPECT_TRUE(succeeded(placements));
    EXPECT_TRUE(succeeded(tryTexturePlacements(*module, options, *placements)));
    std::vector<std::string> obstacles;
    for (const TexturePlacement &placement : *placements)
      obstacles.push_back(placement.obstacle);
    return obstacles;
  }

  static DialectRegistry getRegistry() {
    DialectRegistry registry;
    registry.insert<arith::ArithDialect, func::FuncDialect, gpu::GPUDialect,
                    LayoutDialect, memref::MemRefDialect>();
    return registry;
  }
};

const char *kNoCopy =
    "the kernels cannot be converted to SPIR-V: the module cannot be "
    "copied; does the registry of its context have all of "
    "its dialects?";

TEST_F(PlaceTexturesTest, ARegistryWithAllDialects) {
  DialectRegistry registry = getRegistry();
  registry.insert<scf::SCFDialect>();
  MLIRContext context(registry);
  EXPECT_THAT(tryAll(context), testing::ElementsAre(""));
}

TEST_F(PlaceTexturesTest, ACopyThatIsNone) {
  MLIRContext context(getRegistry());
  EXPECT_THAT(tryAll(context),
              testing::ElementsAre(testing::AllOf(testing::StartsWith(kNoCopy),
                                                  testing::HasSubstr("scf"))));
}

// Where unknown ops are accepted, other ops may name the kernel.
TEST_F(PlaceTexturesTest, ACopyThatIsAnother) {
  MLIRContext context(getRegistry());
  context.allowUnregisteredDialects();
  EXPECT_THAT(tryAll(context), testing::ElementsAre(kNoCopy));
}

} // namespace
