//===- GpuToLoopsTest.cpp -------------------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/GpuToLoops.h"

#include "Layout/Check/Check.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What is said of a kernel with this in it; empty if it becomes loops.
std::string lower(StringRef op) {
  DialectRegistry registry;
  registerCheckDependencies(registry);
  MLIRContext context(registry);
  context.loadDialect<gpu::GPUDialect>();
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  std::string text = "module attributes {gpu.container_module} { "
                     "gpu.module @device { gpu.func @kernel() kernel {\n" +
                     op.str() + "\ngpu.return } } }";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(error)
        << diagnostic.getLocation() << ": " << diagnostic.str();
  });
  LogicalResult result = lowerKernelsToLoops(*module);
  EXPECT_EQ(failed(result), !error.empty());
  return error;
}

// It may have symbols, which are not those around it.
TEST(GpuToLoopsTest, AnUnknownOpWithARegion) {
  EXPECT_EQ(lower("\"a.b\"() ({ \"a.c\"() : () -> () }) : () -> ()"),
            "loc(\"-\":2:1): has regions and is of no dialect, so that kernels "
            "around it cannot be renamed; register its dialect");
}

TEST(GpuToLoopsTest, AnUnknownOpWithout) {
  EXPECT_EQ(lower("\"a.c\"() : () -> ()"), "");
}

} // namespace
