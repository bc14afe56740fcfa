//===- DiagnosticsTest.cpp - Diagnostics of an MLIR context ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Of another user of the context, too.
class CountingStreamer : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit CountingStreamer(unsigned &count) : count(count) {}
  void streamOptimizationRemark(const remark::detail::Remark &) override {
    ++count;
  }

private:
  unsigned &count;
};

class DiagnosticsTest : public ::testing::Test {
protected:
  /// Gives the context an engine that counts.
  void countRemarks() {
    remark::RemarkCategories categories;
    categories.passed = "layout";
    ASSERT_TRUE(succeeded(remark::enableOptimizationRemarks(
        context, std::make_unique<CountingStreamer>(count),
        std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)));
  }
  void report() {
    remark::passed(UnknownLoc::get(&context),
                   remark::RemarkOpts::name("done").category("layout"))
        << "done";
  }

  MLIRContext context;
  unsigned count = 0;
};

TEST_F(DiagnosticsTest, EngineStaysWithoutRemarks) {
  countRemarks();
  {
    DiagnosticCollector diagnostics(&context);
    report();
    EXPECT_EQ(count, 1u);
    EXPECT_TRUE(diagnostics.takeRemarks().empty());
  }
  report();
  EXPECT_EQ(count, 2u);
}

TEST_F(DiagnosticsTest, RemarksAreTakenWhileItLives) {
  {
    DiagnosticCollector diagnostics(&context, /*withRemarks=*/true);
    report();
    std::vector<Remark> taken = diagnostics.takeRemarks();
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken.front().kind, "passed");
    EXPECT_EQ(taken.front().what.message, "done");
  }
  EXPECT_EQ(context.getRemarkEngine(), nullptr);
  report();
}

TEST_F(DiagnosticsTest, LaterEngineStays) {
  auto diagnostics =
      std::make_unique<DiagnosticCollector>(&context, /*withRemarks=*/true);
  countRemarks();
  diagnostics.reset();
  report();
  EXPECT_EQ(count, 1u);
}

TEST_F(DiagnosticsTest, ErrorsAfterTheFirstAreNotes) {
  DiagnosticCollector diagnostics(&context);
  EXPECT_FALSE(diagnostics.hasError());
  EXPECT_EQ(diagnostics.getFailure("none").message, "none");
  emitError(UnknownLoc::get(&context), "first");
  emitError(UnknownLoc::get(&context), "second");
  ASSERT_TRUE(diagnostics.hasError());
  Failure failure = diagnostics.getFailure("none");
  EXPECT_EQ(failure.message, "first");
  ASSERT_EQ(failure.notes.size(), 1u);
  EXPECT_EQ(failure.notes.front().second, "second");
}

} // namespace
