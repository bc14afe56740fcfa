//===- TrialTest.cpp - How trials end -------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzzer that has never found a mistake has shown nothing: a pass that makes
// each of them, and what a trial says of it.
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/Trial.h"

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

namespace {

/// Makes the mistake that `mistake` names.
struct MistakenPass
    : public PassWrapper<MistakenPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MistakenPass)

  MistakenPass() = default;
  MistakenPass(const MistakenPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "layout-mistaken"; }

  void runOnOperation() final {
    Operation *entry = &getOperation().getBody()->front();
    if (mistake == "refuses") {
      entry->emitError("has 7 faults");
    } else if (mistake == "changes") {
      entry->emitError("has 7 faults");
      entry->setAttr("changed", UnitAttr::get(&getContext()));
    } else if (mistake == "invalid") {
      // Arguments without values.
      auto function = cast<func::FuncOp>(entry);
      function.setFunctionType(FunctionType::get(&getContext(), {}, {}));
      return;
    } else if (mistake == "unlowerable") {
      entry->setAttr("unlowerable", UnitAttr::get(&getContext()));
      return;
    } else if (mistake == "once") {
      static bool isFirst = true;
      if (!std::exchange(isFirst, false))
        return;
    }
    signalPassFailure();
  }

private:
  Option<std::string> mistake{*this, "mistake", llvm::cl::desc("Which")};
};

/// In place of the lowering, which this process does not have.
struct LoweringPass
    : public PassWrapper<LoweringPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LoweringPass)

  StringRef getArgument() const final { return "layout-to-llvm"; }

  void runOnOperation() final {
    Operation *entry = &getOperation().getBody()->front();
    if (!entry->hasAttr("unlowerable"))
      return;
    entry->emitError("has 7 forms");
    signalPassFailure();
  }
};

class TrialTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    PassRegistration<MistakenPass>();
    PassRegistration<LoweringPass>();
  }

  TrialTest() {
    DialectRegistry registry;
    registerCheckDependencies(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->loadDialect<LayoutDialect>();
    program.options.entry = "f";
    program.text = "func.func @f(%a: memref<4xi32>) { return }";
  }

  /// "end: reason".
  std::string getEnd(const std::vector<std::string> &passes,
                     TrialOptions options = {}) {
    TrialResult result = runTrial(context.get(), program, passes, options);
    return (getName(result.end) + ": " + result.reason).str();
  }

  std::unique_ptr<MLIRContext> context;
  RandomProgram program;
};

TEST_F(TrialTest, Agrees) { EXPECT_EQ(getEnd({}), "agrees: "); }

TEST_F(TrialTest, Refused) {
  EXPECT_EQ(getEnd({"layout-mistaken{mistake=refuses}"}),
            "refused: layout-mistaken: has N faults");
}

TEST_F(TrialTest, Silent) {
  EXPECT_EQ(getEnd({"layout-mistaken{mistake=silent}"}),
            "silent: layout-mistaken: ");
}

TEST_F(TrialTest, Changed) {
  EXPECT_EQ(getEnd({"layout-mistaken{mistake=changes}"}),
            "changed: layout-mistaken{mistake=changes}: has N faults");
}

TEST_F(TrialTest, Invalid) {
  std::string end = getEnd({"layout-mistaken{mistake=invalid}"});
  EXPECT_TRUE(
      StringRef(end).starts_with("invalid: layout-mistaken{mistake=invalid}: "))
      << end;
}

TEST_F(TrialTest, FailsOnlyAsAWhole) {
  EXPECT_EQ(getEnd({"layout-mistaken{mistake=once}"}),
            "silent: fails only as a whole");
}

TEST_F(TrialTest, BadProgram) {
  EXPECT_EQ(getEnd({"layout-no-such-pass"}), "bad-program: ");
  program.text = "func.func @f(";
  EXPECT_TRUE(StringRef(getEnd({})).starts_with("bad-program: "));
}

TEST_F(TrialTest, Unlowerable) {
  TrialOptions options;
  options.lower = true;
  EXPECT_EQ(getEnd({}, options), "agrees: ");
  EXPECT_EQ(getEnd({"layout-mistaken{mistake=unlowerable}"}, options),
            "unlowerable: layout-to-llvm: has N forms");
}

// Upstream refuses such a program without layouts, too.
TEST_F(TrialTest, UnlowerableByItself) {
  TrialOptions options;
  options.lower = true;
  program.text =
      "func.func @f(%a: memref<4xi32>) attributes {unlowerable} { return }";
  EXPECT_EQ(getEnd({}, options), "refused: layout-to-llvm: has N forms");
}

} // namespace
