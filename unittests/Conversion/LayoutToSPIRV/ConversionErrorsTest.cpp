//===- ConversionErrorsTest.cpp - Conversion errors by op -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What no program is known to reach: conversions that fail otherwise than by an
// op without a conversion, which to-spirv-unsupported.mlir has.
//
//===----------------------------------------------------------------------===//

#include "ConversionErrors.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class ConversionErrorsTest : public ::testing::Test {
protected:
  ConversionErrorsTest() {
    context.loadDialect<func::FuncDialect>();
    context.printOpOnDiagnostic(false);
    module = parseSourceString<ModuleOp>(R"(
      module {
        func.func @f() {
          return loc("there")
        } loc("function")
      } loc("whole"))",
                                         &context);
  }

  Location at(StringRef name) {
    return NameLoc::get(StringAttr::get(&context, name));
  }

  /// What is reported of a conversion that says all this, and where.
  std::string report(ArrayRef<std::pair<StringRef, StringRef>> errors,
                     LogicalResult result = failure()) {
    std::string text;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      llvm::raw_string_ostream stream(text);
      stream << diagnostic.getLocation() << ": " << diagnostic.str() << "\n";
    });
    LogicalResult reported = reportAt(*module, [&] {
      for (auto [place, error] : errors)
        emitError(at(place)) << error;
      return result;
    });
    EXPECT_EQ(succeeded(reported), succeeded(result));
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ConversionErrorsTest, AnOpWithoutConversion) {
  EXPECT_EQ(
      report({{"there", "failed to legalize operation 'func.return' that"}}),
      "loc(\"there\"): 'func.return' op has no conversion to SPIR-V\n");
}

TEST_F(ConversionErrorsTest, AnInvalidResult) {
  EXPECT_EQ(report({{"there", "'spirv.Return' op is wrong"},
                    {"function", "and so is this"}}),
            "loc(\"there\"): 'func.return' op has no valid form in SPIR-V: "
            "'spirv.Return' op is wrong\n");
}

// What a pattern has made of another op.
TEST_F(ConversionErrorsTest, AnotherOpWithoutConversion) {
  EXPECT_EQ(
      report({{"there", "failed to legalize operation 'arith.addi'"}}),
      "loc(\"there\"): 'func.return' op has no valid form in SPIR-V: failed to "
      "legalize operation 'arith.addi'\n");
}

TEST_F(ConversionErrorsTest, APlaceWithoutOp) {
  EXPECT_EQ(report({{"elsewhere", "this is wrong"}}),
            "loc(\"elsewhere\"): this is wrong\n");
}

TEST_F(ConversionErrorsTest, NoWord) {
  EXPECT_EQ(report({}), "loc(\"whole\"): 'builtin.module' op cannot be "
                        "converted to SPIR-V, and upstream's conversion does "
                        "not say which op it refuses; lower the kernel one "
                        "dialect at a time\n");
}

TEST_F(ConversionErrorsTest, WhatSucceedsSaysNothing) {
  EXPECT_EQ(report({{"there", "an attempt that failed"}}, success()), "");
}

} // namespace
